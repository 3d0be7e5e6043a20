//! Which varied values an active output depends on: the backward half of activity.

use super::{Activity, holds_float};
use crate::callee::{Callee, classify};
use crate::types::Types;
use std::collections::HashSet;
use zymase_library::Device;
use zymase_llvm::{Opcode, Value};

pub fn analyse(instructions: &[Value], activity: &Activity, types: &Types) -> HashSet<Value> {
    let mut useful = HashSet::new();
    let mut work = Vec::new();
    for instruction in instructions {
        work.extend(roots(*instruction, activity));
    }
    while let Some(value) = work.pop() {
        if !activity.is_varied(value) || !useful.insert(value) {
            continue;
        }
        if value.is_instruction() {
            work.extend(sources(value, types));
        }
    }
    useful
}

/// Values an instruction makes useful whatever follows.
fn roots(i: Value, activity: &Activity) -> Vec<Value> {
    match i.opcode() {
        Some(Opcode::LLVMStore) if activity.class(i.operand(1)).may_have_shadow() => vec![i.operand(0)],
        Some(Opcode::LLVMAtomicRMW) if activity.class(i.operand(0)).may_have_shadow() => vec![i.operand(1)],
        Some(Opcode::LLVMRet) if activity.return_active && i.operand_count() == 1 => vec![i.operand(0)],
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Defined(_) => i.arguments(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Operands whose derivative flows into the value.
fn sources(i: Value, types: &Types) -> Vec<Value> {
    match i.opcode() {
        Some(Opcode::LLVMPHI) => i.incoming().into_iter().map(|(value, _)| value).collect(),
        Some(Opcode::LLVMSelect) => vec![i.operand(1), i.operand(2)],
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Math { operands, .. } => operands.iter().filter_map(|k| i.arguments().get(*k).copied()).collect(),
            Callee::Device(Device::Shuffle(_)) => vec![i.arguments()[1]],
            _ => Vec::new(),
        },
        Some(Opcode::LLVMLoad) => Vec::new(),
        _ => i.operands().into_iter().filter(|o| holds_float(types, *o)).collect(),
    }
}
