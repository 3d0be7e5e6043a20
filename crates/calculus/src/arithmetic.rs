//! Arithmetic.

use crate::Emit;
use crate::site::Site;

/// `x - y`: `1`, `-1`
pub fn sub<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    match s.operand {
        0 => s.seed,
        _ => e.neg(s.seed),
    }
}

/// `x * y`: `y`, `x`
pub fn mul<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    e.mul(s.seed, s.args[1 - s.operand])
}

/// `x * y + z`: `y`, `x`, `1`
pub fn fma<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    match s.operand {
        2 => s.seed,
        _ => mul(e, s),
    }
}

/// `r = x / y`: `1/y`, `-r/y`
///
/// Both are written over `seed / y`, which is then computed once.
pub fn div<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let scaled = e.div(s.seed, s.args[1]);
    match s.operand {
        0 => scaled,
        _ => {
            let product = e.mul(scaled, s.result);
            e.neg(product)
        }
    }
}

/// `r = 1 / x`: `-r²`
pub fn recip<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let once = e.mul(s.seed, s.result);
    let twice = e.mul(once, s.result);
    e.neg(twice)
}

/// An estimate of `1 / x`: `-1 / x²`, of which the estimate itself would only give the first digits
pub fn recip_estimate<E: Emit>(e: &mut E, s: &Site<E::Value>) -> E::Value {
    let once = e.div(s.seed, s.args[0]);
    let twice = e.div(once, s.args[0]);
    e.neg(twice)
}
