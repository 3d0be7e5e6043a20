//! Stores that nothing reads, in memory that nobody else knows.
//!
//! The destructor of a smart pointer sets it to null before its memory goes away: in the elements of a vector one after the
//! other, so that LLVM, which looks at one address at a time, keeps the stores. In a reverse sweep they would stand in the
//! way of reading the pointers again. Only pointers and integers are looked at: numbers have derivatives.

use super::dependence::Dependences;
use super::ownership::Ownership;
use super::{Access, Reachable, plain_store};
use crate::callee::{Callee, classify};
use zymase_llvm::{Analyses, Function, Opcode, Value};

/// The stores of a function that can be left out.
pub fn unread_stores(function: Function, analyses: &Analyses) -> Vec<Value> {
    let instructions = function.instructions();
    let is_candidate = |i: &Value| {
        let is_plain = i.opcode() == Some(Opcode::LLVMStore) && !i.is_volatile() && !i.is_atomic();
        is_plain && i.operand(0).is_constant() && (i.operand(0).ty().is_pointer() || i.operand(0).ty().is_integer())
    };
    let candidates: Vec<Value> = instructions.iter().copied().filter(is_candidate).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let ownership = Ownership::of(function);
    let candidates: Vec<Value> = candidates.into_iter().filter(|i| ownership.is_secret(i.operand(1))).collect();
    if candidates.is_empty() {
        return candidates;
    }
    let dependences = Dependences::of(analyses);
    let after = Reachable::of(function);
    let is_read = |store: Value| {
        let written = plain_store(store).expect("a store");
        instructions.iter().any(|i| {
            after.follows(store, *i)
                && reads(*i, written, &ownership)
                && !plain_load(*i).is_some_and(|load| dependences.never_overwrites(load, written, &after))
        })
    };
    candidates.into_iter().filter(|store| !is_read(*store)).collect()
}

/// May an instruction read what a store to secret memory has written?
fn reads(i: Value, written: Access, ownership: &Ownership) -> bool {
    let may_read = |pointer: Value| !ownership.are_disjoint(pointer, written.pointer);
    match i.opcode() {
        Some(Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => may_read(i.operand(0)),
        Some(Opcode::LLVMRet) => i.operands().into_iter().any(|value| ownership.leads_to(value, written.pointer)),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Free(_) | Callee::Hint => false,
            _ => i.arguments().into_iter().any(may_read),
        },
        _ => false,
    }
}

fn plain_load(i: Value) -> Option<Access> {
    let module = i.block().expect("placed").function().module();
    (i.opcode() == Some(Opcode::LLVMLoad)).then(|| Access {
        instruction: i,
        pointer: i.operand(0),
        bytes: module.store_size(i.ty()),
    })
}
