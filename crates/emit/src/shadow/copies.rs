//! What both modes ask about memory that is copied or stored to: what lies there, by the evidence of both ends.

use super::Sweep;
use zymase_analysis::types::Layout;
use zymase_core::{Failure, runtime};
use zymase_llvm::{Builder, Opcode, Value};
use zymase_plan::refusal::type_failure;

/// Is it constant data of the program without pointers, such as a text, or one of several? A copy of it ends every
/// derivative, whatever the bytes are.
pub fn is_constant_data(pointer: Value) -> bool {
    is_constant_data_within(pointer, MOST_CHOICES_OF_DATA)
}

/// Choices that are looked through, one behind the other.
const MOST_CHOICES_OF_DATA: u32 = 4;

fn is_constant_data_within(pointer: Value, depth: u32) -> bool {
    let object = pointer.underlying_object();
    let all = |mut choices: std::vec::IntoIter<Value>| {
        depth > 0 && choices.len() > 0 && choices.all(|choice| is_constant_data_within(choice, depth - 1))
    };
    match object.opcode() {
        Some(Opcode::LLVMSelect) => all(vec![object.operand(1), object.operand(2)].into_iter()),
        Some(Opcode::LLVMPHI) => all(object.incoming().into_iter().map(|(v, _)| v).collect::<Vec<_>>().into_iter()),
        _ => {
            object.is_global_variable() && object.is_constant_global() && !object.global_value_type().contains_pointer()
        }
    }
}

/// What a copy moves, by the evidence at its destination and its source. A number or pointer that only one of them
/// knows of is moved as such: shadows of integers are not looked at, a derivative would be lost.
///
/// A text may lie in front of numbers, and how long it is nobody knows: then it is a text, and [`check_text`] makes the
/// program see to it.
pub fn layout_of_copy(sweep: &Sweep, i: Value, to: Value, from: Value, length: Value) -> Result<Layout, Failure> {
    let bytes = length.as_integer().map(|n| n as u64);
    let found = match (sweep.types.of_memory(to, bytes), sweep.types.of_memory(from, bytes), bytes) {
        (Ok(there), Ok(here), Some(bytes)) => Ok(there.with_floats_of(&here, bytes)),
        (there, here, _) => there.or(here),
    };
    found.or_else(|problem| match longest_text(sweep, to, from, length) {
        0 => Err(type_failure(sweep.types, i, &problem)),
        _ => Ok(Layout::text()),
    })
}

/// Bytes that a copy of unknown length may move before it comes to a number or pointer.
fn longest_text(sweep: &Sweep, to: Value, from: Value, length: Value) -> u64 {
    sweep.types.longest_text(to, length).max(sweep.types.longest_text(from, length))
}

/// Where only its length tells that a copy moves no numbers, a longer one ends the program with a message.
pub fn check_text(sweep: &Sweep, builder: &Builder, to: Value, from: Value, length: Value) {
    let unknown = |pointer| sweep.types.of_memory(pointer, None).is_err();
    if length.is_constant() || !unknown(to) || !unknown(from) {
        return;
    }
    let i64_type = sweep.module().integer_type(64);
    let most = Value::integer(i64_type, longest_text(sweep, to, from, length) as i64);
    let length = builder.integer_cast(sweep.twin.value(length), i64_type);
    builder.call_across_spaces(runtime::check_text(sweep.module()), &[length, most]);
}
