//! Header phis that are loop-invariant: they seem to go from one iteration to the next and never change.
//!
//! `largest = x[0]` in a loop that fills `x` only if there is something to fill becomes, to the optimiser, "what it was before, if
//! there is nothing". But whether there is something is the same in every iteration: if it is what it was before, it is always
//! what it was at first.

use zymase_llvm::{Analyses, Block, Function, Loop, Opcode, Value};

/// Replaces such values by what they are at first.
pub fn replace(function: Function) {
    let analyses = Analyses::of(function);
    for (index, found) in analyses.loops().into_iter().enumerate() {
        for phi in found.header.phis() {
            if let Some(start) = start_of(&analyses, index, &found, phi) {
                phi.replace_all_uses_with(start);
                phi.erase_instruction();
            }
        }
    }
}

/// What a header phi is in all iterations, where it is looked at.
fn start_of(analyses: &Analyses, index: usize, found: &Loop, phi: Value) -> Option<Value> {
    let (preheader, latch) = (found.preheader?, found.latch?);
    let (start, next) = (phi.incoming_for(preheader)?, phi.incoming_for(latch)?);
    let users = phi.users();
    let merge = next.block().filter(|block| analyses.loop_contains(index, *block))?;
    let is_merge = |user: &Value| user.opcode() == Some(Opcode::LLVMPHI) && user.block() == Some(merge);
    if merge == found.header || !users.contains(&next) || !users.iter().all(is_merge) {
        return None;
    }
    // By which way it comes there, and nothing else does.
    let ways = |user: &Value| user.incoming().into_iter().filter(|(value, _)| *value == phi).map(|(_, from)| from);
    let way = ways(&next).next()?;
    let only = users.iter().flat_map(ways).all(|from| from == way) && way.successors() == [merge];
    (only && is_decided_before(analyses, index, way, latch)).then_some(start)
}

/// Is a block entered in all iterations, or in none?
fn is_decided_before(analyses: &Analyses, index: usize, block: Block, latch: Block) -> bool {
    let [from] = block.predecessors()[..] else { return false };
    let end = from.terminator().expect("a block ends in a terminator");
    let is_fixed = |value: Value| value.block().is_none_or(|block| !analyses.loop_contains(index, block));
    end.is_conditional_branch()
        && end.successors()[0] != end.successors()[1]
        && is_fixed(end.condition())
        && analyses.loop_contains(index, from)
        && analyses.loop_of(from) == Some(index)
        && analyses.dominates(from, latch)
}
