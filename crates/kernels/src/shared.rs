//! Memory that the threads of a block share: the variables of a kernel get places in one piece.

use crate::lane::{Lane, Place};
use zymase_llvm::{Builder, Opcode, Type, Value};

/// Variables that the launch gives their size are aligned so.
const ALIGNMENT: u64 = 16;

/// Gives the shared variables that a lane uses their places; how many bytes they have, without what the launch adds.
pub fn place(lane: Lane, variables: &[Value]) -> u64 {
    let module = lane.function.module();
    // Simplification has made constants of addresses again.
    variables.iter().for_each(|variable| variable.expand_constant_users());
    let instructions = lane.function.instructions();
    let is_used = |variable: &&Value| instructions.iter().any(|i| i.operands().contains(variable));
    let used: Vec<Value> = variables.iter().filter(is_used).copied().collect();
    let has_size = |variable: &&Value| variable.initializer().is_some();
    let mut bytes = 0u64;
    let mut places = Vec::new();
    for variable in used.iter().filter(has_size) {
        let ty = variable.global_value_type();
        bytes = bytes.next_multiple_of(u64::from(variable.alignment().max(module.alignment(ty))));
        places.push((*variable, bytes));
        bytes += module.allocation_size(ty);
    }
    let bytes = bytes.next_multiple_of(ALIGNMENT);
    places.extend(used.iter().filter(|variable| !has_size(variable)).map(|variable| (*variable, bytes)));
    for (variable, offset) in places {
        let first = lane.function.entry().first_non_phi().expect("a block with a terminator");
        let place = Builder::before(first).constant_offset(lane.parameter(Place::Shared, 0), offset as i64);
        for i in &instructions {
            for index in (0..i.operand_count()).filter(|index| i.operand(*index) == variable) {
                i.set_operand(index, place);
            }
        }
    }
    bytes
}

/// The threads of a block run on one thread of the machine, one after the other: what is atomic among them need not be for the machine. The
/// functions that are called instead are not marked as independent of other threads.
pub fn relax_atomics(lane: Lane) {
    let module = lane.function.module();
    let memory = lane.parameter(Place::Shared, 0);
    let is_atomic = |i: &Value| i.opcode() == Some(Opcode::LLVMAtomicRMW);
    for atomic in lane.function.instructions().into_iter().filter(is_atomic) {
        if atomic.operand(0).underlying_object() != memory || atomic.is_volatile() {
            continue;
        }
        let Some(name) = operation(atomic) else { continue };
        let types = [module.pointer_type(), atomic.ty()];
        let function = module.declare(&format!("__zymase_cuda_own_{name}"), Type::function(atomic.ty(), &types, false));
        let builder = Builder::before(atomic);
        atomic.replace_all_uses_with(builder.call(function, &[atomic.operand(0), atomic.operand(1)]));
        atomic.erase_instruction();
    }
}

/// The name of what an atomic operation does, for types that programs use.
fn operation(atomic: Value) -> Option<String> {
    let (pointer, ty) = (atomic.operand(0), atomic.ty());
    let (kind, is_float) = (atomic.atomic_operation()?, !ty.is_integer());
    let bits = pointer.parent_function()?.module().store_size(ty) * 8;
    (matches!(bits, 32 | 64) && is_float == (kind == "fadd")).then(|| format!("{kind}_{bits}"))
}
