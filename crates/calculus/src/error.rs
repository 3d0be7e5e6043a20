//! How errors of operands reach a result, to first order.

use crate::{Emit, Function, pullback};

/// A bound of the error of a result: the sum of `|∂f/∂args[j]| * |errors[j]|`, and what the operation itself adds by
/// rounding, `unit * |result|`, where `unit` is half the distance from 1 to the next number.
///
/// An error of `None` is zero. `None` when the bound is zero everywhere.
pub fn error_bound<E: Emit>(
    e: &mut E,
    f: Function,
    args: &[E::Value],
    errors: &[Option<E::Value>],
    result: E::Value,
    unit: E::Value,
) -> Option<E::Value> {
    let mut bound = None;
    let mut add = |e: &mut E, term: E::Value| {
        let size = e.call(Function::Fabs, &[term]);
        bound = Some(bound.map_or(size, |sum| e.add(sum, size)));
    };
    for (i, error) in errors.iter().enumerate() {
        let Some(error) = *error else { continue };
        if let Some(term) = pullback(e, f, i, args, result, error) {
            add(e, term);
        }
    }
    if !is_exact(f) {
        let rounding = e.mul(unit, result);
        add(e, rounding);
    }
    bound
}

/// Is the result one of the numbers there are, without rounding?
fn is_exact(f: Function) -> bool {
    use Function as F;
    matches!(
        f,
        F::Neg
            | F::Fabs
            | F::Copysign
            | F::MaxNum
            | F::MinNum
            | F::Maximum
            | F::Minimum
            | F::MaximumNum
            | F::MinimumNum
            | F::Ceil
            | F::Floor
            | F::Trunc
            | F::Round
            | F::RoundEven
            | F::Rint
            | F::Nearbyint
            | F::Modf
            | F::Frexp
            | F::Rem
            | F::Remainder
            | F::Remquo
            | F::Ldexp
            | F::Scalbn
            | F::Scalbln
            | F::Scalef
    )
}
