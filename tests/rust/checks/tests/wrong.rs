//! Functions whose derivatives are not those of what they compute: the check must fail. Nobody else calls them.

#![allow(dead_code)]

use zymase::{autodiff_forward, autodiff_reverse};

/// A number that has become text has no derivative.
#[autodiff_reverse(d_printed, Active, Active)]
#[autodiff_forward(b_printed, Dual, DualOnly)]
fn printed(x: f64) -> f64 {
    let text = format!("{x:?}");
    x + text.parse::<f64>().unwrap_or(0.0)
}

/// What goes through a constant has no derivative.
#[autodiff_reverse(d_through, Duplicated, Const, Active)]
fn through(x: &[f64], scratch: &mut [f64]) -> f64 {
    scratch.copy_from_slice(x);
    scratch.iter().map(|x| x * x).sum()
}
