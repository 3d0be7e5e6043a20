//! Functions that pick: the derivative is picked with the same condition, and
//! what was not picked gets exactly 0.

use crate::site::Site;
use crate::{Emit, Function, Predicate};

/// `|x|`: `-1` below 0, `1` above, `0` at ±0
///
/// For NaN, `1`.
pub fn fabs<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let x = s.args[0];
    let zero = e.constant(s.seed, 0.0);
    let opposite = e.neg(s.seed);
    let below = e.compare(Predicate::Less, x, zero);
    let sided = e.select(below, opposite, s.seed);
    let tip = e.compare(Predicate::Equal, x, zero);
    e.select(tip, zero, sided)
}

/// `x - y` unless `x ≤ y`: `1` and `-1`, else `0`
///
/// With a NaN operand the result is that NaN, as of the difference; so is the
/// derivative.
pub fn fdim<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let zero = e.constant(s.seed, 0.0);
    let below = e.compare(Predicate::LessEqual, s.args[0], s.args[1]);
    let slope = match s.operand {
        0 => s.seed,
        _ => e.neg(s.seed),
    };
    e.select(below, zero, slope)
}

/// The larger or smaller operand: `1` for the one that is the result, `0` for
/// the other
///
/// Of equal operands, among which are the two zeros, the maxima take the first
/// and the minima the second, as Enzyme does. Of a NaN and a number, `Maximum`
/// and `Minimum` take the NaN and the others the number.
pub fn choice<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    use Function as F;
    let (x, y) = (s.args[0], s.args[1]);
    let predicate = match s.f {
        F::MaxNum | F::MaximumNum | F::Maximum => Predicate::GreaterEqual,
        _ => Predicate::Less,
    };
    let favours_first = match s.f {
        F::Maximum | F::Minimum => x,
        _ => y,
    };
    let zero = e.constant(s.seed, 0.0);
    let ordered = e.compare(predicate, x, y);
    let nan = e.compare(Predicate::Unordered, favours_first, favours_first);
    let first = e.or(ordered, nan);
    match s.operand {
        0 => e.select(first, s.seed, zero),
        _ => e.select(first, zero, s.seed),
    }
}
