//! The plan: every decision about a derivative, made before anything is emitted.
//!
//! The emitters only obey: what the reverse sweep needs (`needs`), how a needed thing can be had again
//! (`dependencies`), which things are kept instead (`cut`) and where they live (`storage`).
//!
//! - `accumulation`: how adjoints in memory are added to;
//! - `affine`: random numbers of loops;
//! - `distances`: what derivatives check about distances between pointers;
//! - `domain`: operands that are known to lie inside of a function's domain;
//! - `flow`: how control runs backwards;
//! - `guards`: where an adjoint of zero must stay exactly zero;
//! - `integers`: integers of the caller that stay in shadows;
//! - `lanes`: which lanes of vectors nobody looks at;
//! - `late`: stores of kernels that wait for the end of the reverse sweep;
//! - `planned`: what is known and decided about a function before a derivative in reverse mode is emitted;
//! - `refill`: shared memory of a GPU that is filled again;
//! - `refusal`: what is refused, and why;
//! - `versions`: what a second version of a gradient would gain, one for arguments that do not overlap.
#![forbid(unsafe_code)]

pub mod accumulation;
mod affine;
mod cut;
mod dependencies;
mod distances;
mod domain;
mod flow;
mod guards;
mod integers;
mod lanes;
mod late;
mod needs;
mod planned;
mod refill;
pub mod refusal;
mod storage;
mod versions;

pub use accumulation::{Accumulation, Accumulations};
pub use cut::reachable;
pub use dependencies::{CounterStep, Recipe, closed_form, recipe};
pub use flow::{ChoiceTree, Flow, Next, can_run_at};
pub use needs::{ReverseWork, call_takes_part, copy_arguments, relative, starts_as_zeros};
pub use planned::{Planned, activity};
pub use refill::Refills;
pub use storage::{ALLOCATION_ALIGNMENT, Home, LoopStorage, Slot, slot_bytes};
pub use versions::{Outlook, obstacle, same_object};

pub use guards::is_harmless;
use guards::{Guards, Zeros};
use std::collections::{BTreeMap, HashMap};
use zymase_analysis::activity::Activity;
use zymase_analysis::memory::Memory;
use zymase_analysis::types::Types;
use zymase_core::machine;
use zymase_core::signature::Options;
use zymase_llvm::{Block, Value};
use zymase_prepare::Prepared;

/// Something the reverse sweep may need.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// A value of the prepared function.
    Primal(Value),
    /// The shadow of a pointer, in all lanes: what is decided for one holds for each.
    Shadow(Value),
    /// By which predecessor a block was entered.
    Choice(Block),
    /// How often the back edge of a loop was taken.
    Trips(usize),
    /// The tape of a call.
    Tape(Value),
    /// Where the kept values of a loop are.
    Segment(usize),
    /// A copy of an array, by its number; it is taken before this loop starts.
    Snapshot(usize, usize),
    /// How the function was left: 0 by its return, 1 by unwinding.
    Exit,
}

/// Whether the two sweeps are one function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One function: the reverse sweep sees the stack of the forward sweep.
    Combined,
    /// Two functions with a tape between them.
    Split,
}

/// What frees the kept values when an exception leaves the function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cleanup {
    /// The context of the outermost derivative call owns all memory; its end frees everything at once.
    ContextEnd,
}

/// The facts all decisions are made from.
pub struct Facts<'a> {
    pub prepared: &'a Prepared,
    pub types: &'a Types,
    pub activity: &'a Activity,
    pub memory: &'a Memory,
    pub shape: Shape,
    pub options: Options,
    pub flow: &'a Flow,
}

/// What is decided before the plan is made.
#[derive(Copy, Clone)]
pub struct Choices {
    pub shape: Shape,
    /// May a caller catch what leaves the function by unwinding, and run the reverse sweep from there?
    pub unwinds: bool,
    pub options: Options,
    /// Decide by the minimum cut what is kept; else everything that can be is.
    pub minimum_cut: bool,
}

pub struct Plan {
    pub options: Options,
    pub shape: Shape,
    /// Address space of memory that keeps values.
    pub address_space: u32,
    pub cleanup: Cleanup,
    /// How what is read adds to adjoints in memory, where other threads do so at the same time.
    pub accumulations: Accumulations,
    /// What the reverse sweep asks for directly.
    pub needed: Vec<Item>,
    /// What is kept in memory or registers, in a fixed order.
    pub kept: Vec<Item>,
    pub slots: HashMap<Item, Slot>,
    pub storage: BTreeMap<usize, LoopStorage>,
    /// Bytes of the record of what is kept outside all loops (split shape).
    pub root_bytes: u64,
    /// Instructions that may have an adjoint of exactly zero where their derivative is not finite.
    pub guards: Guards,
    pub flow: Flow,
    /// Shared memory that is filled again.
    pub refills: Refills,
}

impl Plan {
    pub fn keeps(&self, item: Item) -> bool {
        self.slots.contains_key(&item)
    }
}

/// Makes the plan of a derivative in reverse mode.
pub fn make(
    prepared: &Prepared,
    types: &Types,
    activity: &Activity,
    memory: &Memory,
    choices: Choices,
    refills: Refills,
) -> Plan {
    let Choices { shape, unwinds, options, minimum_cut } = choices;
    let work = needs::reverse_work(prepared, types, activity, choices);
    let flow = Flow::of(prepared, &work, activity, unwinds);
    let facts = Facts { prepared, types, activity, memory, shape, options, flow: &flow };
    let zeros = match shape {
        _ if options.strong_zero => Zeros::Everywhere,
        Shape::Split => Zeros::OfResult,
        Shape::Combined => Zeros::OfMemory,
    };
    let guards = guards::find(prepared, activity, zeros);
    let needed = needs::collect(&facts, &refills.needs());
    let cut = cut::choose(&facts, &needed, minimum_cut);
    let storage::Layout { slots, storage, root_bytes, kept } = storage::lay_out(&facts, cut);
    Plan {
        options,
        shape,
        address_space: machine::of(prepared.function.module()).memory_space(),
        cleanup: Cleanup::ContextEnd,
        accumulations: Accumulations::of(&facts),
        needed,
        kept,
        slots,
        storage,
        root_bytes,
        guards,
        flow,
        refills,
    }
}

impl Item {
    /// How many of it there are: shadows are in every lane.
    pub fn count(self, options: Options) -> u64 {
        if matches!(self, Item::Shadow(_)) { options.lanes as u64 } else { 1 }
    }

    /// The loop whose every iteration has its own instance of the item; none outside all loops.
    pub fn home(self, prepared: &Prepared, flow_storage: Option<&BTreeMap<usize, LoopStorage>>) -> Option<usize> {
        match self {
            Item::Primal(value) | Item::Shadow(value) | Item::Tape(value) => prepared.home(value),
            Item::Choice(block) => prepared.loop_of(block),
            Item::Exit => None,
            Item::Trips(index) | Item::Snapshot(_, index) => prepared.loops[index].parent,
            Item::Segment(index) => {
                let outermost = flow_storage.map_or(index, |storage| storage[&index].outermost(index));
                prepared.loops[outermost].parent
            }
        }
    }
}
