//! What moves out of loops: what they compute anew in every step though it never changes, and values they carry though
//! these never change.

use super::boundary::move_boundaries;
use super::loops::{blocks, invariants, trip_count};
use super::read::is_op;
use super::rows::copied_rows;
use zymase_ir::{InsertionPoint, Ir, Op, Result, Trait};
use zymase_support::hash::FastSet;

/// Moves what a loop computes anew in every step, though it never changes, before the loop; how many operations.
/// Carried values that never change are the values before the loop.
pub fn move_invariants(ir: &mut Ir, root: Op) -> Result<usize> {
    let mut moved = 0;
    // Inner loops first: what leaves them may leave the outer ones too.
    for op in ir.walk(root).into_iter().rev() {
        if ir.get(op).is_some() && blocks(ir, op).is_some() {
            moved += move_boundaries(ir, op)?;
            moved += see_constant_carries(ir, op);
            moved += copied_rows(ir, op);
            // What a loop never does must not be done before it.
            if trip_count(ir, op) != Some(0) {
                moved += hoist(ir, op);
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

fn hoist(ir: &mut Ir, op: Op) -> usize {
    let Some((condition, body)) = blocks(ir, op) else { return 0 };
    let mut moved = 0;
    for block in [condition, body] {
        let invariant = invariants(ir, block);
        let mut leaving: FastSet<Op> = FastSet::default();
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
