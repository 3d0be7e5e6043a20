//! Does a function write numbers into the memory behind one of its parameters? Answered from its body, as it is (also
//! before any optimisation); a function without a body says nothing.

use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_llvm::{Function, Opcode, Value};

/// Is there a store of a number, or a copy or fill of bytes, through this parameter?
pub fn writes_numbers_through(function: Function, parameter: usize) -> bool {
    let mut seen = HashSet::new();
    let mut work: Vec<Value> = function.parameters().get(parameter).copied().into_iter().collect();
    while let Some(pointer) = work.pop() {
        if !seen.insert(pointer) {
            continue;
        }
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMStore) if user.operand(1) == pointer && user.operand(0).ty().contains_float() => {
                    return true;
                }
                // Kept in a local variable, which unoptimised code does with every parameter.
                Some(Opcode::LLVMStore) => {
                    let variable = user.operand(1);
                    if variable.opcode() == Some(Opcode::LLVMAlloca) {
                        work.extend(variable.users().into_iter().filter(|u| u.opcode() == Some(Opcode::LLVMLoad)));
                    }
                }
                _ if user.passes_pointer_on() => work.push(user),
                Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => {
                    let places = user.arguments().into_iter().enumerate().filter(|(_, a)| *a == pointer);
                    for (place, _) in places {
                        match classify(user) {
                            Callee::Copy(transfer) if transfer.destination == place => return true,
                            Callee::Fill { destination, .. } if destination == place => return true,
                            Callee::Defined(callee) => work.extend(callee.parameters().get(place).copied()),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
    }
    false
}
