//! Values that are one of several others.

use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// The operands that a phi, a select or a freeze has its value from; none for other values.
pub fn among(value: Value) -> Vec<Value> {
    match value.opcode() {
        Some(Opcode::LLVMPHI) => value.incoming().into_iter().map(|(value, _)| value).collect(),
        Some(Opcode::LLVMSelect) => vec![value.operand(1), value.operand(2)],
        Some(Opcode::LLVMFreeze) => vec![value.operand(0)],
        _ => Vec::new(),
    }
}

/// What a value is chosen among, by phis and selects; the value itself where nothing is chosen.
pub fn leaves(value: Value) -> Vec<Value> {
    let (mut seen, mut work, mut found) = (HashSet::new(), vec![value], Vec::new());
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match among(value) {
            chosen if chosen.is_empty() => found.push(value),
            chosen => work.extend(chosen),
        }
    }
    found
}

/// Is a pointer stored or chosen, and never followed?
pub fn is_only_moved(value: Value) -> bool {
    use Opcode::*;
    value.users().into_iter().all(|user| match user.opcode() {
        Some(LLVMStore) => user.operand(1) != value,
        Some(LLVMPHI | LLVMSelect | LLVMFreeze | LLVMPtrToInt) => true,
        _ => false,
    })
}
