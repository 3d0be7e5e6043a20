//! A file that does not compile: see `refusals.rs`.

use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_forward(df, Dual, Dual, Dual)]
fn f(x: f64, n: usize) -> f64 {
    x * n as f64
}

#[autodiff_reverse(dg, Duplicated, Active)]
fn g(x: &[i32]) -> f64 {
    f64::from(x[0])
}

fn main() {}
