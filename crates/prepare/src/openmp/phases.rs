//! What a thread does in a region, cut where threads wait for each other or take turns.
//!
//! Every piece from a cut to the next ones becomes a function of its own:
//!
//! ```text
//! i32 phase(i32 count, i32 number, i32 least, state, …)     number of the phase that comes next, 0 at the end
//! ```
//!
//! All threads of a team come to the same cuts, so the team runs a phase for every thread, then the next one. What a thread has of its own
//! and needs in more than one phase lives in memory for it (`state`).

use super::super::{parallel, run as run_passes};
use super::meaning;
use super::replicated::reached;
use std::collections::{HashMap, HashSet};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Block, Builder, Function, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// No value stays in a register from one block to another.
const DEMOTE: &str = "reg2mem";
/// Makes what registers hold and what is never read disappear before anything is decided.
pub const CLEAN: &str =
    "simplifycfg,sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,adce";
const ALIGNMENT: u64 = 16;
/// Threads do not share lines of caches.
const LINE: u64 = 128;

/// A region in phases.
pub struct Phases {
    /// In the order of their numbers; the first begins the region.
    pub phases: Vec<Phase>,
    /// Bytes of the memory that a thread has of its own. The first ones are for the number of the next phase.
    pub bytes: u64,
    /// That of the most strictly aligned of them.
    pub alignment: u64,
    /// See [`marks::OWN_SHARES`].
    pub own_shares: bool,
}

pub struct Phase {
    pub function: Function,
    /// Threads run it one after the other.
    pub in_turns: bool,
    /// The phases that may come next.
    pub next: Vec<u32>,
}

/// The parameters of a phase in front of what is passed to the region.
pub const OWN_PARAMETERS: usize = OF_MEMBER + 1;
/// Those of a member.
const OF_MEMBER: usize = parallel::OWN_PARAMETERS;

/// What a cut waits for.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Cut {
    /// All threads, and all go on together.
    Together,
    /// All threads, and they go on in turns.
    InTurns,
}

/// Stands where turns begin and end.
const BEGIN_TURN: &str = "zymase.refuse.turn";
const END_TURN: &str = "zymase.refuse.turned";

/// Marks the place before a call as one from which threads take turns.
pub fn begin_turn(call: Value) {
    mark(call, BEGIN_TURN);
}

/// The same for one at which turns are over.
pub fn end_turn(call: Value) {
    mark(call, END_TURN);
}

fn mark(call: Value, name: &str) {
    let builder = Builder::before(call);
    let module = builder.module();
    builder.call(module.declare(name, Type::function(module.void_type(), &[], false)), &[]);
}

fn cut_of(i: Value) -> Option<Cut> {
    let callee = i.is_call().then(|| i.called_function()).flatten()?;
    match callee.name().as_str() {
        BEGIN_TURN => Some(Cut::InTurns),
        END_TURN => Some(Cut::Together),
        _ => (meaning(callee) == Some(OpenMp::Barrier)).then_some(Cut::Together),
    }
}

/// Cuts what a thread does; none where there is no cut. The member is used up.
pub fn cut(member: Function) -> Result<Option<Phases>, Failure> {
    let cuts: Vec<Value> = member.instructions().into_iter().filter(|i| cut_of(*i).is_some()).collect();
    if cuts.is_empty() {
        return Ok(None);
    }
    cuts.into_iter().for_each(isolate);
    run_passes(member, DEMOTE)?;
    drop_lifetimes(member);
    let cuts: Vec<Value> = member.instructions().into_iter().filter(|i| cut_of(*i).is_some()).collect();
    let starts: Vec<Block> = cuts.iter().map(|cut| cut.block().expect("placed").successors()[0]).collect();
    let layout = lay_out(member, &cuts, &starts)?;
    let mut phases = Vec::new();
    for number in 0..=cuts.len() {
        let in_turns = number > 0 && cut_of(cuts[number - 1]) == Some(Cut::InTurns);
        let function = write_phase(member, number, &layout)?;
        phases.push(Phase { function, in_turns, next: next_of(function) });
    }
    let own_shares = member.string_attribute(marks::OWN_SHARES).is_some();
    member.erase();
    Ok(Some(Phases { phases, bytes: layout.bytes, alignment: layout.alignment, own_shares }))
}

/// A cut has a block of its own, which leads to one other block.
fn isolate(cut: Value) {
    if !cut.ty().is_void() {
        cut.replace_all_uses_with(Value::null(cut.ty()));
    }
    Builder::split_before(cut);
    Builder::split_before(cut.next_instruction().expect("a terminator"));
}

/// What a thread has lives as long as the team.
fn drop_lifetimes(function: Function) {
    let is_lifetime =
        |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name().starts_with("llvm.lifetime."));
    function.instructions().into_iter().filter(is_lifetime).for_each(Value::erase_instruction);
}

/// Where stack objects are: by their order among the objects of the member, their places in the memory of a thread.
struct Layout {
    places: Vec<Option<u64>>,
    bytes: u64,
    alignment: u64,
}

fn lay_out(member: Function, cuts: &[Value], starts: &[Block]) -> Result<Layout, Failure> {
    let module = member.module();
    let cut_blocks: HashSet<Block> = cuts.iter().filter_map(|cut| cut.block()).collect();
    let lives = Lives::of(member, &cut_blocks, starts);
    let (mut bytes, mut alignment) = (ALIGNMENT, ALIGNMENT);
    let mut places = Vec::new();
    for object in objects(member) {
        if lives.in_one_phase(object) {
            places.push(None);
            continue;
        }
        let of_object = u64::from(object.alignment()).max(ALIGNMENT);
        alignment = alignment.max(of_object);
        bytes = bytes.next_multiple_of(of_object);
        places.push(Some(bytes));
        bytes += size_of(module, object)?;
    }
    Ok(Layout { places, bytes: bytes.next_multiple_of(LINE.max(alignment)), alignment })
}

fn objects(function: Function) -> Vec<Value> {
    function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca)).collect()
}

fn size_of(module: Module, object: Value) -> Result<u64, Failure> {
    let Some(elements) = object.operand(0).as_integer() else {
        let text = "cannot differentiate an array of a size that is not known when the program is compiled, in a parallel region \
                    whose threads wait for each other";
        return Err(Failure::at(object, Diagnostic::new(text).with_help("allocate it with malloc")));
    };
    Ok(module.allocation_size(object.allocated_type()) * elements as u64)
}

/// Which objects are needed in more than one phase.
struct Lives<'a> {
    cuts: &'a HashSet<Block>,
    /// By block: the phases that may run it.
    phases: HashMap<Block, HashSet<usize>>,
    /// Phases that come after themselves.
    repeated: HashSet<usize>,
}

impl<'a> Lives<'a> {
    fn of(member: Function, cuts: &'a HashSet<Block>, starts: &[Block]) -> Lives<'a> {
        let all: Vec<Block> = [member.entry()].into_iter().chain(starts.iter().copied()).collect();
        let mut phases: HashMap<Block, HashSet<usize>> = HashMap::new();
        let mut repeated = HashSet::new();
        for (k, start) in all.iter().enumerate() {
            for block in reached(*start, |block| cuts.contains(&block), Block::successors) {
                phases.entry(block).or_default().insert(k);
            }
            let after = start.successors().into_iter().flat_map(|next| reached(next, |_| false, Block::successors));
            if after.collect::<HashSet<Block>>().contains(start) {
                repeated.insert(k);
            }
        }
        Lives { cuts, phases, repeated }
    }

    /// Can an object be one of a phase's own?
    fn in_one_phase(&self, object: Value) -> bool {
        match simple_uses(object).filter(|_| object.operand(0).as_integer().is_some()) {
            Some((loads, stores)) => !self.is_live_at_cut(&loads, &stores),
            None => self.is_used_once(object),
        }
    }

    /// May what was stored before a cut be loaded behind it?
    fn is_live_at_cut(&self, loads: &[Value], stores: &[Value]) -> bool {
        let of_block = |values: &[Value], block: Block| values.iter().any(|i| i.block() == Some(block));
        let is_exposed = |block: Block| {
            let first = block.instructions().into_iter().find(|i| loads.contains(i) || stores.contains(i));
            first.is_some_and(|i| loads.contains(&i))
        };
        let blocks: HashSet<Block> = loads.iter().filter_map(|load| load.block()).collect();
        let exposed = blocks.into_iter().filter(|block| is_exposed(*block));
        let stops = |block: Block| of_block(stores, block);
        exposed
            .into_iter()
            .any(|block| reached(block, stops, Block::predecessors).iter().any(|before| self.cuts.contains(before)))
    }

    /// Is everything that may touch an object in one phase, which runs once?
    fn is_used_once(&self, object: Value) -> bool {
        let mut users = HashSet::new();
        if object.operand(0).as_integer().is_none() {
            users.insert(object);
        }
        let mut work = vec![object];
        while let Some(value) = work.pop() {
            for user in value.users() {
                // What is kept elsewhere may come back anywhere.
                if !leaves_address(user, value) {
                    return false;
                }
                if users.insert(user) && user.ty().is_pointer() {
                    work.push(user);
                }
            }
        }
        let none = HashSet::new();
        let of = |user: &Value| user.block().and_then(|block| self.phases.get(&block)).unwrap_or(&none);
        let phases: HashSet<usize> = users.iter().flat_map(|user| of(user).iter().copied()).collect();
        phases.len() <= 1 && phases.iter().all(|phase| !self.repeated.contains(phase))
    }
}

/// Does an instruction use an address without keeping it where it is not followed?
fn leaves_address(user: Value, address: Value) -> bool {
    match user.opcode() {
        Some(Opcode::LLVMLoad | Opcode::LLVMGetElementPtr | Opcode::LLVMICmp) => true,
        Some(Opcode::LLVMStore) => user.operand(0) != address,
        Some(Opcode::LLVMPHI | Opcode::LLVMSelect) => true,
        Some(Opcode::LLVMCall) => user.called_function().is_some_and(|f| {
            let name = f.name();
            ["llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.lifetime."]
                .iter()
                .any(|known| name.starts_with(known))
        }),
        _ => false,
    }
}

/// The loads and stores of an object, if nothing else is done with it, and each is of the whole.
fn simple_uses(object: Value) -> Option<(Vec<Value>, Vec<Value>)> {
    let ty = object.allocated_type();
    let (mut loads, mut stores) = (Vec::new(), Vec::new());
    for user in object.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) if user.ty() == ty => loads.push(user),
            Some(Opcode::LLVMStore) if user.operand(0) != object && user.operand(0).ty() == ty => stores.push(user),
            _ => return None,
        }
    }
    Some((loads, stores))
}

/// The phase of this number: a copy of the member that begins behind a cut, and returns at the next one.
fn write_phase(member: Function, number: usize, layout: &Layout) -> Result<Function, Failure> {
    let module = member.module();
    let (integer, pointer) = (module.integer_type(32), module.pointer_type());
    let of_member: Vec<Type> = member.parameters().iter().map(|p| p.ty()).collect();
    let types = [&of_member[..OF_MEMBER], &[pointer], &of_member[OF_MEMBER..]].concat();
    let name = format!("phase.{number}.{}", member.name());
    let function = parallel::internal(module, &name, Type::function(integer, &types, false), member);
    let parameters = function.parameters();
    let arguments = [&parameters[..OF_MEMBER], &parameters[OWN_PARAMETERS..]].concat();
    parallel::name_like(&arguments, &member.parameters());
    member.clone_body_into(function, &arguments);
    let first = function.entry();
    let start = return_at_cuts(function).get(number.wrapping_sub(1)).copied().unwrap_or(first);
    let builder = Builder::at_end(function.prepend_block("from"));
    for (object, place) in objects(function).into_iter().zip(&layout.places) {
        let again = match place {
            Some(at) => builder.constant_offset(function.parameter(OF_MEMBER), *at as i64),
            // Of a size that is only known there.
            None if object.operand(0).as_integer().is_none() => continue,
            None => builder.clone_with(object, &object.operands()),
        };
        object.replace_all_uses_with(again);
        object.erase_instruction();
    }
    builder.branch(start);
    function.remove_unreachable_blocks();
    run_passes(function, CLEAN)?;
    Ok(function)
}

/// Lets a function return the number of each cut that it comes to; the blocks behind the cuts.
fn return_at_cuts(function: Function) -> Vec<Block> {
    let integer = function.module().integer_type(32);
    for i in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet)) {
        Builder::before(i).ret(Some(Value::integer(integer, 0)));
        i.erase_instruction();
    }
    let mut behind = Vec::new();
    for cut in function.instructions().into_iter().filter(|i| cut_of(*i).is_some()) {
        let block = cut.block().expect("placed");
        behind.push(block.successors()[0]);
        Builder::before(cut).ret(Some(Value::integer(integer, behind.len() as i64)));
        block.terminator().expect("a branch").erase_instruction();
        cut.erase_instruction();
    }
    behind
}

/// What a phase may return.
fn next_of(function: Function) -> Vec<u32> {
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let returns = function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet));
    let mut work: Vec<Value> = returns.map(|i| i.operand(0)).collect();
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match (value.as_integer(), value.opcode()) {
            (Some(number), _) => {
                found.insert(number as u32);
            }
            (None, Some(Opcode::LLVMPHI)) => work.extend(value.incoming().into_iter().map(|(value, _)| value)),
            (None, Some(Opcode::LLVMSelect)) => work.extend([value.operand(1), value.operand(2)]),
            _ => {}
        }
    }
    let mut next: Vec<u32> = found.into_iter().collect();
    next.sort_unstable();
    next
}
