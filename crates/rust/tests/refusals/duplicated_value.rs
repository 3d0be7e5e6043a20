//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

#[autodiff_reverse(df, Duplicated, Active)]
fn f(x: f64) -> f64 {
    x
}

fn main() {}
