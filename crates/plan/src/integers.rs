//! Integers of the caller that stay in shadows.
//!
//! A struct in a shadow has its integers too: the length of a vector, say. Where an integer is stored to memory that holds floats
//! or integers, nobody knows which of them lies there in the shadow: a float is cleared, an integer, as its bits tell, stays.

use std::collections::HashSet;
use zymase_analysis::activity::{Activity, holds_float, holds_pointer};
use zymase_analysis::types::Types;
use zymase_llvm::{Opcode, Value};
use zymase_prepare::Prepared;

/// Stores behind which an integer may stay.
pub fn kept(prepared: &Prepared, types: &Types, activity: &Activity) -> HashSet<Value> {
    let is_kept = |store: &Value| {
        let (value, pointer) = (store.operand(0), store.operand(1));
        activity.class(pointer).may_have_shadow() && may_keep(types, value, pointer)
    };
    let instructions = prepared.function.instructions().into_iter();
    instructions.filter(|i| i.opcode() == Some(Opcode::LLVMStore)).filter(is_kept).collect()
}

fn may_keep(types: &Types, value: Value, pointer: Value) -> bool {
    let ty = value.ty();
    ty.is_integer()
        && ty.integer_bits() == 64
        && !holds_float(types, value)
        && !holds_pointer(types, value)
        && types.of_memory(pointer, Some(8)).is_ok_and(|layout| layout.is_mixed())
}
