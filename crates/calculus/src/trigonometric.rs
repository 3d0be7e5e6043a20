//! Circular functions and their inverses, of angles in radians and, with `Pi` in
//! the name, in half turns.

use crate::site::{Site, guard, guard_quotient};
use crate::{Constant, Emit, Function, Predicate};

/// `sin x`: `cos x`; `sin πx`: `π cos πx`
pub fn sin<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let cos = if in_half_turns(s.f) { Function::CosPi } else { Function::Cos };
    let slope = e.call(cos, &[s.args[0]]);
    let product = e.mul(s.seed, slope);
    times_pi(e, s, product)
}

/// `cos x`: `-sin x`; `cos πx`: `-π sin πx`
pub fn cos<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let sin = if in_half_turns(s.f) { Function::SinPi } else { Function::Sin };
    let slope = e.call(sin, &[s.args[0]]);
    let product = e.mul(s.seed, slope);
    let product = e.neg(product);
    times_pi(e, s, product)
}

/// `r = tan x`: `1 + r²`; `r = tan πx`: `π (1 + r²)`
pub fn tan<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let square = e.mul(s.result, s.result);
    let slope = e.add(one, square);
    let product = e.mul(s.seed, slope);
    times_pi(e, s, product)
}

/// `asin x`: `1 / √((1-x)(1+x))`, infinite at ±1
pub fn asin<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let below = e.sub(one, s.args[0]);
    let above = e.add(one, s.args[0]);
    let square = e.mul(below, above);
    let root = e.call(Function::Sqrt, &[square]);
    let scaled = over_pi(e, s);
    let quotient = e.div(scaled, root);
    guard_quotient(e, s.seed, root, quotient)
}

/// `acos x`: `-1 / √((1-x)(1+x))`, infinite at ±1
pub fn acos<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let opposite = asin(e, s);
    e.neg(opposite)
}

/// `atan x`: `1 / (1 + x²)`
pub fn atan<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let square = e.mul(s.args[0], s.args[0]);
    let sum = e.add(one, square);
    let scaled = over_pi(e, s);
    e.div(scaled, sum)
}

/// `atan2(y, x)`: `x / (x² + y²)`, `-y / (x² + y²)`
///
/// Numerator and denominator are divided by the larger operand, `t` being the
/// smaller over the larger, so that no square overflows or vanishes: with `x` the
/// larger they are `1 / (x + yt)` and `-t / (x + yt)`. At the origin, NaN.
pub fn atan2<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let (y, x) = (s.args[0], s.args[1]);
    let one = e.constant(s.seed, 1.0);
    let height = e.call(Function::Fabs, &[y]);
    let width = e.call(Function::Fabs, &[x]);
    let flat = e.compare(Predicate::LessEqual, height, width);
    let larger = e.select(flat, x, y);
    let smaller = e.select(flat, y, x);
    let ratio = e.div(smaller, larger);
    let rest = e.mul(smaller, ratio);
    let sum = e.add(larger, rest);
    let numerator = match s.operand {
        0 => e.select(flat, one, ratio),
        _ => {
            let opposite = e.select(flat, ratio, one);
            e.neg(opposite)
        }
    };
    let scaled = over_pi(e, s);
    let product = e.mul(scaled, numerator);
    let quotient = e.div(product, sum);
    guard(e, s.seed, quotient)
}

/// `r = sin x / x`: `(cos x - r) / x`; `r = sin πx / πx`: `(cos πx - r) / x`
///
/// Near 0, where the difference cancels, the power series, which is right for derivatives of it too.
pub fn sinc<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let one = e.constant(s.seed, 1.0);
    let angle = times_pi(e, s, s.args[0]);
    let size = e.call(Function::Fabs, &[angle]);
    let is_small = e.compare(Predicate::Less, size, one);
    // Neither form meets what is meant for the other.
    let small = e.select(is_small, angle, one);
    let large = e.select(is_small, one, angle);
    let cos = e.call(Function::Cos, &[large]);
    let difference = e.sub(cos, s.result);
    let far = e.div(difference, large);
    let near = sinc_slope_series(e, small);
    let slope = e.select(is_small, near, far);
    let product = e.mul(s.seed, slope);
    times_pi(e, s, product)
}

/// `-x/3 (1 - x²/10 (1 - x²/28 (1 - …)))`: the derivative of `sin x / x`. Of its terms each is the last one times
/// `-x² / 2k(2k+3)`.
fn sinc_slope_series<E: Emit>(e: &mut E, x: E::Value) -> E::Value {
    /// As many as give all digits of a `f64` up to 1.
    const TERMS: u32 = 9;
    let (one, third) = (e.constant(x, 1.0), e.constant(x, -3.0));
    let square = e.mul(x, x);
    let mut sum = one;
    for k in (1..=TERMS).rev() {
        let divisor = e.constant(x, f64::from(2 * k * (2 * k + 3)));
        let ratio = e.div(square, divisor);
        let rest = e.mul(ratio, sum);
        sum = e.sub(one, rest);
    }
    let scaled = e.div(x, third);
    e.mul(scaled, sum)
}

fn in_half_turns(f: Function) -> bool {
    use Function as F;
    matches!(f, F::SinPi | F::CosPi | F::TanPi | F::SincN)
        || matches!(f, F::AsinPi | F::AcosPi | F::AtanPi | F::Atan2Pi)
}

/// `value`, times `π` if the function takes half turns.
fn times_pi<E: Emit>(e: &mut E, s: &Site<E::Value>, value: E::Value) -> E::Value {
    if !in_half_turns(s.f) {
        return value;
    }
    let pi = e.named(s.seed, Constant::Pi);
    e.mul(value, pi)
}

/// The seed, over `π` if the function gives half turns.
fn over_pi<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    if !in_half_turns(s.f) {
        return s.seed;
    }
    let inverse = e.named(s.seed, Constant::InvPi);
    e.mul(s.seed, inverse)
}
