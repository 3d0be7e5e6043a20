//! Which loops only add to sums.

use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::effects::only_computes;
use zymase_analysis::memory::is_written_before_read;
use zymase_library::MemoryEffect;
use zymase_llvm::{Block, Function, Opcode, Value};
use zymase_plan::{self as plan, Facts, Item, Plan};
use zymase_prepare::checkpoint::{PieceUse, Region, StepLoop};
use zymase_prepare::parts::mutable_global;

/// From one block to another.
type Edge = (Block, Block);

/// A loop that can run forwards and backwards at once, as values of the prepared function.
pub struct Candidate {
    pub index: usize,
    pub sums: Vec<Sum>,
    /// Stack objects that live during one iteration, and addresses in them from before the loop.
    pub own: Vec<Value>,
    /// Where the loop is left.
    pub exit: Block,
    /// Edges by which it is left and the function never returns: panics.
    pub panics: Vec<Edge>,
}

/// A header phi that is only added to.
pub struct Sum {
    pub phi: Value,
    pub start: Value,
    pub next: Value,
    /// Phis behind the loop that are the sum.
    pub results: Vec<Value>,
}

/// The loops of a function for which the reverse sweep would keep something, and need not.
pub fn find(facts: &Facts, plan: &Plan) -> Vec<Candidate> {
    let prepared = facts.prepared;
    let outermost = (0..prepared.loops.len()).filter(|index| prepared.loops[*index].parent.is_none());
    let mut found: Vec<Candidate> = outermost
        .filter(|index| is_worth_it(facts, plan, *index))
        .filter_map(|index| Search::new(facts, index).candidate())
        .collect();
    if found.is_empty() {
        return found;
    }
    let read = plan::reachable(facts, &plan.needed);
    // The sum of one loop may go on in another one.
    while let Some(at) = (0..found.len()).find(|at| !can_wait(facts, &read, &found[*at], &found)) {
        found.remove(at);
    }
    found
}

/// Is something kept in every iteration, or in every iteration of a loop inside that runs backwards? One number for a long
/// loop inside is no matter.
fn is_worth_it(facts: &Facts, plan: &Plan, index: usize) -> bool {
    let prepared = facts.prepared;
    let is_inside = |other: usize| other != index && prepared.loop_contains(index, Some(other));
    let homes: Vec<usize> = plan.kept.iter().filter_map(|item| item.home(prepared, Some(&plan.storage))).collect();
    if plan.flow.loops.iter().any(|other| is_inside(*other)) {
        homes.into_iter().any(is_inside)
    } else {
        homes.contains(&index)
    }
}

/// Can everything that is computed from the sums of a loop be computed after the reverse sweep?
fn can_wait(facts: &Facts, read: &HashSet<Item>, candidate: &Candidate, all: &[Candidate]) -> bool {
    let results = candidate.sums.iter().flat_map(|sum| sum.results.iter().copied()).collect();
    wait(facts, read, results, |value, phi| {
        if is_result(all, phi) {
            return Some(vec![phi]);
        }
        // The start of another sum.
        let sums = all.iter().flat_map(|other| &other.sums);
        let others: Vec<&Sum> = sums.filter(|sum| sum.phi == phi && sum.start == value).collect();
        (!others.is_empty()).then(|| others.into_iter().flat_map(|sum| sum.results.iter().copied()).collect())
    })
}

/// Can values, and everything that is computed from them, be computed after the reverse sweep? `through` says what a phi that
/// one of them goes into makes of it.
fn wait(
    facts: &Facts,
    read: &HashSet<Item>,
    values: Vec<Value>,
    through: impl Fn(Value, Value) -> Option<Vec<Value>>,
) -> bool {
    let mut seen = HashSet::new();
    let mut work = values;
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        if read.contains(&Item::Primal(value)) {
            return false;
        }
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::LLVMRet) => {}
                Some(Opcode::LLVMStore) if facts.memory.last_stores().contains(&user) && user.operand(0) == value => {}
                Some(Opcode::LLVMPHI) => match through(value, user) {
                    Some(more) => work.extend(more),
                    None => return false,
                },
                _ if is_arithmetic(user) && facts.prepared.home(user).is_none() => work.push(user),
                _ => return false,
            }
        }
    }
    true
}

fn is_result(all: &[Candidate], phi: Value) -> bool {
    all.iter().flat_map(|other| &other.sums).any(|sum| sum.results.contains(&phi))
}

/// Could it run again anywhere, on the same operands, with the same result?
fn is_arithmetic(i: Value) -> bool {
    match i.opcode() {
        Some(
            Opcode::LLVMFAdd
            | Opcode::LLVMFSub
            | Opcode::LLVMFMul
            | Opcode::LLVMFDiv
            | Opcode::LLVMFNeg
            | Opcode::LLVMFPExt
            | Opcode::LLVMFPTrunc,
        ) => true,
        Some(Opcode::LLVMCall) => {
            matches!(classify(i), Callee::Math { integer_outputs, .. } if integer_outputs.is_empty())
        }
        _ => false,
    }
}

/// Does the derivative of a function with fused loops leave alone what will only be known at its end, in these records?
pub fn results_are_free(facts: &Facts, plan: &Plan, records: &[Value]) -> bool {
    let is_result =
        |i: &Value| i.opcode() == Some(Opcode::LLVMLoad) && records.contains(&i.operand(0).underlying_object());
    let results = facts.prepared.function.instructions().into_iter().filter(is_result).collect();
    wait(facts, &plan::reachable(facts, &plan.needed), results, |_, _| None)
}

/// One loop that is looked at.
struct Search<'a> {
    facts: &'a Facts<'a>,
    index: usize,
    blocks: Vec<Block>,
}

impl<'a> Search<'a> {
    fn new(facts: &'a Facts, index: usize) -> Search<'a> {
        let prepared = facts.prepared;
        let inside = |block: &Block| prepared.loop_contains(index, prepared.loop_of(*block));
        Search { facts, index, blocks: prepared.blocks.iter().copied().filter(inside).collect() }
    }

    fn region(&self) -> Region<'_> {
        let prepared = self.facts.prepared;
        let (analyses, module) = (&prepared.analyses, prepared.function.module());
        Region { analyses, index: self.index, blocks: &self.blocks, module }
    }

    fn contains(&self, value: Value) -> bool {
        value.block().is_some_and(|block| self.blocks.contains(&block))
    }

    fn candidate(&self) -> Option<Candidate> {
        let prepared = self.facts.prepared;
        let found = &prepared.loops[self.index];
        found.trips?;
        let (panics, exits): (Vec<Edge>, Vec<Edge>) =
            self.edges().into_iter().partition(|(_, next)| !prepared.reaches_end(*next, self.facts.flow.unwinds));
        let (last, exit) = self.exit(&exits)?;
        let mut sums = Vec::new();
        for phi in found.header.phis().into_iter().filter(|phi| *phi != found.counter) {
            if phi.ty().is_float() {
                sums.push(self.sum(phi, last, exit)?);
            } else {
                plan::closed_form(prepared, phi, self.index)?;
            }
        }
        let is_sum = |phi: &Value| sums.iter().any(|sum: &Sum| sum.results.contains(phi));
        let plain = !sums.is_empty() && exit.phis().iter().all(is_sum) && self.leaves_nothing_else(&sums);
        if !plain || self.takes_bits() || self.uses_globals() {
            return None;
        }
        let own = self.own_objects();
        let fits = self.only_touches_its_own(&own, exit) && (panics.is_empty() || self.checks_are_plain(&panics));
        fits.then_some(Candidate { index: self.index, sums, own, exit, panics })
    }

    /// The edges by which the loop is left.
    fn edges(&self) -> Vec<Edge> {
        let all = self.blocks.iter().flat_map(|block| block.successors().into_iter().map(|next| (*block, next)));
        all.filter(|(_, next)| !self.blocks.contains(next)).collect()
    }

    /// The block from which the loop is left, at the end of an iteration, and the one behind.
    fn exit(&self, edges: &[Edge]) -> Option<Edge> {
        let found = &self.facts.prepared.loops[self.index];
        let [(last, exit)] = edges else { return None };
        let at_end = *last == found.latch || found.latch.predecessors() == [*last];
        at_end.then_some((*last, *exit))
    }

    /// Does the function never return from where an instruction is?
    fn never_returns(&self, i: Value) -> bool {
        i.block().is_some_and(|block| !self.facts.prepared.reaches_end(block, self.facts.flow.unwinds))
    }

    /// What is used behind the loop are the sums; panics may use more.
    fn leaves_nothing_else(&self, sums: &[Sum]) -> bool {
        let is_result = |user: &Value| sums.iter().any(|sum| sum.results.contains(user));
        let is_fine = |user: &Value| self.contains(*user) || is_result(user) || self.never_returns(*user);
        let used_inside = |i: Value| i.users().iter().all(is_fine);
        self.blocks.iter().flat_map(|block| block.instructions()).all(used_inside)
    }

    /// The loop runs once without its numbers to see whether it panics. Is whether it does, and what it says then, decided by
    /// integers and addresses that it does not write itself?
    fn checks_are_plain(&self, panics: &[Edge]) -> bool {
        let prepared = self.facts.prepared;
        let header = prepared.loops[self.index].header;
        let before_panic = blocks_to(panics.iter().map(|(from, _)| *from), header);
        let leaves_inner = |block: Block| {
            let inner = prepared.loop_of(block).filter(|inner| *inner != self.index);
            inner.is_some_and(|inner| {
                block.successors().iter().any(|next| !prepared.loop_contains(inner, prepared.loop_of(*next)))
            })
        };
        let decides = |block: &Block| before_panic.contains(block) || leaves_inner(*block);
        let is_condition = |value: &Value| value.is_instruction();
        let conditions = |block: &Block| block.terminator().map_or(Vec::new(), Value::operands);
        let mut work: Vec<Value> =
            self.blocks.iter().filter(|block| decides(block)).flat_map(conditions).filter(is_condition).collect();
        let inside = self.blocks.iter().flat_map(|block| block.instructions());
        work.extend(inside.filter(|i| i.users().iter().any(|user| self.never_returns(*user))));
        let written = self.written_objects();
        let mut seen = HashSet::new();
        while let Some(i) = work.pop() {
            if !self.contains(i) || !seen.insert(i) {
                continue;
            }
            if !self.is_check(i, &written) {
                return false;
            }
            // What a merge is depends on the way to it.
            if i.opcode() == Some(Opcode::LLVMPHI) && i.block() != Some(header) {
                let before = blocks_to(i.block().into_iter(), header);
                work.extend(
                    before.iter().filter(|block| self.blocks.contains(block)).flat_map(conditions).filter(is_condition),
                );
            }
            work.extend(i.operands().into_iter().filter(|operand| operand.is_instruction()));
        }
        true
    }

    /// What the loop writes, of which nothing is left when it runs without its numbers.
    fn written_objects(&self) -> HashSet<Value> {
        let region = self.region();
        let places = self.blocks.iter().flat_map(|block| block.instructions()).filter_map(|i| match i.opcode() {
            Some(Opcode::LLVMStore) => Some(i.operand(1)),
            Some(Opcode::LLVMCall) => match classify(i) {
                Callee::Copy(copy) => Some(i.arguments()[copy.destination]),
                Callee::Fill { destination, .. } => Some(i.arguments()[destination]),
                _ => None,
            },
            _ => None,
        });
        places.flat_map(|place| region.objects(place)).collect()
    }

    /// Integer arithmetic on what the loop does not write.
    fn is_check(&self, i: Value, written: &HashSet<Value>) -> bool {
        let is_number = |value: &Value| value.ty().contains_float();
        if is_number(&i) || i.operands().iter().any(is_number) {
            return false;
        }
        match i.opcode() {
            Some(Opcode::LLVMLoad) => {
                self.region().objects(i.operand(0)).iter().all(|object| !written.contains(object))
            }
            Some(Opcode::LLVMCall) => match classify(i) {
                Callee::Inactive(inactive) => inactive.touches_no_memory(),
                Callee::Allocate(_) => true,
                _ => false,
            },
            _ => !i.may_read() && !i.may_write() && !i.may_throw(),
        }
    }

    /// Does the loop use an integer from before it that carries a derivative?
    fn takes_bits(&self) -> bool {
        let operands = self.blocks.iter().flat_map(|block| block.instructions()).flat_map(|i| i.operands());
        let mut from_before =
            operands.filter(|value| value.is_argument() || value.is_instruction() && !self.contains(*value));
        from_before.any(|value| value.ty().scalar().is_integer() && self.facts.activity.is_varied(value))
    }

    /// Derivatives of globals would live as long as one iteration.
    fn uses_globals(&self) -> bool {
        let code = self.blocks.iter().flat_map(|block| block.instructions());
        mutable_global(code).is_some()
    }

    /// A phi that is added to, and not looked at otherwise.
    fn sum(&self, phi: Value, last: Block, exit: Block) -> Option<Sum> {
        let found = &self.facts.prepared.loops[self.index];
        let (start, next) = (phi.incoming_for(found.preheader)?, phi.incoming_for(found.latch)?);
        let mut states = HashSet::from([phi]);
        let mut results = Vec::new();
        let mut work = vec![phi];
        while let Some(state) = work.pop() {
            for user in state.users() {
                if !self.contains(user) {
                    (user.block() == Some(exit) && user.incoming_for(last) == Some(next)).then_some(())?;
                    results.push(user);
                } else if states.insert(user) {
                    work.push(user);
                }
            }
        }
        let goes_on = |state: &Value| *state == phi || is_sum_of_one(*state, &states);
        if !states.contains(&next) || !states.iter().all(goes_on) {
            return None;
        }
        // `n > 0 ? sum : start`, where the start comes by a way around the loop.
        let later = blocks_from(exit);
        let mut at = 0;
        while let Some(result) = results.get(at).copied() {
            for user in result.users() {
                let either = |(value, from): &(Value, Block)| {
                    results.contains(value) || *value == start && !later.contains(from)
                };
                let is_merge = user.opcode() == Some(Opcode::LLVMPHI) && user.incoming().iter().all(either);
                if is_merge && self.facts.prepared.home(user).is_none() && !results.contains(&user) {
                    results.push(user);
                }
            }
            at += 1;
        }
        Some(Sum { phi, start, next, results })
    }

    /// Stack objects that come to life in every iteration, and addresses in them that are computed before the loop.
    fn own_objects(&self) -> Vec<Value> {
        let born = self.facts.prepared.births.iter().filter(|(_, block)| self.blocks.contains(block));
        born.filter_map(|(object, birth)| self.own_object(*object, *birth)).flatten().collect()
    }

    fn own_object(&self, object: Value, birth: Block) -> Option<Vec<Value>> {
        let prepared = self.facts.prepared;
        let births = prepared.births.iter().filter(|(other, _)| *other == object).count();
        let is_fixed = object.opcode() == Some(Opcode::LLVMAlloca) && object.operand(0).is_constant();
        (is_fixed && births == 1).then_some(())?;
        let mut own = vec![object];
        let mut at = 0;
        while let Some(address) = own.get(at).copied() {
            for user in address.users() {
                let block = user.block()?;
                if self.blocks.contains(&block) {
                    prepared.analyses.dominates(birth, block).then_some(())?;
                } else {
                    (user.opcode() == Some(Opcode::LLVMGetElementPtr) && user.operand(0) == address).then_some(())?;
                    own.push(user);
                }
            }
            at += 1;
        }
        Some(own)
    }

    /// Does the loop write nothing that a later iteration, or what follows the loop, could read; and will it find what it reads
    /// when it runs in the reverse sweep?
    fn only_touches_its_own(&self, own: &[Value], exit: Block) -> bool {
        let region = self.region();
        let mut scratch = HashSet::new();
        let mut is_own = |pointer: Value| {
            region.objects(pointer).into_iter().all(|object| {
                let begins_here = region.contains(object)
                    && object.opcode() == Some(Opcode::LLVMCall)
                    && matches!(classify(object), Callee::Allocate(_));
                own.contains(&object)
                    || begins_here
                    || scratch.contains(&object)
                    || self.is_scratch(object, exit) && scratch.insert(object)
            })
        };
        let instructions = || self.blocks.iter().flat_map(|block| block.instructions());
        instructions().all(|i| match i.opcode() {
            Some(Opcode::LLVMStore) => {
                i.is_simple_access() && !i.operand(0).ty().contains_pointer() && is_own(i.operand(1))
            }
            Some(Opcode::LLVMLoad) => {
                i.is_simple_access() && (self.facts.memory.overwriter(i).is_none() || is_own(i.operand(0)))
            }
            Some(Opcode::LLVMCall) => {
                let arguments = i.arguments();
                match classify(i) {
                    Callee::Copy(copy) => is_own(arguments[copy.destination]) && is_own(arguments[copy.source]),
                    Callee::Fill { destination, .. } => is_own(arguments[destination]),
                    Callee::Allocate(_) => region.is_freed(i),
                    Callee::Free(free) => region.contains(arguments[free.pointer].underlying_object()),
                    Callee::Defined(callee) if self.fixed_point(callee).is_some() => {
                        let step_loop = self.fixed_point(callee).expect("asked before");
                        let written = step_loop.pieces.iter().filter(|piece| piece.kind != PieceUse::Input);
                        let overwritten = self.facts.memory.overwritten_operands(i);
                        written.map(|piece| piece.start).chain(overwritten).all(|k| is_own(arguments[k]))
                    }
                    callee => only_computes(&callee),
                }
            }
            _ => !i.may_read() && !i.may_write() && !i.may_throw(),
        })
    }

    /// The loop that ends at a fixed point, of which this is the function.
    fn fixed_point(&self, callee: Function) -> Option<&StepLoop> {
        let mut fixed = self.facts.prepared.step_loops.iter().filter(|found| found.fixed.is_some());
        fixed.rfind(|found| found.function == callee)
    }

    /// Is an object of the function only used to pass numbers on within one iteration?
    fn is_scratch(&self, object: Value, exit: Block) -> bool {
        let is_object = |source: &Value| match source.opcode() {
            Some(Opcode::LLVMAlloca) => true,
            Some(Opcode::LLVMCall) => matches!(classify(*source), Callee::Allocate(_)),
            _ => false,
        };
        let prepared = self.facts.prepared;
        let sources = objects_behind(object);
        sources.iter().all(is_object)
            && sources.iter().all(|source| !self.contains(*source) && self.is_left_alone_after(*source, object, exit))
            && is_written_before_read(&prepared.analyses, &self.blocks, object, self.index, &|block| {
                prepared.reaches_end(block, self.facts.flow.unwinds)
            })
    }

    /// Do all addresses of an object stay in plain sight, and is it not touched after the loop but given back? `object` is what
    /// the loop knows it by.
    fn is_left_alone_after(&self, source: Value, object: Value, exit: Block) -> bool {
        let later = blocks_from(exit);
        let is_early =
            |user: Value| user.block().is_some_and(|block| !later.contains(&block)) && !self.never_returns(user);
        let mut seen = HashSet::from([source]);
        let mut work = vec![(source, source == object)];
        while let Some((pointer, is_known)) = work.pop() {
            for user in pointer.users() {
                let mut follow = |is_known: bool| {
                    if seen.insert(user) {
                        work.push((user, is_known));
                    }
                    true
                };
                let fine = match user.opcode() {
                    Some(Opcode::LLVMGetElementPtr) => follow(is_known),
                    Some(Opcode::LLVMPHI) if user == object => follow(true),
                    Some(Opcode::LLVMPHI) if self.never_returns(user) => follow(false),
                    Some(Opcode::LLVMPHI) if self.contains(user) => follow(is_known),
                    Some(Opcode::LLVMICmp) => true,
                    Some(Opcode::LLVMPtrToInt) => self.only_counts(user),
                    Some(Opcode::LLVMLoad) => is_early(user),
                    Some(Opcode::LLVMStore) => is_early(user) && user.operand(0) != pointer,
                    Some(Opcode::LLVMCall) => match classify(user) {
                        Callee::Copy(_) | Callee::Fill { .. } => is_early(user),
                        Callee::Free(_) => !self.contains(user),
                        _ => false,
                    },
                    _ => false,
                };
                if !fine || self.contains(user) && !is_known {
                    return false;
                }
            }
        }
        true
    }

    /// Is an integer only used in arithmetic for lengths and numbers of iterations, and never made an address again? Panics may
    /// tell it.
    fn only_counts(&self, number: Value) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![number];
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            for user in value.users() {
                let is_call = matches!(user.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke));
                let is_plain = || matches!(classify(user), Callee::Inactive(i) if i.memory == MemoryEffect::None);
                match user.opcode() {
                    Some(Opcode::LLVMICmp) => {}
                    Some(Opcode::LLVMGetElementPtr) if user.operand(0) != value => {}
                    _ if is_call && self.never_returns(user) => {}
                    _ if is_call && !is_plain() => return false,
                    _ if user.ty().is_integer() && !user.may_read() && !user.may_write() => work.push(user),
                    _ => return false,
                }
            }
        }
        true
    }
}

/// What the pointer of a container may be, besides an address at which nothing lies while it is empty.
fn objects_behind(object: Value) -> Vec<Value> {
    if object.opcode() != Some(Opcode::LLVMPHI) {
        return vec![object];
    }
    let values = object.incoming().into_iter().map(|(value, _)| value);
    values.filter(|value| !value.underlying_object().is_nowhere()).collect()
}

/// Blocks from which some others can be reached without passing `stop` again, and these.
fn blocks_to(blocks: impl Iterator<Item = Block>, stop: Block) -> HashSet<Block> {
    let mut found = HashSet::new();
    let mut work: Vec<Block> = blocks.collect();
    while let Some(block) = work.pop() {
        if found.insert(block) && block != stop {
            work.extend(block.predecessors());
        }
    }
    found
}

/// A block and those that can run after it.
fn blocks_from(block: Block) -> HashSet<Block> {
    let mut found = HashSet::new();
    let mut work = vec![block];
    while let Some(block) = work.pop() {
        if found.insert(block) {
            work.extend(block.successors());
        }
    }
    found
}

/// Is a value one of `states` with something added, or a choice between some of them?
fn is_sum_of_one(value: Value, states: &HashSet<Value>) -> bool {
    let is_state = |operand: Value| states.contains(&operand);
    let only = |place: usize, others: &[usize]| {
        is_state(value.operand(place)) && !others.iter().any(|other| is_state(value.operand(*other)))
    };
    match value.opcode() {
        Some(Opcode::LLVMFAdd) => only(0, &[1]) || only(1, &[0]),
        Some(Opcode::LLVMFSub) => only(0, &[1]),
        Some(Opcode::LLVMSelect) => {
            is_state(value.operand(1)) && is_state(value.operand(2)) && !is_state(value.operand(0))
        }
        Some(Opcode::LLVMPHI) => value.incoming().into_iter().all(|(incoming, _)| is_state(incoming)),
        Some(Opcode::LLVMCall) => {
            let is_fused = |callee| matches!(callee, Callee::Math { function: zymase_calculus::Function::Fma, .. });
            is_fused(classify(value)) && only(2, &[0, 1])
        }
        _ => false,
    }
}
