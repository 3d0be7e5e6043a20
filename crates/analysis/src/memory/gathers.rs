//! Copies of whole objects, for loads through indices that are data: `x[columns[k]]`.
//!
//! Which elements such a loop reads is not known before it runs, so that no part of the array could be copied. All of it can,
//! where the program says how long it is: it was allocated with a size that is known before the loop, or is a variable.

use super::dependence::Dependences;
use super::snapshots::{Copied, Expression, Factor, Snapshot, Snapshots, Surveyed, assumed_bytes};
use super::{Search, destination};
use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_library::Size;
use zymase_llvm::{Opcode, Value};

/// Adds copies for those of `loads` that no other copy serves.
pub fn find(loads: &[Value], loops: &[Surveyed], dependences: &Dependences, search: &Search, found: &mut Snapshots) {
    let first = found.all.len();
    for load in loads.iter().copied() {
        if found.loads.contains_key(&load) || load.ty().is_pointer_like() {
            continue;
        }
        let around = dependences.loops_around(load.block().expect("placed"));
        let quiet = around.iter().copied().filter(|index| !loops[*index].is_disturbed);
        let copy = quiet.filter_map(|index| Some((index, gathered(load, index, dependences, search)?))).next();
        let Some((index, (base, bytes, offset))) = copy else { continue };
        let alignment = load.alignment();
        let known = found.all[first..].iter().position(|s| (s.index, s.base) == (index, base)).map(|n| n + first);
        let snapshot = known.unwrap_or(found.all.len());
        if known.is_none() {
            let element = load.block().expect("placed").function().module().store_size(load.ty());
            let spread = vec![index];
            found.all.push(Snapshot { index, base, low: Vec::new(), bytes, spread, element, alignment });
        }
        found.all[snapshot].alignment = found.all[snapshot].alignment.min(alignment);
        found.loads.insert(load, Copied { snapshot, offset });
    }
    for copy in first..found.all.len() {
        serve_others(copy, found);
    }
}

/// Lets loads that have a copy of a large part of an object, taken before the same loop, read from a copy of all of it.
fn serve_others(copy: usize, found: &mut Snapshots) {
    let (index, base) = (found.all[copy].index, found.all[copy].base);
    let whole = assumed_bytes(&found.all[copy].bytes);
    let is_part = |n: &usize| {
        let part = &found.all[*n];
        (part.index, part.base) == (index, base) && assumed_bytes(&part.bytes).saturating_mul(2) >= whole
    };
    let parts: Vec<usize> = (0..copy).filter(is_part).collect();
    let mut alignment = found.all[copy].alignment;
    for (load, copied) in found.loads.iter_mut().filter(|(_, copied)| parts.contains(&copied.snapshot)) {
        if let Some((_, offset)) = place(load.operand(0)).filter(|(at, _)| *at == base) {
            *copied = Copied { snapshot: copy, offset };
            alignment = alignment.min(load.alignment());
        }
    }
    found.all[copy].alignment = alignment;
}

/// The object that a load reads from, its size, and where in it the load reads, if a loop around the load leaves all of it alone.
fn gathered(
    load: Value,
    index: usize,
    dependences: &Dependences,
    search: &Search,
) -> Option<(Value, Expression, Expression)> {
    let (base, offset) = place(load.operand(0))?;
    let preheader = dependences.loops()[index].preheader?;
    let is_before = |value: Value| value.block().is_none_or(|block| search.analyses.dominates(block, preheader));
    let bytes = size(base, &mut HashSet::new())?;
    let mut values = bytes.iter().flat_map(|(_, factors)| factors);
    let is_known = values.all(|factor| matches!(factor, Factor::Value(value) if is_before(*value)));
    if !is_known || !is_before(base) {
        return None;
    }
    let inside = |writer: &&Value| search.analyses.loop_contains(index, writer.block().expect("placed"));
    // Two arrays that change places with every step are apart in each of them.
    let is_apart = |written: Value| is_before(written) && search.analyses.no_alias(base, written);
    let overwrites = |writer: &Value| {
        !search.writes_elsewhere(*writer, base)
            && !destination(*writer).is_some_and(|written| is_apart(written.underlying_object()))
            && search.may_overwrite(*writer, base, None, load, true)
    };
    (!search.writers.iter().filter(inside).any(overwrites)).then_some((base, bytes, offset))
}

/// What a pointer is made from by adding indices as wide as addresses, and their sum.
fn place(pointer: Value) -> Option<(Value, Expression)> {
    let (mut at, mut offset) = (pointer, Expression::new());
    while at.opcode() == Some(Opcode::LLVMGetElementPtr) {
        let step = at.gep_offset()?;
        if step.constant != 0 {
            offset.push((step.constant, Vec::new()));
        }
        for (value, scale) in step.variable {
            if value.ty().integer_bits() != 64 {
                return None;
            }
            offset.push((scale, vec![Factor::Value(value)]));
        }
        at = at.operand(0);
    }
    Some((at, offset))
}

/// Bytes of a stack object of a fixed size.
fn fixed_size(object: Value) -> Option<i64> {
    let is_one = object.opcode()? == Opcode::LLVMAlloca && object.operand(0).as_integer() == Some(1);
    let module = object.block()?.function().module();
    is_one.then(|| i64::try_from(module.allocation_size(object.allocated_type())).ok())?
}

/// Bytes of an object that was allocated, or of each of the objects that a pointer may lead to.
fn size(object: Value, seen: &mut HashSet<Value>) -> Option<Expression> {
    if let Some(bytes) = fixed_size(object) {
        return Some(vec![(bytes, Vec::new())]);
    }
    match object.opcode()? {
        Opcode::LLVMPHI => {
            seen.insert(object);
            let others = object.incoming().into_iter().map(|(value, _)| value).filter(|value| !seen.contains(value));
            let mut sizes = others.collect::<Vec<_>>().into_iter().map(|value| size(value, seen));
            let first = sizes.next()??;
            sizes.all(|other| other.as_ref() == Some(&first)).then_some(first)
        }
        Opcode::LLVMCall => {
            let Callee::Allocate(allocate) = classify(object) else { return None };
            let argument = |k: usize| Factor::Value(object.arguments()[k]);
            match allocate.size {
                Size::Argument(k) if object.arguments()[k].ty().integer_bits() == 64 => {
                    Some(vec![(1, vec![argument(k)])])
                }
                Size::Product(a, b) => Some(vec![(1, vec![argument(a), argument(b)])]),
                _ => None,
            }
        }
        _ => None,
    }
}
