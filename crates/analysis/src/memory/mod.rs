//! May a location that was read be written again before the reverse sweep reads it?
//!
//! The question is asked for every load whose value the reverse sweep could read again. Everything that may run after
//! the load, in the same or a later iteration, is a possible writer; for addresses that change in a loop facts about
//! whole objects count, and distances that are known in terms of loop counters (`dependence`). For a function split into two halves the caller may write in between, so only memory nobody can write is safe,
//! and what the caller promises to leave alone.
//!
//! - `deferred_stores`: stores that can wait for the end of the reverse sweep;
//! - `elsewhere`: what other threads of a GPU write behind a barrier;
//! - `fixed_places`: elements that nothing else in a loop touches;
//! - `gathers`: copies of whole objects, for loads through indices that are data;
//! - `ownership`: memory that a function has made itself and that nobody else knows;
//! - `reachable`: which instructions may run after which;
//! - `snapshots`: copies of arrays, taken before a loop nest that reads them and does not write there;
//! - `unread`: stores that nothing reads, in memory that nobody else knows;
//! - `written_before_read`: memory that each iteration of a loop fills before it reads it.

mod deferred_stores;
pub mod dependence;
mod elsewhere;
mod fixed_places;
mod gathers;
mod ownership;
mod reachable;
mod snapshots;
mod unread;
mod written_before_read;

use crate::callee::{Callee, classify, linear_operation};
use crate::marks;
use crate::types::{Cell, Kind, Types};
use dependence::{Access, Dependences};
pub use fixed_places::{FixedPlace, fixed_places};
use ownership::Ownership;
use reachable::Reachable;
use snapshots::Snapshots;
pub use snapshots::{ASSUMED_LENGTH, Copied, Expression, Factor, Snapshot, assumed_bytes};
use std::collections::{HashMap, HashSet};
pub use unread::unread_stores;
pub use written_before_read::is_written_before_read;
use zymase_library::{Exception, Linear, Parameter, ParameterKind};
use zymase_llvm::{Analyses, Function, Module, Opcode, Value};

/// The result: for each load, the instruction that may overwrite what it read.
#[derive(Clone)]
pub struct Memory {
    overwritten: HashMap<Value, Overwriter>,
    /// Calls of routines of linear algebra, and of loops that run again: the memory they are given that may change later.
    operands: HashMap<Value, Vec<usize>>,
    /// Calls of other functions with a body: the arguments behind which nothing changes later.
    unchanged: HashMap<Value, Vec<usize>>,
    /// Floats that the program itself keeps: by value, the store behind which nothing overwrites them.
    stored: HashMap<Value, Value>,
    last: Vec<Value>,
    unwanted: Vec<Value>,
    snapshots: Snapshots,
}

/// What may be used to keep less.
#[derive(Copy, Clone, Debug)]
pub struct Methods {
    /// Distances of elements in terms of loop counters.
    pub distances: bool,
    /// Copies of arrays before loops that only read them.
    pub snapshots: bool,
    /// Memory that the function has made itself is told apart from that of others.
    pub ownership: bool,
    /// Values that the program stores, and does not overwrite, are read from there.
    pub stored_values: bool,
}

impl Methods {
    pub const ALL: Methods = Methods { distances: true, snapshots: true, ownership: true, stored_values: true };
}

/// What forces a loaded value to be kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Overwriter {
    Instruction(Value),
    /// The caller, between the two halves of a split function.
    Caller,
    Volatile,
}

/// Who may write between the two sweeps.
pub enum Between {
    /// Nobody: they are one function, in which stores at the end may wait for the end of the reverse sweep.
    Nobody { deferred_stores: bool },
    /// The caller of the two halves of a function, but not what lies directly behind some parameters.
    Caller { spared: Vec<Value> },
}

impl Memory {
    /// What may overwrite the location of a load before the reverse sweep; none when it can be read again.
    pub fn overwriter(&self, load: Value) -> Option<Overwriter> {
        self.overwritten.get(&load).copied()
    }

    /// Takes it that the reverse sweep finds what these loads have read.
    pub fn spare(&mut self, loads: &HashSet<Value>) {
        self.overwritten.retain(|load, _| !loads.contains(load));
    }

    /// The positions of the arguments of a call of linear algebra behind which something else may be in the reverse
    /// sweep than directly after the call.
    pub fn overwritten_operands(&self, call: Value) -> Vec<usize> {
        self.operands.get(&call).cloned().unwrap_or_default()
    }

    /// A store of this value, in its own block, whose memory the reverse sweep finds as it was left.
    pub fn stored(&self, value: Value) -> Option<Value> {
        self.stored.get(&value).copied()
    }

    /// The positions of the pointers passed to a function with a body behind which the reverse sweep finds what was there
    /// when the call returned.
    pub fn unchanged_arguments(&self, call: Value) -> Vec<usize> {
        self.unchanged.get(&call).cloned().unwrap_or_default()
    }

    /// Stores that are to run after the reverse sweep, in their order: they overwrite nothing that it reads.
    pub fn last_stores(&self) -> &[Value] {
        &self.last
    }

    /// Stores that do not run at all: nobody looks at what they write.
    pub fn unwanted_stores(&self) -> &[Value] {
        &self.unwanted
    }

    /// The copy from which a load that is overwritten could be read.
    pub fn copied(&self, load: Value) -> Option<&Copied> {
        self.snapshots.loads.get(&load)
    }

    pub fn snapshot(&self, number: usize) -> &Snapshot {
        &self.snapshots.all[number]
    }

    pub fn analyse(
        function: Function,
        analyses: &Analyses,
        types: &Types,
        between: &Between,
        methods: Methods,
    ) -> Memory {
        let module = function.module();
        let after = Reachable::of(function);
        let waits = elsewhere::waits(function);
        let ownership = Ownership::of(function);
        let last = match between {
            Between::Nobody { deferred_stores: true } => late_stores(function, analyses, &after, &ownership, &waits),
            Between::Nobody { .. } | Between::Caller { .. } => Vec::new(),
        };
        let overwrites = |i: &Value| writes(*i) && !last.contains(i);
        let writers: Vec<Value> = function.instructions().into_iter().filter(overwrites).collect();
        let dependences = (methods.distances && !analyses.loops().is_empty()).then(|| Dependences::of(analyses));
        let ownership = methods.ownership.then_some(ownership);
        let search = Search {
            writers: &writers,
            waits: &waits,
            after: &after,
            analyses,
            types,
            between,
            dependences,
            ownership,
        };
        let is_discarded = matches!(between, Between::Nobody { .. }) && marks::discards_state(function);
        let unwanted = if is_discarded { deferred_stores::unwanted_stores(function, &search) } else { Vec::new() };
        let writers: Vec<Value> = writers.iter().copied().filter(|i| !unwanted.contains(i)).collect();
        let search = Search { writers: &writers, ..search };
        let last: Vec<Value> = last.into_iter().filter(|i| !unwanted.contains(i)).collect();
        let hidden: Vec<Value> = last.iter().chain(&unwanted).copied().collect();
        let mut overwritten = HashMap::new();
        let (mut operands, mut unchanged) = (HashMap::new(), HashMap::new());
        for i in function.instructions() {
            if i.opcode() == Some(Opcode::LLVMLoad) {
                if let Some(found) = find_overwriter_of_load(i, &search, module) {
                    overwritten.insert(i, found);
                }
            } else if let Some(linear) = i.is_call().then(|| i.called_function().and_then(linear_operation)).flatten() {
                operands.insert(i, find_overwritten_arrays(i, &linear, &search));
            } else if let Some(callee) = checkpointed_loop(i) {
                operands.insert(i, find_overwritten_memory(i, callee, &search));
            } else if i.is_call() && matches!(classify(i), Callee::Defined(_)) {
                unchanged.insert(i, find_unchanged_arguments(i, &search));
            }
        }
        let stored = match methods.stored_values {
            true => find_stored_values(function, &hidden, &search),
            false => HashMap::new(),
        };
        let loads: Vec<Value> = function.instructions().into_iter().filter(|i| overwritten.contains_key(i)).collect();
        let loads: Vec<Value> = loads.into_iter().filter(|l| overwritten[l] != Overwriter::Volatile).collect();
        let snapshots = match &search.dependences {
            Some(dependences) if methods.snapshots => {
                let surveyed = snapshots::survey(function, dependences, &search);
                let mut found = snapshots::find(function, &loads, &surveyed, dependences, &search);
                gathers::find(&loads, &surveyed, dependences, &search, &mut found);
                found
            }
            _ => Snapshots::default(),
        };
        Memory { overwritten, operands, unchanged, stored, last, unwanted, snapshots }
    }
}

/// What is asked of every reader.
struct Search<'a> {
    writers: &'a [Value],
    /// Where other threads may go on.
    waits: &'a [Value],
    after: &'a Reachable,
    analyses: &'a Analyses,
    types: &'a Types,
    between: &'a Between,
    dependences: Option<Dependences<'a>>,
    ownership: Option<Ownership>,
}

impl Search<'_> {
    /// Can `writer` change the `bytes` (none: any number) at `pointer` that `reader` read? TBAA tells stores of other types
    /// apart from what the program reads, but the reverse sweep reads later, when the memory may have been used again for
    /// something else: tags count only where it never holds anything else.
    fn may_overwrite(&self, writer: Value, pointer: Value, bytes: Option<u64>, reader: Value, across: bool) -> bool {
        let may = |tagged: Option<Value>| self.analyses.may_overwrite(writer, pointer, bytes, tagged, across);
        may(None) && (may(Some(reader)) || !self.has_one_kind(reader))
    }

    /// Does the memory that an access touches only ever hold values of one kind?
    fn has_one_kind(&self, access: Value) -> bool {
        let (pointer, ty) = match access.opcode() {
            Some(Opcode::LLVMLoad) => (access.operand(0), access.ty()),
            Some(Opcode::LLVMStore) => (access.operand(1), access.operand(0).ty()),
            _ => return false,
        };
        let bytes = access.block().expect("placed").function().module().store_size(ty);
        let one = |cell: &Cell| !cell.mixed && !matches!(cell.kind, Kind::Either | Kind::Anything);
        self.types.of_memory(pointer, Some(bytes)).is_ok_and(|layout| layout.cells().iter().all(one))
    }

    /// Is what an instruction writes, and what a pointer leads to, memory of different owners?
    fn writes_elsewhere(&self, writer: Value, pointer: Value) -> bool {
        let Some(ownership) = &self.ownership else { return false };
        destination(writer).is_some_and(|written| ownership.are_disjoint(written, pointer))
    }

    /// Do an instruction and a pointer lead to different ones of two objects, whatever decides which is which? What is chosen in a
    /// loop may be chosen differently by the time the other is.
    fn writes_the_other(&self, writer: Value, pointer: Value) -> bool {
        let Some(written) = destination(writer) else { return false };
        let (written, read) = (written.underlying_object(), pointer.underlying_object());
        let is_settled = |value: Value| value.block().is_none_or(|block| self.analyses.loop_of(block).is_none());
        let is_choice = |value: Value| {
            value.opcode() == Some(Opcode::LLVMSelect)
                && is_settled(value)
                && value.operands().into_iter().all(is_settled)
        };
        is_choice(written)
            && is_choice(read)
            && written.operand(0) == read.operand(0)
            && (1..3).all(|arm| self.analyses.no_alias(written.operand(arm), read.operand(arm)))
    }

    /// Is it known from loop counters that a store never hits what was read?
    fn is_disjoint(&self, writer: Value, reader: Value, pointer: Value, bytes: Option<u64>) -> bool {
        let (Some(dependences), Some(bytes)) = (&self.dependences, bytes) else { return false };
        let load = Access { instruction: reader, pointer, bytes };
        plain_store(writer).is_some_and(|store| dependences.never_overwrites(store, load, self.after))
    }

    /// The same while the loop at `depth` around both runs once. `base` is what the load's address is based on.
    fn is_disjoint_within(&self, writer: Value, load: Access, base: Value, depth: usize) -> bool {
        let (Some(dependences), Some(store)) = (&self.dependences, plain_store(writer)) else { return false };
        let index = dependences.loops_around(load.instruction.block().expect("placed"))[depth];
        let other_array = || {
            let other = dependences.base_within(store, index);
            other.is_some_and(|other| self.analyses.no_alias(base, other))
        };
        dependences.are_disjoint_within(store, load, depth) || other_array()
    }
}

/// The one pointer that an instruction writes through.
fn destination(writer: Value) -> Option<Value> {
    match writer.opcode()? {
        Opcode::LLVMStore => Some(writer.operand(1)),
        Opcode::LLVMCall => match classify(writer) {
            Callee::Copy(copy) => Some(writer.arguments()[copy.destination]),
            Callee::Fill { destination, .. } => Some(writer.arguments()[destination]),
            _ => None,
        },
        _ => None,
    }
}

fn plain_store(writer: Value) -> Option<Access> {
    let module = writer.block().expect("placed").function().module();
    (writer.opcode() == Some(Opcode::LLVMStore)).then(|| Access {
        instruction: writer,
        pointer: writer.operand(1),
        bytes: module.store_size(writer.operand(0).ty()),
    })
}

fn find_overwriter_of_load(load: Value, search: &Search, module: Module) -> Option<Overwriter> {
    if load.is_volatile() || load.is_atomic() {
        return Some(Overwriter::Volatile);
    }
    find_overwriter(load, load.operand(0), Some(module.store_size(load.ty())), search)
}

fn find_overwritten_arrays(call: Value, linear: &Linear, search: &Search) -> Vec<usize> {
    let parameters = linear.parameters();
    let is_array = |p: &Parameter| matches!(p.kind, ParameterKind::Vector | ParameterKind::Matrix);
    let arguments = call.arguments();
    let object = |k: usize| arguments[k].underlying_object();
    // `x += a x` is no legal call, but a usual one. Blocks of one array are legal, and look the same from here.
    let by_the_call = |k: usize| {
        let mut written = (0..parameters.len()).filter(|w| parameters[*w].written && is_array(&parameters[*w]));
        !parameters[k].written && written.any(|w| object(w) == object(k))
    };
    let positions = (0..parameters.len()).filter(|k| is_array(&parameters[*k]));
    positions.filter(|k| by_the_call(*k) || find_overwriter(call, arguments[*k], None, search).is_some()).collect()
}

fn checkpointed_loop(i: Value) -> Option<Function> {
    i.is_call().then(|| i.called_function()).flatten().filter(|f| marks::is_checkpointed_loop(*f))
}

/// The pointers behind which a loop that will run again may find something else.
fn find_overwritten_memory(call: Value, callee: Function, search: &Search) -> Vec<usize> {
    let arguments = call.arguments();
    let anywhere = callee.string_attribute(marks::READS_ANYWHERE).is_some()
        && (matches!(search.between, Between::Caller { .. })
            || search.writers.iter().any(|writer| search.after.follows(call, *writer) && !writes_own(*writer)));
    let changes = |k: &usize| anywhere || find_overwriter(call, arguments[*k], None, search).is_some();
    (0..arguments.len()).filter(|k| arguments[*k].ty().is_pointer()).filter(changes).collect()
}

/// Floats that lie in memory which nothing writes once they are there. A deferred store comes too late.
fn find_stored_values(function: Function, deferred: &[Value], search: &Search) -> HashMap<Value, Value> {
    let module = function.module();
    let mut found = HashMap::new();
    for store in function.instructions() {
        if store.opcode() != Some(Opcode::LLVMStore) || !store.is_simple_access() || deferred.contains(&store) {
            continue;
        }
        let value = store.operand(0);
        let is_near = value.is_instruction() && value.ty().is_float_like() && value.block() == store.block();
        if !is_near || found.contains_key(&value) {
            continue;
        }
        let bytes = module.store_size(value.ty());
        if find_overwriter(store, store.operand(1), Some(bytes), search).is_none() {
            found.insert(value, store);
        }
    }
    found
}

/// The pointers passed to a function that nothing writes through, or near, once it has returned.
fn find_unchanged_arguments(call: Value, search: &Search) -> Vec<usize> {
    let arguments = call.arguments();
    let stays =
        |k: &usize| arguments[*k].ty().is_pointer() && find_overwriter(call, arguments[*k], None, search).is_none();
    (0..arguments.len()).filter(stays).collect()
}

/// Does an instruction only write a stack object of the function?
fn writes_own(writer: Value) -> bool {
    writer.opcode() == Some(Opcode::LLVMStore) && is_private(writer.operand(1).underlying_object())
}

/// The stores that can wait for the end of the reverse sweep. Other threads may look behind a barrier.
fn late_stores(
    function: Function,
    analyses: &Analyses,
    after: &Reachable,
    ownership: &Ownership,
    waits: &[Value],
) -> Vec<Value> {
    let mut found = deferred_stores::deferred_stores(function, analyses, after, ownership);
    found.retain(|store| !waits.iter().any(|wait| after.follows(*store, *wait)));
    found
}

/// What may overwrite the bytes (none: any number) that `reader` read at `pointer`.
fn find_overwriter(reader: Value, pointer: Value, bytes: Option<u64>, search: &Search) -> Option<Overwriter> {
    let object = pointer.underlying_object();
    if object.is_global_variable() && object.is_constant_global() {
        return None;
    }
    if let Between::Caller { spared } = search.between
        && !is_private(object)
        && !spared.contains(&object)
    {
        return Some(Overwriter::Caller);
    }
    let across = pointer.block().is_some_and(|block| search.analyses.loop_of(block).is_some());
    let overwrites = |writer: &&Value| {
        search.after.follows(reader, **writer)
            && !search.writes_elsewhere(**writer, pointer)
            && !search.writes_the_other(**writer, pointer)
            && !elsewhere::is_shared_or_given(**writer, pointer)
            && search.may_overwrite(**writer, pointer, bytes, reader, across)
            && !search.is_disjoint(**writer, reader, pointer, bytes)
    };
    let found = search.writers.iter().find(overwrites).copied();
    found.or_else(|| elsewhere::overwriter(reader, pointer, search)).map(Overwriter::Instruction)
}

/// Memory that no caller can reach: a local object that lives in the tape of the split function.
fn is_private(object: Value) -> bool {
    object.opcode() == Some(Opcode::LLVMAlloca) && !escapes(object)
}

fn escapes(object: Value) -> bool {
    let mut work = vec![object];
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) => {}
                Some(Opcode::LLVMStore) if user.operand(0) != value => {}
                _ if user.passes_pointer_on() => work.push(user),
                Some(Opcode::LLVMICmp) => {}
                Some(Opcode::LLVMCall) if matches!(classify(user), Callee::Copy(_) | Callee::Fill { .. }) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Does the instruction write memory that the program reads as data?
pub fn writes(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMStore | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Math { integer_outputs, .. } => !integer_outputs.is_empty(),
            Callee::Copy(_) | Callee::Fill { .. } => true,
            // A free waits for the end of the reverse sweep, and fresh memory was never read.
            Callee::Allocate(_) | Callee::Free(_) | Callee::Hint => false,
            Callee::Reallocate(_) | Callee::Runtime(_) | Callee::Device(_) => false,
            // What a handler caught is destroyed when it is left.
            Callee::Exception(exception) => matches!(exception, Exception::EndCatch | Exception::Free),
            Callee::Inactive(inactive) => !inactive.overwrites.is_empty(),
            Callee::Defined(_)
            | Callee::SaidInactive
            | Callee::Unknown(_)
            | Callee::Unsupported(_)
            | Callee::Assembly => i.may_write(),
        },
        _ => false,
    }
}
