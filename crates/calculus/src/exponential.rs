//! Exponentials and logarithms.

use crate::site::{Site, guard_quotient};
use crate::{Constant, Emit, Function};

/// `r = exp x`: `r`
pub fn exp<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    e.mul(s.seed, s.result)
}

/// `r = b^x` for `b` 2 or 10: `r ln b`
pub fn exp_base<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let ln = match s.f {
        Function::Exp2 => Constant::Ln2,
        _ => Constant::Ln10,
    };
    let ln = e.named(s.seed, ln);
    let slope = e.mul(s.result, ln);
    e.mul(s.seed, slope)
}

/// `r = exp x - 1`: `r + 1`
pub fn expm1<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let slope = e.add(s.result, one);
    e.mul(s.seed, slope)
}

/// `ln x`: `1 / x`, infinite at 0
pub fn log<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let quotient = e.div(s.seed, s.args[0]);
    guard_quotient(e, s.seed, s.args[0], quotient)
}

/// `ln x / ln b` for `b` 2 or 10: `1 / (x ln b)`, infinite at 0
pub fn log_base<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let inverse = match s.f {
        Function::Log2 => Constant::InvLn2,
        _ => Constant::InvLn10,
    };
    let inverse = e.named(s.seed, inverse);
    let scaled = e.mul(s.seed, inverse);
    let quotient = e.div(scaled, s.args[0]);
    guard_quotient(e, s.seed, s.args[0], quotient)
}

/// `ln(1 + x)`: `1 / (1 + x)`, infinite at -1
pub fn log1p<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let sum = e.add(one, s.args[0]);
    let quotient = e.div(s.seed, sum);
    guard_quotient(e, s.seed, sum, quotient)
}

/// `y = 1 / (1 + e⁻ˣ)`: `y (1 - y)`
pub fn logistic<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let rest = e.sub(one, s.result);
    let slope = e.mul(s.result, rest);
    e.mul(s.seed, slope)
}
