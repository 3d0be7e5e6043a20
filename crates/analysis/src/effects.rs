//! What calls and functions leave behind.

use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_llvm::{Function, Opcode, Value};

/// Does a call compute something from its arguments, and nothing else?
pub fn only_computes(callee: &Callee) -> bool {
    match callee {
        Callee::Math { integer_outputs, .. } => integer_outputs.is_empty(),
        Callee::Inactive(inactive) => inactive.touches_no_memory(),
        Callee::Hint => true,
        _ => false,
    }
}

/// Does a function, with all that it calls, write nothing but its own stack objects, and return? It may be run again.
pub fn leaves_no_trace(function: Function) -> bool {
    leave_no_trace(function, &mut HashSet::new())
}

fn leave_no_trace(function: Function, seen: &mut HashSet<Function>) -> bool {
    if !seen.insert(function) {
        return true;
    }
    let is_own = |pointer: Value| pointer.underlying_object().opcode() == Some(Opcode::LLVMAlloca);
    let mut is_unnoticed = |i: Value| match i.opcode() {
        Some(Opcode::LLVMStore) => is_own(i.operand(1)) && i.is_simple_access(),
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Math { integer_outputs, .. } => integer_outputs.iter().all(|k| is_own(i.operand(*k))),
            Callee::Defined(callee) => leave_no_trace(callee, seen),
            Callee::Hint => true,
            _ => !i.may_write() && !i.may_throw(),
        },
        _ => !i.may_write() && !i.may_throw(),
    };
    !function.is_declaration() && function.instructions().into_iter().all(&mut is_unnoticed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zymase_llvm::Module;

    #[test]
    fn what_others_would_notice_is_a_trace() {
        let text = "
            declare double @frexp(double, ptr)
            declare double @elsewhere(double)
            define double @local(ptr %x) {
              %e = alloca i32
              %v = load double, ptr %x
              %m = call double @frexp(double %v, ptr %e)
              ret double %m
            }
            define double @calls(ptr %x) {
              %v = call double @local(ptr %x)
              ret double %v
            }
            define double @outside(double %v, ptr %e) {
              %m = call double @frexp(double %v, ptr %e)
              ret double %m
            }
            define void @stores(ptr %x) {
              store double 1.0, ptr %x
              ret void
            }
            define void @volatile() {
              %x = alloca double
              store volatile double 1.0, ptr %x
              ret void
            }
            define double @unknown(double %v) {
              %r = call double @elsewhere(double %v)
              ret double %r
            }";
        let module = Module::parse(text).expect("IR");
        let leaves_none = |name: &str| leaves_no_trace(module.function(name).expect("a function"));
        assert!(["local", "calls"].into_iter().all(leaves_none));
        assert!(!["outside", "stores", "volatile", "unknown", "elsewhere"].into_iter().any(leaves_none));
    }
}
