//! Stores that can wait for the end of the reverse sweep.
//!
//! `*result = sum;` at the end of a function may overwrite anything, as far as one function can tell. But nothing in the
//! function looks at the result afterwards: when both sweeps are one function the store can as well run after the
//! reverse sweep, which then finds all memory as the forward sweep left it.

use super::dependence::Access;
use super::ownership::Ownership;
use super::{Reachable, Search};
use crate::callee::{Callee, RuntimeCall, classify};
use zymase_llvm::{Analyses, Function, Opcode, Value};

/// The stores that can wait, in their order.
pub fn deferred_stores(
    function: Function,
    analyses: &Analyses,
    after: &Reachable,
    ownership: &Ownership,
) -> Vec<Value> {
    let instructions = function.instructions();
    let mut returns = instructions.iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet));
    let (Some(ret), None) = (returns.next(), returns.next()) else { return Vec::new() };
    let end = ret.block().expect("placed");
    let mut found: Vec<Value> = Vec::new();
    for store in instructions.iter().rev().copied().filter(|i| can_move(*i)) {
        let block = store.block().expect("placed");
        // Kernels end with stores behind a question which thread this is.
        let is_sure = function.module().is_for_gpu() || analyses.dominates(block, end);
        let once = analyses.loop_of(block).is_none() && is_sure;
        let unseen = |i: &Value| found.contains(i) || !notices(*i, store, analyses, ownership);
        if once && instructions.iter().filter(|i| after.follows(store, **i)).all(unseen) {
            found.push(store);
        }
    }
    found.reverse();
    found
}

/// The stores that nothing in a function reads, whose caller wants nothing that they write: the steps of checkpointed loops, when they are
/// differentiated, leave a state behind that is not looked at.
pub fn unwanted_stores(function: Function, search: &Search) -> Vec<Value> {
    let instructions = function.instructions();
    let is_read = |store: &Value| {
        let later = instructions.iter().filter(|i| search.after.follows(*store, **i));
        later.into_iter().any(|i| reads(*i, *store, search))
    };
    instructions.iter().copied().filter(|i| is_given(*i)).filter(|store| !is_read(store)).collect()
}

/// A plain store of a number or integer to memory that the function was given, also if it is chosen which.
fn is_given(i: Value) -> bool {
    let chosen = || {
        let object = i.operand(1).underlying_object();
        object.opcode() == Some(Opcode::LLVMSelect) && (1..3).all(|arm| object.operand(arm).is_argument())
    };
    can_move(i)
        || i.opcode() == Some(Opcode::LLVMStore)
            && !i.is_volatile()
            && !i.is_atomic()
            && !i.operand(0).ty().is_pointer()
            && chosen()
}

/// May an instruction that runs after a store, or in a later iteration, read what that wrote?
fn reads(i: Value, store: Value, search: &Search) -> bool {
    let module = i.block().expect("placed").function().module();
    match i.opcode() {
        Some(Opcode::LLVMStore) => i.is_volatile() || i.is_atomic(),
        Some(Opcode::LLVMLoad) => {
            let (pointer, bytes) = (i.operand(0), module.store_size(i.ty()));
            let written = Access {
                instruction: store,
                pointer: store.operand(1),
                bytes: module.store_size(store.operand(0).ty()),
            };
            let read = Access { instruction: i, pointer, bytes };
            // The other way round than usual: the load runs after the store.
            let is_elsewhere =
                || search.dependences.as_ref().is_some_and(|known| known.never_overwrites(read, written, search.after));
            i.is_volatile()
                || i.is_atomic()
                || !search.writes_elsewhere(store, pointer)
                    && !search.writes_the_other(store, pointer)
                    && search.analyses.may_overwrite(store, pointer, Some(bytes), None, true)
                    && !is_elsewhere()
        }
        Some(Opcode::LLVMCall) if matches!(classify(i), Callee::Hint) => false,
        _ => i.may_read() || i.may_throw(),
    }
}

/// A plain store of a number or integer to memory that the function was given.
fn can_move(i: Value) -> bool {
    i.opcode() == Some(Opcode::LLVMStore) && !i.is_volatile() && !i.is_atomic() && !i.operand(0).ty().is_pointer() && {
        let object = i.operand(1).underlying_object();
        object.is_argument() || object.is_global_variable()
    }
}

/// Could an instruction that runs after a store tell whether the store has happened, or undo it?
fn notices(i: Value, store: Value, analyses: &Analyses, ownership: &Ownership) -> bool {
    let touches = |pointer: Value, bytes: u64| {
        !ownership.are_disjoint(store.operand(1), pointer)
            && analyses.may_overwrite(store, pointer, Some(bytes), None, true)
    };
    let module = i.block().expect("placed").function().module();
    match i.opcode() {
        Some(Opcode::LLVMLoad) => i.is_volatile() || i.is_atomic() || touches(i.operand(0), module.store_size(i.ty())),
        Some(Opcode::LLVMStore) => {
            i.is_volatile() || i.is_atomic() || touches(i.operand(1), module.store_size(i.operand(0).ty()))
        }
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Hint => false,
            // It ends the program.
            Callee::Runtime(RuntimeCall::UnknownCallee) => false,
            // What the function allocated itself.
            Callee::Free(_) => i.arguments().iter().any(|a| a.ty().is_pointer() && !ownership.is_own(*a)),
            _ => i.may_read() || i.may_write() || i.may_throw(),
        },
        _ => i.may_read() || i.may_write() || i.may_throw(),
    }
}
