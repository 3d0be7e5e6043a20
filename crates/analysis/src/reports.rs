//! Functions of the program that only report: loggers and the like, which take any number of arguments.

use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_library::CopyResult;
use zymase_llvm::{Function, Opcode, Value};

/// Can no derivative leave the function? It writes nothing but its own variables and small counters, calls only what
/// does likewise, and returns no number.
pub fn only_reports(function: Function) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        let result = function.return_type();
        if function.is_declaration() || !(result.is_void() || is_small_integer(result)) {
            return false;
        }
        for i in function.instructions() {
            let harmless = match i.opcode() {
                Some(Opcode::LLVMStore) => is_own(i.operand(1)) || is_small_integer(i.operand(0).ty()),
                Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg | Opcode::LLVMInvoke) => false,
                Some(Opcode::LLVMCall) => call_is_harmless(i, &mut work),
                _ => true,
            };
            if !harmless {
                return false;
            }
        }
    }
    true
}

/// Too small for a number that has a derivative.
fn is_small_integer(ty: zymase_llvm::Type) -> bool {
    ty.is_integer() && ty.integer_bits() <= 32
}

fn is_own(pointer: Value) -> bool {
    pointer.underlying_object().opcode() == Some(Opcode::LLVMAlloca)
}

fn call_is_harmless(call: Value, work: &mut Vec<Function>) -> bool {
    let Some(callee) = call.called_function() else { return false };
    if callee.name().starts_with("llvm.va_") {
        return true;
    }
    if !callee.is_declaration() && callee.function_type().is_variadic() {
        work.push(callee);
        return true;
    }
    let arguments = call.arguments();
    let own = |k: usize| arguments.get(k).is_some_and(|argument| is_own(*argument));
    match classify(call) {
        Callee::Inactive(inactive) => inactive.overwrites.iter().all(|o| own(o.argument)),
        Callee::Copy(transfer) => own(transfer.destination) && transfer.returned != CopyResult::End,
        Callee::Fill { destination, .. } => own(destination),
        Callee::Math { .. } => arguments.iter().all(|a| !a.ty().is_pointer() || is_own(*a)),
        Callee::Hint | Callee::SaidInactive => true,
        Callee::Defined(function) => {
            work.push(function);
            true
        }
        _ => false,
    }
}
