//! Memory that each iteration of a loop fills before it reads it: nothing in it passes from one iteration to the next.
//!
//! Some writes of an iteration *fill*: they run in every iteration, or in none, and write the same places each time, without
//! gaps. If all other writes stay within what is filled, and reads come after it, then what a read finds was written in the
//! same iteration, or in none of them.

use super::dependence::{Access, Dependences, Meaning, Nest, Polynomial};
use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_library::Size;
use zymase_llvm::{Analyses, Block, Opcode, Value};

/// Does each iteration of loop `index`, which consists of `blocks` in the order of control flow, write an object before it
/// reads it? No other object may be meant by an address that leads to it through a choice before the loop. `counts` says of
/// blocks whether what happens there matters: not where the function never returns from.
pub fn is_written_before_read(
    analyses: &Analyses,
    blocks: &[Block],
    object: Value,
    index: usize,
    counts: &dyn Fn(Block) -> bool,
) -> bool {
    let dependences = Dependences::of(analyses);
    Search { analyses, dependences: &dependences, blocks, object, index, counts }.answer().unwrap_or(false)
}

struct Search<'a> {
    analyses: &'a Analyses,
    dependences: &'a Dependences<'a>,
    blocks: &'a [Block],
    object: Value,
    index: usize,
    counts: &'a dyn Fn(Block) -> bool,
}

/// A condition that does not change in the loop, and how it is decided.
type Guard = (Value, bool);

/// When something runs.
struct When {
    /// Only with these.
    guards: HashSet<Guard>,
    /// With nothing else in every iteration.
    always: bool,
}

struct Write<'a> {
    at: Value,
    nest: Nest<'a>,
    place: Polynomial,
    bytes: Polynomial,
    /// Where it is not the same in all programs.
    length: Option<Value>,
    when: When,
}

/// What is written in every iteration.
struct Fill {
    at: Value,
    low: Polynomial,
    end: Polynomial,
    guards: HashSet<Guard>,
    /// The loops that it takes to fill it.
    spread: Vec<usize>,
    /// Is it all there is of the object?
    whole: bool,
}

impl<'a> Search<'a> {
    fn answer(&self) -> Option<bool> {
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        for i in self.blocks.iter().flat_map(|block| block.instructions()) {
            self.collect(i, &mut writes, &mut reads)?;
        }
        let mut fills: Vec<Fill> = Vec::new();
        let mut others = Vec::new();
        for mut write in writes {
            if fills.iter().any(|fill| covers(fill, &mut write)) {
                continue;
            }
            match self.fill(&write) {
                Some(fill) if fills.iter().all(|other| other.guards == fill.guards) => fills.push(fill),
                _ => others.push(write),
            }
        }
        let covered = |write: &mut Write| fills.iter().any(|fill| covers(fill, write));
        let after =
            |read: &Value| fills.iter().all(|fill| self.comes_after(fill, *read) || self.reads_elsewhere(fill, *read));
        Some(!fills.is_empty() && others.iter_mut().all(covered) && reads.iter().all(after))
    }

    /// Is a pointer, or one that it is in another iteration, one into the object?
    fn leads_here(&self, pointer: Value) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![pointer];
        while let Some(pointer) = work.pop() {
            let base = pointer.underlying_object();
            if base == self.object {
                return true;
            }
            let is_inside = base.block().is_some_and(|block| self.blocks.contains(&block));
            if is_inside && base.opcode() == Some(Opcode::LLVMPHI) && seen.insert(base) {
                work.extend(base.incoming().into_iter().map(|(value, _)| value));
            }
        }
        false
    }

    /// None when it does something to the object that is neither a read nor a write.
    fn collect(&self, i: Value, writes: &mut Vec<Write<'a>>, reads: &mut Vec<Value>) -> Option<()> {
        let module = self.blocks[0].function().module();
        let is_here = |pointer: Value| self.leads_here(pointer);
        match i.opcode() {
            Some(Opcode::LLVMLoad) if is_here(i.operand(0)) => reads.push(i),
            Some(Opcode::LLVMStore) if is_here(i.operand(1)) => {
                let access =
                    Access { instruction: i, pointer: i.operand(1), bytes: module.store_size(i.operand(0).ty()) };
                writes.push(self.write(access, None)?);
            }
            Some(Opcode::LLVMCall) => {
                let arguments = i.arguments();
                let (from, to, length) = match classify(i) {
                    Callee::Copy(copy) => (Some(copy.source), copy.destination, copy.length),
                    Callee::Fill { destination, length } => (None, destination, length),
                    _ => return (!arguments.into_iter().any(|a| a.ty().is_pointer() && is_here(a))).then_some(()),
                };
                if from.is_some_and(|from| is_here(arguments[from])) {
                    reads.push(i);
                }
                if is_here(arguments[to]) {
                    let access = Access { instruction: i, pointer: arguments[to], bytes: 0 };
                    writes.push(self.write(access, Some(arguments[length]))?);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// A write of a number of bytes that is known, or in a register.
    fn write(&self, access: Access, length: Option<Value>) -> Option<Write<'a>> {
        let mut nest = Nest::of(self.dependences, access)?;
        let (base, place) = nest.address(access)?;
        (self.analyses.atom_value(base)? == self.object).then_some(())?;
        let bytes = match length {
            Some(length) => nest.integer(length, access)?,
            None => Polynomial::constant(i128::from(access.bytes)),
        };
        let when = self.when(access.instruction.block().expect("placed"))?;
        Some(Write { at: access.instruction, nest, place, bytes, length, when })
    }

    /// What decides within one iteration whether a block runs.
    fn when(&self, block: Block) -> Option<When> {
        let header = self.dependences.loops()[self.index].header;
        let mut when = When { guards: HashSet::new(), always: true };
        let mut at = block;
        while at != header {
            at = self.analyses.immediate_dominator(at)?;
            let end = at.terminator()?;
            if self.ways(at).count() < 2 || self.comes_by(at, block, &when.guards) {
                continue;
            }
            let side = end.successors().iter().position(|next| self.analyses.dominates(*next, block));
            match side {
                Some(side) if end.is_conditional_branch() && self.is_fixed(end.condition()) => {
                    when.guards.insert((end.condition(), side == 0));
                }
                _ => when.always = false,
            }
        }
        Some(when)
    }

    /// Where control flow goes from a block, as far as that matters.
    fn ways(&self, block: Block) -> impl Iterator<Item = Block> {
        block.successors().into_iter().filter(|next| (self.counts)(*next))
    }

    /// Does the iteration that comes by one block always come by another one later, if these conditions hold?
    fn comes_by(&self, from: Block, to: Block, guards: &HashSet<Guard>) -> bool {
        let header = self.dependences.loops()[self.index].header;
        let mut seen = HashSet::new();
        let mut work: Vec<Block> = self.ways(from).collect();
        while let Some(block) = work.pop() {
            if block == to || !seen.insert(block) {
                continue;
            }
            if block == header || !self.blocks.contains(&block) {
                return false;
            }
            match taken(block, guards) {
                Some(next) => work.push(next),
                None => work.extend(self.ways(block)),
            }
        }
        true
    }

    fn is_fixed(&self, value: Value) -> bool {
        value.block().is_none_or(|block| !self.blocks.contains(&block))
    }

    /// Does a polynomial have one value in all iterations of the loop, but for the counters of loops inside?
    fn is_same_each_time(&self, nest: &Nest, p: &Polynomial, with_counters: bool) -> bool {
        p.symbols().into_iter().all(|symbol| match nest.meaning(symbol) {
            Meaning::Atom(atom) => self.analyses.atom_is_invariant(atom, self.index),
            Meaning::Counter(index) => with_counters && index != self.index && self.is_inside(index),
        })
    }

    fn is_inside(&self, index: usize) -> bool {
        self.analyses.loop_contains(self.index, self.dependences.loops()[index].header)
    }

    /// The bytes that a write leaves filled, if it runs as it does in every iteration.
    fn fill(&self, write: &Write) -> Option<Fill> {
        let nest = &write.nest;
        let depth = nest.around.iter().position(|index| *index == self.index)?;
        let same = |p: &Polynomial, with_counters| self.is_same_each_time(nest, p, with_counters);
        if !write.when.always || !same(&write.place, true) || !same(&write.bytes, false) {
            return None;
        }
        let mut levels: Vec<usize> =
            (depth + 1..nest.around.len()).filter(|level| nest.moves(&write.place, *level)).collect();
        let spread = levels.iter().map(|level| nest.around[*level]).collect();
        let (mut low, mut bytes) = (write.place.clone(), write.bytes.clone());
        // The loop whose steps are as large as what the loops before it have filled comes next.
        while !levels.is_empty() {
            let steps = |level: &usize| nest.slope(&low, *level).filter(|(step, _)| *step == bytes);
            let (next, start) = levels.iter().enumerate().find_map(|(k, level)| Some((k, steps(level)?.1)))?;
            let times = nest.back_edges(levels.remove(next))?.plus(&Polynomial::constant(1))?;
            if !same(&times, false) {
                return None;
            }
            low = start;
            bytes = bytes.times(&times)?;
        }
        let whole = low.as_constant() == Some(0) && write.length.is_some_and(|length| self.is_size(length));
        let end = low.plus(&bytes)?;
        Some(Fill { at: write.at, low, end, guards: write.when.guards.clone(), spread, whole })
    }

    /// Is a value the number of bytes that the object was made with?
    fn is_size(&self, length: Value) -> bool {
        self.object.is_call()
            && matches!(classify(self.object), Callee::Allocate(allocate) if matches!(allocate.size, Size::Argument(k) if self.object.arguments()[k] == length))
    }

    /// Does a load never read what a fill writes?
    fn reads_elsewhere(&self, fill: &Fill, read: Value) -> bool {
        if fill.whole || read.opcode() != Some(Opcode::LLVMLoad) {
            return false;
        }
        let bytes = self.blocks[0].function().module().store_size(read.ty());
        let access = Access { instruction: read, pointer: read.operand(0), bytes };
        let disjoint = || {
            let mut nest = Nest::of(self.dependences, access)?;
            let (base, place) = nest.address(access)?;
            let end = place.plus(&Polynomial::constant(i128::from(bytes)))?;
            let before = fill.low.minus(&end)?;
            let behind = place.minus(&fill.end)?;
            Some(self.analyses.atom_value(base)? == self.object && (nest.holds(&before) || nest.holds(&behind)))
        };
        disjoint().unwrap_or(false)
    }

    /// Does a read only run after a fill is complete, in each iteration that fills at all? The iteration may be one of a loop
    /// inside that fills everything each time.
    fn comes_after(&self, fill: &Fill, read: Value) -> bool {
        let (filled, place) = (fill.at.block().expect("placed"), read.block().expect("placed"));
        let (around, around_read) = (self.dependences.loops_around(filled), self.dependences.loops_around(place));
        let common = around.iter().zip(&around_read).take_while(|(a, b)| a == b).count();
        let innermost = around[common - 1];
        if around[..common].iter().any(|index| fill.spread.contains(index)) {
            return false;
        }
        let stop = match around.get(common) {
            Some(nested) => self.dependences.loops()[*nested].header,
            None if filled == place => return is_above(fill.at, read),
            None => filled,
        };
        let header = self.dependences.loops()[innermost].header;
        let mut seen = HashSet::new();
        let mut work = vec![header];
        while let Some(block) = work.pop() {
            if block == stop || !self.analyses.loop_contains(innermost, block) || !seen.insert(block) {
                continue;
            }
            match taken(block, &fill.guards) {
                Some(next) => work.push(next),
                None => work.extend(block.successors().into_iter().filter(|next| *next != header)),
            }
        }
        !seen.contains(&place)
    }
}

/// Where control flow goes from the end of a block that one of the conditions decides.
fn taken(block: Block, guards: &HashSet<Guard>) -> Option<Block> {
    let end = block.terminator().filter(|end| end.is_conditional_branch())?;
    let is_taken = |side: bool| guards.contains(&(end.condition(), side));
    let side = if is_taken(true) { 0 } else { is_taken(false).then_some(1)? };
    Some(end.successors()[side])
}

/// Does a write stay within what is filled whenever it runs?
fn covers(fill: &Fill, write: &mut Write) -> bool {
    let runs_with_it = fill.guards.is_subset(&write.when.guards);
    runs_with_it && (fill.whole || write.nest.is_within(&write.place, &write.bytes, &fill.low, &fill.end))
}

/// Does one instruction stand before another of the same block?
fn is_above(first: Value, second: Value) -> bool {
    std::iter::successors(first.next_instruction(), |i| i.next_instruction()).any(|i| i == second)
}
