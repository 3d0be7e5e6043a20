//! The exponentially scaled Bessel functions `e^-|x| I₀(x)` and, of `e^-|x| I₁(x)`, the derivative, as straight-line code.
//!
//! Up to 25 the power series, which has only positive terms; above it the asymptotic one.

use crate::{Constant, Emit, Function, Predicate};

const LIMIT: f64 = 25.0;
/// As many terms as the last argument of a series needs.
const TERMS: u32 = 52;
const ASYMPTOTIC_TERMS: u32 = 24;

/// `e^-|x| I₀(x)`, to about `1e-15`, relative, in `f64`.
pub fn bessel_i0e<E: Emit>(e: &mut E, x: E::Value) -> E::Value {
    let size = e.call(Function::Fabs, &[x]);
    let (limit, one) = (e.constant(x, LIMIT), e.constant(x, 1.0));
    let is_small = e.compare(Predicate::Less, size, limit);
    // Neither series meets what is meant for the other.
    let small = e.select(is_small, size, one);
    let large = e.select(is_small, limit, size);
    let (near, far) = (power_series(e, small), asymptotic_series(e, large));
    e.select(is_small, near, far)
}

/// `e^-a Σ (a²/4)ᵏ / k!²`
fn power_series<E: Emit>(e: &mut E, a: E::Value) -> E::Value {
    let (one, half) = (e.constant(a, 1.0), e.constant(a, 0.5));
    let halved = e.mul(a, half);
    let mut sum = one;
    for k in (1..=TERMS).rev() {
        let k = e.constant(a, f64::from(k));
        let ratio = e.div(halved, k);
        let square = e.mul(ratio, ratio);
        let rest = e.mul(square, sum);
        sum = e.add(one, rest);
    }
    let opposite = e.neg(a);
    let scale = e.call(Function::Exp, &[opposite]);
    e.mul(scale, sum)
}

/// `Σ (1² 3² … (2k-1)²) / (k! (8a)ᵏ)`, over `√2πa`
fn asymptotic_series<E: Emit>(e: &mut E, a: E::Value) -> E::Value {
    let (one, eighth) = (e.constant(a, 1.0), e.constant(a, 0.125));
    let small = e.div(eighth, a);
    let mut sum = one;
    for k in (1..=ASYMPTOTIC_TERMS).rev() {
        let odd = f64::from(2 * k - 1);
        let (square, k) = (e.constant(a, odd * odd), e.constant(a, f64::from(k)));
        let ratio = e.div(square, k);
        let factor = e.mul(ratio, small);
        let rest = e.mul(factor, sum);
        sum = e.add(one, rest);
    }
    let (two, pi) = (e.constant(a, 2.0), e.named(a, Constant::Pi));
    let twice = e.mul(two, a);
    let square = e.mul(pi, twice);
    let root = e.call(Function::Sqrt, &[square]);
    e.div(sum, root)
}

/// The derivative of `y = e^-|x| I₁(x)`: `e^-|x| I₀(x) - y (sign x + 1/x)`, which is one half at zero.
pub fn bessel_i1e_slope<E: Emit>(e: &mut E, x: E::Value, y: E::Value) -> E::Value {
    let (zero, one) = (e.constant(x, 0.0), e.constant(x, 1.0));
    let is_zero = e.compare(Predicate::Equal, x, zero);
    let safe = e.select(is_zero, one, x);
    let below = bessel_i0e(e, safe);
    let is_negative = e.compare(Predicate::Less, x, zero);
    let minus = e.neg(one);
    let sign = e.select(is_negative, minus, one);
    let inverse = e.div(one, safe);
    let factor = e.add(sign, inverse);
    let taken = e.mul(y, factor);
    let slope = e.sub(below, taken);
    let half = e.constant(x, 0.5);
    e.select(is_zero, half, slope)
}
