//! What is known of loops, and what can be done with them before and after the rules: how often they run, what they
//! compute anew in every step though it never changes, and values they carry though these never change.

use super::facts;
use super::site::is_op;
use crate::dead::Purity;
use zymase_ir::{Block, Definer, InsertionPoint, Ir, Op, Result, Trait, Value};
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

/// Moves what a loop computes anew in every step, though it never changes, before the loop; how many operations.
/// Carried values that never change are the values before the loop.
pub fn move_invariants(ir: &mut Ir, root: Op) -> Result<usize> {
    let mut moved = 0;
    let mut purity = Purity::default();
    // Inner loops first: what leaves them may leave the outer ones too.
    for op in ir.walk(root).into_iter().rev() {
        if ir.get(op).is_some() && blocks(ir, op).is_some() {
            moved += see_constant_carries(ir, op);
            // What a loop never does must not be done before it.
            if trip_count(ir, op) != Some(0) {
                moved += hoist(ir, op, &mut purity);
            }
        }
    }
    Ok(moved)
}

/// A carried value that the body hands on unchanged is its value before the loop, everywhere.
fn see_constant_carries(ir: &mut Ir, op: Op) -> usize {
    let Some((condition, body)) = blocks(ir, op) else { return 0 };
    let returned = ir.returned(ir[op].regions()[1]);
    let mut seen = 0;
    for (place, next) in returned.into_iter().enumerate() {
        let (argument, start) = (ir.arguments(body)[place], ir[op].operand(place));
        let Some(start) = start.filter(|start| next == argument && ir.ty(*start) == ir.ty(argument)) else { continue };
        let end = ir[op].results()[place];
        for value in [ir.arguments(condition)[place], end] {
            seen += usize::from(!ir.uses(value).is_empty());
            ir.replace_uses(value, start);
        }
        // The body must still return its argument, until what is carried for nothing is removed.
        let others: Vec<zymase_ir::Use> = ir
            .uses(argument)
            .iter()
            .copied()
            .filter(|place| !ir[place.op].has_trait(Trait::Terminator) || ir[place.op].parent() != Some(body))
            .collect();
        seen += others.len();
        for place in others {
            ir.set_operand(place.op, place.operand, start);
        }
    }
    seen
}

fn hoist(ir: &mut Ir, op: Op, purity: &mut Purity) -> usize {
    let Some((condition, body)) = blocks(ir, op) else { return 0 };
    let mut moved = 0;
    for block in [condition, body] {
        let mut invariant: Vec<Op> = Vec::new();
        let mut leaving: FastSet<Op> = FastSet::default();
        for inner in ir.block_ops(block).collect::<Vec<_>>() {
            let is_invariant = ir.inputs(inner).iter().all(|value| match ir.definer(*value) {
                Definer::Argument { block: of, .. } => of != block,
                Definer::Result { op, .. } => ir[op].parent() != Some(block) || invariant.contains(&op),
            });
            let is_plain = !ir[inner].has_trait(Trait::Terminator) && ir.control_flow(inner).is_none();
            if is_invariant && is_plain && purity.is_pure(ir, inner) {
                invariant.push(inner);
            }
        }
        for inner in invariant.iter().rev() {
            let is_leaf = is_op(ir, *inner, "constant") || is_op(ir, *inner, "iota") || grows(ir, *inner);
            if !is_leaf || leaving.contains(inner) {
                leaving.insert(*inner);
                leaving.extend(ir.inputs(*inner).iter().filter_map(|value| ir.defining_op(*value)));
            }
        }
        for inner in invariant.into_iter().filter(|inner| leaving.contains(inner)) {
            ir.detach(inner);
            ir.insert(inner, InsertionPoint::Before(op));
            moved += 1;
        }
    }
    moved
}

/// What is only larger than its operands costs more to keep than to compute again.
fn grows(ir: &Ir, op: Op) -> bool {
    is_op(ir, op, "broadcast_in_dim")
}
