//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_forward;

#[autodiff_forward(df, Dual, Dual)]
fn f(x: Vec<f64>) -> f64 {
    x[0]
}

#[autodiff_forward(dg, Dual, Dual)]
fn g(x: &[f64]) -> Vec<f64> {
    x.to_vec()
}

fn main() {}
