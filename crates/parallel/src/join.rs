//! Regions that follow each other, or that a loop starts again and again, become one.
//!
//! A team is started once, and its threads wait for each other where a region ended:
//!
//! ```text
//! start; a; end; p = p + 1; start; b; end    ->    start; a; barrier; p = p + 1; b; end
//! for (...) { start; a; end }                ->    start; for (...) { a; barrier } end
//! ```
//!
//! What lies between is then done by every thread. So it may only compute values, from values: it reads and writes no memory, calls nothing, and
//! all threads take the same branches. A barrier does what the end of a region does (it waits for tasks too, and what was written before is
//! seen behind), for less than the start of a team costs.
//!
//! Regions stay apart where the number of threads is asked for, which may differ; where one may be cancelled, because a team stays
//! cancelled; and where a thread gets variables with a content that each start copies anew.
use crate::privates;
use crate::region::{self, Region};
use crate::{runtime, team};
use std::collections::HashSet;
use zymase_llvm::{Analyses, Block, Builder, Function, Loop, Opcode, Type, Value};

/// Joins what can be. The marks of the function have been separated; they are so again.
pub fn join(function: Function) {
    if team::asks_for_threads(function) {
        return;
    }
    while join_neighbours(function) {}
    if region::find(function).is_some_and(|all| all.iter().any(returns_to)) {
        // Whatever this pass does not like is only less joined.
        let _ = function.run_passes("loop-simplify");
        while join_loop(function) {}
    }
}

/// Does a way lead from the end of a region to its start?
fn returns_to(region: &Region) -> bool {
    let mut work: Vec<Block> = region.end.and_then(|end| end.block()).map(Block::successors).unwrap_or_default();
    let mut seen: HashSet<Block> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        if Some(block) == region.start.block() {
            return true;
        }
        work.extend(block.successors().into_iter().filter(|next| seen.insert(*next)));
    }
    false
}

/// Joins two regions that follow each other; false when there are none.
fn join_neighbours(function: Function) -> bool {
    let Some(all) = region::find(function) else { return false };
    for first in &all {
        let Some((between, second)) = follower(first, &all) else { continue };
        if may_be_cancelled(first) || may_be_cancelled(second) || copies_content(function, &[first, second], &all) {
            continue;
        }
        second.start.remark("RegionsJoined", "parallel region goes on with the team of the one before", false);
        between.into_iter().for_each(forget_lifetimes);
        let objects = shared_objects(second.start);
        let team = renew(first.start, &objects);
        wait_at(first.end.expect("followed by another"), team);
        belong_to(second.start, team);
        return true;
    }
    false
}

/// The region that all ways from the end of another lead to, over nothing but computations, and the blocks between.
fn follower<'a>(first: &Region, all: &'a [Region]) -> Option<(Vec<Block>, &'a Region)> {
    let [mut block] = first.end?.block()?.successors()[..] else { return None };
    let mut between = Vec::new();
    loop {
        let is_new = !between.contains(&block);
        if !is_new || block.predecessors().len() != 1 || !block.instructions().into_iter().all(is_harmless) {
            return None;
        }
        between.push(block);
        if let Some(second) = all.iter().find(|region| region.start.block() == Some(block)) {
            return Some((between, second));
        }
        let [next] = block.successors()[..] else { return None };
        block = next;
    }
}

/// Puts a loop whose rounds start regions into one region; false when there is none.
fn join_loop(function: Function) -> bool {
    let Some(all) = region::find(function) else { return false };
    let found = {
        let analyses = Analyses::of(function);
        let loops = analyses.loops().into_iter().enumerate();
        // Inner loops come last.
        loops.collect::<Vec<_>>().into_iter().rev().find_map(|(index, found)| {
            let blocks: Vec<Block> =
                function.blocks().into_iter().filter(|block| analyses.loop_contains(index, *block)).collect();
            Rounds::of(function, &found, &blocks, &all)
        })
    };
    let Some(rounds) = found else { return false };
    rounds.join(&all);
    true
}

/// A loop that does nothing but start regions.
struct Rounds {
    preheader: Block,
    /// Where the loop leads to, from nowhere else.
    exit: Block,
    /// Its blocks outside of regions.
    between: Vec<Block>,
    /// Places of its regions among all.
    regions: Vec<usize>,
}

impl Rounds {
    fn of(function: Function, found: &Loop, blocks: &[Block], all: &[Region]) -> Option<Rounds> {
        let preheader = found.preheader?;
        let is_inside = |block: Option<Block>| block.is_some_and(|block| blocks.contains(&block));
        let regions: Vec<usize> = (0..all.len()).filter(|index| is_inside(all[*index].start.block())).collect();
        let around = all.iter().any(|region| region.contains(preheader));
        let own: Vec<&Region> = regions.iter().map(|index| &all[*index]).collect();
        let fits = |region: &&Region| is_inside(region.end.and_then(|end| end.block())) && !may_be_cancelled(region);
        if own.is_empty() || around || !own.iter().all(fits) {
            return None;
        }
        let in_region = |block: Block| own.iter().any(|region| region.contains(block));
        let between: Vec<Block> = blocks.iter().copied().filter(|block| !in_region(*block)).collect();
        let mut exits = blocks.iter().flat_map(|block| block.successors().into_iter().map(move |to| (*block, to)));
        let exits: Vec<(Block, Block)> = exits.by_ref().filter(|(_, to)| !blocks.contains(to)).collect();
        let [(last, exit)] = exits[..] else { return None };
        let harmless = between.iter().flat_map(|block| block.instructions()).all(is_harmless);
        let joins = harmless
            && !in_region(last)
            && exit.predecessors() == [last]
            && exit.landing_pad().is_none()
            && !copies_content(function, &own, all);
        joins.then_some(Rounds { preheader, exit, between, regions })
    }

    fn join(self, all: &[Region]) {
        let starts: Vec<Value> = self.regions.iter().map(|index| all[*index].start).collect();
        starts[0].remark(
            "RegionsJoined",
            "the team of this parallel region stays for all rounds of the loop around it",
            false,
        );
        self.between.iter().copied().for_each(forget_lifetimes);
        let objects: Vec<Value> = starts.iter().flat_map(|start| shared_objects(*start)).collect();
        let module = self.exit.function().module();
        let builder = Builder::before(self.preheader.terminator().expect("a preheader"));
        builder.set_location_of(starts[0]);
        let mut passed = vec![starts[0].arguments()[0]];
        passed.extend(objects);
        let team = builder.call(runtime::start(module), &passed);
        builder.call(runtime::bound(module), &[team]);
        Builder::split_before(self.preheader.terminator().expect("a preheader"));
        for phi in self.exit.phis() {
            // One way leads here.
            phi.replace_all_uses_with(phi.operand(0));
            phi.erase_instruction();
        }
        let behind = self.exit.first_instruction().expect("a terminator");
        let builder = Builder::before(behind);
        builder.set_location_of(starts[0]);
        builder.call(runtime::end(module), &[team]);
        Builder::split_before(behind);
        for index in self.regions {
            wait_at(all[index].end.expect("looked at"), team);
            belong_to(all[index].start, team);
        }
    }
}

/// May every thread do it, instead of the one that starts teams?
fn is_harmless(instruction: Value) -> bool {
    if let Some(name) = called(instruction) {
        let is_mark = [runtime::START, runtime::BOUND].contains(&name.as_str());
        let says_nothing = name.starts_with("llvm.assume") || name.starts_with("llvm.experimental.noalias.scope.decl");
        return is_mark
            || says_nothing
            || is_lifetime(&name)
            || name.starts_with("llvm.") && only_computes(instruction);
    }
    !instruction.is_call() && instruction.opcode() != Some(Opcode::LLVMAlloca) && only_computes(instruction)
}

fn only_computes(instruction: Value) -> bool {
    !instruction.may_read() && !instruction.may_write() && !instruction.may_throw()
}

fn called(instruction: Value) -> Option<String> {
    if !instruction.is_call() {
        return None;
    }
    instruction.called_value().as_function().map(|function| function.name())
}

fn is_lifetime(name: &str) -> bool {
    name.starts_with("llvm.lifetime.")
}

/// Lifetimes end at a place of one thread; without an end they last as long as the function.
fn forget_lifetimes(block: Block) {
    let ends = block.instructions().into_iter().filter(|at| called(*at).is_some_and(|name| is_lifetime(&name)));
    ends.for_each(|end| end.erase_instruction());
}

fn may_be_cancelled(region: &Region) -> bool {
    let instructions = region.blocks.iter().flat_map(|block| block.instructions());
    instructions.filter_map(called).any(|name| runtime::shown(&name).starts_with("__kmpc_cancel"))
}

/// Do threads have variables of their own that something outside of all regions touches as well?
fn copies_content(function: Function, regions: &[&Region], all: &[Region]) -> bool {
    let objects: Vec<Value> =
        function.entry().instructions().into_iter().filter(|object| object.is_fixed_stack_object()).collect();
    regions.iter().any(|region| objects.iter().any(|object| privates::has_content(*object, region, all)))
}

/// Stack objects that a mark tells the region of.
fn shared_objects(start: Value) -> Vec<Value> {
    let mut work: Vec<Value> = start.arguments().into_iter().skip(1).collect();
    let mut seen: HashSet<Value> = work.iter().copied().collect();
    let mut objects = Vec::new();
    while let Some(value) = work.pop() {
        if value.is_instruction() && value.passes_pointer_on() {
            let operands = value.operands().into_iter().filter(|operand| operand.ty().is_pointer());
            work.extend(operands.filter(|operand| seen.insert(*operand)));
        } else if value.opcode() == Some(Opcode::LLVMAlloca) {
            objects.push(value);
        }
    }
    objects
}

/// The same mark, which tells of more objects.
fn renew(start: Value, objects: &[Value]) -> Value {
    let builder = Builder::before(start);
    builder.set_location_of(start);
    let mut passed = start.arguments();
    passed.extend(objects);
    let team = builder.call(runtime::start(builder.module()), &passed);
    start.replace_all_uses_with(team);
    start.erase_instruction();
    team
}

/// Threads of a team wait where a region ended.
fn wait_at(end: Value, team: Value) {
    let builder = Builder::before(end);
    builder.set_location_of(end);
    let module = builder.module();
    let (pointer, integer) = (module.pointer_type(), module.integer_type(32));
    let barrier = Type::function(module.void_type(), &[pointer, integer], false);
    let barrier = module.declare("__kmpc_barrier", barrier);
    ["nounwind", "convergent"].iter().for_each(|fact| barrier.add_attribute(fact));
    let number = builder.load(integer, team);
    builder.call(barrier, &[team.arguments()[0], number]);
    end.erase_instruction();
}

/// What a region knew of its team is what is known of another.
fn belong_to(start: Value, team: Value) {
    let bound = |mark: Value| mark.users().into_iter().find(|user| region::is_call_of(*user, runtime::BOUND));
    let (old, new) = (bound(start).expect("separated"), bound(team).expect("separated"));
    old.replace_all_uses_with(new);
    old.erase_instruction();
    start.replace_all_uses_with(team);
    start.erase_instruction();
}
