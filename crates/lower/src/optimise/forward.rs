//! Values that were stored are not loaded again, stores that are overwritten at once and memory that is never read go.

use super::accesses::{Access, Origin, may_meet, origin, within};
use zymase_ir::{Block, Ir, Op, Result, Value};

pub fn run(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        let Some(operation) = ir.get(op) else { continue };
        for region in operation.regions().to_vec() {
            for block in ir.blocks(region).to_vec() {
                forward(ir, block)?;
            }
        }
    }
    dead_memory(ir, function)
}

/// What a place of memory holds.
struct Known {
    access: Access,
    value: Value,
    /// The store that nobody has read behind yet.
    store: Option<Op>,
}

fn is_same_place(a: &Access, b: &Access) -> bool {
    a.memory == b.memory && a.place.is_some() && a.place == b.place
}

/// Whether two accesses cannot be of one element: a subscript differs by a constant.
fn is_apart(a: &Access, b: &Access) -> bool {
    let (Some(x), Some(y)) = (&a.place, &b.place) else { return false };
    let differs = |(x, y): (&super::subscripts::Sum, &super::subscripts::Sum)| {
        y.plus(x, -1).is_some_and(|difference| difference.terms.is_empty() && difference.constant != 0)
    };
    a.memory == b.memory && x.iter().zip(y).any(differs)
}

fn forward(ir: &mut Ir, block: Block) -> Result<()> {
    let mut known: Vec<Known> = Vec::new();
    for op in ir.block_ops(block).collect::<Vec<_>>() {
        let Some(accesses) = within(ir, op) else {
            known.clear();
            continue;
        };
        let has_regions = !ir[op].regions().is_empty();
        let [access] = &accesses[..] else {
            for access in &accesses {
                forget(&mut known, access);
            }
            continue;
        };
        if has_regions || access.place.is_none() || access.op != op {
            forget(&mut known, access);
            continue;
        }
        let found = known.iter().position(|known| is_same_place(&known.access, access));
        if access.is_write {
            let dead = found.and_then(|place| known[place].store);
            known.retain(|known| !may_meet(known.access.origin, access.origin) || is_apart(&known.access, access));
            if let Some(dead) = dead {
                ir.erase(dead)?;
            }
            let Some(value) = ir[op].operand(0) else { continue };
            known.push(Known { access: access.clone(), value, store: Some(op) });
            continue;
        }
        match found {
            Some(place) => {
                let value = known[place].value;
                ir.replace(op, &[value])?;
            }
            None => {
                for other in &mut known {
                    if may_meet(other.access.origin, access.origin) && !is_apart(&other.access, access) {
                        other.store = None;
                    }
                }
                let value = ir[op].results()[0];
                known.push(Known { access: access.clone(), value, store: None });
            }
        }
    }
    Ok(())
}

/// Something is done to memory that may hold what is known.
fn forget(known: &mut Vec<Known>, access: &Access) {
    if access.is_write {
        known.retain(|known| !may_meet(known.access.origin, access.origin));
        return;
    }
    for other in known.iter_mut().filter(|known| may_meet(known.access.origin, access.origin)) {
        other.store = None;
    }
}

/// Removes allocations that are only written.
fn dead_memory(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        let Some(operation) = ir.get(op) else { continue };
        if !matches!(operation.name().as_str(), "memref.alloc" | "memref.alloca") {
            continue;
        }
        let memory = operation.results()[0];
        let uses = ir.uses(memory).to_vec();
        let is_written_only = uses.iter().all(|at| match ir[at.op].name().as_str() {
            "memref.store" => at.operand == 1,
            "memref.dealloc" => true,
            _ => false,
        });
        if is_written_only && matches!(origin(ir, memory), Origin::Own(_)) {
            for at in uses {
                ir.erase(at.op)?;
            }
            ir.erase(op)?;
        }
    }
    Ok(())
}
