//! Leaves checks for undefined behaviour out of derivatives: those of the sanitizer, and those of the preconditions of
//! unsafe functions that Rust makes in its development profile.
//!
//! They are on every addition and every access: bits of floats are not recognised behind them, extents and trip counts not
//! known, and what only computes numbers may print. The function itself keeps them, and reports what its derivative
//! would have reported.

use super::checkpoint::is_marker;
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_llvm::{Block, Builder, Function, Opcode, Value};

/// Goes on as if nothing was to report.
pub fn drop_checks(function: Function) {
    let doomed = doomed_blocks(function);
    if doomed.is_empty() {
        return;
    }
    for block in function.blocks() {
        let Some(end) = block.terminator().filter(|end| end.is_conditional_branch()) else { continue };
        let [first, second] = end.successors()[..] else { continue };
        let (kept, gone) = match (doomed.contains(&first), doomed.contains(&second)) {
            (false, true) => (first, second),
            (true, false) => (second, first),
            _ => continue,
        };
        gone.remove_predecessor(block);
        Builder::before(end).branch(kept);
        end.erase_instruction();
    }
    function.remove_unreachable_blocks();
    erase_unused(function.instructions());
}

/// Variables whose addresses were looked at become values again.
fn erase_unused(mut work: Vec<Value>) {
    let mut gone = HashSet::new();
    while let Some(value) = work.pop() {
        let is_there = !gone.contains(&value) && value.is_instruction();
        let is_structure = |value: Value| value.is_terminator() || value.opcode() == Some(Opcode::LLVMLandingPad);
        if is_there && value.users().is_empty() && does_nothing(value) && !is_structure(value) {
            work.extend(value.operands());
            gone.insert(value);
            value.erase_instruction();
        }
    }
}

/// Blocks that report, and those from which nothing else can be reached, with nothing done before. Where a report ends the
/// program the optimiser moves the check up, and what the program does before it is there twice: on the way to the report that may
/// be done too, as the other way does it as well.
fn doomed_blocks(function: Function) -> HashSet<Block> {
    let blocks = function.blocks();
    let mut doomed = HashSet::new();
    doomed.extend(blocks.iter().copied().filter(|block| reports(*block, Opcode::LLVMUnreachable, passes)));
    add_ways_there(&blocks, &mut doomed, passes);
    doomed.extend(blocks.iter().copied().filter(|block| reports(*block, Opcode::LLVMBr, does_nothing)));
    add_ways_there(&blocks, &mut doomed, does_nothing);
    doomed
}

/// Adds the blocks from which only these can be reached, and in which nothing else is done.
fn add_ways_there(blocks: &[Block], doomed: &mut HashSet<Block>, may_be_done: fn(Value) -> bool) {
    let mut grows = !doomed.is_empty();
    while grows {
        let leads_there = |block: &&Block| {
            let successors = block.successors();
            !doomed.contains(block)
                && !successors.is_empty()
                && successors.iter().all(|next| doomed.contains(next))
                && block.instructions().into_iter().all(may_be_done)
        };
        let found: Vec<Block> = blocks.iter().filter(leads_there).copied().collect();
        grows = !found.is_empty();
        doomed.extend(found);
    }
}

/// Does a block that ends so report, and do nothing else but what may be done?
fn reports(block: Block, ends: Opcode, may_be_done: fn(Value) -> bool) -> bool {
    let is_report = |i: &Value| {
        let callee = i.is_call().then(|| i.called_function()).flatten();
        callee.is_some_and(|callee| zymase_library::reports_undefined_behaviour(&callee.name()))
    };
    let instructions = block.instructions();
    block.terminator().and_then(|end| end.opcode()) == Some(ends)
        && instructions.iter().any(is_report)
        && instructions.iter().all(|i| is_report(i) || may_be_done(*i))
}

/// Does control surely go on behind an instruction, to a report that ends the program?
fn passes(i: Value) -> bool {
    does_nothing(i) || i.opcode() == Some(Opcode::LLVMStore) || is_marker(i)
}

fn does_nothing(i: Value) -> bool {
    i.is_terminator() || i.is_call() && matches!(classify(i), Callee::Math { .. }) || !i.may_write() && !i.may_throw()
}
