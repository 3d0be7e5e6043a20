//! Stores of a kernel that wait for the end of the reverse sweep.
//!
//! They overwrite nothing that their own thread reads in the reverse sweep. Other threads of the block are ahead or behind; up to the last
//! mirrored barrier they wait for each other. What a thread reads again behind that one must not be what others may have stored by then.
//! (Other blocks are not waited for: a program in which they overwrite what this one reads has a race.)

use super::dependencies::recipe;
use super::{Choices, Facts, Flow, Item, needs};
use std::collections::HashSet;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::memory::Memory;
use zymase_analysis::types::Types;
use zymase_library::Device;
use zymase_llvm::{Opcode, Value};
use zymase_prepare::Prepared;

/// The address space of memory that a block shares.
const SHARED: u32 = 3;

/// Does the reverse sweep of each thread read nothing again that the late stores of others may overwrite?
pub fn is_safe(prepared: &Prepared, types: &Types, activity: &Activity, memory: &Memory, choices: Choices) -> bool {
    let is_wait = |i: &Value| {
        i.is_call() && matches!(classify(*i), Callee::Device(device) if !matches!(device, Device::Shuffle(_)))
    };
    let waits: Vec<Value> = prepared.function.instructions().into_iter().filter(is_wait).collect();
    if !prepared.function.module().is_for_gpu() || waits.is_empty() || memory.last_stores().is_empty() {
        return true;
    }
    let work = needs::reverse_work(prepared, types, activity, choices);
    let flow = Flow::of(prepared, &work, activity, choices.unwinds);
    let facts =
        Facts { prepared, types, activity, memory, shape: choices.shape, options: choices.options, flow: &flow };
    let mut items = needs::of_flow(&facts);
    for block in prepared.blocks.iter().filter(|block| flow.reversed.contains(*block)) {
        let is_behind =
            |wait: &Value| wait.block().is_some_and(|at| at != *block && prepared.analyses.dominates(at, *block));
        if waits.iter().any(is_behind) {
            continue;
        }
        let instructions = block.instructions();
        let first = instructions.iter().position(|i| waits.contains(i)).map_or(instructions.len(), |at| at + 1);
        instructions[..first].iter().for_each(|i| items.extend(needs::of_instruction(&facts, *i)));
    }
    let mut seen: HashSet<Item> = items.iter().copied().collect();
    while let Some(item) = items.pop() {
        if let Item::Primal(value) = item
            && value.opcode() == Some(Opcode::LLVMLoad)
            && memory.overwriter(value).is_none()
            && memory.last_stores().iter().any(|store| may_meet(prepared, value, *store))
        {
            return false;
        }
        items.extend(recipe(&facts, item).reads(item, &facts).into_iter().filter(|read| seen.insert(*read)));
    }
    true
}

fn may_meet(prepared: &Prepared, load: Value, store: Value) -> bool {
    let (read, written) = (load.operand(0).underlying_object(), store.operand(1).underlying_object());
    let is_shared = |object: Value| object.is_global_variable() && object.ty().address_space() == SHARED;
    let is_given = |object: Value| object.is_argument() || object.is_global_variable();
    if read != written && (is_shared(read) && is_given(written) || is_given(read) && is_shared(written)) {
        return false;
    }
    read.opcode() != Some(Opcode::LLVMAlloca) && (read == written || !prepared.analyses.no_alias(read, written))
}
