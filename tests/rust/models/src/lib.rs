//! A crate of functions that other crates use and differentiate.

#![forbid(unsafe_code)]

use zymase::{autodiff_forward, autodiff_reverse};

/// The energy of a chain of springs.
#[autodiff_reverse(d_chain, Duplicated, Active, Active)]
#[autodiff_forward(b_chain, Dual, Dual, DualOnly)]
pub fn chain(x: &[f64], stiffness: f64) -> f64 {
    let ends = x.iter().skip(1);
    0.5 * stiffness * x.iter().zip(ends).map(|(a, b)| spring(b - a)).sum::<f64>()
}

/// Not annotated, and not inlined into what calls it.
#[inline(never)]
pub fn spring(stretch: f64) -> f64 {
    stretch * stretch + 0.1 * stretch.powi(4)
}

/// What a crate can be asked to minimise.
pub trait Objective {
    /// The value at a point.
    fn value(&self, x: &[f64]) -> f64;
}

/// One step of gradient descent for any objective.
pub fn descend<O: Objective>(objective: &O, x: &mut [f64], rate: f64) {
    let gradient = zymase::gradient(|x: &[f64]| objective.value(x), x);
    for (x, derivative) in x.iter_mut().zip(gradient) {
        *x -= rate * derivative;
    }
}
