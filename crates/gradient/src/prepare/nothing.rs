//! Pointers that lead nowhere, where there is nothing to point to.
//!
//! The memory of an empty vector of Rust's is at a small constant, so that the pointer of a vector is an allocation or such a
//! constant. Alias analysis knows nothing of memory at constants, so that two vectors might be the same; of null it knows that
//! nothing is there. Where nobody can tell the difference, null takes their place.

use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_llvm::{Function, Opcode, Value};

/// Addresses below this are nobody's.
const FIRST_ADDRESS: i64 = 4096;

/// Puts null in the place of pointers to nothing that choices are made among.
pub fn replace_by_null(function: Function) {
    for choice in function.instructions().into_iter().filter(|i| i.ty().is_pointer()) {
        let operands = match choice.opcode() {
            Some(Opcode::LLVMPHI) => 0..choice.operand_count(),
            Some(Opcode::LLVMSelect) => 1..3,
            _ => continue,
        };
        let nowhere: Vec<usize> = operands.filter(|k| leads_nowhere(choice.operand(*k))).collect();
        if !nowhere.is_empty() && stays_in_sight(choice) {
            let null = Value::null(choice.ty());
            nowhere.into_iter().for_each(|k| choice.set_operand(k, null));
        }
    }
}

/// Is it a constant near null, undefined, or some integer's distance from null?
fn leads_nowhere(pointer: Value) -> bool {
    match pointer.opcode() {
        _ if pointer.is_undef() => true,
        Some(Opcode::LLVMIntToPtr) => {
            pointer.is_constant() && pointer.operand(0).as_integer().is_some_and(|at| (1..FIRST_ADDRESS).contains(&at))
        }
        Some(Opcode::LLVMGetElementPtr) => pointer.operand(0).is_constant() && pointer.operand(0).is_null(),
        _ => false,
    }
}

/// Is the pointer only used to reach memory, to be given back, and for distances from its like? Whoever keeps it might take
/// null for "none".
fn stays_in_sight(pointer: Value) -> bool {
    use Opcode::*;
    let mut seen = HashSet::from([pointer]);
    let mut work = vec![pointer];
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            let fine = match user.opcode() {
                Some(LLVMGetElementPtr | LLVMPHI | LLVMSelect) => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                    true
                }
                Some(LLVMLoad) => true,
                Some(LLVMStore) => user.operand(0) != pointer,
                Some(LLVMICmp) => user.operands().iter().all(|operand| !operand.is_constant()),
                Some(LLVMPtrToInt | LLVMPtrToAddr) => {
                    user.users().iter().all(|distance| distance.opcode() == Some(LLVMSub))
                }
                Some(LLVMCall | LLVMInvoke) => {
                    matches!(classify(user), Callee::Copy(_) | Callee::Fill { .. } | Callee::Free(_) | Callee::Hint)
                }
                _ => false,
            };
            if !fine {
                return false;
            }
        }
    }
    true
}
