//! What other threads of a GPU write behind a barrier.
//!
//! All threads run the same code. Up to the next barrier they write elsewhere than this one reads, or the program has a race.
//! Behind it, each of them may write what this one has read, wherever in the object that is: what is known of this thread's own
//! addresses says nothing of theirs.

use super::{Search, destination};
use crate::callee::{Callee, classify};
use zymase_library::Device;
use zymase_llvm::{Function, Opcode, Value};

/// Where a thread waits for others, so that they see what it has written and it sees what they have.
pub(super) fn waits(function: Function) -> Vec<Value> {
    if !function.module().is_for_gpu() {
        return Vec::new();
    }
    function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMCall) && may_wait(*i)).collect()
}

fn may_wait(call: Value) -> bool {
    match classify(call) {
        Callee::Device(Device::Shuffle(_)) => false,
        Callee::Device(_) => true,
        // It may have a barrier in it.
        Callee::Defined(_) => !call.does_not_access_memory(),
        _ => false,
    }
}

/// A write that another thread may do, behind a barrier, to what `reader` has read.
pub(super) fn overwriter(reader: Value, pointer: Value, search: &Search) -> Option<Value> {
    let object = pointer.underlying_object();
    if search.waits.is_empty() || object.opcode() == Some(Opcode::LLVMAlloca) || is_never_written(reader) {
        return None;
    }
    let behind = |wait: &&Value| search.after.follows(reader, **wait);
    let waits: Vec<Value> = search.waits.iter().filter(behind).copied().collect();
    let is_behind = |writer: Value| waits.iter().any(|wait| *wait == writer || search.after.follows(*wait, writer));
    let meets =
        |writer: Value| destination(writer).is_none_or(|place| may_meet(place.underlying_object(), object, search));
    search.writers.iter().copied().find(|writer| is_behind(*writer) && meets(*writer))
}

/// Does the program promise that what is read never changes?
fn is_never_written(reader: Value) -> bool {
    reader.opcode() == Some(Opcode::LLVMLoad) && reader.has_metadata("invariant.load")
}

/// Is what is written or read memory that a block shares, and the other one what its kernel was given?
pub(super) fn is_shared_or_given(writer: Value, pointer: Value) -> bool {
    let is_shared = |object: Value| object.is_global_variable() && object.ty().address_space() == SHARED;
    let Some(written) = destination(writer).map(Value::underlying_object) else { return false };
    let read = pointer.underlying_object();
    is_shared(written) && read.is_argument() || written.is_argument() && is_shared(read)
}

/// May two objects be the same, or a part of each other?
fn may_meet(written: Value, read: Value, search: &Search) -> bool {
    if written == read {
        return true;
    }
    let is_own = |object: Value| object.opcode() == Some(Opcode::LLVMAlloca);
    if is_own(written) || is_own(read) {
        return false;
    }
    let is_variable = |object: Value| object.is_global_variable();
    // What a block shares is not what its kernel was given.
    let is_shared = |object: Value| is_variable(object) && object.ty().address_space() == SHARED;
    let is_given = |object: Value| object.is_argument() || is_variable(object);
    if is_shared(written) && is_shared(read) {
        // Those of no size are all the same memory.
        return has_no_size(written) && has_no_size(read);
    }
    if is_shared(written) && is_given(read) || is_given(written) && is_shared(read) {
        return false;
    }
    !search.analyses.no_alias(written, read)
}

fn has_no_size(object: Value) -> bool {
    let ty = object.global_value_type();
    ty.is_array() && ty.element_count() == 0
}

/// The address space of memory that a block shares.
const SHARED: u32 = 3;
