//! Where a zero adjoint must stay exactly zero.
//!
//! An arm of a `select` that was not selected has adjoint 0, but its operands may be anything: 0 times an infinite
//! derivative would be NaN. The same holds for a value computed before a branch whose only active uses are on the side
//! not taken. So every instruction that feeds such a use, directly or through others, multiplies as "0 if the adjoint
//! is 0"; so does what computes lanes of vectors that nobody looks at. What runs only on the side not taken needs nothing: its reverse block does not run.

use crate::prepare::Prepared;
use std::collections::HashSet;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_calculus::{Function, is_singular};
use zymase_llvm::{Block, Opcode, Value};

/// Which adjoints may be zero from the beginning.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Zeros {
    /// Those of memory.
    OfMemory,
    /// That of the result, too: the second half of a call.
    OfResult,
    /// Zero is to stay zero everywhere.
    Everywhere,
}

pub fn guarded(prepared: &Prepared, activity: &Activity, zeros: Zeros) -> HashSet<Value> {
    let mut work: Vec<Value> = super::lanes::partly_unused(prepared.function);
    for i in prepared.function.instructions() {
        if !activity.is_active(i) {
            continue;
        }
        if i.opcode() == Some(Opcode::LLVMSelect) {
            work.extend([i.operand(1), i.operand(2)]);
        }
        if zeros == Zeros::Everywhere || may_stay_unused(prepared, activity, i) {
            work.push(i);
        }
    }
    let operands_of = |opcode: Opcode| -> Vec<Value> {
        let ends = prepared.function.instructions().into_iter().filter(|i| i.opcode() == Some(opcode));
        ends.filter(|i| i.operand_count() > 0).map(|i| i.operand(0)).collect()
    };
    if zeros == Zeros::OfResult {
        work.extend(operands_of(Opcode::LLVMRet));
    }
    let mut guarded = singular_before(&operands_of(Opcode::LLVMStore), activity);
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if !value.is_instruction() || !activity.is_active(value) || !seen.insert(value) {
            continue;
        }
        guarded.insert(value);
        match value.opcode() {
            // Memory has an adjoint of its own, which may be zero for other reasons too: what is stored is looked at above.
            Some(Opcode::LLVMLoad) => {}
            Some(Opcode::LLVMPHI) => work.extend(value.incoming().into_iter().map(|(incoming, _)| incoming)),
            _ => work.extend(value.operands()),
        }
    }
    guarded
}

/// Does the contribution to operand `k` of a guarded instruction stay zero by itself? A product with a finite constant.
pub fn is_harmless(rule: Function, k: usize, operands: &[Value]) -> bool {
    let finite = |j: usize| operands[j].as_real().is_some_and(f64::is_finite);
    match rule {
        Function::Mul | Function::Fma => k < 2 && finite(1 - k),
        Function::Div => k == 0 && finite(1) && operands[1].as_real().is_some_and(f64::is_normal),
        _ => false,
    }
}

/// Divisions and calls of functions that feed the values, up to what they load; and everything between those that the
/// program asks first whether they can be computed, and the values: the optimiser computes them all the same where the
/// result is not used then.
fn singular_before(values: &[Value], activity: &Activity) -> HashSet<Value> {
    let mut work = values.to_vec();
    let (mut seen, mut singular) = (HashSet::new(), HashSet::new());
    while let Some(value) = work.pop() {
        if !value.is_instruction() || !activity.is_active(value) || !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::LLVMLoad) => continue,
            Some(Opcode::LLVMPHI) => {
                work.extend(value.incoming().into_iter().map(|(incoming, _)| incoming));
                continue;
            }
            Some(Opcode::LLVMFDiv) => {
                singular.insert(value);
            }
            Some(Opcode::LLVMCall) if is_singular_call(value) => {
                singular.insert(value);
            }
            _ => {}
        }
        work.extend(value.operands());
    }
    let mut doubtful: HashSet<Value> = singular.iter().copied().filter(|value| is_asked_for(*value)).collect();
    let mut work: Vec<Value> = doubtful.iter().copied().collect();
    while let Some(value) = work.pop() {
        work.extend(value.users().into_iter().filter(|user| seen.contains(user) && doubtful.insert(*user)));
    }
    singular.extend(doubtful);
    singular
}

/// Is an operand compared with something?
fn is_asked_for(value: Value) -> bool {
    let is_compared = |operand: Value| operand.users().iter().any(|user| user.opcode() == Some(Opcode::LLVMFCmp));
    value.operands().into_iter().filter(|operand| operand.ty().is_float_like()).any(is_compared)
}

fn is_singular_call(call: Value) -> bool {
    matches!(classify(call), Callee::Math { function, .. } if is_singular(function))
}

/// Can the function end after the value was computed without passing any of its active uses?
fn may_stay_unused(prepared: &Prepared, activity: &Activity, value: Value) -> bool {
    let home = value.block().expect("a placed instruction");
    !value.users().into_iter().any(|user| {
        let takes_part = user.ty().is_void() || activity.is_active(user);
        takes_part && use_blocks(value, user).into_iter().any(|b| prepared.analyses.post_dominates(b, home))
    })
}

/// Where a use happens: for a phi at the end of the incoming block.
fn use_blocks(value: Value, user: Value) -> Vec<Block> {
    match user.opcode() {
        Some(Opcode::LLVMPHI) => user.incoming().into_iter().filter(|(v, _)| *v == value).map(|(_, b)| b).collect(),
        _ => user.block().into_iter().collect(),
    }
}
