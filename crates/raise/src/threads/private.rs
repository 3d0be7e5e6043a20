//! Arrays that each thread has of its own and that live across barriers get dimensions for the threads.

use super::{Nest, holds_barrier, is_barrier};
use zymase_dialects::indices;
use zymase_ir::{Block, Builder, DYNAMIC, Ir, Op, Result, Type, Value};

/// Puts such arrays in front of the loop over threads.
pub fn expand(ir: &mut Ir, nest: &Nest) -> Result<()> {
    let is_alloca = |op: &Op| ir[*op].name() == "memref.alloca";
    let all: Vec<Op> = ir.walk(nest.root).into_iter().filter(is_alloca).collect();
    for op in all {
        let Some(block) = ir[op].parent() else { continue };
        if crosses(ir, op, block) {
            move_out(ir, nest, op)?;
        }
    }
    Ok(())
}

/// Is an array used behind a barrier that comes after its allocation?
fn crosses(ir: &Ir, op: Op, block: Block) -> bool {
    let users = users(ir, op);
    let mut waited = false;
    for next in ir.block_ops(block).skip_while(|other| *other != op) {
        let holds = is_barrier(ir, next) || holds_barrier(ir, next);
        let uses = ir.walk(next).iter().any(|inner| users.contains(inner));
        if uses && (waited || holds) {
            return true;
        }
        waited |= holds;
    }
    false
}

/// What uses an array, also through a view of it.
fn users(ir: &Ir, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    let mut work = ir[op].results().to_vec();
    while let Some(value) = work.pop() {
        for place in ir.uses(value) {
            found.push(place.op);
            if ir[place.op].name() == "memref.collapse_shape" {
                work.extend(ir[place.op].results());
            }
        }
    }
    found
}

fn move_out(ir: &mut Ir, nest: &Nest, op: Op) -> Result<()> {
    let old = ir[op].results()[0];
    let Some(memref) = ir.ty(old).as_memref().cloned() else { return Ok(()) };
    if memref.shape.contains(&DYNAMIC) {
        let message = "a thread has an array across a barrier whose size is not constant";
        return Err(ir.refuse(op, message, "give it a constant size"));
    }
    let count: i64 = memref.shape.iter().product();
    let (ty, sizes) = type_over(ir, nest, &[count], &memref.element);
    let mut builder = Builder::before(ir, nest.root);
    let segments = zymase_dialects::memref::segments(&[sizes.len(), 0]);
    let new = builder.typed("memref.alloca", &sizes, &[("operandSegmentSizes", segments)], ty)?;
    for user in users(ir, op) {
        let name = ir[user].name().as_str().to_owned();
        if name == "memref.collapse_shape" {
            continue;
        }
        let operands: Vec<Value> = ir[user].operands().collect();
        let at = match name.as_str() {
            "memref.load" => 0,
            "memref.store" => 1,
            _ => {
                let message = "does more with an array that a thread has across a barrier than reading and writing it";
                return Err(ir.refuse(user, message, "read and write its elements"));
            }
        };
        let shape = ir.ty(operands[at]).as_memref().map(|memref| memref.shape.clone()).unwrap_or_default();
        let mut builder = Builder::before(ir, user);
        let mut flat = indices::constant(&mut builder, 0);
        for (subscript, size) in operands[at + 1..].iter().zip(shape) {
            let size = indices::constant(&mut builder, size);
            let scaled = indices::mul(&mut builder, flat, size)?;
            flat = indices::add(&mut builder, scaled, *subscript)?;
        }
        let mut all: Vec<Value> = operands[..at].to_vec();
        all.push(new);
        all.extend(&nest.counters);
        all.push(flat);
        ir.set_operands(user, &all);
    }
    for view in users(ir, op) {
        ir.erase(view)?;
    }
    ir.erase(op)
}

/// The type of an array over the threads of a nest, and those sizes that are not constants.
pub fn type_over(ir: &Ir, nest: &Nest, rest: &[i64], element: &Type) -> (Type, Vec<Value>) {
    let (mut shape, mut sizes) = (Vec::new(), Vec::new());
    for [_, upper, _] in &nest.bounds {
        match indices::known(ir, *upper) {
            Some(size) => shape.push(size),
            None => {
                shape.push(DYNAMIC);
                sizes.push(*upper);
            }
        }
    }
    shape.extend(rest);
    (Type::memref(shape, element.clone()), sizes)
}
