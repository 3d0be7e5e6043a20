//! Error functions, gamma functions and Bessel functions.

use crate::site::Site;
use crate::{Constant, Emit, Function};

/// `erf x`: `2/√π exp(-x²)`
pub fn erf<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let square = e.mul(s.args[0], s.args[0]);
    let exponent = e.neg(square);
    bell(e, s, exponent)
}

/// `erfc x`: `-2/√π exp(-x²)`
pub fn erfc<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let opposite = erf(e, s);
    e.neg(opposite)
}

/// `erfi x`: `2/√π exp(x²)`
pub fn erfi<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let exponent = e.mul(s.args[0], s.args[0]);
    bell(e, s, exponent)
}

/// The seed times `2/√π exp(exponent)`
fn bell<E: Emit>(e: &mut E, s: &Site<E::Value>, exponent: E::Value) -> E::Value {
    let factor = e.named(s.seed, Constant::TwoOverSqrtPi);
    let exp = e.call(Function::Exp, &[exponent]);
    let slope = e.mul(factor, exp);
    e.mul(s.seed, slope)
}

/// `r = exp(x²) erfc x`: `2xr - 2/√π`
pub fn erfcx<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let two = e.constant(s.seed, 2.0);
    let limit = e.named(s.seed, Constant::TwoOverSqrtPi);
    let double = e.mul(two, s.args[0]);
    let growth = e.mul(double, s.result);
    let slope = e.sub(growth, limit);
    e.mul(s.seed, slope)
}

/// `r` with `erf r = x`: `√π/2 exp(r²)`
pub fn erfinv<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let exponent = e.mul(s.result, s.result);
    let exp = e.call(Function::Exp, &[exponent]);
    let factor = e.named(s.seed, Constant::TwoOverSqrtPi);
    let slope = e.div(exp, factor);
    e.mul(s.seed, slope)
}

/// `r` with `erfc r = x`: `-√π/2 exp(r²)`
pub fn erfcinv<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let opposite = erfinv(e, s);
    e.neg(opposite)
}

/// By which `2/√π` is multiplied to be `1/√(2π)`.
const NORMAL: f64 = std::f64::consts::SQRT_2 / 4.0;

/// `Φ(x)`: `1/√(2π) exp(-x²/2)`
pub fn normcdf<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, -0.5);
    let square = e.mul(s.args[0], s.args[0]);
    let exponent = e.mul(half, square);
    let product = bell(e, s, exponent);
    let factor = e.constant(s.seed, NORMAL);
    e.mul(factor, product)
}

/// `r` with `Φ(r) = x`: `√(2π) exp(r²/2)`
pub fn normcdfinv<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, 0.5);
    let square = e.mul(s.result, s.result);
    let exponent = e.mul(half, square);
    let exp = e.call(Function::Exp, &[exponent]);
    let factor = e.named(s.seed, Constant::TwoOverSqrtPi);
    let known = e.constant(s.seed, NORMAL);
    let density = e.mul(factor, known);
    let slope = e.div(exp, density);
    e.mul(s.seed, slope)
}

/// `r = Γ(x)`: `r ψ(x)`
pub fn tgamma<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let digamma = e.call(Function::Polygamma(0), &[s.args[0]]);
    let slope = e.mul(s.result, digamma);
    e.mul(s.seed, slope)
}

/// `ln |Γ(x)|`: `ψ(x)`
pub fn lgamma<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let digamma = e.call(Function::Polygamma(0), &[s.args[0]]);
    e.mul(s.seed, digamma)
}

/// `ψ⁽ᵏ⁾(x)`: `ψ⁽ᵏ⁺¹⁾(x)`
pub fn polygamma<E: Emit>(e: &mut E, s: &Site<E::Value>, order: u8) -> E::Value {
    let slope = e.call(Function::Polygamma(order + 1), &[s.args[0]]);
    e.mul(s.seed, slope)
}

/// `J₀(x)`: `-J₁(x)`; `Y₀(x)`: `-Y₁(x)`
pub fn bessel0<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let next = match s.f {
        Function::J0 => Function::J1,
        _ => Function::Y1,
    };
    let slope = e.call(next, &[s.args[0]]);
    let product = e.mul(s.seed, slope);
    e.neg(product)
}

/// `J₁(x)`: `(J₀(x) - J₂(x)) / 2`
///
/// Not `J₀(x) - r/x`, of which near 0 no derivative could be taken.
pub fn j1<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let half = e.constant(s.seed, 0.5);
    let below = e.call(Function::J0, &[s.args[0]]);
    let two = e.integer(s.seed, 2);
    let above = e.call(Function::Jn, &[two, s.args[0]]);
    let difference = e.sub(below, above);
    let slope = e.mul(half, difference);
    e.mul(s.seed, slope)
}

/// `r = Y₁(x)`: `Y₀(x) - r/x`; NaN at 0, where `r` is infinite
pub fn y1<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let below = e.call(Function::Y0, &[s.args[0]]);
    let quotient = e.div(s.result, s.args[0]);
    let slope = e.sub(below, quotient);
    e.mul(s.seed, slope)
}

/// `Jₙ(x)`: `(Jₙ₋₁(x) - Jₙ₊₁(x)) / 2`, and `Yₙ` likewise
pub fn bessel<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let (n, x) = (s.args[0], s.args[1]);
    let half = e.constant(s.seed, 0.5);
    let below = e.int_offset(n, -1);
    let above = e.int_offset(n, 1);
    let below = e.call(s.f, &[below, x]);
    let above = e.call(s.f, &[above, x]);
    let difference = e.sub(below, above);
    let slope = e.mul(half, difference);
    e.mul(s.seed, slope)
}
