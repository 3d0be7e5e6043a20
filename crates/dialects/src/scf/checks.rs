//! What is wrong with structured control flow.

use super::*;
use crate::syntax::{types_of_operands, types_of_results};
use zymase_ir::{Attribute, Type, Value};

type Checked = std::result::Result<(), String>;

fn same(what: &str, found: &[Type], expected: &[Type]) -> Checked {
    if found == expected {
        return Ok(());
    }
    let shown = |types: &[Type]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Err(format!("{what} ({}) where ({}) are expected", shown(found), shown(expected)))
}

/// The types of the arguments of the first block of a region.
fn arguments(ir: &Ir, region: Region) -> Vec<Type> {
    ir.entry(region).map(|block| ir.types(ir.arguments(block))).unwrap_or_default()
}

fn types(ir: &Ir, values: Vec<Value>) -> Vec<Type> {
    ir.types(&values)
}

pub fn verify_for(ir: &Ir, op: Op) -> Checked {
    let view = For(op);
    let operands = types_of_operands(ir, op);
    let counter = &operands[0];
    if !(counter.is_index() || counter.is_integer()) || operands[1] != *counter || operands[2] != *counter {
        return Err("counts in one type of integers or in index".into());
    }
    let carried = types(ir, view.initArgs(ir));
    let expected: Vec<Type> = std::iter::once(counter.clone()).chain(carried.iter().cloned()).collect();
    same("its body takes", &arguments(ir, body(ir, op)), &expected)?;
    same("it gives", &types_of_results(ir, op), &carried)?;
    same("its body yields", &types(ir, ir.returned(body(ir, op))), &carried)
}

pub fn verify_while(ir: &Ir, op: Op) -> Checked {
    let [before, after] = ir[op].regions() else { return Ok(()) };
    let inits = types_of_operands(ir, op);
    same("its condition takes", &arguments(ir, *before), &inits)?;
    let results = types_of_results(ir, op);
    same("its body takes", &arguments(ir, *after), &results)?;
    same("its body yields", &types(ir, ir.returned(*after)), &inits)?;
    match ir.single_block(*before) {
        Some((_, end)) if ir[end].name() == Condition::NAME => {
            same("its condition passes on", &types_of_operands(ir, end)[1..], &results)
        }
        _ => Err("its first region must end with scf.condition".into()),
    }
}

pub fn verify_condition(ir: &Ir, op: Op) -> Checked {
    if types_of_operands(ir, op)[0] == Type::integer(1) { Ok(()) } else { Err("needs a truth value".into()) }
}

pub fn verify_if(ir: &Ir, op: Op) -> Checked {
    if types_of_operands(ir, op)[0] != Type::integer(1) {
        return Err("needs a truth value".into());
    }
    let results = types_of_results(ir, op);
    let [_, otherwise] = ir[op].regions() else { return Ok(()) };
    if ir.blocks(*otherwise).is_empty() && !results.is_empty() {
        return Err("gives values, so it needs an else".into());
    }
    verify_branches(ir, op, &results)
}

fn verify_branches(ir: &Ir, op: Op, results: &[Type]) -> Checked {
    for region in ir[op].regions().iter().filter(|region| !ir.blocks(**region).is_empty()) {
        same("a branch takes", &arguments(ir, *region), &[])?;
        same("a branch yields", &types(ir, ir.returned(*region)), results)?;
    }
    Ok(())
}

pub fn verify_switch(ir: &Ir, op: Op) -> Checked {
    let cases = ir.attribute(op, "cases").and_then(Attribute::as_i64_array).unwrap_or_default();
    if cases.len() + 1 != ir[op].regions().len() {
        return Err(format!("has {} cases and {} regions", cases.len(), ir[op].regions().len()));
    }
    let mut sorted = cases.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != cases.len() {
        return Err("has a case twice".into());
    }
    if !types_of_operands(ir, op)[0].is_index() {
        return Err("needs an index".into());
    }
    verify_branches(ir, op, &types_of_results(ir, op))
}

pub fn verify_parallel(ir: &Ir, op: Op) -> Checked {
    let view = Parallel(op);
    let rank = view.lowerBound(ir).len();
    if rank == 0 || view.upperBound(ir).len() != rank || view.step(ir).len() != rank {
        return Err("needs as many lower bounds as upper bounds and steps".into());
    }
    same("its body takes", &arguments(ir, body(ir, op)), &vec![Type::index(); rank])?;
    let values = types(ir, view.initVals(ir));
    same("it gives", &types_of_results(ir, op), &values)?;
    match ir.single_block(body(ir, op)) {
        Some((_, end)) if ir[end].name() == Reduce::NAME => same("it reduces", &types_of_operands(ir, end), &values),
        _ => Err("its body must end with scf.reduce".into()),
    }
}

pub fn verify_reduce(ir: &Ir, op: Op) -> Checked {
    let operands = types_of_operands(ir, op);
    if operands.len() != ir[op].regions().len() {
        return Err(format!("has {} values and {} regions", operands.len(), ir[op].regions().len()));
    }
    for (ty, region) in operands.iter().zip(ir[op].regions()) {
        same("a reduction takes", &arguments(ir, *region), &[ty.clone(), ty.clone()])?;
        same("a reduction returns", &types(ir, ir.returned(*region)), std::slice::from_ref(ty))?;
    }
    Ok(())
}

pub fn verify_yield(ir: &Ir, op: Op) -> Checked {
    let Some(parent) = ir.parent_op(op) else { return Ok(()) };
    if ir[parent].name() == ExecuteRegion::NAME {
        return same("it yields", &types_of_operands(ir, op), &types_of_results(ir, parent));
    }
    Ok(())
}
