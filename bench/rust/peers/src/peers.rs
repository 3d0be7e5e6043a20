//! The gradient of a problem by everybody, as one would write it: tapes are kept and cleared, forward mode computes some
//! derivatives in each call.

use crate::number::{Dual, LANES};
use crate::problems::Problem;
use easy_ml::differentiation::{Record, WengertList};
use nalgebra::{Const, SVector};
use num_dual::Derivative;
use reverse::Tape;

/// By this compiler.
pub fn zymase(problem: &impl Problem) -> Vec<f64> {
    let mut gradient = vec![0.0; problem.parameters().len()];
    problem.add_gradient(&mut gradient);
    gradient
}

/// By num-dual: forward mode, some parameters at a time.
pub fn num_dual(problem: &impl Problem) -> Vec<f64> {
    let mut numbers: Vec<Dual> = problem.parameters().iter().map(|value| Dual::from_re(*value)).collect();
    let mut gradient = vec![0.0; numbers.len()];
    for (at, part) in gradient.chunks_mut(LANES).enumerate() {
        let seeded = at * LANES..at * LANES + part.len();
        for (lane, number) in numbers[seeded.clone()].iter_mut().enumerate() {
            number.eps = Derivative::some(SVector::from_fn(|row, _| f64::from(row == lane)));
        }
        let tangents = problem.value(&numbers).eps.unwrap_generic(Const::<LANES>, Const::<1>);
        part.copy_from_slice(&tangents.as_slice()[..part.len()]);
        for number in &mut numbers[seeded] {
            number.eps = Derivative::none();
        }
    }
    gradient
}

/// By reverse.
pub fn reverse(problem: &impl Problem, tape: &Tape) -> Vec<f64> {
    tape.clear();
    let numbers = tape.add_vars(problem.parameters());
    let mut gradient = problem.value(&numbers).grad();
    // The parameters are the first on the tape.
    gradient.truncate(numbers.len());
    gradient
}

/// By echidna, which keeps a tape itself.
pub fn echidna(problem: &impl Problem) -> Vec<f64> {
    echidna::grad(|numbers| problem.value(numbers), problem.parameters())
}

/// By easy-ml.
pub fn easy_ml(problem: &impl Problem, list: &WengertList<f64>) -> Vec<f64> {
    list.clear();
    let numbers: Vec<Record<f64>> = problem.parameters().iter().map(|value| Record::variable(*value, list)).collect();
    let derivatives = problem.value(&numbers).derivatives();
    numbers.iter().map(|number| derivatives[number]).collect()
}
