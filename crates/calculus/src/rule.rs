//! The one place where a function meets its rule.

use crate::site::{Site, guard, guard_product};
use crate::{Emit, Function, is_integer_operand, operand_count};
use crate::{arithmetic, exponential, hyperbolic, minmax, powers, rounding, special, trigonometric};

/// `seed * ∂f/∂args[i]`; `None` when that derivative is zero everywhere.
///
/// `args` has one value for each operand, of which only those that
/// [`crate::needs`] names are looked at; so also `result`.
///
/// # Panics
///
/// When `f` does not have as many operands as `args`, or no operand `i`.
pub fn pullback<E: Emit>(
    e: &mut E,
    f: Function,
    i: usize,
    args: &[E::Value],
    result: E::Value,
    seed: E::Value,
) -> Option<E::Value> {
    use Function as F;
    assert_eq!(args.len(), operand_count(f), "operands of {f:?}");
    assert!(i < args.len(), "{f:?} has no operand {i}");
    if is_integer_operand(f, i) {
        return None;
    }
    let s = &Site { f, operand: i, args, result, seed };
    Some(match f {
        F::Neg => e.neg(seed),
        F::Add => seed,
        F::Sub => arithmetic::sub(e, s),
        F::Mul => arithmetic::mul(e, s),
        F::Div => arithmetic::div(e, s),
        F::Recip => arithmetic::recip(e, s),
        F::RecipEstimate => arithmetic::recip_estimate(e, s),
        F::Fma => arithmetic::fma(e, s),

        F::Sqrt => powers::sqrt(e, s),
        F::Cbrt => powers::cbrt(e, s),
        F::Rsqrt => powers::rsqrt(e, s),
        F::RsqrtEstimate => powers::rsqrt_estimate(e, s),
        F::Pow => powers::pow(e, s),
        F::Powi => powers::powi(e, s),
        F::Rcbrt => powers::rcbrt(e, s),
        F::Hypot | F::Norm3d => powers::hypot(e, s),
        F::Rhypot | F::Rnorm3d => powers::rhypot(e, s),

        F::Exp => exponential::exp(e, s),
        F::Exp2 | F::Exp10 => exponential::exp_base(e, s),
        F::Expm1 => exponential::expm1(e, s),
        F::Log => exponential::log(e, s),
        F::Log2 | F::Log10 => exponential::log_base(e, s),
        F::Log1p => exponential::log1p(e, s),
        F::Logistic => exponential::logistic(e, s),

        F::Sin | F::SinPi => trigonometric::sin(e, s),
        F::Cos | F::CosPi => trigonometric::cos(e, s),
        F::Tan | F::TanPi => trigonometric::tan(e, s),
        F::Asin | F::AsinPi => trigonometric::asin(e, s),
        F::Acos | F::AcosPi => trigonometric::acos(e, s),
        F::Atan | F::AtanPi => trigonometric::atan(e, s),
        F::Atan2 | F::Atan2Pi => trigonometric::atan2(e, s),
        F::Sinc | F::SincN => trigonometric::sinc(e, s),

        F::Sinh => hyperbolic::sinh(e, s),
        F::Cosh => hyperbolic::cosh(e, s),
        F::Tanh => hyperbolic::tanh(e, s),
        F::Asinh => hyperbolic::asinh(e, s),
        F::Acosh => hyperbolic::acosh(e, s),
        F::Atanh => hyperbolic::atanh(e, s),

        F::Erf => special::erf(e, s),
        F::Erfc => special::erfc(e, s),
        F::Erfi => special::erfi(e, s),
        F::Erfcx => special::erfcx(e, s),
        F::Erfinv => special::erfinv(e, s),
        F::Erfcinv => special::erfcinv(e, s),
        F::Normcdf => special::normcdf(e, s),
        F::Normcdfinv => special::normcdfinv(e, s),
        F::Tgamma => special::tgamma(e, s),
        F::Lgamma => special::lgamma(e, s),
        F::Polygamma(order) => special::polygamma(e, s, order),
        F::J0 | F::Y0 => special::bessel0(e, s),
        F::J1 => special::j1(e, s),
        F::Y1 => special::y1(e, s),
        F::Jn | F::Yn => special::bessel(e, s),

        F::Fabs => minmax::fabs(e, s),
        F::Fdim => minmax::fdim(e, s),
        F::MaxNum | F::MaximumNum | F::Maximum => minmax::choice(e, s),
        F::MinNum | F::MinimumNum | F::Minimum => minmax::choice(e, s),

        F::Rem | F::Remainder | F::Remquo => rounding::remainder(e, s),
        F::Frexp => rounding::frexp(e, s),
        F::Ldexp | F::Scalbn | F::Scalbln => rounding::scale(e, s),
        F::Scalef if i == 0 => rounding::scalef(e, s),
        F::Copysign if i == 0 => rounding::copysign(e, s),
        F::Nextafter | F::Nexttoward if i == 0 => seed,
        F::Modf => seed,

        // The second operand decides a sign, a direction or a power of two, the result of the
        // others does not change but by steps.
        F::Copysign | F::Nextafter | F::Nexttoward | F::Scalef => return None,
        F::Ceil | F::Floor | F::Trunc | F::Round | F::RoundEven | F::Rint | F::Nearbyint => {
            return None;
        }
        F::Lrint | F::Llrint | F::Lround | F::Llround | F::Logb | F::Ilogb => return None,
    })
}

/// The sum of `tangents[j] * ∂f/∂args[j]`; `None` when it is zero everywhere.
///
/// A tangent of `None` is zero.
///
/// # Panics
///
/// When `f` does not have as many operands as `args` or `tangents`.
pub fn pushforward<E: Emit>(
    e: &mut E,
    f: Function,
    args: &[E::Value],
    tangents: &[Option<E::Value>],
    result: E::Value,
) -> Option<E::Value> {
    sum_of_terms(e, f, args, tangents, result, pullback)
}

/// [`pullback`], but exactly 0 where the seed is 0, also where the derivative is infinite or NaN.
pub fn strong_pullback<E: Emit>(
    e: &mut E,
    f: Function,
    i: usize,
    args: &[E::Value],
    result: E::Value,
    seed: E::Value,
) -> Option<E::Value> {
    let product = pullback(e, f, i, args, result, seed)?;
    Some(match f {
        _ if keeps_zero(f, i) => product,
        Function::Mul | Function::Fma => guard_product(e, seed, args[1 - i], product),
        // The result is not finite where the divisor is 0 or NaN.
        Function::Div if i == 1 => guard_product(e, seed, result, product),
        _ => guard(e, seed, product),
    })
}

/// Does a zero seed stay zero by itself? Where it is multiplied by nothing, chosen or not, or guarded by the rule itself.
pub fn keeps_zero(f: Function, i: usize) -> bool {
    use Function as F;
    match f {
        F::Neg | F::Add | F::Sub | F::Fabs | F::Fdim => true,
        F::MaxNum | F::MinNum | F::MaximumNum | F::MinimumNum | F::Maximum | F::Minimum => true,
        F::Sqrt | F::Cbrt | F::Pow | F::Log | F::Log2 | F::Log10 | F::Log1p => true,
        F::Asin | F::AsinPi | F::Acos | F::AcosPi | F::Atan2 | F::Atan2Pi | F::Acosh | F::Atanh => true,
        F::Fma => i == 2,
        F::Rem | F::Remainder | F::Remquo => i == 0,
        _ => false,
    }
}

/// [`pushforward`], but what a tangent of 0 contributes is exactly 0.
pub fn strong_pushforward<E: Emit>(
    e: &mut E,
    f: Function,
    args: &[E::Value],
    tangents: &[Option<E::Value>],
    result: E::Value,
) -> Option<E::Value> {
    sum_of_terms(e, f, args, tangents, result, strong_pullback)
}

/// [`pushforward`], but a tangent that a product or quotient multiplies by a 0 contributes exactly 0, also where it is
/// infinite or NaN: for zeros that are derivatives of what is not used.
pub fn sheltered_pushforward<E: Emit>(
    e: &mut E,
    f: Function,
    args: &[E::Value],
    tangents: &[Option<E::Value>],
    result: E::Value,
) -> Option<E::Value> {
    sum_of_terms(e, f, args, tangents, result, |e, f, i, args, result, tangent| {
        let term = pullback(e, f, i, args, result, tangent)?;
        Some(match f {
            Function::Mul => guard(e, args[1 - i], term),
            Function::Div if i == 1 => guard(e, result, term),
            _ => term,
        })
    })
}

type Pullback<E> = fn(
    &mut E,
    Function,
    usize,
    &[<E as Emit>::Value],
    <E as Emit>::Value,
    <E as Emit>::Value,
) -> Option<<E as Emit>::Value>;

fn sum_of_terms<E: Emit>(
    e: &mut E,
    f: Function,
    args: &[E::Value],
    tangents: &[Option<E::Value>],
    result: E::Value,
    pullback: Pullback<E>,
) -> Option<E::Value> {
    assert_eq!(tangents.len(), operand_count(f), "tangents of {f:?}");
    let mut sum = None;
    for (i, &tangent) in tangents.iter().enumerate() {
        let Some(tangent) = tangent else { continue };
        let Some(term) = pullback(e, f, i, args, result, tangent) else {
            continue;
        };
        sum = Some(match sum {
            None => term,
            Some(sum) => e.add(sum, term),
        });
    }
    sum
}
