//! How often loops run at most whose bounds are not known: an iteration that would read or write beyond the end of an array cannot be.

use super::accesses::of_op;
use super::facts::Facts;
use crate::linear::{Range, Unknown};
use zymase_dialects::scf::For;
use zymase_ir::{Block, Ir, Op};

/// Bounds what is not bounded, outer loops first.
pub fn infer(ir: &Ir, facts: &mut Facts, function: Op) {
    for op in ir.walk(function) {
        let Some(counted) = facts.loops.get(&op).filter(|counted| counted.most.is_none()) else { continue };
        let body = counted.body;
        let Some(most) = bound(ir, facts, op, body) else { continue };
        if let Some(counted) = facts.loops.get_mut(&op) {
            counted.most = Some(most);
        }
        facts.ranges.insert(Unknown::Count(op), Range { least: Some(0), most: Some((most - 1).max(0)) });
    }
}

/// The smallest bound that an access gives that each iteration with an effect makes.
fn bound(ir: &Ir, facts: &Facts, around: Op, body: Block) -> Option<i64> {
    let mut found: Option<i64> = None;
    for op in ir.block_ops(body) {
        for access in of_op(ir, facts, op) {
            let subscripts = access.subscripts.iter().flatten().zip(&access.shape);
            for (sum, size) in subscripts {
                let factor = sum.factor(Unknown::Count(around));
                let is_alone = sum.terms.len() == 1 && factor != 0;
                let last = if factor > 0 { size - 1 - sum.constant } else { sum.constant };
                if is_alone && last >= 0 {
                    let most = last / factor.abs() + 1;
                    found = Some(found.map_or(most, |other| other.min(most)));
                }
            }
        }
    }
    found.or_else(|| {
        // A loop in which nothing else happens: without an iteration of its own it has no effect.
        let inner = only_effect(ir, body)?;
        bound(ir, facts, around, ir.entry(*ir[inner].regions().first()?)?)
    })
}

/// The loop without carried values that is all that happens in a block.
fn only_effect(ir: &Ir, body: Block) -> Option<Op> {
    let carries = |op: Op| !ir[op].results().is_empty();
    let around = ir.block_parent(body).and_then(|region| ir.region_parent(region))?;
    let effects: Vec<Op> = ir
        .block_ops(body)
        .filter(|op| !ir[*op].regions().is_empty() || ir[*op].name().as_str().starts_with("memref."))
        .filter(|op| ir[*op].name() != "memref.load")
        .collect();
    match effects[..] {
        [only] if For::of(ir, only).is_some() && !carries(only) && !carries(around) => Some(only),
        _ => None,
    }
}
