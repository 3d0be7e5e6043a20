//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

#[autodiff_reverse(df, Active)]
fn f(x: f64) -> f64 {
    x
}

#[autodiff_reverse(dg, Duplicated, Active)]
fn g(x: &mut f64) {
    *x += 1.0;
}

fn main() {}
