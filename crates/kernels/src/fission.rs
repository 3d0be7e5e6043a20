//! Cuts a thread into phases: from where it starts, or has waited, to where it waits next.
//!
//! The function of a thread gets a parameter that says where to go on, and returns where it has come to. What is live across a cut
//! lives in arrays over the threads of the block, or is computed again: a minimum cut says which. Stack objects whose addresses are
//! used behind a cut lie in such arrays too.
//!
//! The same is made for each route (`uniform`): there, what is the same for all threads comes in parameters.

use crate::Methods;
use crate::cuts::{Cuts, END_OF_ARRAYS, MARK, MASK};
use crate::lane::{Lane, Place, SIMPLIFY, run, start_behind};
use crate::pure::{STRUCT, is_computable};
use crate::same::Same;
use crate::uniform::{self, Ways};
use std::collections::{BTreeSet, HashMap, HashSet};
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, Linkage, Opcode, Type, Value};
use zymase_support::Diagnostic;
use zymase_support::keep_or_recompute::{Candidate, Supply, choose};

/// A thread from one cut to the next.
pub struct Phase {
    pub function: Function,
    /// The cuts that it may come to, or its end.
    pub next: Vec<i64>,
}

/// A thread in phases.
pub struct Phases {
    /// By the number of the cut that they start behind, 0 for the start.
    pub phases: Vec<Phase>,
    /// Bytes that a thread has in memory.
    pub bytes: u64,
    pub ways: Ways,
    /// A copy of the thread in front of its cuts, which the ways are about.
    pub copy: Function,
    /// What threads do on each route: a function with the uniform phis as last parameters.
    pub routes: Vec<Function>,
    /// By the number of the cut: where threads that go on alone find uniform phis, as numbers of phis and bytes per thread in front.
    pub spread: Vec<Vec<(usize, u64)>>,
}

/// What a value costs in memory, per byte, written and read; computing one again costs one.
const KEEPING: u64 = 2;
/// More than anything costs.
const NEVER: u64 = 1 << 30;

/// Values and where they are live.
struct Liveness {
    /// By the number of the cut, in the order of the program.
    at: Vec<Vec<Value>>,
    order: HashMap<Value, usize>,
}

impl Liveness {
    fn sorted(&self, values: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let unique: HashSet<Value> = values.into_iter().collect();
        let mut sorted: Vec<Value> = unique.into_iter().collect();
        sorted.sort_by_key(|value| self.order.get(value));
        sorted
    }

    /// Everything that is live at some cut and not made in the first block.
    fn anywhere(&self, slots: Block) -> Vec<Value> {
        self.sorted(self.at.iter().flatten().copied().filter(|value| value.block() != Some(slots)))
    }
}

/// Cuts a lane at its marks.
pub fn split(lane: Lane, cuts: &Cuts, methods: Methods) -> Result<Phases, Failure> {
    let function = lane.function;
    let marks = isolate_marks(function);
    let slots = gather_objects(lane)?;
    let mut bytes = cuts.bytes;
    let mut room = |size: u64, alignment: u64| {
        let at = bytes.next_multiple_of(alignment);
        bytes = at + size;
        at
    };
    let live = liveness(function, slots, &marks);
    keep_objects(lane, slots, &live, &mut room);
    let copy = copy_of(function);
    let ways = uniform::find(copy, copy.entry().successors()[0], methods.hoisting);
    let same = Same::new(function, copy, &ways);
    let choice = Choice::make(function, slots, &live, &same, methods.minimum_cut);
    let blocks = function.blocks();
    let spread = connect(lane, slots, &marks, &live, &choice, &same, &mut room);
    let bytes = bytes.next_multiple_of(16);
    fill_in_end(function, bytes);
    crate::verify(function)?;
    let routes = ways.routes.iter().enumerate();
    let routes =
        routes.map(|(number, route)| same.route(lane, &blocks, number, route)).collect::<Result<Vec<_>, _>>()?;
    same.settle(function, None);
    same.clean_up();
    let phases = (0..=cuts.cuts.len()).map(|number| phase(lane, number)).collect::<Result<Vec<_>, _>>()?;
    Ok(Phases { phases, bytes, ways, copy, routes, spread })
}

/// A copy of a function that stays as the function is now.
fn copy_of(function: Function) -> Function {
    let copy = function.module().add_function(&format!("{}.copy", function.name()), function.function_type());
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    for index in (0..function.parameters().len()).filter(|index| function.parameter_has_attribute(*index, STRUCT)) {
        copy.add_parameter_attribute(index, STRUCT);
    }
    function.clone_body_into(copy, &copy.parameters());
    copy
}

/// The marks in the order of their numbers, each in a block of its own that leads to one other block. A mark may have been copied:
/// all of a number are the same cut, and lead to the same place only if there is one.
fn isolate_marks(function: Function) -> Vec<Value> {
    let is_mark = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == MARK);
    let marks: Vec<Value> = function.instructions().into_iter().filter(is_mark).collect();
    for mark in &marks {
        Builder::split_before(*mark);
        Builder::split_before(mark.next_instruction().expect("a terminator"));
    }
    let mut marks = marks;
    marks.sort_by_key(|mark| number_of(*mark));
    marks
}

fn number_of(mark: Value) -> i64 {
    mark.operand(0).as_integer().expect("a number")
}

/// A first block that has all stack objects, and nothing else.
fn gather_objects(lane: Lane) -> Result<Block, Failure> {
    let function = lane.function;
    let first = function.entry();
    let objects: Vec<Value> =
        function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca)).collect();
    let slots = function.prepend_block("slots");
    let builder = Builder::at_end(slots);
    for object in objects {
        if object.operand(0).as_integer().is_none() {
            let text = "cannot run a kernel on a CPU that has an array of a size that is not known when it is compiled";
            return Err(Failure::at(object, Diagnostic::new(text).with_help("give it a constant size")));
        }
        object.remove_from_block();
        builder.insert(object);
    }
    builder.branch(first);
    let is_lifetime =
        |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name().starts_with("llvm.lifetime."));
    function.instructions().into_iter().filter(is_lifetime).for_each(Value::erase_instruction);
    Ok(slots)
}

/// Which values of instructions, stack objects too, are used behind each cut that were made in front of it.
fn liveness(function: Function, slots: Block, marks: &[Value]) -> Liveness {
    let blocks = function.blocks_in_reverse_post_order();
    let mut entering: HashMap<Block, HashSet<Value>> = HashMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for block in blocks.iter().rev().filter(|block| **block != slots) {
            let found = live_at_start(*block, &entering);
            if entering.get(block).is_none_or(|old| old.len() != found.len()) {
                entering.insert(*block, found);
                changed = true;
            }
        }
    }
    let order = function.instructions().into_iter().enumerate().map(|(place, value)| (value, place)).collect();
    let mut live = Liveness { at: vec![Vec::new()], order };
    for mark in marks {
        let behind = mark.block().expect("placed").successors()[0];
        let values = live.sorted(entering.get(&behind).into_iter().flatten().copied());
        live.at.push(values);
    }
    live
}

fn live_at_start(block: Block, entering: &HashMap<Block, HashSet<Value>>) -> HashSet<Value> {
    let mut live = HashSet::new();
    for next in block.successors() {
        let phis = next.phis();
        let inside = entering.get(&next).into_iter().flatten().filter(|value| !phis.contains(value));
        live.extend(inside.copied());
        live.extend(phis.iter().filter_map(|phi| phi.incoming_for(block)).filter(|value| value.is_instruction()));
    }
    for i in block.instructions().into_iter().rev() {
        live.remove(&i);
        if i.opcode() != Some(Opcode::LLVMPHI) {
            live.extend(i.operands().into_iter().filter(|operand| operand.is_instruction()));
        }
    }
    // The phis of a block are made at its start.
    live.extend(block.phis());
    live
}

/// Stack objects that are used behind a cut become parts of the memory of the thread.
fn keep_objects(lane: Lane, slots: Block, live: &Liveness, room: &mut impl FnMut(u64, u64) -> u64) {
    const ALIGNMENT: u64 = 16;
    let module = lane.function.module();
    for object in slots.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca)) {
        if !live.at.iter().any(|values| values.contains(&object)) {
            continue;
        }
        let elements = object.operand(0).as_integer().expect("a constant size") as u64;
        let size = (module.allocation_size(object.allocated_type()) * elements).next_multiple_of(ALIGNMENT);
        let offset = room(size, ALIGNMENT);
        let builder = Builder::before(slots.terminator().expect("a branch"));
        object.replace_all_uses_with(lane.element(&builder, offset, size));
    }
}

/// Which values are kept across cuts, and how the others are had again.
struct Choice {
    kept: HashSet<Value>,
    /// What a value that is computed again reads.
    operands: HashMap<Value, Vec<Value>>,
}

impl Choice {
    fn make(function: Function, slots: Block, live: &Liveness, same: &Same, minimum_cut: bool) -> Choice {
        let module = function.module();
        let needed = live.anywhere(slots);
        let mut order: Vec<Value> = Vec::new();
        let mut operands: HashMap<Value, Vec<Value>> = HashMap::new();
        let mut work: Vec<Value> = needed.clone();
        while let Some(value) = work.pop() {
            if operands.contains_key(&value) {
                continue;
            }
            order.push(value);
            let reads = if is_computable(value).is_some() { value.operands() } else { Vec::new() };
            work.extend(reads.iter().copied().filter(|read| read.is_instruction() && read.block() != Some(slots)));
            operands.insert(value, reads);
        }
        let place: HashMap<Value, usize> = order.iter().enumerate().map(|(n, value)| (*value, n)).collect();
        let candidate = |value: &Value| {
            let keep = KEEPING * module.store_size(value.ty());
            let supply = match is_computable(*value) {
                _ if same.phis.contains(value) => Supply::Free,
                Some(recompute) => {
                    let reads = operands[value].iter().filter_map(|read| place.get(read)).copied().collect();
                    match same.values.contains(value) {
                        true => Supply::Either { keep: NEVER, recompute: 0, reads },
                        false => Supply::Either { keep, recompute, reads },
                    }
                }
                None => Supply::Keep(keep),
            };
            Candidate { is_needed: needed.contains(value), supply }
        };
        let candidates: Vec<Candidate> = order.iter().map(candidate).collect();
        let flags = match minimum_cut {
            true => choose(&candidates).unwrap_or_else(|| vec![true; order.len()]),
            false => candidates.iter().map(|candidate| candidate.is_needed).collect(),
        };
        let mut kept: HashSet<Value> =
            order.iter().zip(flags).filter(|(_, is_kept)| *is_kept).map(|(v, _)| *v).collect();
        kept.extend(order.iter().filter(|value| same.phis.contains(value)));
        Choice { kept, operands }
    }

    /// The values that must be in memory at a cut.
    fn kept_at(&self, all: &Liveness, live: &[Value]) -> Vec<Value> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut work: Vec<Value> = live.to_vec();
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.kept.contains(&value) {
                true => found.push(value),
                false => work.extend(self.operands.get(&value).into_iter().flatten()),
            }
        }
        all.sorted(found)
    }
}

/// A value that lives in a slot, and in memory across cuts.
struct Home {
    slot: Value,
    ty: Type,
    offset: Option<u64>,
    /// The number of a uniform phi, and what saves and restores it.
    same: Option<(usize, Function, Function)>,
}

/// Lets the function go on behind the cut that it is told, and return at each. Returns where uniform phis are at each cut.
fn connect(
    lane: Lane,
    slots: Block,
    marks: &[Value],
    live: &Liveness,
    choice: &Choice,
    same: &Same,
    room: &mut impl FnMut(u64, u64) -> u64,
) -> Vec<Vec<(usize, u64)>> {
    let function = lane.function;
    let module = function.module();
    let kept: Vec<Vec<Value>> = live.at.iter().map(|values| choice.kept_at(live, values)).collect();
    let mut homes: HashMap<Value, Home> = HashMap::new();
    let all = live.anywhere(slots).into_iter().chain(kept.iter().flatten().copied());
    for value in live.sorted(all) {
        let ty = value.ty();
        let is_kept = choice.kept.contains(&value);
        let offset = is_kept.then(|| room(module.allocation_size(ty), u64::from(module.alignment(ty))));
        let same = same.number(value).map(|number| (number, same.save[number], same.restore[number]));
        if let Some(slot) = value.demote() {
            homes.insert(value, Home { slot, ty, offset, same });
        }
    }
    let first = slots.successors()[0];
    let mut cases = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        let number = index + 1;
        let (block, behind) = (mark.block().expect("placed"), mark.block().expect("placed").successors()[0]);
        save(lane, *mark, number, &kept[number], &homes, same.mask);
        let resume = function.append_block("resume");
        let builder = Builder::at_end(resume);
        builder.set_location_of(*mark);
        let restore = Restore { lane, builder: &builder, choice, homes: &homes };
        restore.all(&live.at[number], &kept[number]);
        builder.branch(behind);
        block.terminator().expect("a branch").erase_instruction();
        mark.erase_instruction();
        cases.push((number as i64, resume));
    }
    let branch = slots.terminator().expect("a branch");
    let builder = Builder::before(branch);
    builder.switch(lane.parameter(Place::From, 0), first, &cases);
    branch.erase_instruction();
    let place = |value: &Value| {
        let home = homes.get(value)?;
        Some((home.same?.0, home.offset?))
    };
    kept.iter().map(|values| values.iter().filter_map(place).collect()).collect()
}

/// In front of a mark: writes what must be in memory, and returns the number of the cut.
fn save(lane: Lane, mark: Value, number: usize, kept: &[Value], homes: &HashMap<Value, Home>, mask: Function) {
    let builder = Builder::before(mark);
    for home in kept.iter().filter_map(|value| homes.get(value)) {
        let place = place_of(lane, &builder, home);
        let value = builder.load(home.ty, home.slot);
        match home.same {
            Some((_, save, _)) => builder.call(save, &[value, place]),
            None => builder.store(value, place),
        };
    }
    builder.call(mask, &[mark.operand(1), lane.element(&builder, MASK, MASK)]);
    builder.ret(Some(Value::integer(builder.module().integer_type(32), number as i64)));
}

fn place_of(lane: Lane, builder: &Builder, home: &Home) -> Value {
    let size = builder.module().allocation_size(home.ty);
    lane.element(builder, home.offset.expect("kept in memory"), size)
}

/// Brings back what a thread had when it waited.
struct Restore<'a> {
    lane: Lane,
    builder: &'a Builder,
    choice: &'a Choice,
    homes: &'a HashMap<Value, Home>,
}

impl Restore<'_> {
    fn all(&self, live: &[Value], kept: &[Value]) {
        let mut known: HashMap<Value, Value> = HashMap::new();
        for value in kept {
            let Some(home) = self.homes.get(value) else { continue };
            let place = place_of(self.lane, self.builder, home);
            let loaded = match home.same {
                Some((_, _, restore)) => self.builder.call(restore, &[place]),
                None => self.builder.load(home.ty, place),
            };
            self.builder.store(loaded, home.slot);
            known.insert(*value, loaded);
        }
        for value in live.iter().filter(|value| !kept.contains(value)) {
            let Some(home) = self.homes.get(value) else { continue };
            let again = self.compute(*value, &mut known);
            self.builder.store(again, home.slot);
        }
    }

    fn compute(&self, value: Value, known: &mut HashMap<Value, Value>) -> Value {
        if let Some(found) = known.get(&value) {
            return *found;
        }
        let Some(operands) = self.choice.operands.get(&value) else { return value };
        let operands: Vec<Value> = operands.iter().map(|operand| self.compute(*operand, known)).collect();
        let again = self.builder.clone_with(value, &operands);
        known.insert(value, again);
        again
    }
}

/// Now it is known how much memory a thread has.
fn fill_in_end(function: Function, bytes: u64) {
    let is_question = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == END_OF_ARRAYS);
    for call in function.instructions().into_iter().filter(is_question) {
        call.replace_all_uses_with(Value::integer(call.ty(), bytes as i64));
        call.erase_instruction();
    }
}

/// The function from one cut on.
fn phase(lane: Lane, number: usize) -> Result<Phase, Failure> {
    let whole = lane.function;
    let module = whole.module();
    let function = module.add_function(&format!("{}.{number}", whole.name()), whole.function_type());
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(whole);
    start_behind(lane, function, &function.parameters(), number);
    function.remove_unreachable_blocks();
    let returns = function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet));
    let next: BTreeSet<i64> = returns.filter_map(|i| i.operand(0).as_integer()).collect();
    run(function, SIMPLIFY)?;
    Ok(Phase { function, next: next.into_iter().collect() })
}
