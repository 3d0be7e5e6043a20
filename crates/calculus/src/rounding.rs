//! Functions that take numbers apart: remainders, exponents and signs. Those
//! that round have no derivative and no rule.

use crate::site::Site;
use crate::{Emit, Function, Predicate};

/// `r = x - ny` with `n` the rounded quotient `x / y`: `1`, `-n`
///
/// `n` is had from `r`, so that it is the one the function rounded to, and made
/// whole again: `rint((x - r) / y)`.
pub fn remainder<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    if s.operand == 0 {
        return s.seed;
    }
    let multiple = e.sub(s.args[0], s.result);
    let quotient = e.div(multiple, s.args[1]);
    let whole = e.call(Function::Rint, &[quotient]);
    let product = e.mul(s.seed, whole);
    e.neg(product)
}

/// `r = x 2^-k` with `½ ≤ |r| < 1`: `2^-k`, which is `r / x`; `1` at 0
pub fn frexp<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let x = s.args[0];
    let zero = e.constant(s.seed, 0.0);
    let slope = e.div(s.result, x);
    let product = e.mul(s.seed, slope);
    let vanishes = e.compare(Predicate::Equal, x, zero);
    e.select(vanishes, s.seed, product)
}

/// `x 2^n`: `2^n`, by the function itself
pub fn scale<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    e.call(s.f, &[s.seed, s.args[1]])
}

/// `x 2^floor(y)`: `2^floor(y)`
pub fn scalef<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let whole = e.call(Function::Floor, &[s.args[1]]);
    let power = e.call(Function::Exp2, &[whole]);
    e.mul(s.seed, power)
}

/// `|x|` with the sign of `y`: `1` where `x` has that sign already, else `-1`
///
/// So also at the zeros, whose signs count.
pub fn copysign<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let from = e.call(Function::Copysign, &[one, s.args[0]]);
    let to = e.call(Function::Copysign, &[one, s.args[1]]);
    let ratio = e.mul(from, to);
    e.mul(s.seed, ratio)
}
