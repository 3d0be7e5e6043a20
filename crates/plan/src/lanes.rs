//! Which lanes of vectors nobody looks at.
//!
//! Such a lane may hold anything: what was left in a register, 0/0, or a poison that the optimiser put there. Its adjoint
//! is 0, and must not be multiplied by that.

use std::collections::HashMap;
use zymase_analysis::callee::{Callee, classify};
use zymase_llvm::{Function, Opcode, Value};

/// A bit for each lane; all lanes of longer vectors count as used.
type Set = u128;
const LONGEST: u64 = Set::BITS as u64;

/// The vectors of which some lanes are not used.
pub fn partly_unused(function: Function) -> Vec<Value> {
    let instructions = function.instructions();
    let mut used: HashMap<Value, Set> = HashMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for user in instructions.iter().rev() {
            let own = used.get(user).copied().unwrap_or(0);
            for (index, operand) in user.operands().into_iter().enumerate() {
                if !operand.is_instruction() || !operand.ty().is_vector() {
                    continue;
                }
                let lanes = used.entry(operand).or_insert(0);
                let more = *lanes | read_lanes(*user, index, operand, own);
                changed |= more != *lanes;
                *lanes = more;
            }
        }
    }
    let is_partly = |value: &Value| value.ty().is_vector() && used.get(value).copied().unwrap_or(0) != all(*value);
    instructions.into_iter().filter(is_partly).collect()
}

fn all(vector: Value) -> Set {
    let lanes = vector.ty().element_count();
    if lanes >= LONGEST { Set::MAX } else { (1 << lanes) - 1 }
}

/// The lanes of an operand that an instruction reads if these lanes of its own result are used.
fn read_lanes(user: Value, index: usize, operand: Value, own: Set) -> Set {
    use Opcode::*;
    let everything = all(operand);
    if operand.ty().element_count() >= LONGEST {
        return everything;
    }
    let lane = |position: usize| user.operand(position).as_integer().map(|lane| (1 as Set) << lane);
    let same_lanes = user.ty().is_vector() && user.ty().element_count() == operand.ty().element_count();
    match user.opcode() {
        Some(LLVMExtractElement) => lane(1).unwrap_or(everything),
        Some(LLVMInsertElement) => own & !lane(2).unwrap_or(0),
        Some(LLVMShuffleVector) => {
            let count = operand.ty().element_count() as u32;
            let first = index as u32 * count;
            let mask = user.shuffle_mask().into_iter().enumerate();
            let read = mask.filter(|(to, _)| own >> to & 1 == 1).filter_map(|(_, from)| from?.checked_sub(first));
            read.filter(|from| *from < count).fold(0, |set, from| set | (1 as Set) << from)
        }
        Some(LLVMCall) if matches!(classify(user), Callee::Math { .. }) && same_lanes => own,
        Some(
            LLVMPHI | LLVMSelect | LLVMFreeze | LLVMBitCast | LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv
            | LLVMFRem | LLVMFCmp | LLVMFPExt | LLVMFPTrunc | LLVMAnd | LLVMOr | LLVMXor,
        ) if same_lanes => own,
        _ => everything,
    }
}
