//! Special functions in double precision, good to a few units in the last place.

use crate::element::ElementType;
use crate::error::{Result, fail};
use crate::expanded::digamma;
use crate::parallel::zip;
use crate::storage::{Element, Storage};
use crate::tensor::Tensor;
use std::f64::consts::PI;

/// `(2k)! / B(2k)`, for the Euler-Maclaurin formula of the zeta function.
const ZETA_SERIES: [f64; 12] = [
    12.0,
    -720.0,
    30240.0,
    -1209600.0,
    47900160.0,
    -1.307674368e12 / 691.0,
    7.47242496e10,
    -1.067062284288e16 / 3617.0,
    5.109094217170944e18 / 43867.0,
    -8.028576626982912e20 / 174611.0,
    1.5511210043330986e23 / 854513.0,
    -1.6938241367317436e27 / 236364091.0,
];

/// The zeta function of Hurwitz, `Σ (q + k)^-x`.
pub fn zeta(x: f64, q: f64) -> f64 {
    if x.is_nan() || q.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x == 1.0 {
        return f64::INFINITY;
    }
    if q <= 0.0 {
        if q == q.floor() {
            return if x == x.floor() && x % 2.0 == 0.0 { f64::INFINITY } else { f64::NAN };
        }
        if x != x.floor() {
            return f64::NAN;
        }
    }
    let mut sum = q.powf(-x);
    let (mut a, mut term) = (q, 0.0);
    let mut steps = 0;
    while steps < 9 || a <= 9.0 {
        steps += 1;
        a += 1.0;
        term = a.powf(-x);
        sum += term;
        if (term / sum).abs() < f64::EPSILON / 2.0 {
            return sum;
        }
        if steps > MAX_ZETA_STEPS {
            return f64::NAN;
        }
    }
    sum += term * a / (x - 1.0) - 0.5 * term;
    let mut factor = 1.0;
    let mut k = 0.0;
    for divisor in ZETA_SERIES {
        factor *= x + k;
        term /= a;
        let t = factor * term / divisor;
        sum += t;
        if (t / sum).abs() < f64::EPSILON / 2.0 {
            break;
        }
        k += 1.0;
        factor *= x + k;
        term /= a;
        k += 1.0;
    }
    sum
}

/// A negative second argument of zeta is brought up to here one by one; one that is lower is refused.
const MAX_ZETA_STEPS: usize = 10_000;

/// The derivative of digamma of an order that is a number of the same type; NaN where it is not a natural number.
pub fn polygamma(order: f64, x: f64) -> f64 {
    if order < 0.0 || order != order.floor() || order.is_infinite() {
        return f64::NAN;
    }
    if order == 0.0 {
        return digamma(x);
    }
    let sign = if order % 2.0 == 0.0 { -1.0 } else { 1.0 };
    sign * libm::tgamma(order + 1.0) * zeta(order + 1.0, x)
}

/// `e^-|x| I₁(x)`: the power series, which has only positive terms, or the asymptotic one.
pub fn bessel_i1e(x: f64) -> f64 {
    let a = x.abs();
    if a.is_nan() {
        return x;
    }
    let result = if a < 25.0 {
        let quarter = a * a / 4.0;
        let (mut term, mut sum, mut k) = (1.0, 1.0, 1.0);
        while term > sum * 1e-18 {
            term *= quarter / (k * (k + 1.0));
            sum += term;
            k += 1.0;
        }
        a / 2.0 * sum * (-a).exp()
    } else if a.is_infinite() {
        0.0
    } else {
        let (mut term, mut sum, mut k) = (1.0f64, 1.0, 1.0);
        while term.abs() > 1e-18 && k < 40.0 {
            let odd = 2.0 * k - 1.0;
            term *= -(4.0 - odd * odd) / (8.0 * a * k);
            sum += term;
            k += 1.0;
        }
        sum / (2.0 * PI * a).sqrt()
    };
    result.copysign(x)
}

/// The neighbour of each element of `a` in the direction of `b`.
pub fn next_after(a: &Tensor, b: &Tensor) -> Result<Storage> {
    macro_rules! step {
        ($bits:ty, $float:ty) => {{
            let sign_bit: $bits = 1 << (<$bits>::BITS - 1);
            let value = |bits: $bits| f64::from(<$float>::from_bits(bits));
            Element::store(zip(a.values::<$bits>()?, b.values::<$bits>()?, |from, to| {
                let (x, y) = (value(from), value(to));
                if x.is_nan() || y.is_nan() {
                    return <$float>::NAN.to_bits();
                }
                if x == y {
                    return to;
                }
                if x == 0.0 {
                    return (to & sign_bit) | 1;
                }
                if (y > x) == (x > 0.0) { from + 1 } else { from - 1 }
            }))
        }};
    }
    Ok(match a.element() {
        ElementType::F64 => step!(u64, f64),
        ElementType::F32 => step!(u32, f32),
        ElementType::F16 => step!(u16, half::f16),
        ElementType::BF16 => step!(u16, half::bf16),
        element => fail!("neighbours of elements of type {element} are not defined"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 2e-15 * expected.abs(), "{found:e} instead of {expected:e}");
    }

    #[test]
    fn known_values() {
        assert_close(zeta(2.0, 1.0), PI * PI / 6.0);
        assert_close(zeta(4.0, 1.0), PI.powi(4) / 90.0);
        assert_close(zeta(3.0, 0.5), 8.414_398_322_117_16);
        assert_close(polygamma(1.0, 1.0), PI * PI / 6.0);
        assert_close(polygamma(2.0, 1.0), -2.404_113_806_319_188_6);
        assert_close(polygamma(0.0, 0.5), digamma(0.5));
        assert_close(bessel_i1e(1.0), 0.207_910_415_349_708_45);
        assert_eq!(bessel_i1e(-1.0), -bessel_i1e(1.0));
    }

    #[test]
    fn the_two_series_of_bessel_meet() {
        assert_close(bessel_i1e(25.0_f64.next_down()), bessel_i1e(25.0));
    }

    #[test]
    fn poles_and_limits() {
        assert_eq!(zeta(1.0, 2.0), f64::INFINITY);
        assert!(zeta(2.5, -0.5).is_nan());
        assert!(zeta(2.0, -1e9 - 0.5).is_nan());
    }
}
