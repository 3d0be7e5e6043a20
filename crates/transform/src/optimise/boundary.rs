//! Boundary updates that every step of a loop repeats: parts of a carried value that are overwritten with the same
//! elements each time, where nothing else changes the value. After the first step nothing changes any more, so that one
//! update before the loop does, and the value is no longer carried.
//!
//! ```text
//! while i < n { x[0, :] = 0; x[end, :] = 0; y = f(x, y) }   becomes   if 0 < n { x[0, :] = 0; x[end, :] = 0 }
//!                                                                     while i < n { y = f(x, y) }
//! ```

use super::loops::{blocks, invariants, trip_count};
use super::read::short;
use zymase_ir::{Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Trait, Use, Value};
use zymase_support::hash::FastSet;

/// Moves such updates before a loop; how many values are no longer carried.
pub fn move_boundaries(ir: &mut Ir, op: Op) -> Result<usize> {
    let Some((condition, body)) = blocks(ir, op) else { return Ok(0) };
    if trip_count(ir, op) == Some(0) {
        return Ok(0);
    }
    let mut moved = 0;
    for place in 0..ir.arguments(body).len() {
        let fixed: FastSet<Op> = invariants(ir, body).into_iter().collect();
        let Some(chain) = overwrites(ir, condition, body, place, &fixed) else { continue };
        hoist(ir, op, body, place, &chain, &fixed)?;
        moved += 1;
    }
    Ok(moved)
}

/// The operand of an operation that it overwrites a part of, if all else is the same in every step.
fn overwritten(ir: &Ir, op: Op, body: Block, fixed: &FastSet<Op>) -> Option<Value> {
    let operands: Vec<Value> = ir[op].operands().collect();
    let is_fixed = |value: &Value| match ir.defining_op(*value) {
        Some(definer) if ir[definer].parent() == Some(body) => fixed.contains(&definer),
        _ => ir.defining_block(*value) != Some(body),
    };
    let inner = match short(ir, op)? {
        "dynamic_update_slice" => 0,
        "select" => (1..3).find(|place| !is_fixed(&operands[*place]))?,
        "scatter" if operands.len() == 3 => {
            // A body that returns its second argument overwrites, if no two updates meet.
            let region = *ir[op].regions().first()?;
            let (block, _) = ir.single_block(region)?;
            let puts = ir.returned(region).first() == ir.arguments(block).get(1);
            let unique = ir.attribute(op, "unique_indices").and_then(zymase_ir::Attribute::as_bool) == Some(true);
            let single = ir.ty(operands[1]).shape().is_some_and(|shape| shape.iter().product::<i64>() <= 1);
            (puts && (unique || single)).then_some(0)?
        }
        _ => return None,
    };
    let others = operands.iter().enumerate().filter(|(place, _)| *place != inner);
    others.into_iter().all(|(_, value)| is_fixed(value)).then_some(operands[inner])
}

/// The updates from a carried value to what the body hands on for it, last first, if nothing else sees the value before them.
fn overwrites(ir: &Ir, condition: Block, body: Block, place: usize, fixed: &FastSet<Op>) -> Option<Vec<Op>> {
    let (argument, end) = (ir.arguments(body)[place], ir.terminator(body)?);
    let mut value = ir[end].operand(place)?;
    let mut chain = Vec::new();
    if !ir.uses(ir.arguments(condition)[place]).is_empty() || ir.uses(argument).len() != 1 {
        return None;
    }
    while value != argument {
        let op = ir.defining_op(value).filter(|op| ir[*op].parent() == Some(body))?;
        if !chain.is_empty() && ir.uses(value).len() != 1 {
            return None;
        }
        value = overwritten(ir, op, body, fixed)?;
        chain.push(op);
    }
    (!chain.is_empty()).then_some(chain)
}

fn hoist(ir: &mut Ir, op: Op, body: Block, place: usize, chain: &[Op], fixed: &FastSet<Op>) -> Result<()> {
    // What the updates need comes along, in order.
    let mut needed: FastSet<Op> = FastSet::default();
    let mut open: Vec<Op> = chain.to_vec();
    while let Some(next) = open.pop() {
        for definer in ir.inputs(next).into_iter().filter_map(|value| ir.defining_op(value)) {
            if fixed.contains(&definer) && needed.insert(definer) {
                open.push(definer);
            }
        }
    }
    for inner in ir.block_ops(body).filter(|inner| needed.contains(inner)).collect::<Vec<_>>() {
        ir.detach(inner);
        ir.insert(inner, InsertionPoint::Before(op));
    }
    let start = ir[op].operands().nth(place).unwrap_or_else(|| unreachable!("a carried value has a start"));
    let mut mapping = Mapping::default();
    mapping.map(ir.arguments(body)[place], start);
    for update in chain.iter().rev() {
        let copy = ir.clone_op(*update, &mut mapping);
        ir.insert(copy, InsertionPoint::Before(op));
    }
    let old = ir[chain[0]].results()[0];
    let updated = mapping.get(old);
    let guarded =
        if trip_count(ir, op).is_some_and(|steps| steps > 0) { updated } else { guard(ir, op, updated, start)? };
    ir.set_operand(op, place, guarded);
    let argument = ir.arguments(body)[place];
    for at in ir.uses(old).to_vec() {
        let Use { op: user, operand } = at;
        let is_end = ir[user].has_trait(Trait::Terminator) && ir[user].parent() == Some(body) && operand == place;
        ir.set_operand(user, operand, if is_end { argument } else { updated });
    }
    Ok(())
}

/// The updated value if the loop runs at all, else the value as it was.
fn guard(ir: &mut Ir, op: Op, updated: Value, start: Value) -> Result<Value> {
    let Some((condition, _)) = blocks(ir, op) else { return Ok(start) };
    let operands: Vec<Value> = ir[op].operands().collect();
    let mut mapping = Mapping::default();
    mapping.map_all(ir.arguments(condition), &operands);
    let Some(end) = ir.terminator(condition) else { return Ok(start) };
    for inner in ir.block_ops(condition).filter(|inner| *inner != end).collect::<Vec<_>>() {
        let copy = ir.clone_op(inner, &mut mapping);
        ir.insert(copy, InsertionPoint::Before(op));
    }
    let runs = ir[end].operand(0).map_or(start, |value| mapping.get(value));
    Builder::before(ir, op).value("stablehlo.select", &[runs, updated, start], &[])
}
