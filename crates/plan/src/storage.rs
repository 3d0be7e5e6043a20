//! Where kept items live.
//!
//! Outside all loops: a register (a stack slot that is promoted later), or a field of the tape's record when the two
//! sweeps are two functions. In a loop whose trip count is known before it starts: an array per item, all arrays of a
//! loop in one allocation, made at the outermost loop for which the counts are known (a whole rectangular nest is one
//! allocation, and arrays are contiguous so that the reverse loop vectorises). In any other loop: a record per
//! iteration, linked to the one before. The place of a loop's memory is itself an item kept in the scope around it.

use super::cut::kept_type;
use super::{Facts, Item, Shape};
use std::collections::{BTreeMap, HashMap};
use zymase_core::runtime::WORD;
use zymase_llvm::{Module, Type, Value};

/// The place of one kept item.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The loop whose storage holds it; none: outside all loops.
    pub scope: Option<usize>,
    /// Array: bytes per iteration of the arrays before this one. Record: byte offset.
    pub offset: u64,
    pub ty: Type,
}

impl Slot {
    /// The place in a lane: lanes lie one after the other.
    pub fn in_lane(mut self, module: Module, lane: usize) -> Slot {
        self.offset += lane as u64 * slot_bytes(module, self.ty);
        self
    }
}

/// Which memory the arrays of a loop are in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// That of the context.
    Context,
    /// So many bytes of the stack: on a GPU, memory that each thread has of its own.
    Stack(u64),
    /// Memory of a GPU in which the words of neighbouring threads are neighbours; of each iteration, all arrays lie together.
    Spread,
}

#[derive(Clone, Debug)]
pub enum LoopStorage {
    /// Arrays over the iterations of the loops `nest` (outermost first, ending in the loop itself).
    Arrays { nest: Vec<usize>, bytes_per_iteration: u64, home: Home },
    /// Linked records; the first field is the record of the iteration before.
    Records { bytes: u64 },
}

impl LoopStorage {
    /// The loop before which the memory is provided.
    pub fn outermost(&self, index: usize) -> usize {
        match self {
            LoopStorage::Arrays { nest, .. } => nest[0],
            LoopStorage::Records { .. } => index,
        }
    }
}

pub struct Layout {
    pub slots: HashMap<Item, Slot>,
    pub storage: BTreeMap<usize, LoopStorage>,
    pub root_bytes: u64,
    pub kept: Vec<Item>,
}

/// Bytes of the link to the record before.
const LINK_BYTES: u64 = 8;
/// Alignment of every allocation of the run time; larger types are accessed with this alignment.
pub const ALLOCATION_ALIGNMENT: u64 = 16;

/// Gives every kept item a place; adds the items that hold places.
pub fn lay_out(facts: &Facts, mut kept: Vec<Item>) -> Layout {
    let mut storage = BTreeMap::new();
    let mut scopes: BTreeMap<Option<usize>, Vec<Item>> = BTreeMap::new();
    for item in &kept {
        scopes.entry(item.home(facts.prepared, None)).or_default().push(*item);
    }
    // Loops are listed parents first: going backwards, a loop's own storage is known before its parent is laid out.
    for index in (0..facts.prepared.loops.len()).rev() {
        if !scopes.contains_key(&Some(index)) {
            continue;
        }
        let kind = storage_kind(facts, index);
        let outermost = kind.outermost(index);
        storage.insert(index, kind);
        let segment = Item::Segment(index);
        kept.push(segment);
        scopes.entry(facts.prepared.loops[outermost].parent).or_default().push(segment);
    }
    let mut slots = HashMap::new();
    let mut root_bytes = 0;
    for (scope, items) in scopes {
        let bytes = place(facts, scope, items, &storage, &mut slots);
        match scope.map(|index| storage.get_mut(&index).expect("every scope has storage")) {
            None => root_bytes = bytes,
            Some(LoopStorage::Arrays { bytes_per_iteration, nest, home }) => {
                *bytes_per_iteration = bytes;
                if facts.prepared.function.module().is_for_nvidia() {
                    *home = home_on_gpu(facts, nest, bytes, &slots, scope);
                    if *home == Home::Spread {
                        *bytes_per_iteration = bytes.next_multiple_of(WORD);
                    }
                }
            }
            Some(LoopStorage::Records { bytes: total }) => *total = bytes,
        }
    }
    Layout { slots, storage, root_bytes, kept }
}

fn storage_kind(facts: &Facts, index: usize) -> LoopStorage {
    let loops = &facts.prepared.loops;
    if loops[index].trips.is_none() {
        return LoopStorage::Records { bytes: 0 };
    }
    let mut nest = vec![index];
    while let Some(parent) = loops[nest[0]].parent {
        let known_outside = |inner: &usize| {
            let count = loops[*inner].trips.expect("only loops with a count join a nest");
            !count.is_instruction() || !facts.prepared.loop_contains(parent, facts.prepared.home(count))
        };
        if loops[parent].trips.is_none() || !nest.iter().all(known_outside) {
            break;
        }
        nest.insert(0, parent);
    }
    LoopStorage::Arrays { nest, bytes_per_iteration: 0, home: Home::Context }
}

/// Bytes of the stack of a thread of a GPU that the arrays of one loop may take.
const MOST_ON_STACK: u64 = 2048;

fn home_on_gpu(facts: &Facts, nest: &[usize], bytes: u64, slots: &HashMap<Item, Slot>, scope: Option<usize>) -> Home {
    let count = |index: &usize| facts.prepared.loops[*index].trips.and_then(Value::as_integer).map(|n| n as u64 + 1);
    let total = nest.iter().try_fold(bytes, |total, index| Some(total.saturating_mul(count(index)?)));
    if let Some(total) = total.filter(|total| *total <= MOST_ON_STACK && facts.shape == Shape::Combined) {
        return Home::Stack(total);
    }
    let module = facts.prepared.function.module();
    let mut here = slots.values().filter(|slot| slot.scope == scope);
    let fits = here.all(|slot| slot_bytes(module, slot.ty).next_power_of_two() <= WORD);
    if fits { Home::Spread } else { Home::Context }
}

/// Bytes an item takes; booleans take one.
pub fn slot_bytes(module: Module, ty: Type) -> u64 {
    module.allocation_size(ty).max(1)
}

fn place(
    facts: &Facts,
    scope: Option<usize>,
    mut items: Vec<Item>,
    storage: &BTreeMap<usize, LoopStorage>,
    slots: &mut HashMap<Item, Slot>,
) -> u64 {
    let module = facts.prepared.function.module();
    let bytes_of = |item: &Item| slot_bytes(module, kept_type(facts, *item));
    // Large alignments first, so that every array and field is aligned without padding.
    items.sort_by_key(|item| std::cmp::Reverse(bytes_of(item).next_power_of_two().min(ALLOCATION_ALIGNMENT)));
    let linked = scope.is_some_and(|index| matches!(storage[&index], LoopStorage::Records { .. }));
    let mut offset = if linked { LINK_BYTES } else { 0 };
    if linked && items.first().is_some_and(|item| bytes_of(item) >= ALLOCATION_ALIGNMENT) {
        offset = ALLOCATION_ALIGNMENT;
    }
    for item in items {
        let bytes = bytes_of(&item);
        let unit = bytes.next_power_of_two().min(ALLOCATION_ALIGNMENT);
        offset = offset.next_multiple_of(unit);
        slots.insert(item, Slot { scope, offset, ty: kept_type(facts, item) });
        offset += bytes * item.count(facts.options);
    }
    offset
}
