//! What is known of loops: how often they run, and what is the same in every step.

use super::facts;
use super::read::is_op;
use crate::dead::Purity;
use zymase_ir::{Block, Definer, Ir, Op, Trait, Value};
use zymase_support::hash::FastSet;

/// The blocks of condition and body of a loop.
pub fn blocks(ir: &Ir, op: Op) -> Option<(Block, Block)> {
    if !is_op(ir, op, "while") {
        return None;
    }
    let [condition, body] = ir[op].regions() else { return None };
    Some((ir.single_block(*condition)?.0, ir.single_block(*body)?.0))
}

/// The counter of a loop that counts from one constant by another as long as it is below a third: its place, start, step and limit.
pub struct Counter {
    pub place: usize,
    pub start: i64,
    pub step: i64,
    pub limit: i64,
}

pub fn counter(ir: &Ir, op: Op) -> Option<Counter> {
    let (condition, body) = blocks(ir, op)?;
    let asked = *ir.returned(ir[op].regions()[0]).first()?;
    let compare = ir.defining_op(asked).filter(|compare| is_op(ir, *compare, "compare"))?;
    let (left, right) = (ir[compare].operand(0)?, ir[compare].operand(1)?);
    let Definer::Argument { block, index } = ir.definer(left) else { return None };
    let integer = |value: Value| {
        ir.ty(value).element().is_integer().then(|| facts::uniform(ir, value).map(|number| number as i64))?
    };
    let direction = facts::direction_of(ir, compare)?;
    if block != condition || !matches!(direction.as_str(), "LT" | "LE" | "NE") {
        return None;
    }
    let next = *ir.returned(ir[op].regions()[1]).get(index)?;
    let sum = ir.defining_op(next).filter(|sum| is_op(ir, *sum, "add"))?;
    let (a, b) = (ir[sum].operand(0)?, ir[sum].operand(1)?);
    let carried = *ir.arguments(body).get(index)?;
    let step = if a == carried {
        integer(b)?
    } else if b == carried {
        integer(a)?
    } else {
        return None;
    };
    let (start, limit) = (integer(ir[op].operand(index)?)?, integer(right)?);
    let limit = if direction == "LE" { limit.checked_add(1)? } else { limit };
    if step <= 0 || (direction == "NE" && (limit < start || (limit - start) % step != 0)) {
        return None;
    }
    Some(Counter { place: index, start, step, limit })
}

/// How often the body of a loop runs.
pub fn trip_count(ir: &Ir, op: Op) -> Option<u64> {
    let counter = counter(ir, op)?;
    let distance = u64::try_from(counter.limit.checked_sub(counter.start)?).unwrap_or(0);
    Some(distance.div_ceil(counter.step as u64))
}

/// The operations of a block of a loop that give the same in every step, in order.
pub fn invariants(ir: &Ir, block: Block) -> Vec<Op> {
    let mut purity = Purity::default();
    let mut found: Vec<Op> = Vec::new();
    let mut known: FastSet<Op> = FastSet::default();
    for inner in ir.block_ops(block) {
        let is_invariant = ir.inputs(inner).iter().all(|value| match ir.definer(*value) {
            Definer::Argument { block: of, .. } => of != block,
            Definer::Result { op, .. } => ir[op].parent() != Some(block) || known.contains(&op),
        });
        let is_plain = !ir[inner].has_trait(Trait::Terminator) && ir.control_flow(inner).is_none();
        if is_invariant && is_plain && purity.is_pure(ir, inner) {
            found.push(inner);
            known.insert(inner);
        }
    }
    found
}
