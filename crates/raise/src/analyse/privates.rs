//! Local arrays that every iteration of a loop fills before it reads them: they become arrays of the iteration.
//!
//! Compilers allocate local arrays where the function begins. An allocation moves into the innermost loop around all its uses, if an iteration can
//! see nothing that another one has written: before anything is read, all elements have been written, by stores to constant places or by a
//! nest of loops that walks through the whole array.

use super::accesses::of_op;
use super::facts::Facts;
use crate::linear::Unknown;
use zymase_dialects::scf::For;
use zymase_ir::{Block, InsertionPoint, Ir, Op, Value};
use zymase_support::hash::FastSet;

/// Moves allocations into loops.
pub fn sink(ir: &mut Ir, facts: &Facts, function: Op) {
    let allocations: Vec<Op> = ir
        .walk(function)
        .into_iter()
        .filter(|op| matches!(ir[*op].name().as_str(), "memref.alloca" | "memref.alloc"))
        .collect();
    for op in allocations {
        if let Some(block) = home(ir, facts, op) {
            ir.detach(op);
            ir.insert(op, InsertionPoint::Start(block));
        }
    }
}

/// The innermost body of a loop in which an array could be allocated anew each time.
fn home(ir: &Ir, facts: &Facts, allocation: Op) -> Option<Block> {
    let root = ir[allocation].results()[0];
    // Uses through views stay where they are.
    let users: Vec<Op> = ir.uses(root).iter().map(|place| place.op).collect();
    let is_plain = |op: &Op| matches!(ir[*op].name().as_str(), "memref.load" | "memref.store" | "memref.dealloc");
    if users.is_empty() || !users.iter().all(is_plain) || ir[allocation].operands().len() > 0 {
        return None;
    }
    let users: Vec<Op> = users.into_iter().filter(|op| ir[*op].name() != "memref.dealloc").collect();
    let around = |op: Op| -> Vec<Op> { std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).collect() };
    let mut common = around(*users.first()?);
    for user in &users[1..] {
        let theirs = around(*user);
        common.retain(|op| theirs.contains(op));
    }
    let own = around(allocation);
    let candidates = common.into_iter().filter(|op| For::of(ir, *op).is_some() && !own.contains(op));
    let bodies = candidates.filter_map(|op| ir.entry(*ir[op].regions().first()?));
    bodies.into_iter().find(|body| is_filled_first(ir, facts, *body, root))
}

/// Whether all elements are written in a block before any is read that has not been.
fn is_filled_first(ir: &Ir, facts: &Facts, body: Block, root: Value) -> bool {
    let Some(shape) = facts.shapes.get(&root) else { return false };
    let count: i64 = shape.iter().product();
    let mut written: FastSet<i64> = FastSet::default();
    for op in ir.block_ops(body) {
        if written.len() as i64 == count {
            return true;
        }
        if fills(ir, facts, op, root, shape) {
            return true;
        }
        for access in super::accesses::within(ir, facts, op).into_iter().filter(|access| access.root == root) {
            let place = access.subscripts.as_ref().and_then(|subscripts| {
                let strides = super::facts::strides_of(&access.shape)?;
                subscripts
                    .iter()
                    .zip(strides)
                    .try_fold(0i64, |sum, (part, stride)| Some(sum + part.as_number()? * stride))
            });
            match place {
                Some(place) if access.is_write && access.op == op => {
                    written.insert(place);
                }
                Some(place) if !access.is_write && written.contains(&place) => {}
                _ if access.is_write => {}
                _ => return false,
            }
        }
    }
    written.len() as i64 == count
}

/// Whether a nest of loops stores to every element and reads none.
fn fills(ir: &Ir, facts: &Facts, nest: Op, root: Value, shape: &[i64]) -> bool {
    let all = super::accesses::within(ir, facts, nest);
    if all.iter().any(|access| access.root == root && !access.is_write) {
        return false;
    }
    let mut loops = Vec::new();
    let mut next = Some(nest);
    while let Some(op) = next.filter(|op| For::of(ir, *op).is_some()) {
        let Some(counted) = facts.loops.get(&op).filter(|counted| counted.is_exact) else { return false };
        loops.push(op);
        for inner in ir.block_ops(counted.body) {
            if of_op(ir, facts, inner)
                .iter()
                .any(|access| access.root == root && is_whole(facts, access, &loops, shape))
            {
                return true;
            }
        }
        let holds = |inner: &Op| {
            For::of(ir, *inner).is_some()
                && super::accesses::within(ir, facts, *inner).iter().any(|access| access.root == root)
        };
        next = ir.block_ops(counted.body).find(holds);
    }
    false
}

/// Whether subscripts are the counters of a nest, each walking through a dimension.
fn is_whole(facts: &Facts, access: &super::accesses::Access, nest: &[Op], shape: &[i64]) -> bool {
    let Some(subscripts) = &access.subscripts else { return false };
    let mut seen = Vec::new();
    access.shape == shape
        && subscripts.iter().zip(shape).all(|(sum, size)| match sum.terms[..] {
            [] => *size == 1 && sum.constant == 0,
            [(Unknown::Count(op), 1)] if sum.constant == 0 && nest.contains(&op) && !seen.contains(&op) => {
                seen.push(op);
                facts.loops.get(&op).is_some_and(|counted| counted.most == Some(*size))
            }
            _ => false,
        })
}
