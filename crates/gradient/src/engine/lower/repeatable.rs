//! Can a function run again, unnoticed and with the same result? It can if it writes nothing but memory of its own.

use crate::engine::Engine;
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_core::Failure;
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Opcode, Value};

/// The first instruction of the function, or of what it calls, that others would notice.
pub(super) fn obstacle(engine: &mut Engine, function: Function) -> Result<Option<Value>, Failure> {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        let prepared = engine.prepared(function)?;
        for i in prepared.function.instructions() {
            match i.opcode() {
                Some(Opcode::LLVMStore) if !is_own(i.operand(1)) => return Ok(Some(i)),
                Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg | Opcode::LLVMInvoke) => return Ok(Some(i)),
                Some(Opcode::LLVMCall) => match classify(i) {
                    Callee::Defined(callee) => work.push(callee),
                    _ if !call_is_unnoticed(i) => return Ok(Some(i)),
                    _ => {}
                },
                _ => {}
            }
        }
    }
    Ok(None)
}

/// Memory that the function made itself.
fn is_own(pointer: Value) -> bool {
    let object = pointer.underlying_object();
    match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall) => matches!(classify(object), Callee::Allocate(_)),
        _ => false,
    }
}

fn call_is_unnoticed(call: Value) -> bool {
    let arguments = call.arguments();
    match classify(call) {
        Callee::Math { integer_outputs, .. } => integer_outputs.iter().all(|k| is_own(arguments[*k])),
        Callee::Hint | Callee::Allocate(_) => true,
        Callee::Copy(transfer) => is_own(arguments[transfer.destination]),
        Callee::Fill { destination, .. } => is_own(arguments[destination]),
        Callee::Free(free) => is_own(arguments[free.pointer]),
        Callee::Inactive(inactive) => inactive.touches_no_memory(),
        _ => false,
    }
}
