//! Values that are one of several others.

use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// What a value is chosen among, by phis and selects; the value itself where nothing is chosen.
pub fn leaves(value: Value) -> Vec<Value> {
    let (mut seen, mut work, mut found) = (HashSet::new(), vec![value], Vec::new());
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::LLVMPHI) => work.extend(value.incoming().into_iter().map(|(value, _)| value)),
            Some(Opcode::LLVMSelect) => work.extend([value.operand(1), value.operand(2)]),
            Some(Opcode::LLVMFreeze) => work.push(value.operand(0)),
            _ => found.push(value),
        }
    }
    found
}
