//! Hyperbolic functions and their inverses.

use crate::site::{Site, guard_quotient};
use crate::{Emit, Function};

/// `sinh x`: `cosh x`
pub fn sinh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let slope = e.call(Function::Cosh, &[s.args[0]]);
    e.mul(s.seed, slope)
}

/// `cosh x`: `sinh x`
pub fn cosh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let slope = e.call(Function::Sinh, &[s.args[0]]);
    e.mul(s.seed, slope)
}

/// `r = tanh x`: `(1 - r)(1 + r)`
///
/// Where `r` has rounded to ±1 this is 0. The product form is exact where the
/// difference `1 - r²` would lose a digit to the square.
pub fn tanh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let slope = one_minus_square(e, s, s.result);
    e.mul(s.seed, slope)
}

/// `asinh x`: `1 / √(1 + x²)`
///
/// 0 where the square overflows.
pub fn asinh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let square = e.mul(s.args[0], s.args[0]);
    let sum = e.add(one, square);
    let root = e.call(Function::Sqrt, &[sum]);
    e.div(s.seed, root)
}

/// `acosh x`: `1 / (√(x-1) √(x+1))`, infinite at 1
///
/// Two roots, so that it is NaN for `x < -1` too and does not overflow.
pub fn acosh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let below = e.sub(s.args[0], one);
    let above = e.add(s.args[0], one);
    let below = e.call(Function::Sqrt, &[below]);
    let above = e.call(Function::Sqrt, &[above]);
    let root = e.mul(below, above);
    let quotient = e.div(s.seed, root);
    guard_quotient(e, s.seed, root, quotient)
}

/// `atanh x`: `1 / ((1-x)(1+x))`, infinite at ±1
pub fn atanh<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let inverse = one_minus_square(e, s, s.args[0]);
    let quotient = e.div(s.seed, inverse);
    guard_quotient(e, s.seed, inverse, quotient)
}

/// `1 - x²` as `(1 - x)(1 + x)`
fn one_minus_square<E: Emit>(e: &mut E, s: &Site<E::Value>, x: E::Value) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let below = e.sub(one, x);
    let above = e.add(one, x);
    e.mul(below, above)
}
