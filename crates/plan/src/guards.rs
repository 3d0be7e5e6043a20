//! Where an adjoint of zero must stay exactly zero.
//!
//! An arm of a `select` that was not selected has adjoint 0, but its operands may be anything: 0 times an infinite
//! derivative would be NaN. The same holds for a value computed before a branch whose only active uses are on the side
//! not taken. What runs only on the side not taken needs nothing: its reverse block does not run.
//!
//! Two means keep such zeros. A *masked* value has a flag beside its adjoint: whether a use of it was reached. Its
//! contributions are 0 where the flag is not set. That costs one `select` on a condition that is at hand, and since the
//! flag does not depend on any number, derivatives of the derivative are right as well. A *guarded* value's contributions
//! are 0 where its adjoint is 0 and the product is not a number ([`zymase_calculus::strong_pullback`]): for adjoints that
//! come from memory or from a caller, of which nobody knows why they are zero, and for lanes of vectors.

use super::domain;
use std::collections::HashSet;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_calculus::{Function, is_singular};
use zymase_llvm::{Block, Opcode, Value};
use zymase_prepare::Prepared;

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

/// The values that keep zeros, by how they do it. A value may be in both.
#[derive(Default)]
pub struct Guards {
    /// With a flag that says whether the value was used.
    pub masked: HashSet<Value>,
    /// By comparing adjoint and product.
    pub guarded: HashSet<Value>,
    /// Those among the guarded that may be poison, since lanes of vectors are not used.
    pub poisonous: HashSet<Value>,
    /// Divisions and functions whose derivative is never infinite where they are computed: nothing is compared.
    pub inside: HashSet<Value>,
}

pub fn find(prepared: &Prepared, activity: &Activity, zeros: Zeros) -> Guards {
    let instructions = prepared.function.instructions();
    let operands_of = |opcode: Opcode| -> Vec<Value> {
        let ends = instructions.iter().filter(|i| i.opcode() == Some(opcode) && i.operand_count() > 0);
        ends.map(|i| i.operand(0)).collect()
    };
    let active = || instructions.iter().copied().filter(|i| activity.is_active(*i));
    let poisonous = feeding(super::lanes::partly_unused(prepared.function), activity, |_| true, &mut Vec::new());
    let mut guarded = Vec::new();
    match zeros {
        Zeros::Everywhere => guarded.extend(active()),
        Zeros::OfResult => guarded.extend(operands_of(Opcode::LLVMRet)),
        Zeros::OfMemory => {}
    }
    let mut doubtful = Vec::new();
    for i in active() {
        if i.opcode() == Some(Opcode::LLVMSelect) {
            doubtful.extend([i.operand(1), i.operand(2)]);
        }
        if may_stay_unused(prepared, activity, i) {
            doubtful.push(i);
        }
    }
    let masked = feeding(doubtful, activity, can_be_masked, &mut guarded);
    let mut guarded = feeding(guarded, activity, |_| true, &mut Vec::new());
    guarded.extend(&poisonous);
    let kept = |i: &Value| masked.contains(i) || guarded.contains(i);
    let inside: HashSet<Value> = active().filter(|i| !kept(i) && domain::is_inside(*i, activity)).collect();
    let singular = |i: Value| is_singular_instruction(i) && !inside.contains(&i);
    guarded.extend(singular_before(&operands_of(Opcode::LLVMStore), prepared, activity, singular));
    Guards { masked, guarded, poisonous, inside }
}

/// Active instructions of a kind that feed the values, directly or through others; what is of no such kind goes to `rest`.
fn feeding(
    values: Vec<Value>,
    activity: &Activity,
    is_of_kind: impl Fn(Value) -> bool,
    rest: &mut Vec<Value>,
) -> HashSet<Value> {
    let mut work = values;
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if !value.is_instruction() || !activity.is_active(value) || seen.contains(&value) {
            continue;
        }
        if !is_of_kind(value) {
            rest.push(value);
            continue;
        }
        seen.insert(value);
        match value.opcode() {
            // Memory has an adjoint of its own, which may be zero for other reasons too: what is stored is looked at apart.
            Some(Opcode::LLVMLoad) => {}
            Some(Opcode::LLVMPHI) => work.extend(value.incoming().into_iter().map(|(incoming, _)| incoming)),
            _ => work.extend(value.operands()),
        }
    }
    seen
}

/// Is every lane of the value computed from the same lanes of its operands?
fn can_be_masked(value: Value) -> bool {
    use Opcode::*;
    if !value.ty().is_float_like() {
        return false;
    }
    match value.opcode() {
        Some(
            LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMSelect | LLVMPHI | LLVMFPExt
            | LLVMFPTrunc | LLVMLoad,
        ) => true,
        Some(LLVMCall) => matches!(classify(value), Callee::Math { .. }),
        _ => false,
    }
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
fn singular_before(
    values: &[Value],
    prepared: &Prepared,
    activity: &Activity,
    is_singular: impl Fn(Value) -> bool,
) -> HashSet<Value> {
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
            _ if is_singular(value) => {
                singular.insert(value);
            }
            _ => {}
        }
        work.extend(value.operands());
    }
    let mut doubtful: HashSet<Value> =
        singular.iter().copied().filter(|value| is_asked_for(*value, prepared)).collect();
    let mut work: Vec<Value> = doubtful.iter().copied().collect();
    while let Some(value) = work.pop() {
        work.extend(value.users().into_iter().filter(|user| seen.contains(user) && doubtful.insert(*user)));
    }
    singular.extend(doubtful);
    singular
}

/// Is an operand compared with something, but the value computed whatever the outcome is?
fn is_asked_for(value: Value, prepared: &Prepared) -> bool {
    let home = value.block().expect("a placed instruction");
    let decides = |comparison: Value| comparison.users().into_iter().any(|end| decides_whether(end, home, prepared));
    let is_compared = |operand: Value| {
        operand.users().into_iter().any(|user| user.opcode() == Some(Opcode::LLVMFCmp) && !decides(user))
    };
    value.operands().into_iter().filter(|operand| operand.ty().is_float_like()).any(is_compared)
}

/// Does a branch decide whether a block runs?
fn decides_whether(end: Value, block: Block, prepared: &Prepared) -> bool {
    let Some(from) = end.block().filter(|_| end.opcode() == Some(Opcode::LLVMBr)) else { return false };
    let analyses = &prepared.analyses;
    from != block && analyses.dominates(from, block) && !analyses.post_dominates(block, from)
}

fn is_singular_instruction(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMFDiv) => true,
        Some(Opcode::LLVMCall) => matches!(classify(i), Callee::Math { function, .. } if is_singular(function)),
        _ => false,
    }
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
