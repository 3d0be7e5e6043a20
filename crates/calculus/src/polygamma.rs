//! The polygamma functions `ψ⁽ᵏ⁾`, derivatives of `ln Γ`, as straight-line code.
//!
//! No C library has them, so they are computed from elementary functions: the
//! recurrence moves the argument up to where the asymptotic series converges, and
//! reflection brings negative arguments to the right half line.

use crate::{Constant, Emit, Function, Predicate};

/// The Bernoulli numbers of even index: the index, and a fraction.
const BERNOULLI: [(u32, f64, f64); 10] = [
    (2, 1.0, 6.0),
    (4, -1.0, 30.0),
    (6, 1.0, 42.0),
    (8, -1.0, 30.0),
    (10, 5.0, 66.0),
    (12, -691.0, 2730.0),
    (14, 7.0, 6.0),
    (16, -3617.0, 510.0),
    (18, 43867.0, 798.0),
    (20, -174611.0, 330.0),
];

/// The digamma function (order 0) or its derivative of the given order at `x`.
///
/// To about `1e-14`, relative, in `f64`, away from the zeros of the function; a
/// wider type gains little beyond `1e-18`. At the poles, which are 0 and the
/// negative integers, it is infinite.
pub fn polygamma<E: Emit>(e: &mut E, order: u8, x: E::Value) -> E::Value {
    let zero = e.constant(x, 0.0);
    let one = e.constant(x, 1.0);
    let negative = e.compare(Predicate::Less, x, zero);
    let mirrored = e.sub(one, x);
    let argument = e.select(negative, mirrored, x);
    let right = right_half(e, order, argument);
    let left = reflected(e, order, x, right);
    e.select(negative, left, right)
}

/// `ψ⁽ᵏ⁾(x)` for `x ≥ 0`, by `n` steps of the recurrence to `z = x + n`:
///
/// `ψ(x) = ln z - t - u` and, for `k > 0`,
/// `ψ⁽ᵏ⁾(x) = (-1)ᵏ⁺¹ k! (z⁻ᵏ (1/k + t) + u)`, where
/// `t = 1/2z + Σⱼ B₂ⱼ C(2j+k-1, k) / (2j z²ʲ)` and `u = Σᵢ (x+i)⁻ᵏ⁻¹`, `i < n`.
fn right_half<E: Emit>(e: &mut E, order: u8, x: E::Value) -> E::Value {
    let k = u32::from(order);
    let one = e.constant(x, 1.0);
    let steps = 10 + k;

    let mut sum = None;
    for i in (0..steps).rev() {
        let offset = e.constant(x, f64::from(i));
        let shifted = e.add(x, offset);
        let inverse = e.div(one, shifted);
        let term = power(e, inverse, k + 1);
        sum = Some(match sum {
            None => term,
            Some(sum) => e.add(sum, term),
        });
    }
    let sum = sum.expect("at least one step");

    let steps = e.constant(x, f64::from(steps));
    let z = e.add(x, steps);
    let inverse = e.div(one, z);
    let series = asymptotic(e, k, inverse);

    if k == 0 {
        let log = e.call(Function::Log, &[z]);
        let total = e.add(series, sum);
        return e.sub(log, total);
    }
    let head = ratio(e, x, 1.0, f64::from(k));
    let series = e.add(head, series);
    let scale = power(e, inverse, k);
    let series = e.mul(scale, series);
    let total = e.add(series, sum);
    let factorial: f64 = (1..=k).map(f64::from).product();
    let signed = if k.is_multiple_of(2) { -factorial } else { factorial };
    let factor = e.constant(x, signed);
    e.mul(factor, total)
}

/// `t` of [`right_half`], for `w = 1/z`.
fn asymptotic<E: Emit>(e: &mut E, k: u32, w: E::Value) -> E::Value {
    let square = e.mul(w, w);
    let zero = e.constant(w, 0.0);
    let mut sum = zero;
    for &(index, numerator, denominator) in BERNOULLI.iter().rev() {
        let numerator = numerator * choose(index + k - 1, k);
        let coefficient = ratio(e, w, numerator, denominator * f64::from(index));
        let inner = e.add(coefficient, sum);
        sum = e.mul(square, inner);
    }
    let half = e.constant(w, 0.5);
    let first = e.mul(half, w);
    e.add(first, sum)
}

/// `ψ⁽ᵏ⁾(x) = (-1)ᵏ ψ⁽ᵏ⁾(1-x) - π dᵏ/dxᵏ cot πx`, given `ψ⁽ᵏ⁾(1-x)`.
///
/// The last derivative is `πᵏ` times a polynomial in `cot πx`.
fn reflected<E: Emit>(e: &mut E, order: u8, x: E::Value, mirrored: E::Value) -> E::Value {
    let pi = e.named(x, Constant::Pi);
    let cot = cot_pi(e, x, pi);
    let square = e.mul(cot, cot);

    // Every other coefficient is 0: Horner's scheme in the square of cot.
    let coefficients = cotangent_derivative(order);
    let mut nonzero = coefficients.iter().rev().step_by(2);
    let highest = *nonzero.next().expect("a polynomial of degree k + 1");
    let mut value = e.constant(x, highest);
    for &coefficient in nonzero {
        let coefficient = e.constant(x, coefficient);
        let product = e.mul(value, square);
        value = e.add(product, coefficient);
    }
    if order.is_multiple_of(2) {
        value = e.mul(value, cot);
    }
    let scale = power(e, pi, u32::from(order) + 1);
    let pole = e.mul(scale, value);
    let mirrored = if order.is_multiple_of(2) { mirrored } else { e.neg(mirrored) };
    e.sub(mirrored, pole)
}

/// `cot πx`, to full relative precision: the angle is brought within an eighth of
/// a turn of the nearest pole or zero, exactly, before it is rounded.
fn cot_pi<E: Emit>(e: &mut E, x: E::Value, pi: E::Value) -> E::Value {
    let half = e.constant(x, 0.5);
    let quarter = e.constant(x, 0.25);
    let whole = e.call(Function::Rint, &[x]);
    let from_pole = e.sub(x, whole);
    let side = e.call(Function::Copysign, &[half, from_pole]);
    let from_zero = e.sub(side, from_pole);
    let distance = e.call(Function::Fabs, &[from_pole]);
    let by_pole = e.compare(Predicate::LessEqual, distance, quarter);
    let turn = e.select(by_pole, from_pole, from_zero);
    let angle = e.mul(pi, turn);
    let cos = e.call(Function::Cos, &[angle]);
    let sin = e.call(Function::Sin, &[angle]);
    let numerator = e.select(by_pole, cos, sin);
    let denominator = e.select(by_pole, sin, cos);
    e.div(numerator, denominator)
}

/// The coefficients, lowest first, of `P` with `dᵏ/dtᵏ cot t = P(cot t)`: `P₀(c)`
/// is `c`, and `Pₖ₊₁(c) = -(1 + c²) Pₖ'(c)`.
fn cotangent_derivative(k: u8) -> Vec<f64> {
    let mut p = vec![0.0, 1.0];
    for _ in 0..k {
        let mut next = vec![0.0; p.len() + 1];
        for (power, &coefficient) in p.iter().enumerate().skip(1) {
            let slope = coefficient * power as f64;
            next[power - 1] -= slope;
            next[power + 1] -= slope;
        }
        p = next;
    }
    p
}

/// The binomial coefficient of `n` over `k`.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

/// `vⁿ` for `n > 0`, by squaring.
fn power<E: Emit>(e: &mut E, v: E::Value, n: u32) -> E::Value {
    if n == 1 {
        return v;
    }
    let half = power(e, v, n / 2);
    let even = e.mul(half, half);
    if n.is_multiple_of(2) { even } else { e.mul(even, v) }
}

/// `a / b`, rounded in the type of `like`.
fn ratio<E: Emit>(e: &mut E, like: E::Value, a: f64, b: f64) -> E::Value {
    let a = e.constant(like, a);
    let b = e.constant(like, b);
    e.div(a, b)
}

#[cfg(test)]
mod tests {
    use super::{BERNOULLI, choose};

    /// `Σₖ C(m+1, k) Bₖ = 0` over `k ≤ m`, where `B₀ = 1` and `B₁ = -½`.
    #[test]
    fn bernoulli_numbers_satisfy_their_recurrence() {
        for (j, &(m, ..)) in BERNOULLI.iter().enumerate() {
            let numbers = BERNOULLI[..=j].iter().map(|&(index, a, b)| (index, a / b));
            let terms = [(0, 1.0), (1, -0.5)].into_iter().chain(numbers);
            let terms: Vec<f64> = terms.map(|(index, b)| choose(m + 1, index) * b).collect();
            let size: f64 = terms.iter().map(|term| term.abs()).sum();
            let sum: f64 = terms.iter().sum();
            assert!(sum.abs() <= 1e-15 * size, "B{m}: {sum} of {size}");
        }
    }
}
