//! Loops that go through the rows of a tensor, each row once.
//!
//! The adjoint of a tensor whose rows a loop reads is a sum over iterations; if every iteration reads other rows, it is
//! enough to write them. And where a loop fills the rows of a tensor, its reverse reads the adjoint of each row once, so that it
//! need not be cleared for what comes before. Both spare a compiler the proof that a tensor that is read and written in an
//! iteration may be changed in place.

use super::loops::{self, Trips};
use super::reversal::Reversal;
use zymase_ir::{Attribute, Ir, Op, Value};

/// How deep expressions of indices are looked into.
const MAX_DEPTH: usize = 8;

/// `offset + factor * counter`.
struct Affine {
    place: usize,
    factor: i128,
    offset: i128,
}

impl Reversal {
    /// Whether what an iteration adds to the adjoint of a value from outside is in rows that no other iteration adds to.
    pub fn writes_rows(&self, ir: &Ir, trips: Trips, value: Value) -> bool {
        let update = self.joint.adjoints.get(&value).and_then(|adjoint| self.update(ir, *adjoint));
        update.is_some_and(|op| {
            let whole = ir[op].operand(0).and_then(|operand| ir.defining_op(operand));
            whole.is_some_and(|whole| is_zero(ir, whole)) && self.goes_through_rows(ir, trips, op)
        })
    }

    /// Whether the adjoint of a value that is carried only has rows set to zero that no other iteration reads. `seed` is
    /// the argument that holds the adjoint.
    pub fn reads_rows(&self, ir: &Ir, trips: Trips, place: usize, seed: Value) -> bool {
        let adjoint = self.joint.adjoints.get(&self.originals[place]);
        let Some(op) = adjoint.and_then(|adjoint| self.update(ir, *adjoint)) else { return false };
        let operands: Vec<Value> = ir[op].operands().collect();
        let clears = ir.defining_op(operands[1]).is_some_and(|update| is_zero(ir, update));
        let same_rows = |other: Op| {
            ir[other].name() == "stablehlo.dynamic_slice"
                && ir[other].operands().skip(1).eq(operands[2..].iter().copied())
                && ir[other].results().first().map(|value| ir.ty(*value)) == Some(ir.ty(operands[1]))
        };
        let mut uses = ir.uses(seed).iter();
        operands[0] == seed
            && clears
            && uses.all(|place| place.op == op || same_rows(place.op))
            && self.goes_through_rows(ir, trips, op)
    }

    fn update(&self, ir: &Ir, value: Value) -> Option<Op> {
        let op = ir.defining_op(value)?;
        let is_here = ir[op].parent() == Some(self.joint.block);
        (is_here && ir[op].name() == "stablehlo.dynamic_update_slice").then_some(op)
    }

    /// Whether the part that an operation updates is another one in every iteration.
    fn goes_through_rows(&self, ir: &Ir, trips: Trips, op: Op) -> bool {
        let (Trips::Exactly(count) | Trips::AtMost(count)) = trips else { return false };
        let operands: Vec<Value> = ir[op].operands().collect();
        let shape = |value: Value| ir.ty(value).shape().unwrap_or_default();
        let sizes = shape(operands[0]).iter().zip(shape(operands[1]));
        sizes.zip(&operands[2..]).any(|((whole, part), start)| {
            let bounds = self.affine(ir, *start, 0).and_then(|index| self.range(ir, &index, count));
            bounds.is_some_and(|(low, high, step)| {
                low >= 0 && high <= i128::from(whole - part) && step >= i128::from(*part) && *part > 0
            })
        })
    }

    /// The least and greatest index in this many iterations, and the distance of two that follow each other.
    fn range(&self, ir: &Ir, index: &Affine, count: u64) -> Option<(i128, i128, i128)> {
        let counter = self.counters.iter().find(|counter| counter.place == index.place)?;
        let start = loops::constant(ir, ir[self.op].operand(index.place)?)?;
        let step = index.factor * i128::from(counter.step);
        let first = index.offset + index.factor * start;
        let last = first + step * (i128::from(count) - 1);
        Some((first.min(last), first.max(last), step.abs()))
    }

    /// An index as a function of a counter. Sums and differences that wrap around are right as long as the index itself is
    /// in range, since all have one type.
    fn affine(&self, ir: &Ir, value: Value, depth: usize) -> Option<Affine> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(counter) = self.counters.iter().find(|counter| self.arguments[counter.place] == value) {
            return Some(Affine { place: counter.place, factor: 1, offset: 0 });
        }
        let op = ir.defining_op(value)?;
        let (a, b) = (ir[op].operand(0)?, ir[op].operand(1)?);
        let (index, sign, number) = match ir[op].name().as_str() {
            "stablehlo.add" => match loops::constant(ir, b) {
                Some(number) => (self.affine(ir, a, depth + 1)?, 1, number),
                None => (self.affine(ir, b, depth + 1)?, 1, loops::constant(ir, a)?),
            },
            "stablehlo.subtract" => match loops::constant(ir, b) {
                Some(number) => (self.affine(ir, a, depth + 1)?, 1, -number),
                None => (self.affine(ir, b, depth + 1)?, -1, loops::constant(ir, a)?),
            },
            _ => return None,
        };
        Some(Affine { place: index.place, factor: sign * index.factor, offset: sign * index.offset + number })
    }
}

fn is_zero(ir: &Ir, op: Op) -> bool {
    let is_constant = ir[op].name() == "stablehlo.constant";
    is_constant && ir.attribute(op, "value").and_then(Attribute::as_dense).is_some_and(|dense| dense.is_zero())
}
