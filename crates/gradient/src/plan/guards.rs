//! Where a zero adjoint must stay exactly zero.
//!
//! An arm of a `select` that was not selected has adjoint 0, but its operands may be anything: 0 times an infinite
//! derivative would be NaN. So every instruction that feeds an arm, directly or through others, multiplies as
//! "0 if the adjoint is 0". A branch not taken needs nothing: its reverse block does not run.

use crate::prepare::Prepared;
use std::collections::HashSet;
use zymase_analysis::activity::Activity;
use zymase_llvm::{Opcode, Value};

pub fn guarded(prepared: &Prepared, activity: &Activity) -> HashSet<Value> {
    let mut work: Vec<Value> = prepared
        .function
        .instructions()
        .into_iter()
        .filter(|i| i.opcode() == Some(Opcode::LLVMSelect) && activity.is_active(*i))
        .flat_map(|i| [i.operand(1), i.operand(2)])
        .collect();
    let mut guarded = HashSet::new();
    while let Some(value) = work.pop() {
        if !value.is_instruction() || !activity.is_active(value) || !guarded.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::LLVMPHI | Opcode::LLVMLoad) => {}
            _ => work.extend(value.operands()),
        }
    }
    guarded
}
