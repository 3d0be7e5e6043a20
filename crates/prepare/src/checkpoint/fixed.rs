//! The step of a loop that ends at a fixed point, going on where the loop would end.
//!
//! At the fixed point x = F(x, p). F is a whole pass through the loop; the pass that finds out that x has settled may only be a part of
//! one. The same code with no way out is F. Nothing in it may depend on how many passes there were.

use super::accesses::{Problem, Region};
use zymase_llvm::{Block, Builder, Function, Opcode, Value};

/// What is left of a step when nobody asks whether to leave.
const SIMPLIFY: &str =
    "simplifycfg,sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,adce,simplifycfg";

/// Are all ways out of the loop such that a pass could go on instead?
pub fn check_exits(region: &Region) -> Result<(), Problem> {
    for block in region.blocks {
        if block.successors().iter().all(|next| region.blocks.contains(next)) {
            continue;
        }
        let branch = block.terminator().expect("a block ends in a terminator");
        if region.analyses.loop_of(*block) != Some(region.index) {
            return Err((branch, "leaves the loop from a loop inside it".into()));
        }
        if branch.opcode() != Some(Opcode::LLVMBr) {
            return Err((branch, "leaves the loop by a switch".into()));
        }
    }
    Ok(())
}

/// Writes the step that goes on into an empty function of the same type. `others`: places of integers in what is carried, its first
/// parameter. What is wrong with it, if anything is.
pub fn write_again(step: Function, again: Function, others: &[u64]) -> Result<(), String> {
    step.clone_body_into(again, &again.parameters());
    for block in again.blocks() {
        let Some(way) = left_by(block) else { continue };
        let number = Value::integer(again.return_type(), 0);
        if way != number {
            block.predecessors().into_iter().for_each(|from| go_on(from, block));
        }
    }
    again.remove_unreachable_blocks();
    let is_other = |pointer: Value| {
        pointer.underlying_object() == again.parameter(0)
            && pointer.offset_in_object(again.module()).is_none_or(|at| others.contains(&(at as u64)))
    };
    let stores = again.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMStore));
    stores.filter(|i| !others.is_empty() && is_other(i.operand(1))).for_each(Value::erase_instruction);
    again.run_passes(SIMPLIFY)?;
    let mut loads = again.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMLoad));
    match loads.any(|i| !others.is_empty() && is_other(i.operand(0)) && !i.users().is_empty()) {
        true => Err("depends on an integer that changes from pass to pass, or on pointers that change places".into()),
        false => Ok(()),
    }
}

/// By which way a block leaves the step.
fn left_by(block: Block) -> Option<Value> {
    block.terminator().filter(|end| end.opcode() == Some(Opcode::LLVMRet)).map(|end| end.operand(0))
}

/// Makes a block that may leave the step go the other way.
fn go_on(from: Block, leave: Block) {
    let branch = from.terminator().expect("a block ends in a terminator");
    let other = branch.successors().into_iter().find(|next| *next != leave).expect("a loop goes on from its blocks");
    Builder::before(branch).branch(other);
    branch.erase_instruction();
}
