//! Singular operations that are not so here: quotients whose divisors cannot be zero, logarithms and roots of numbers above zero.
//!
//! It is asked what may become infinite or undefined although everything that the function is given is ordinary, so numbers are taken
//! to be finite here.

use crate::optimise::facts;
use crate::optimise::read::{combiner, short};
use zymase_ir::{Ir, Op, Value};

/// How deep operands are followed.
const DEPTH: usize = 8;
/// Constants with more elements are not looked through.
const ELEMENTS: usize = 4096;

/// Whether an operation of a kind that may be singular is not, for what it is applied to.
pub fn is_tame(ir: &Ir, op: Op) -> bool {
    let above = |at: usize| ir[op].operand(at).is_some_and(|value| sign(ir, value, DEPTH) == Some(Sign::Positive));
    match short(ir, op) {
        Some("divide") => above(1) || ir[op].operand(1).is_some_and(|divisor| has_no_zero(ir, divisor)),
        Some("log" | "sqrt" | "rsqrt" | "cbrt") => above(0),
        Some("power") => {
            above(0) || ir[op].operand(1).and_then(|by| facts::uniform(ir, by)).is_some_and(|by| by >= 1.0)
        }
        _ => false,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    NotNegative,
    Positive,
}

/// What only moves elements.
fn source(ir: &Ir, op: Op) -> Option<Value> {
    let moves = ["broadcast_in_dim", "reshape", "transpose", "slice", "reverse", "dynamic_slice", "gather"];
    moves.contains(&short(ir, op)?).then(|| ir[op].operand(0)).flatten()
}

fn all_of_constant(ir: &Ir, value: Value, holds: impl Fn(f64) -> bool) -> bool {
    let Some(dense) = facts::constant(ir, value) else { return false };
    let count = if dense.is_splat() { 1 } else { dense.element_count() };
    count <= ELEMENTS && (0..count).all(|at| dense.float(at).is_some_and(&holds))
}

fn has_no_zero(ir: &Ir, value: Value) -> bool {
    let mut value = value;
    for _ in 0..DEPTH {
        if all_of_constant(ir, value, |number| number != 0.0) {
            return true;
        }
        let Some(from) = ir.defining_op(value).and_then(|op| source(ir, op)) else { return false };
        value = from;
    }
    false
}

/// What is known of the signs of finite numbers.
fn sign(ir: &Ir, value: Value, depth: usize) -> Option<Sign> {
    use Sign::{NotNegative, Positive};
    let op = ir.defining_op(value).filter(|_| depth > 0)?;
    if all_of_constant(ir, value, |number| number > 0.0) {
        return Some(Positive);
    }
    if all_of_constant(ir, value, |number| number >= 0.0) {
        return Some(NotNegative);
    }
    let of = |at: usize| sign(ir, ir[op].operand(at)?, depth - 1);
    if source(ir, op).is_some() {
        return of(0);
    }
    let least = |a: Option<Sign>, b: Option<Sign>| Some(a?.min(b?));
    match short(ir, op)? {
        // Products of small numbers may become zero.
        "multiply" if ir[op].operand(0) == ir[op].operand(1) => Some(NotNegative),
        "multiply" | "divide" => least(least(of(0), of(1)), Some(NotNegative)),
        "add" => of(0)?.max(of(1)?).into(),
        "maximum" => of(0).max(of(1)),
        "minimum" => least(of(0), of(1)),
        "select" => least(of(1), of(2)),
        "abs" | "exponential" | "logistic" | "iota" => Some(NotNegative),
        "sqrt" => of(0),
        "convert" if ir[op].operand(0).is_some_and(|from| ir.ty(from).element().is_bool()) => Some(NotNegative),
        "convert" => of(0),
        "reduce" if ir[op].operands().len() == 2 && combiner(ir, op) == Some("add") => {
            least(least(of(0), of(1)), Some(NotNegative))
        }
        "reduce" if ir[op].operands().len() == 2 && combiner(ir, op) == Some("maximum") => of(0).max(of(1)),
        _ => None,
    }
}
