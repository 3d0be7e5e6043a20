//! A file that does not compile: see `refusals.rs`.

use zymase::{autodiff_forward, autodiff_reverse, autodiff_split};

#[autodiff_reverse(df, Const, Active)]
fn f(g: impl Fn() -> f64) -> f64 {
    g()
}

#[autodiff_forward(dg, Dual, Dual)]
fn g(x: f64) -> impl Into<f64> {
    x
}

#[autodiff_forward(dh, Dual)]
async fn h(_: f64) {}

#[autodiff_forward(ds)]
struct S;

#[autodiff_reverse]
fn k() {}

#[autodiff_split(dw, 2, Active, Active)]
#[autodiff_forward(dz, 0, Dual, Dual)]
fn w(x: f64) -> f64 {
    x
}

fn main() {}
