//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

type Numbers = [f64];

#[autodiff_reverse(df, Duplicated, Active)]
fn f(x: &Numbers) -> f64 {
    x[0]
}

fn main() {
    df(&[1.0], &mut [0.0], 1.0);
}
