//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

#[autodiff_reverse(df, Duplicated, Active)]
fn f(x: &[f64]) -> Vec<f64> {
    x.to_vec()
}

#[autodiff_reverse(dg, Duplicated, Active)]
fn g(x: &[f64]) -> usize {
    x.len()
}

fn main() {}
