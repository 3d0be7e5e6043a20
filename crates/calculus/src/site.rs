//! What every rule is given, and the guards that rules are written with.

use crate::{Emit, Function, Predicate};

/// One derivative to be written out: by which operand, where, and times what.
///
/// Constants are made like the seed, for it is the one value always at hand.
pub(crate) struct Site<'a, V> {
    pub f: Function,
    pub operand: usize,
    pub args: &'a [V],
    pub result: V,
    pub seed: V,
}

/// `product`, but exactly 0 where the seed is 0 and what it is multiplied by is infinite or NaN: for derivatives that are
/// infinite or undefined where the function is finite or ends.
///
/// Where the factor is finite the product itself is chosen, although it is 0 too: differentiated again, a constant 0
/// would lose the factor, and with it every higher derivative at a zero of an adjoint. The factor is asked and not the
/// product, so that nothing waits for the product but the choice.
pub(crate) fn guard_product<E: Emit>(e: &mut E, seed: E::Value, factor: E::Value, product: E::Value) -> E::Value {
    if !e.guards() {
        return product;
    }
    let nothing = e.sub(factor, factor);
    let is_infinite = e.compare(Predicate::Unordered, nothing, nothing);
    zero_where(e, seed, is_infinite, product)
}

/// `quotient`, but exactly 0 where the seed is 0 and what it is divided by is 0, NaN, or below 0, where the function ends.
pub(crate) fn guard_quotient<E: Emit>(e: &mut E, seed: E::Value, divisor: E::Value, quotient: E::Value) -> E::Value {
    if !e.guards() {
        return quotient;
    }
    let zero = e.constant(seed, 0.0);
    let is_infinite = e.compare(Predicate::NotGreater, divisor, zero);
    zero_where(e, seed, is_infinite, quotient)
}

/// `product`, but exactly 0 where the seed is 0 and the product is NaN.
pub fn guard<E: Emit>(e: &mut E, seed: E::Value, product: E::Value) -> E::Value {
    let is_undefined = e.compare(Predicate::Unordered, product, product);
    zero_where(e, seed, is_undefined, product)
}

fn zero_where<E: Emit>(e: &mut E, seed: E::Value, is_infinite: E::Condition, product: E::Value) -> E::Value {
    let zero = e.constant(seed, 0.0);
    let vanishes = e.compare(Predicate::Equal, seed, zero);
    let unused = e.and(vanishes, is_infinite);
    e.select_rarely(unused, zero, product)
}
