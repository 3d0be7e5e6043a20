//! Loops that look for the best of many: `if (d < best) best = d;`.
//!
//! The derivative of what such a loop finds is that of the one iteration that won. The loop only notes what was in its counters when
//! it took a value the last time; behind it that one iteration runs again, and its value is the result. The loop itself
//! then decides and computes nothing that has a derivative: neither mode follows it, and the reverse sweep keeps nothing for it.
//!
//! The result is the same number: nothing is written in such a loop, so that the iteration reads what it read before. What decides is what
//! decided in the program, ties and NaN included.

use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_llvm::{Analyses, Block, Builder, Function, Loop, Opcode, Type, Value};

/// The largest iteration, in instructions, that is there twice.
const LARGEST_ITERATION: usize = 400;

/// Marks loads of what was read before, for the question which memory a function touches (`separation.cpp`).
const READ_BEFORE: &str = "zymase.read_before";

/// Rewrites all such loops, the innermost first; whether there was one.
pub fn rewrite(function: Function) -> bool {
    let mut changed = false;
    let mut seen = HashSet::new();
    loop {
        let analyses = Analyses::of(function);
        let loops = analyses.loops();
        let mut fresh = (0..loops.len()).rev().filter(|index| !seen.contains(&loops[*index].header));
        let contest = |index: usize| Some((loops[index].header, Contest::of(&analyses, index, &loops[index])?));
        let Some((header, contest)) = fresh.find_map(contest) else { return changed };
        drop(analyses);
        seen.insert(header);
        contest.settle();
        changed = true;
    }
}

/// A choice on the way from what a variable was before an iteration to what it is behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A `select` that takes the new value for this outcome of its condition.
    Select { select: Value, outcome: bool },
    /// A merge that takes the new value from this block.
    Merge { phi: Value, from: Block },
}

impl Step {
    fn is_like(self, other: Step) -> bool {
        match (self, other) {
            (Step::Select { select: a, outcome }, Step::Select { select: b, outcome: same }) => {
                a.operand(0) == b.operand(0) && outcome == same
            }
            (Step::Merge { phi: a, from }, Step::Merge { phi: b, from: same }) => {
                a.block() == b.block() && from == same
            }
            _ => false,
        }
    }
}

/// A variable that keeps what it was or takes a new value.
struct Winner {
    start: Value,
    /// What it takes, from the inside of the loop.
    taken: Value,
    /// Outermost first.
    steps: Vec<Step>,
    /// Where it leaves the loop, and whether that is what it was before the iteration.
    leaving: Value,
    leaves_early: bool,
}

/// Variables that take new values at the same time.
struct Group {
    winners: Vec<Winner>,
    /// Where in an iteration the new values are known.
    target: Block,
    /// The blocks on the way there, with the header.
    way: Vec<Block>,
    /// Phis of the header of which the new values are made.
    state: Vec<Value>,
}

/// A loop that looks for the best of many.
struct Contest {
    header: Block,
    latch: Block,
    preheader: Block,
    exiting: Block,
    exit: Block,
    groups: Vec<Group>,
    /// Loads that stay in the loop, because what wins depends on them.
    deciding: HashSet<Value>,
}

impl Contest {
    fn of(analyses: &Analyses, index: usize, found: &Loop) -> Option<Contest> {
        let (header, latch, preheader) = (found.header, found.latch?, found.preheader?);
        let blocks: Vec<Block> =
            header.function().blocks().into_iter().filter(|block| analyses.loop_contains(index, *block)).collect();
        let leaves = |block: &Block| block.successors().into_iter().map(|to| (*block, to)).collect::<Vec<_>>();
        let edges = blocks.iter().flat_map(leaves).filter(|(_, to)| !blocks.contains(to));
        let [(exiting, exit)] = edges.collect::<Vec<_>>()[..] else { return None };
        let floats: Vec<Value> = exit.phis().into_iter().filter(|phi| !is_plain(phi.ty())).collect();
        let is_asked = |phi: &Value| phi.users().iter().any(|user| user.opcode() != Some(Opcode::LLVMFCmp));
        if !floats.iter().any(is_asked) || exit.predecessors() != [exiting] || !blocks.iter().all(only_computes) {
            return None;
        }
        let reading = Reading { analyses, index, blocks: &blocks, header, latch, preheader, exiting };
        let mut groups: Vec<Group> = Vec::new();
        for leaving in floats {
            let winner = reading.winner(leaving)?;
            match groups.iter_mut().position(|group| group.admits(&winner, analyses)) {
                Some(group) => groups[group].winners.push(winner),
                None => {
                    groups.push(Group { target: winner.target()?, winners: vec![winner], way: vec![], state: vec![] })
                }
            }
        }
        for group in &mut groups {
            group.way = reading.way_to(group.target)?;
            group.state = reading.state(group)?;
        }
        let deciding = reading.deciding(&groups);
        Some(Contest { header, latch, preheader, exiting, exit, groups, deciding })
    }

    fn settle(self) {
        let mut at = self.exit;
        for group in &self.groups {
            at = self.repeat(group, at);
        }
    }

    /// Lets the iteration that won run again behind the loop, if there is one; the block behind it.
    fn repeat(&self, group: &Group, at: Block) -> Block {
        let module = self.header.function().module();
        let early = group.winners[0].leaves_early;
        let yes = Value::integer(module.integer_type(1), 1);
        let was_won = self.noted(yes, &group.winners[0].steps, early);
        let state: Vec<Value> =
            group.state.iter().map(|phi| self.noted(*phi, &group.winners[0].steps, early)).collect();
        let behind = Builder::split_before(at.first_non_phi().expect("a terminator"));
        let mut taken: Vec<Value> = group.winners.iter().map(|winner| winner.taken).collect();
        let copies = Block::copy(&group.way, &mut taken);
        self.mark_repeated(&group.way, &copies);
        let place = group.way.iter().position(|block| *block == self.header).expect("on the way");
        for (phi, copy) in self.header.phis().into_iter().zip(copies[place].phis()) {
            let noted = group.state.iter().position(|known| *known == phi);
            let value = noted.map_or_else(|| Value::poison(phi.ty()), |known| state[known]);
            taken.iter_mut().filter(|taken| **taken == copy).for_each(|taken| *taken = value);
            copy.replace_all_uses_with(value);
            copy.erase_instruction();
        }
        let done = self.header.function().append_block("zymase.won");
        Builder::at_end(done).branch(behind);
        self.lead_to(done, group, &copies);
        let end = at.terminator().expect("split");
        Builder::before(end).conditional_branch(was_won, copies[place], behind);
        end.erase_instruction();
        let first = behind.first_instruction().expect("a terminator");
        for (winner, value) in group.winners.iter().zip(taken) {
            let result = Builder::before(first).phi(value.ty(), "zymase.winner");
            result.add_incoming(winner.start, at);
            result.add_incoming(value, done);
            winner.leaving.replace_all_uses_with(result);
            winner.leaving.erase_instruction();
        }
        remove_unneeded(&copies);
        behind
    }

    /// Says of loads in copies that what they read is read in the loop as well.
    fn mark_repeated(&self, blocks: &[Block], copies: &[Block]) {
        for (block, copy) in blocks.iter().zip(copies) {
            for (i, again) in block.instructions().into_iter().zip(copy.instructions()) {
                if self.deciding.contains(&i) {
                    again.mark(READ_BEFORE);
                }
            }
        }
    }

    /// Lets copies of the blocks on a way take no other one, and end at `done`.
    fn lead_to(&self, done: Block, group: &Group, copies: &[Block]) {
        for (block, copy) in group.way.iter().zip(copies) {
            let end = copy.terminator().expect("a block ends in a terminator");
            let next = match ways_on(*block, self.header, &group.way)[..] {
                _ if *block == group.target => done,
                [only] => end.successors()[only],
                _ => continue,
            };
            Builder::before(end).branch(next);
            end.erase_instruction();
        }
    }

    /// What a value was in the iteration that won, behind the loop.
    fn noted(&self, value: Value, steps: &[Step], early: bool) -> Value {
        let ty = value.ty();
        let before = Builder::before(self.header.first_instruction().expect("a terminator")).phi(ty, "zymase.noted");
        let mut now = value;
        for step in steps.iter().rev() {
            now = match *step {
                Step::Select { select, outcome } => {
                    let (yes, no) = if outcome { (now, before) } else { (before, now) };
                    Builder::before(select).select(select.operand(0), yes, no)
                }
                Step::Merge { phi, from } => {
                    let merged = Builder::before(phi).phi(ty, "zymase.noted");
                    for (_, block) in phi.incoming() {
                        merged.add_incoming(if block == from { now } else { before }, block);
                    }
                    merged
                }
            };
        }
        before.add_incoming(Value::null(ty), self.preheader);
        before.add_incoming(now, self.latch);
        let result = Builder::before(self.exit.first_instruction().expect("a terminator")).phi(ty, "zymase.noted");
        result.add_incoming(if early { before } else { now }, self.exiting);
        result
    }
}

impl Group {
    /// Does a variable take new values when those of the group do, and does it know them as late or as early?
    fn admits(&mut self, winner: &Winner, analyses: &Analyses) -> bool {
        let (first, target) = (&self.winners[0], winner.target());
        let same = first.steps.len() == winner.steps.len()
            && first.steps.iter().zip(&winner.steps).all(|(a, b)| a.is_like(*b))
            && first.leaves_early == winner.leaves_early;
        let Some(target) = target.filter(|_| same) else { return false };
        if analyses.dominates(self.target, target) {
            self.target = target;
        }
        analyses.dominates(target, self.target)
    }
}

impl Winner {
    /// The block in which the new value is known, and known to be taken.
    fn target(&self) -> Option<Block> {
        match *self.steps.last()? {
            Step::Select { select, .. } => select.block(),
            Step::Merge { from, .. } => Some(from),
        }
    }
}

/// What is asked about a loop.
struct Reading<'a> {
    analyses: &'a Analyses,
    index: usize,
    blocks: &'a [Block],
    header: Block,
    latch: Block,
    preheader: Block,
    exiting: Block,
}

impl Reading<'_> {
    /// The variable behind a value that leaves the loop.
    fn winner(&self, leaving: Value) -> Option<Winner> {
        let value = leaving.incoming_for(self.exiting)?;
        let is_it = |phi: &Value| *phi == value || phi.incoming_for(self.latch) == Some(value);
        let phi = self.header.phis().into_iter().find(is_it)?;
        let (start, mut taken) = (phi.incoming_for(self.preheader)?, phi.incoming_for(self.latch)?);
        let mut steps = Vec::new();
        while let Some((step, inner)) = self.step(phi, taken) {
            steps.push(step);
            taken = inner;
        }
        let is_new = !steps.is_empty() && self.is_inside(taken) && !self.reaches_floats_of_header(taken);
        is_new.then_some(Winner { start, taken, steps, leaving, leaves_early: phi == value })
    }

    /// The choice that a value is between what the variable was and another value, and that value.
    fn step(&self, phi: Value, value: Value) -> Option<(Step, Value)> {
        if !self.is_inside(value) || value == phi {
            return None;
        }
        match value.opcode()? {
            Opcode::LLVMSelect if value.operand(0).ty().is_integer() => {
                let arms = [value.operand(1), value.operand(2)];
                let new = arms.iter().position(|arm| *arm != phi)?;
                (arms[1 - new] == phi).then_some((Step::Select { select: value, outcome: new == 0 }, arms[new]))
            }
            Opcode::LLVMPHI => {
                let news: Vec<_> = value.incoming().into_iter().filter(|(incoming, _)| *incoming != phi).collect();
                let [(new, from)] = news[..] else { return None };
                let is_one_of_many = value.incoming().len() > 1 && value.block() != Some(self.header);
                let here = self.analyses.loop_of(from) == Some(self.index);
                (is_one_of_many && here).then_some((Step::Merge { phi: value, from }, new))
            }
            _ => None,
        }
    }

    fn is_inside(&self, value: Value) -> bool {
        value.block().is_some_and(|block| self.blocks.contains(&block))
    }

    /// Would a derivative flow into what earlier iterations computed?
    fn reaches_floats_of_header(&self, value: Value) -> bool {
        let operands = |value: Value| match value.opcode() {
            Some(Opcode::LLVMFCmp | Opcode::LLVMICmp) => Vec::new(),
            _ => value.operands(),
        };
        let found = self.inputs(vec![value], operands);
        found.iter().any(|phi| !is_plain(phi.ty()))
    }

    /// The phis of the header that values of the loop are made of.
    fn inputs(&self, values: Vec<Value>, operands: impl Fn(Value) -> Vec<Value>) -> Vec<Value> {
        let (mut seen, mut work, mut found) = (HashSet::new(), values, Vec::new());
        while let Some(value) = work.pop() {
            if !self.is_inside(value) || !seen.insert(value) {
                continue;
            }
            if value.opcode() == Some(Opcode::LLVMPHI) && value.block() == Some(self.header) {
                found.push(value);
            } else {
                work.extend(operands(value));
            }
        }
        found
    }

    /// The blocks that an iteration may pass on its way to `target`.
    fn way_to(&self, target: Block) -> Option<Vec<Block>> {
        let (mut seen, mut work) = (HashSet::new(), vec![target]);
        while let Some(block) = work.pop() {
            if seen.insert(block) && block != self.header {
                work.extend(block.predecessors());
            }
        }
        let way: Vec<Block> = self.blocks.iter().copied().filter(|block| seen.contains(block)).collect();
        let size: usize = way.iter().map(|block| block.instructions().len()).sum();
        let is_whole = way.len() == seen.len() && self.analyses.loop_of(target) == Some(self.index);
        (is_whole && size <= LARGEST_ITERATION).then_some(way)
    }

    /// The loads on which it depends what is taken, and by which way.
    fn deciding(&self, groups: &[Group]) -> HashSet<Value> {
        let ends = self.blocks.iter().filter_map(|block| block.terminator());
        let mut work: Vec<Value> = ends.filter(|end| end.is_conditional_branch()).map(Value::condition).collect();
        for step in groups.iter().flat_map(|group| &group.winners).flat_map(|winner| &winner.steps) {
            if let Step::Select { select, .. } = step {
                work.push(select.operand(0));
            }
        }
        let mut seen = HashSet::new();
        while let Some(value) = work.pop() {
            if self.is_inside(value) && seen.insert(value) {
                work.extend(value.operands());
            }
        }
        seen.retain(|value| value.opcode() == Some(Opcode::LLVMLoad));
        seen
    }

    /// What an iteration must be given to take the same way and to compute the same values.
    fn state(&self, group: &Group) -> Option<Vec<Value>> {
        let mut values: Vec<Value> = group.winners.iter().map(|winner| winner.taken).collect();
        for block in group.way.iter().filter(|block| **block != group.target) {
            let end = block.terminator()?;
            let kept = ways_on(*block, self.header, &group.way);
            if kept.len() > 1 {
                if !end.is_conditional_branch() {
                    return None;
                }
                values.push(end.condition());
            }
        }
        let on_the_way = |value: Value| match value.opcode() {
            Some(Opcode::LLVMPHI) => {
                let ways = value.incoming().into_iter().filter(|(_, from)| group.way.contains(from));
                ways.map(|(value, _)| value).collect()
            }
            _ => value.operands(),
        };
        let mut state = self.inputs(values, on_the_way);
        state.sort_by_key(|phi| self.header.phis().iter().position(|known| known == phi));
        Some(state)
    }
}

/// The successors on the way, without the back edge.
fn ways_on(block: Block, header: Block, way: &[Block]) -> Vec<usize> {
    let on = |(_, to): &(usize, Block)| *to != header && way.contains(to);
    block.successors().into_iter().enumerate().filter(on).map(|(slot, _)| slot).collect()
}

/// Removes from blocks that only compute what neither their branches nor anything outside of them needs. Counters that the new values do
/// not depend on are not noted: nothing that is left may ask for them, and calls and assumptions would, whether or not anybody looks at
/// their results.
fn remove_unneeded(blocks: &[Block]) {
    let all: Vec<Value> = blocks.iter().flat_map(|block| block.instructions()).collect();
    let inside: HashSet<Value> = all.iter().copied().collect();
    let is_root = |i: &Value| i.is_terminator() || i.users().iter().any(|user| !inside.contains(user));
    let (mut needed, mut work) = (HashSet::new(), all.iter().copied().filter(is_root).collect::<Vec<_>>());
    while let Some(value) = work.pop() {
        if inside.contains(&value) && needed.insert(value) {
            work.extend(value.operands());
        }
    }
    let unneeded: Vec<Value> = all.into_iter().filter(|i| !needed.contains(i)).collect();
    for i in &unneeded {
        if !i.users().is_empty() {
            i.replace_all_uses_with(Value::poison(i.ty()));
        }
    }
    unneeded.into_iter().for_each(Value::erase_instruction);
}

/// Can a value of this type not be a number that has a derivative?
fn is_plain(ty: Type) -> bool {
    ty.is_integer() || ty.is_pointer()
}

/// An intrinsic that threads do not compute together.
fn is_arithmetic(callee: Function) -> bool {
    callee.is_intrinsic() && !["llvm.nvvm.", "llvm.amdgcn."].iter().any(|family| callee.name().starts_with(family))
}

/// Can the block run again without anything being noticed, and with the same outcome?
fn only_computes(block: &Block) -> bool {
    block.instructions().into_iter().all(|i| match i.opcode() {
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Math { integer_outputs, .. } => integer_outputs.is_empty(),
            Callee::Hint => true,
            _ => i.does_not_access_memory() && i.called_function().is_some_and(is_arithmetic),
        },
        Some(Opcode::LLVMAlloca | Opcode::LLVMFreeze | Opcode::LLVMInvoke) => false,
        Some(Opcode::LLVMLoad) => !i.is_volatile() && !i.is_atomic(),
        _ => !i.may_write() && !i.may_throw(),
    })
}
