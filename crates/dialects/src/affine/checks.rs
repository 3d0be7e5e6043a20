//! What is wrong with affine operations.

use super::*;
use crate::syntax::{types_of_operands, types_of_results};
use zymase_ir::Type;

type Checked = std::result::Result<(), String>;

pub fn verify_map(ir: &Ir, op: Op, results: Option<usize>) -> Checked {
    let Some(map) = map_of(ir, op, "map") else { return Err("needs an affine map".into()) };
    if map.arguments() != ir[op].operands().len() {
        return Err(format!("has {} operands for a map of {}", ir[op].operands().len(), map.arguments()));
    }
    if map.results.is_empty() || results.is_some_and(|count| count != map.results.len()) {
        return Err("has a map with another number of results".into());
    }
    if types_of_operands(ir, op).iter().chain(&types_of_results(ir, op)).all(Type::is_index) {
        return Ok(());
    }
    Err("needs indices".into())
}

fn verify_access(ir: &Ir, op: Op, memref: usize, value: &Type) -> Checked {
    let types = types_of_operands(ir, op);
    let Some(map) = map_of(ir, op, "map") else { return Err("needs an affine map".into()) };
    let Some(memref_type) = types[memref].as_memref() else { return Err("needs a memref".into()) };
    if map.arguments() != types.len() - memref - 1 || !types[memref + 1..].iter().all(Type::is_index) {
        return Err("has other operands than its map".into());
    }
    if map.results.len() != memref_type.shape.len() {
        return Err(format!("has {} subscripts for {} dimensions", map.results.len(), memref_type.shape.len()));
    }
    if memref_type.element == *value { Ok(()) } else { Err("has a value of another type than the elements".into()) }
}

pub fn verify_load(ir: &Ir, op: Op) -> Checked {
    verify_access(ir, op, 0, &types_of_results(ir, op)[0])
}

pub fn verify_store(ir: &Ir, op: Op) -> Checked {
    let value = types_of_operands(ir, op)[0].clone();
    verify_access(ir, op, 1, &value)
}

pub fn verify_for(ir: &Ir, op: Op) -> Checked {
    let view = For(op);
    let (Some(lower), Some(upper)) = (map_of(ir, op, "lowerBoundMap"), map_of(ir, op, "upperBoundMap")) else {
        return Err("needs affine maps as bounds".into());
    };
    let fits = lower.arguments() == view.lowerBoundOperands(ir).len() && !lower.results.is_empty();
    if !fits || upper.arguments() != view.upperBoundOperands(ir).len() || upper.results.is_empty() {
        return Err("has other operands than its bounds".into());
    }
    if ir.attribute(op, "step").and_then(Attribute::as_i64).is_none_or(|step| step <= 0) {
        return Err("needs a step that is positive".into());
    }
    let carried = ir.types(&view.inits(ir));
    let arguments = ir.entry(ir[op].regions()[0]).map(|block| ir.types(ir.arguments(block))).unwrap_or_default();
    let expected: Vec<Type> = std::iter::once(Type::index()).chain(carried.iter().cloned()).collect();
    let yielded = ir.types(&ir.returned(ir[op].regions()[0]));
    if arguments != expected || types_of_results(ir, op) != carried || yielded != carried {
        return Err("carries values of different types".into());
    }
    Ok(())
}

pub fn verify_parallel(ir: &Ir, op: Op) -> Checked {
    let Some(shape) = parallel_shape(ir, op) else { return Err("needs steps and groups of bounds".into()) };
    let Some([(lower, _), (upper, _)]) = parallel_bounds(ir, op) else {
        return Err("has other operands than its bounds".into());
    };
    let rank = shape.steps.len();
    let fits = |groups: &[usize], map: &AffineMap| {
        groups.len() == rank && groups.iter().sum::<usize>() == map.results.len() && !groups.contains(&0)
    };
    if !fits(&shape.lower, lower) || !fits(&shape.upper, upper) || shape.steps.iter().any(|step| *step <= 0) {
        return Err("needs bounds and a positive step for each counter".into());
    }
    let arguments = ir.entry(ir[op].regions()[0]).map(|block| ir.types(ir.arguments(block))).unwrap_or_default();
    if arguments != vec![Type::index(); rank] {
        return Err("its body takes its counters".into());
    }
    let results = types_of_results(ir, op);
    if reductions(ir, op).is_none_or(|reductions| reductions.len() != results.len()) {
        return Err("needs a reduction for each result".into());
    }
    if ir.types(&ir.returned(ir[op].regions()[0])) != results {
        return Err("its body yields other types than it gives".into());
    }
    Ok(())
}

pub fn verify_if(ir: &Ir, op: Op) -> Checked {
    let Some(set) = set_of(ir, op) else { return Err("needs an integer set".into()) };
    if (set.dimensions + set.symbols) as usize != ir[op].operands().len() {
        return Err("has other operands than its set".into());
    }
    let results = types_of_results(ir, op);
    let [_, otherwise] = ir[op].regions() else { return Ok(()) };
    if ir.blocks(*otherwise).is_empty() && !results.is_empty() {
        return Err("gives values, so it needs an else".into());
    }
    for region in ir[op].regions().iter().filter(|region| !ir.blocks(**region).is_empty()) {
        if ir.types(&ir.returned(*region)) != results {
            return Err("a branch yields other types than it gives".into());
        }
    }
    Ok(())
}
