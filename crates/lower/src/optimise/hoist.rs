//! What does not change in a loop is computed before it: pure operations, and loads from memory that the loop does not write, where the loop
//! runs at least once.

use super::accesses::{is_within, may_meet, origin, within};
use zymase_dialects::indices::known;
use zymase_ir::{InsertionPoint, Ir, Op, Result, Trait, Value};

pub fn run(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function).into_iter().rev() {
        if matches!(ir[op].name().as_str(), "scf.for" | "scf.parallel") {
            empty(ir, op);
        }
    }
    Ok(())
}

/// Whether a loop surely runs.
fn runs(ir: &Ir, op: Op) -> bool {
    let operands: Vec<Value> = ir[op].operands().collect();
    let bounds =
        if ir[op].name() == "scf.for" { 1 } else { ir.operand_group(op, "lowerBound").map_or(0, |all| all.len()) };
    (0..bounds).all(|place| {
        let pair = (known(ir, operands[place]), known(ir, operands[bounds + place]));
        matches!(pair, (Some(lower), Some(upper)) if lower < upper)
    })
}

fn empty(ir: &mut Ir, op: Op) {
    let Some(block) = ir.entry(ir[op].regions()[0]) else { return };
    let written = within(ir, op)
        .map(|all| all.into_iter().filter(|access| access.is_write).map(|access| access.origin).collect::<Vec<_>>());
    let is_run = runs(ir, op);
    for inner in ir.block_ops(block).collect::<Vec<_>>() {
        let operation = &ir[inner];
        let is_terminator = operation.has_trait(Trait::Terminator);
        let may_trap = matches!(
            operation.name().as_str(),
            "arith.divsi"
                | "arith.divui"
                | "arith.remsi"
                | "arith.remui"
                | "arith.ceildivsi"
                | "arith.floordivsi"
                | "arith.ceildivui"
        );
        let is_pure = operation.definition().is_some_and(|definition| definition.has_trait(Trait::Pure))
            && operation.regions().is_empty()
            && (!may_trap || is_run);
        let is_constant_load = operation.name() == "memref.load"
            && is_run
            && written.as_ref().is_some_and(|written| {
                operation.operand(0).is_some_and(|memory| {
                    let own = origin(ir, memory);
                    written.iter().all(|other| !may_meet(own, *other))
                })
            });
        let is_invariant = operation.operands().all(|value| !is_within(ir, value, op));
        if !is_terminator && is_invariant && (is_pure || is_constant_load) {
            ir.detach(inner);
            ir.insert(inner, InsertionPoint::Before(op));
        }
    }
}
