//! The problems: where a formula is differentiated, and its gradient by this compiler.

use crate::formulas::{self, BODIES, DIMENSIONS, LSTM, MIXTURE, ORBITS, WIDTH};
use crate::number::Number;
use zymase::autodiff_reverse;

pub trait Problem {
    /// Where the gradient is taken.
    fn parameters(&self) -> &[f64];
    fn value<T: Number>(&self, parameters: &[T]) -> T;
    /// Adds the gradient by this compiler.
    fn add_gradient(&self, gradient: &mut [f64]);
}

/// The same numbers in every run, between two bounds.
fn random(count: usize, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let mut state = 1u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * (state >> 11) as f64 / (1u64 << 53) as f64
    })
}

pub struct Rosenbrock {
    x: Vec<f64>,
}

#[autodiff_reverse(d_rosenbrock, Duplicated, Active)]
fn rosenbrock(x: &[f64]) -> f64 {
    formulas::rosenbrock(x)
}

impl Rosenbrock {
    pub fn new() -> Rosenbrock {
        Rosenbrock { x: random(1000, -1.0, 1.0).collect() }
    }
}

impl Problem for Rosenbrock {
    fn parameters(&self) -> &[f64] {
        &self.x
    }

    fn value<T: Number>(&self, parameters: &[T]) -> T {
        formulas::rosenbrock(parameters)
    }

    fn add_gradient(&self, gradient: &mut [f64]) {
        d_rosenbrock(&self.x, gradient, 1.0);
    }
}

pub struct Mixture {
    parameters: Vec<f64>,
    points: Vec<[f64; DIMENSIONS]>,
}

#[autodiff_reverse(d_mixture, Duplicated, Const, Active)]
fn mixture(parameters: &[f64], points: &[[f64; DIMENSIONS]]) -> f64 {
    formulas::mixture(parameters, points)
}

impl Mixture {
    pub fn new() -> Mixture {
        let points: Vec<f64> = random(100 * DIMENSIONS, 0.0, 1.0).collect();
        Mixture { parameters: random(MIXTURE, -0.5, 0.5).collect(), points: points.as_chunks().0.to_vec() }
    }
}

impl Problem for Mixture {
    fn parameters(&self) -> &[f64] {
        &self.parameters
    }

    fn value<T: Number>(&self, parameters: &[T]) -> T {
        formulas::mixture(parameters, &self.points)
    }

    fn add_gradient(&self, gradient: &mut [f64]) {
        d_mixture(&self.parameters, gradient, &self.points, 1.0);
    }
}

pub struct Bodies {
    start: Vec<f64>,
    steps: usize,
}

#[autodiff_reverse(d_bodies, Duplicated, Const, Active)]
fn bodies(parameters: &[f64], steps: usize) -> f64 {
    formulas::bodies(parameters, steps)
}

impl Bodies {
    pub fn new() -> Bodies {
        let masses = random(BODIES, 0.5, 1.0);
        Bodies { start: masses.chain(random(ORBITS - BODIES, -1.0, 1.0)).collect(), steps: 20 }
    }
}

impl Problem for Bodies {
    fn parameters(&self) -> &[f64] {
        &self.start
    }

    fn value<T: Number>(&self, parameters: &[T]) -> T {
        formulas::bodies(parameters, self.steps)
    }

    fn add_gradient(&self, gradient: &mut [f64]) {
        d_bodies(&self.start, gradient, self.steps, 1.0);
    }
}

pub struct Lstm {
    parameters: Vec<f64>,
    sequence: Vec<[f64; WIDTH]>,
}

#[autodiff_reverse(d_lstm, Duplicated, Const, Active)]
fn lstm(parameters: &[f64], sequence: &[[f64; WIDTH]]) -> f64 {
    formulas::lstm(parameters, sequence)
}

impl Lstm {
    pub fn new() -> Lstm {
        let symbols: Vec<f64> = random(20 * WIDTH, 0.0, 1.0).map(|x| f64::from(x < 0.2)).collect();
        Lstm { parameters: random(LSTM, -1.0, 1.0).collect(), sequence: symbols.as_chunks().0.to_vec() }
    }
}

impl Problem for Lstm {
    fn parameters(&self) -> &[f64] {
        &self.parameters
    }

    fn value<T: Number>(&self, parameters: &[T]) -> T {
        formulas::lstm(parameters, &self.sequence)
    }

    fn add_gradient(&self, gradient: &mut [f64]) {
        d_lstm(&self.parameters, gradient, &self.sequence, 1.0);
    }
}
