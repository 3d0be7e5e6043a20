//! Dimensions of local arrays that the program allocates as lists.

use super::accesses::of_op;
use super::facts::Facts;
use zymase_ir::{Ir, Op, Value};

/// Gives local lists the dimensions of an array of the same size that the function is given, or those in which they are read and
/// written, if all accesses fit them.
pub fn infer(ir: &Ir, facts: &mut Facts, function: Op) {
    let parameters = ir.entry(ir[function].regions()[0]).map(|entry| ir.arguments(entry).to_vec()).unwrap_or_default();
    let given: Vec<Vec<i64>> = parameters.iter().filter_map(|value| facts.shapes.get(value).cloned()).collect();
    for op in ir.walk(function) {
        if matches!(ir[op].name().as_str(), "memref.alloc" | "memref.alloca")
            && let Some(list) = ir[op].results().first().copied()
        {
            choose(ir, facts, list, &given);
        }
    }
}

/// Takes the first dimensions that fit.
fn choose(ir: &Ir, facts: &mut Facts, list: Value, given: &[Vec<i64>]) {
    let Some([count]) = facts.shapes.get(&list).map(Vec::as_slice) else { return };
    let is_plain = |op: Op| matches!(ir[op].name().as_str(), "memref.load" | "memref.store" | "memref.dealloc");
    if !ir.uses(list).iter().all(|user| is_plain(user.op)) {
        return;
    }
    let own = vec![*count];
    let is_as_large = |shape: &&Vec<i64>| shape.len() > 1 && shape.iter().product::<i64>() == own[0];
    let mut candidates: Vec<Vec<i64>> = given.iter().filter(is_as_large).cloned().collect();
    candidates.extend(shapes(ir, facts, list).into_iter().find(|shape| shape.len() > 1));
    for candidate in candidates {
        facts.shapes.insert(list, candidate.clone());
        let seen = shapes(ir, facts, list);
        if seen.contains(&candidate) && seen.iter().all(|shape| *shape == candidate || shape.len() == 1) {
            return;
        }
    }
    facts.shapes.insert(list, own);
}

/// The dimensions that the accesses to a list are seen with; one for those to all of it in order.
fn shapes(ir: &Ir, facts: &Facts, list: Value) -> Vec<Vec<i64>> {
    let accesses = ir.uses(list).iter().flat_map(|user| of_op(ir, facts, user.op));
    accesses.filter(|access| access.root == list).map(|access| access.shape).collect()
}
