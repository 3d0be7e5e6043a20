//! A file that does not compile: see `refusals.rs`.

use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_forward(df, Active, Dual)]
#[autodiff_reverse(db, Dual, Active)]
#[autodiff_reverse(dr, Active, Duplicated)]
#[autodiff_reverse(dx, Activ, Active)]
fn f(x: f64) -> f64 {
    x
}

fn main() {}
