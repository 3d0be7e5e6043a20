//! Loops inside of a thread that become loops around the threads.
//!
//! LLVM makes vectors of innermost loops. Where a thread has a loop that all threads go through alike, the threads should be the innermost
//! one: a cut in the loop, at which nobody waits, makes it so. That pays where neighbouring threads then access
//! memory side by side, and is safe for any loop: threads that do not come to the cut together go on alone.

use crate::cuts::{Cut, Cuts, MARK, Passes, Waits};
use crate::lane::{Lane, run};
use crate::strides::Strides;
use crate::uniform;
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_llvm::{Analyses, Block, Builder, IntPredicate, Opcode, Value};

/// Functions of the device that become instructions.
const SIMPLE: [&str; 12] =
    ["sqrt", "fabs", "fmin", "fmax", "floor", "ceil", "fma", "min", "max", "abs", "rint", "trunc"];

/// A loop that becomes one around the threads.
struct Chosen {
    latch: Block,
    /// Where threads go behind the loop, if not all leave it at once.
    exits: Vec<Block>,
}

/// Code that a thread of a row does alone, which writes to one place: without it the rest can be done by vectors.
struct Solo {
    branch: Block,
    behind: Block,
}

/// Cuts loops of a lane, and around what single threads do.
pub fn cut_loops(lane: Lane, cuts: &mut Cuts) -> Result<(), Failure> {
    let function = lane.function;
    run(function, "loop-simplify,break-crit-edges")?;
    part_counters(lane);
    for chosen in choose(lane) {
        let cut = Cut { waits: Waits::Nobody, passes: Passes::Nothing };
        let nobody = Value::integer(function.module().integer_type(32), 0);
        cuts.add(&Builder::before(chosen.latch.terminator().expect("a branch")), cut, nobody);
        for exit in chosen.exits {
            cuts.add(&Builder::before(exit.first_non_phi().expect("a terminator")), cut, nobody);
        }
    }
    for solo in solos(lane) {
        let cut = Cut { waits: Waits::Nobody, passes: Passes::Nothing };
        let nobody = Value::integer(function.module().integer_type(32), 0);
        cuts.add(&Builder::before(solo.branch.terminator().expect("a branch")), cut, nobody);
        cuts.add(&Builder::before(solo.behind.first_non_phi().expect("a terminator")), cut, nobody);
    }
    Ok(())
}

/// Finds branches of which one side stores to a place that does not depend on the thread of a row, and nothing else decides about it.
fn solos(lane: Lane) -> Vec<Solo> {
    let function = lane.function;
    let analyses = Analyses::of(function);
    let uniform = uniform::find_uniform(function, &HashSet::new());
    let judge = Judge { lane, uniform, strides: Strides::new(lane) };
    let mut found: Vec<Solo> = Vec::new();
    for branch in function.blocks() {
        let Some(end) = branch.terminator().filter(|end| end.is_conditional_branch()) else { continue };
        let compares = Some(end.condition()).filter(|condition| condition.opcode() == Some(Opcode::LLVMICmp));
        let Some(condition) = compares.filter(|condition| judge.strides.of(condition.operand(0)) != Some(0)) else {
            continue;
        };
        let is_equality = matches!(condition.int_predicate(), IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE);
        let sides = branch.successors();
        let side = sides.iter().find(|side| side.predecessors().len() == 1 && side.successors().len() == 1);
        let Some((side, behind)) = side.map(|side| (*side, side.successors()[0])) else { continue };
        let is_alone = |i: &Value| i.opcode() == Some(Opcode::LLVMStore) && judge.strides.of(i.operand(1)) == Some(0);
        if is_equality
            && sides.contains(&behind)
            && side.instructions().iter().any(is_alone)
            && analyses.loop_of(branch).is_none()
            && judge.is_reached_together(branch, &[])
            && found.iter().all(|other| other.behind != behind)
        {
            found.push(Solo { branch, behind });
        }
    }
    found
}

fn choose(lane: Lane) -> Vec<Chosen> {
    let function = lane.function;
    let analyses = Analyses::of(function);
    let loops = analyses.loops();
    let uniform = uniform::find_uniform(function, &HashSet::new());
    let judge = Judge { lane, uniform, strides: Strides::new(lane) };
    let mut chosen = Vec::new();
    for (index, this) in loops.iter().enumerate() {
        let is_innermost = !loops.iter().any(|other| other.parent == Some(index));
        let Some(latch) = this.latch.filter(|_| is_innermost) else { continue };
        let blocks: Vec<Block> =
            function.blocks().into_iter().filter(|block| analyses.loop_contains(index, *block)).collect();
        if let Some(exits) = judge.exits(&blocks)
            && judge.is_worth_it(&blocks)
            && judge.is_reached_together(this.header, &blocks)
        {
            chosen.push(Chosen { latch, exits });
        }
    }
    chosen
}

struct Judge {
    lane: Lane,
    uniform: HashSet<Value>,
    strides: Strides,
}

impl Judge {
    fn is_uniform(&self, value: Value) -> bool {
        match value.is_instruction() {
            true => self.uniform.contains(&value),
            false => !uniform::differs(self.lane.function, value),
        }
    }

    /// Does a loop end for all threads at once (no blocks), or mostly (where threads go then)?
    fn exits(&self, blocks: &[Block]) -> Option<Vec<Block>> {
        let leaves = |block: &&Block| block.successors().iter().any(|next| !blocks.contains(next));
        let [exiting] = blocks.iter().filter(leaves).collect::<Vec<_>>()[..] else { return None };
        let end = exiting.terminator().filter(|end| end.is_conditional_branch())?;
        let condition = end.condition();
        if self.is_uniform(condition) {
            return Some(Vec::new());
        }
        let outside = exiting.successors().into_iter().filter(|next| !blocks.contains(next)).collect();
        self.strides.is_coherent(condition, false).then_some(outside)
    }

    /// Can what a loop does be done by vectors, over threads?
    fn is_worth_it(&self, blocks: &[Block]) -> bool {
        let instructions: Vec<Value> = blocks.iter().flat_map(|block| block.instructions()).collect();
        instructions.into_iter().all(|i| match i.opcode() {
            Some(Opcode::LLVMLoad | Opcode::LLVMStore) => i.is_simple_access() && self.strides.is_side_by_side(i),
            Some(Opcode::LLVMCall) => is_simple_call(i),
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg | Opcode::LLVMFence | Opcode::LLVMSwitch) => false,
            _ => true,
        })
    }

    /// Do all threads of a block, mostly, come to a loop if one does?
    fn is_reached_together(&self, header: Block, inside: &[Block]) -> bool {
        let function = self.lane.function;
        let branches = function.blocks().into_iter().filter(|block| !inside.contains(block));
        let branches: Vec<Block> = branches.filter(|block| block.successors().len() > 1).collect();
        branches.into_iter().all(|block| {
            let sides: Vec<bool> = block.successors().iter().map(|next| reaches(*next, header, block)).collect();
            if !sides.contains(&true) || !sides.contains(&false) {
                return true;
            }
            let Some(end) = block.terminator().filter(|end| end.is_conditional_branch()) else { return false };
            self.is_uniform(end.condition()) || self.strides.is_coherent(end.condition(), true)
        })
    }
}

fn is_simple_call(call: Value) -> bool {
    let Some(callee) = call.called_function() else { return false };
    let name = callee.name();
    match name.strip_prefix("__nv_") {
        Some(name) => SIMPLE.iter().any(|simple| name.contains(simple)),
        None => name != MARK && callee.is_intrinsic() && (call.does_not_access_memory() || is_about_lifetime(&name)),
    }
}

fn is_about_lifetime(name: &str) -> bool {
    name.starts_with("llvm.lifetime.") || name.starts_with("llvm.assume")
}

/// Is there a way from a block to another that does not go over a third?
fn reaches(from: Block, to: Block, avoiding: Block) -> bool {
    let (mut seen, mut work) = (HashSet::from([from]), vec![from]);
    while let Some(block) = work.pop() {
        if block == to {
            return true;
        }
        if block != avoiding {
            work.extend(block.successors().into_iter().filter(|next| seen.insert(*next)));
        }
    }
    false
}

/// A counter that starts at another number in each thread, and grows alike in all, becomes a sum: of where it starts and of a
/// counter that all threads share.
fn part_counters(lane: Lane) {
    let function = lane.function;
    let analyses = Analyses::of(function);
    let loops = analyses.loops();
    let uniform = uniform::find_uniform(function, &HashSet::new());
    let is_same = |value: Value| match value.is_instruction() {
        true => uniform.contains(&value),
        false => !uniform::differs(function, value),
    };
    let mut found = Vec::new();
    for this in &loops {
        let (Some(latch), Some(before)) = (this.latch, this.preheader) else { continue };
        for phi in this.header.phis().into_iter().filter(|phi| phi.ty().is_integer() && !uniform.contains(phi)) {
            let (Some(next), Some(start)) = (phi.incoming_for(latch), phi.incoming_for(before)) else { continue };
            if next.opcode() != Some(Opcode::LLVMAdd) || phi.incoming().len() != 2 {
                continue;
            }
            let step = [0, 1].map(|k| next.operand(k)).into_iter().find(|operand| *operand != phi);
            let is_step = next.operand(0) == phi || next.operand(1) == phi;
            if let Some(step) = step.filter(|step| is_step && is_same(*step)) {
                found.push((phi, next, start, step, [latch, before]));
            }
        }
    }
    for (phi, next, start, step, [latch, before]) in found {
        let header = phi.block().expect("placed");
        let shared = Builder::before(header.first_instruction().expect("a phi")).phi(phi.ty(), "counter");
        let builder = Builder::before(header.first_non_phi().expect("a terminator"));
        phi.replace_all_uses_with(builder.add(start, shared));
        let grown = Builder::before(next).add(shared, step);
        shared.add_incoming(Value::integer(phi.ty(), 0), before);
        shared.add_incoming(grown, latch);
        phi.erase_instruction();
    }
}
