//! Numbers of the interface that must be known at compile time, in unoptimised code too.

use zymase_analysis::callee::is_lifetime;
use zymase_llvm::{Opcode, Value};

/// The integer a value is, if that is certain: itself, through casts and constant globals, or through a local variable
/// that is written once.
pub fn of(value: Value) -> Option<i64> {
    if value.ty().is_integer()
        && let Some(number) = value.as_integer()
    {
        return Some(number);
    }
    match value.opcode()? {
        Opcode::LLVMSExt | Opcode::LLVMZExt | Opcode::LLVMTrunc => of(value.operand(0)),
        Opcode::LLVMLoad => of_memory(value.operand(0)),
        _ => None,
    }
}

fn of_memory(pointer: Value) -> Option<i64> {
    if pointer.is_global_variable() && pointer.is_constant_global() {
        return pointer.initializer().and_then(of);
    }
    if pointer.opcode() != Some(Opcode::LLVMAlloca) {
        return None;
    }
    let mut stored = None;
    for user in pointer.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => {}
            Some(Opcode::LLVMStore) if user.operand(1) == pointer && stored.is_none() => stored = Some(user.operand(0)),
            Some(Opcode::LLVMCall) if is_lifetime(user) => {}
            _ => return None,
        }
    }
    of(stored?)
}
