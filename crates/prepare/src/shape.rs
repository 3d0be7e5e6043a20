//! The last steps of preparation: what the emitters rely on is made and checked here.
//!
//! Relied on: one return; one place where it goes on unwinding, and calls that may unwind as `unwinding` makes them; every loop natural, with preheader, one latch and exits that have one predecessor each; a
//! counter per loop; no by-value parameters; no lifetime markers (the reverse sweep reads stack objects again).

use super::checkpoint::Outlined;
use super::{Prepared, PreparedLoop, loop_is_canonical};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::memory::unread_stores;
use zymase_core::Failure;
use zymase_library::{Machinery, machinery};
use zymase_llvm::{Analyses, Block, Builder, Function, Loop, Opcode, Value};

/// A `byval` parameter becomes a plain pointer and a copy in a local of the function.
pub fn copy_by_value_parameters(function: Function) {
    let module = function.module();
    for (index, parameter) in function.parameters().into_iter().enumerate() {
        let Some(ty) = function.parameter_type_attribute(index, "byval") else { continue };
        let first = function.entry().first_instruction().expect("a block with a terminator");
        let builder = Builder::before(first);
        let copy = builder.alloca(ty, "zymase.byval");
        let alignment = module.alignment(ty).max(8);
        copy.set_alignment(alignment);
        let place = builder.pointer_cast(copy, parameter.ty());
        parameter.replace_all_uses_with(place);
        let bytes = Value::integer(module.integer_type(64), module.allocation_size(ty) as i64);
        builder.copy_memory(copy, parameter, bytes, module.alignment(ty));
        function.remove_parameter_attribute(index, "byval");
    }
}

/// A recursive call inside the clone must name the original, not the clone.
pub fn replace_uses_of_self(function: Function, original: Function) {
    if !function.value().users().is_empty() {
        function.value().replace_all_uses_with(original.value());
    }
}

/// Erases what only describes lifetimes and assumptions; where stack objects came to life.
pub fn drop_markers(function: Function) -> Vec<(Value, Block)> {
    const DROPPED: [&str; 5] =
        ["llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias.scope.decl", "llvm.invariant.", "llvm.dbg."];
    let mut births = Vec::new();
    for instruction in function.instructions() {
        let Some(callee) = instruction.is_call().then(|| instruction.called_function()).flatten() else { continue };
        let name = callee.name();
        if name.starts_with("llvm.lifetime.start") {
            let object = instruction.arguments().last().map(|pointer| pointer.underlying_object());
            births.extend(object.zip(instruction.block()));
        }
        let is_dropped =
            DROPPED.iter().any(|prefix| name.starts_with(prefix)) || machinery(&name) == Some(Machinery::Stack);
        if is_dropped && instruction.users().is_empty() {
            instruction.erase_instruction();
        }
    }
    births
}

/// Adds counters and trip counts, and freezes the function.
pub fn finish(
    function: Function,
    original: Function,
    outlined: Outlined,
    births: Vec<(Value, Block)>,
) -> Result<Prepared, Failure> {
    let trips = expand_trip_counts(function);
    let mut growths = expand_growths(function);
    let counters = add_counters(function);
    let analyses = Analyses::of(function);
    unread_stores(function, &analyses).into_iter().for_each(Value::erase_instruction);
    let blocks = function.blocks_in_reverse_post_order();
    let mut loops = Vec::new();
    for (index, found) in analyses.loops().iter().enumerate() {
        let (Some(latch), Some(preheader)) = (found.latch, found.preheader) else {
            return Err(Failure::internal(format!("a loop of {} is not in canonical form", original.name())));
        };
        loops.push(PreparedLoop {
            header: found.header,
            latch,
            preheader,
            parent: found.parent,
            counter: counters[index],
            trips: trips[index],
            growths: std::mem::take(&mut growths[index]),
        });
    }
    drop_stray_loop_marks(&blocks, &loops);
    let loop_of = blocks.iter().map(|block| (*block, analyses.loop_of(*block))).collect();
    let ending = |opcode: Opcode| {
        blocks.iter().copied().find(|block| block.terminator().and_then(|t| t.opcode()) == Some(opcode))
    };
    let (return_block, unwind_block) = (ending(Opcode::LLVMRet), ending(Opcode::LLVMResume));
    let (returning, unwinding) = (blocks_before(return_block), blocks_before(unwind_block));
    Ok(Prepared {
        function,
        original,
        analyses,
        loops,
        blocks,
        loop_of,
        returning,
        unwinding,
        return_block,
        unwind_block,
        births,
        step_loops: outlined.loops,
        remarks: outlined.remarks,
        unshared: Vec::new(),
        problem: outlined.problem,
        shared: Rc::default(),
    })
}

/// What is said of a loop stands at the end of its latch. Splitting edges has left a copy at the branch before, which would
/// keep the empty latch from being folded away, and the loop from being rotated.
fn drop_stray_loop_marks(blocks: &[Block], loops: &[PreparedLoop]) {
    let is_latch = |block: &Block| loops.iter().any(|l| l.latch == *block);
    for end in blocks.iter().filter(|block| !is_latch(block)).filter_map(|block| block.terminator()) {
        end.remove_metadata("llvm.loop");
    }
}

fn expand_trip_counts(function: Function) -> Vec<Option<Value>> {
    let analyses = Analyses::of(function);
    let loops = analyses.loops();
    (0..loops.len())
        .map(|index| if loop_is_canonical(&loops[index]) { analyses.expand_backedge_count(index) } else { None })
        .collect()
}

/// How the integers and addresses of each loop's header grow, where one addition does not show it.
fn expand_growths(function: Function) -> Vec<HashMap<Value, (Value, Option<Value>)>> {
    let analyses = Analyses::of(function);
    let growths = |(index, found): (usize, &Loop)| {
        let latch = found.latch.filter(|_| loop_is_canonical(found))?;
        let is_plain = |phi: &Value| {
            let next = phi.incoming_for(latch);
            let is_addition = |next: Value| matches!(next.opcode(), Some(Opcode::LLVMAdd | Opcode::LLVMGetElementPtr));
            let inside = |value: &Value| value.block().is_some_and(|block| analyses.loop_contains(index, block));
            next.is_some_and(|next| {
                is_addition(next) && next.operands().iter().all(|operand| operand == phi || !inside(operand))
            })
        };
        let phis = found.header.phis().into_iter().filter(|phi| !is_plain(phi));
        Some(phis.filter_map(|phi| Some((phi, analyses.expand_growth(index, phi)?))).collect())
    };
    analyses.loops().iter().enumerate().map(|pair| growths(pair).unwrap_or_default()).collect()
}

/// Gives each loop a phi that counts iterations from 0.
fn add_counters(function: Function) -> Vec<Value> {
    let analyses = Analyses::of(function);
    let i64_type = function.module().integer_type(64);
    let mut counters = Vec::new();
    for found in analyses.loops() {
        let first = found.header.first_instruction().expect("a block with a terminator");
        let builder = Builder::before(first);
        let counter = builder.phi(i64_type, "zymase.counter");
        let (Some(latch), Some(preheader)) = (found.latch, found.preheader) else {
            counters.push(counter);
            continue;
        };
        // Before the loop is left or goes on: in a latch of its own the sum would keep the loop from being rotated.
        let inside = |block: &Block| analyses.loop_of(*block) == analyses.loop_of(latch);
        let end = match latch.predecessors().as_slice() {
            [only] if only.successors().len() == 2 && inside(only) => *only,
            _ => latch,
        };
        builder.position_before(end.terminator().expect("a latch branches"));
        let next = builder.add(counter, Value::integer(i64_type, 1));
        counter.add_incoming(Value::integer(i64_type, 0), preheader);
        counter.add_incoming(next, latch);
        counters.push(counter);
    }
    counters
}

/// The blocks from which `end` is reached.
fn blocks_before(end: Option<Block>) -> HashSet<Block> {
    let mut found = HashSet::new();
    let mut work: Vec<Block> = end.into_iter().collect();
    while let Some(block) = work.pop() {
        if found.insert(block) {
            work.extend(block.predecessors());
        }
    }
    found
}
