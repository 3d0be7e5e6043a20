//! Barriers that separate nothing.
//!
//! A barrier orders what threads do with memory before it and behind it. It is not needed where no two accesses, one on
//! each side up to the next barriers, may be to the same memory by different threads with one of them writing.

use std::collections::HashSet;
use zymase_llvm::{Block, Function, Opcode, Value};

/// Calls of the device that are barriers of the block, and nothing more.
const BARRIERS: [&str; 3] =
    ["llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.nvvm.barrier.cta.sync.all", "llvm.nvvm.barrier0"];

/// Removes barriers of a thread that separate nothing; `shared` are the variables that a block has of its own.
pub fn remove(function: Function, shared: &[Value]) {
    for barrier in function.instructions().into_iter().filter(|i| is_barrier(*i)) {
        let before = accesses(barrier, false);
        let behind = accesses(barrier, true);
        let is_needed = before.iter().any(|a| behind.iter().any(|b| may_meet(*a, *b, shared)));
        if !is_needed {
            barrier.erase_instruction();
        }
    }
}

fn is_barrier(call: Value) -> bool {
    call.is_call() && call.called_function().is_some_and(|f| BARRIERS.contains(&f.name().as_str()))
}

/// What touches memory between a barrier and the next ones, in one direction.
fn accesses(barrier: Value, forwards: bool) -> HashSet<Value> {
    let home = barrier.block().expect("placed");
    let instructions = home.instructions();
    let place = instructions.iter().position(|i| *i == barrier).expect("in its block");
    let mut found = HashSet::new();
    let own: Vec<Value> = match forwards {
        true => instructions[place + 1..].to_vec(),
        false => instructions[..place].iter().rev().copied().collect(),
    };
    let around = |block: Block| if forwards { block.successors() } else { block.predecessors() };
    let mut work = if collect(&own, &mut found) { around(home) } else { Vec::new() };
    let mut seen: HashSet<Block> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        let mut inside = block.instructions();
        if !forwards {
            inside.reverse();
        }
        if collect(&inside, &mut found) {
            work.extend(around(block).into_iter().filter(|next| seen.insert(*next)));
        }
    }
    found
}

/// Collects accesses up to a barrier; true when there is none.
fn collect(instructions: &[Value], found: &mut HashSet<Value>) -> bool {
    for i in instructions {
        if is_barrier(*i) {
            return false;
        }
        if i.may_read() || i.may_write() {
            found.insert(*i);
        }
    }
    true
}

/// Where an access may go.
enum Target {
    /// A variable of the block.
    Shared(Value),
    /// A stack object of the thread.
    Own,
    /// Memory that is not the block's own.
    Elsewhere,
    Anywhere,
}

fn target(access: Value, shared: &[Value]) -> Target {
    let pointer = match access.opcode() {
        Some(Opcode::LLVMLoad) => access.operand(0),
        Some(Opcode::LLVMStore) => access.operand(1),
        _ => return Target::Anywhere,
    };
    if !access.is_simple_access() {
        return Target::Anywhere;
    }
    let object = pointer.underlying_object();
    if object.opcode() == Some(Opcode::LLVMAlloca) {
        return Target::Own;
    }
    if shared.contains(&object) {
        return Target::Shared(object);
    }
    // Pointers that come from outside do not lead to what a block has of its own.
    if object.is_argument() || object.is_global_variable() { Target::Elsewhere } else { Target::Anywhere }
}

/// May two accesses, of different threads, be to the same memory, and is one of them a write?
fn may_meet(a: Value, b: Value, shared: &[Value]) -> bool {
    if !a.may_write() && !b.may_write() {
        return false;
    }
    match (target(a, shared), target(b, shared)) {
        (Target::Own, _) | (_, Target::Own) => false,
        (Target::Shared(a), Target::Shared(b)) => a == b,
        (Target::Shared(_), Target::Elsewhere) | (Target::Elsewhere, Target::Shared(_)) => false,
        _ => true,
    }
}
