//! Powers, roots and lengths.

use crate::site::{Site, guard_product, guard_quotient};
use crate::{Emit, Function, Predicate};

/// `r = √x`: `1 / 2r`
///
/// At 0 this is infinite, with the sign of the zero as in IEEE's `rSqrt`.
pub fn sqrt<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, 0.5);
    let halved = e.mul(s.seed, half);
    let quotient = e.div(halved, s.result);
    guard_quotient(e, s.seed, s.result, quotient)
}

/// `r = ∛x`: `1 / 3r²`, infinite at 0
pub fn cbrt<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let three = e.constant(s.seed, 3.0);
    let square = e.mul(s.result, s.result);
    let inverse = e.mul(three, square);
    let quotient = e.div(s.seed, inverse);
    guard_quotient(e, s.seed, inverse, quotient)
}

/// `r = 1 / √x`: `-r³ / 2`, without a division
pub fn rsqrt<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, -0.5);
    let halved = e.mul(s.seed, half);
    let product = e.mul(halved, s.result);
    let square = e.mul(s.result, s.result);
    e.mul(product, square)
}

/// An estimate of `1 / √x`: `-1 / 2x√x`, of which the estimate itself would only give the first digits
pub fn rsqrt_estimate<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, -0.5);
    let halved = e.mul(s.seed, half);
    let root = e.call(Function::Sqrt, &[s.args[0]]);
    let quotient = e.div(halved, root);
    e.div(quotient, s.args[0])
}

/// `r = x^y`: `y x^(y-1)`, `r ln x`
///
/// By `x` it is 0 for `y = 0`, whatever `x` is, because `x^0` is 1 even for
/// NaN; then `0^1` has slope 1 by `y - 1` being 0. The power is not had from `r`,
/// which may be 0 or infinite where the derivative is neither. An infinite `y` may
/// give NaN.
///
/// By `y` it is 0 where `r` is 0, which covers `x = 0` with `y > 0`; at `x = 0`
/// and `y = 0` it is `-∞`. For `x < 0` it is NaN: no neighbouring exponent has a
/// real power. Who holds an integer exponent fixed does not ask by `y`.
pub fn pow<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let (x, y) = (s.args[0], s.args[1]);
    let (flat, factor) = if s.operand == 0 {
        let one = e.constant(s.seed, 1.0);
        let less = e.sub(y, one);
        (y, e.call(Function::Pow, &[x, less]))
    } else {
        (s.result, e.call(Function::Log, &[x]))
    };
    let slope = e.mul(flat, factor);
    let slope = guard_product(e, flat, factor, slope);
    let product = e.mul(s.seed, slope);
    guard_product(e, s.seed, slope, product)
}

/// `x^n`: `n x^(n-1)`, and 0 for `n = 0`, whatever `x` is
pub fn powi<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let (x, n) = (s.args[0], s.args[1]);
    let zero = e.constant(s.seed, 0.0);
    let less = e.int_offset(n, -1);
    let power = e.call(Function::Powi, &[x, less]);
    let factor = e.int_to_float(n, s.seed);
    let slope = e.mul(factor, power);
    let product = e.mul(s.seed, slope);
    let flat = e.compare(Predicate::Equal, factor, zero);
    e.select(flat, zero, product)
}

/// `r = 1 / ∛x`: `-r / 3x`
pub fn rcbrt<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let three = e.constant(s.seed, -3.0);
    let inverse = e.mul(three, s.args[0]);
    let product = e.mul(s.seed, s.result);
    e.div(product, inverse)
}

/// `r = 1 / √(x² + y² + …)`: `-x r³`, `-y r³`, …
pub fn rhypot<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let direction = e.mul(s.args[s.operand], s.result);
    let square = e.mul(s.result, s.result);
    let slope = e.mul(direction, square);
    let product = e.mul(s.seed, slope);
    e.neg(product)
}

/// `r = √(x² + y² + …)`: `x / r`, `y / r`, …
///
/// At the origin, where the length has a tip like that of `|x|`, both are 0.
pub fn hypot<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let zero = e.constant(s.seed, 0.0);
    let slope = e.div(s.args[s.operand], s.result);
    let product = e.mul(s.seed, slope);
    let tip = e.compare(Predicate::Equal, s.result, zero);
    e.select(tip, zero, product)
}
