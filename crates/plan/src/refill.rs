//! Shared memory of a GPU that the reverse sweep fills again.
//!
//! A loop fills tiles of shared memory, waits, reads them, and waits again. What is read would have to be kept, because the next iteration
//! overwrites it, although each thread could fill the tile once more: in front of the mirrored second barrier, which then stands between
//! filling and reading as the first one does in the forward sweep.
//!
//! That gives the same contents if nothing else writes to the variable, and the same places are written in every iteration.

use super::dependencies::recipe;
use super::{Choices, Facts, Flow, Item, needs};
use std::collections::{HashMap, HashSet};
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::memory::Memory;
use zymase_analysis::types::Types;
use zymase_library::Device;
use zymase_llvm::{Opcode, Value};
use zymase_prepare::Prepared;

/// The address space of memory that a block shares.
const SHARED: u32 = 3;

/// What is filled again.
#[derive(Clone, Debug, Default)]
pub struct Refills {
    /// Loads that find what they read in the reverse sweep, too.
    pub loads: HashSet<Value>,
    /// The stores that run again, in their order, by the barrier before whose mirror they do.
    pub stores: Vec<(Value, Vec<Value>)>,
}

impl Refills {
    /// What the stores need to run again.
    pub fn needs(&self) -> Vec<Item> {
        self.stores.iter().flat_map(|(_, stores)| of_stores(stores)).collect()
    }

    /// The stores that run again before the mirror of a barrier.
    pub fn before(&self, barrier: Value) -> Vec<Value> {
        self.stores.iter().filter(|(at, _)| *at == barrier).flat_map(|(_, stores)| stores.iter().copied()).collect()
    }
}

/// A variable that a loop fills.
struct Tile {
    index: usize,
    loads: Vec<Value>,
    stores: Vec<Value>,
    /// The barriers behind the stores, and behind the loads.
    filled: Value,
    read: Value,
}

/// Finds the variables that can be filled again.
pub fn find(prepared: &Prepared, types: &Types, activity: &Activity, memory: &Memory, choices: Choices) -> Refills {
    let mut refills = Refills::default();
    if !prepared.function.module().is_for_gpu() || !matches!(choices.shape, super::Shape::Combined) {
        return refills;
    }
    let order = Order::of(prepared);
    let mut tiles: Vec<Tile> =
        variables(prepared, memory).into_iter().filter_map(|v| tile(prepared, &order, v)).collect();
    // What one tile is filled with may be read from another, which then must not be filled again.
    loop {
        let loads: HashSet<Value> = tiles.iter().flat_map(|tile| tile.loads.iter().copied()).collect();
        if loads.is_empty() {
            return refills;
        }
        let mut again = memory.clone();
        again.spare(&loads);
        let wrong = misused(prepared, types, activity, &again, choices, &order, &tiles);
        if wrong.is_empty() {
            break;
        }
        let mut number = 0;
        tiles.retain(|_| {
            number += 1;
            !wrong.contains(&(number - 1))
        });
    }
    for tile in tiles {
        refills.loads.extend(tile.loads);
        refills.stores.push((tile.read, tile.stores));
    }
    refills
}

/// Positions in blocks.
struct Order<'a> {
    prepared: &'a Prepared,
    position: HashMap<Value, usize>,
}

impl Order<'_> {
    fn of(prepared: &Prepared) -> Order<'_> {
        let position = prepared.function.instructions().into_iter().enumerate().map(|(n, i)| (i, n)).collect();
        Order { prepared, position }
    }

    /// Does `a` always run before `b`?
    fn dominates(&self, a: Value, b: Value) -> bool {
        let (Some(first), Some(second)) = (a.block(), b.block()) else { return false };
        if first == second {
            self.position[&a] < self.position[&b]
        } else {
            self.prepared.analyses.dominates(first, second)
        }
    }
}

/// Variables of shared memory with a size, of which a load would have to be kept.
fn variables(prepared: &Prepared, memory: &Memory) -> Vec<Value> {
    let mut found = Vec::new();
    for i in prepared.function.instructions() {
        if i.opcode() == Some(Opcode::LLVMLoad) && i.ty().is_float_like() && memory.overwriter(i).is_some() {
            let object = i.operand(0).underlying_object();
            let is_shared = object.is_global_variable() && object.ty().address_space() == SHARED;
            let has_size = || prepared.function.module().allocation_size(object.global_value_type()) > 0;
            if is_shared && has_size() && !found.contains(&object) {
                found.push(object);
            }
        }
    }
    found
}

fn tile(prepared: &Prepared, order: &Order, variable: Value) -> Option<Tile> {
    let (mut loads, mut stores) = (Vec::new(), Vec::new());
    for i in prepared.function.instructions() {
        match i.opcode()? {
            Opcode::LLVMLoad if i.operand(0).underlying_object() == variable => loads.push(i),
            Opcode::LLVMStore if i.operand(1).underlying_object() == variable => stores.push(i),
            Opcode::LLVMStore => {
                // What is stored through a pointer that nobody knows may be this.
                let object = i.operand(1).underlying_object();
                let is_known =
                    object.is_argument() || object.is_global_variable() || object.opcode() == Some(Opcode::LLVMAlloca);
                if !is_known {
                    return None;
                }
                if i.operand(0).ty().is_pointer() && i.operand(0).underlying_object() == variable {
                    return None;
                }
            }
            Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast | Opcode::LLVMBitCast => {}
            _ => {
                let is_named = |operand: &Value| operand.ty().is_pointer() && operand.underlying_object() == variable;
                if i.operands().iter().any(is_named) {
                    return None;
                }
            }
        }
    }
    let is_plain = |access: &Value| access.is_simple_access();
    if stores.is_empty() || !loads.iter().chain(&stores).all(is_plain) {
        return None;
    }
    let index = prepared.loop_of(stores[0].block()?)?;
    let found = &prepared.loops[index];
    let is_always = |i: &Value| {
        i.block().is_some_and(|block| {
            prepared.loop_of(block) == Some(index) && prepared.analyses.dominates(block, found.latch)
        })
    };
    // The same places in each iteration.
    if !stores.iter().all(|store| is_always(store) && is_fixed(prepared, index, store.operand(1))) {
        return None;
    }
    let is_barrier =
        |i: &Value| i.opcode() == Some(Opcode::LLVMCall) && matches!(classify(*i), Callee::Device(Device::Barrier));
    let barriers: Vec<Value> =
        prepared.function.instructions().into_iter().filter(|i| is_barrier(i) && is_always(i)).collect();
    let behind = |barrier: &Value, all: &[Value]| all.iter().all(|i| order.dominates(*i, *barrier));
    let before = |barrier: &Value, all: &[Value]| all.iter().all(|i| order.dominates(*barrier, *i));
    let filled = *barriers.iter().find(|barrier| behind(barrier, &stores) && before(barrier, &loads))?;
    let after = |barrier: &&Value| {
        order.dominates(filled, **barrier) && loads.iter().all(|load| !order.dominates(**barrier, *load))
    };
    let read = *barriers.iter().filter(after).max_by_key(|barrier| order.position[*barrier])?;
    Some(Tile { index, loads, stores, filled, read })
}

/// Is a value computed from what does not change in a loop, without memory?
fn is_fixed(prepared: &Prepared, index: usize, value: Value) -> bool {
    use Opcode::*;
    if !value.is_instruction() || !prepared.loop_contains(index, prepared.home(value)) {
        return true;
    }
    let is_plain = matches!(
        value.opcode(),
        Some(
            LLVMGetElementPtr
                | LLVMAddrSpaceCast
                | LLVMBitCast
                | LLVMAdd
                | LLVMSub
                | LLVMMul
                | LLVMShl
                | LLVMLShr
                | LLVMAShr
                | LLVMAnd
                | LLVMOr
                | LLVMXor
                | LLVMZExt
                | LLVMSExt
                | LLVMTrunc
                | LLVMURem
                | LLVMUDiv
                | LLVMSelect
                | LLVMICmp
        )
    );
    is_plain && value.operands().into_iter().all(|operand| is_fixed(prepared, index, operand))
}

/// The tiles of which the reverse sweep would read something where they are not filled.
fn misused(
    prepared: &Prepared,
    types: &Types,
    activity: &Activity,
    memory: &Memory,
    choices: Choices,
    order: &Order,
    tiles: &[Tile],
) -> HashSet<usize> {
    let work = needs::reverse_work(prepared, types, activity, choices);
    let flow = Flow::of(prepared, &work, activity, choices.unwinds);
    let facts =
        Facts { prepared, types, activity, memory, shape: choices.shape, options: choices.options, flow: &flow };
    let of: HashMap<Value, usize> =
        tiles.iter().enumerate().flat_map(|(n, tile)| tile.loads.iter().map(move |load| (*load, n))).collect();
    let mut known = HashMap::new();
    let mut wrong = HashSet::new();
    let mut note = |needed: &[Item], place: Option<Value>, wrong: &mut HashSet<usize>| {
        for item in needed {
            for n in read_by(&facts, *item, &of, &mut known) {
                let tile = &tiles[n];
                let fits = |i: Value| {
                    order.dominates(tile.filled, i)
                        && i != tile.read
                        && !order.dominates(tile.read, i)
                        && i.block().is_some_and(|block| prepared.loops_around(block).contains(&tile.index))
                };
                if !place.is_some_and(fits) {
                    wrong.insert(n);
                }
            }
        }
    };
    for block in prepared.blocks.iter().filter(|block| flow.reversed.contains(*block)) {
        for i in block.instructions() {
            note(&needs::of_instruction(&facts, i), Some(i), &mut wrong);
        }
    }
    note(&needs::of_flow(&facts), None, &mut wrong);
    for tile in tiles {
        note(&of_stores(&tile.stores), None, &mut wrong);
    }
    wrong
}

/// What stores need to run again.
fn of_stores(stores: &[Value]) -> Vec<Item> {
    stores.iter().flat_map(|store| [Item::Primal(store.operand(0)), Item::Primal(store.operand(1))]).collect()
}

/// The tiles that are read when an item is computed again, by whatever way.
fn read_by(facts: &Facts, item: Item, of: &HashMap<Value, usize>, known: &mut HashMap<Item, Vec<usize>>) -> Vec<usize> {
    if let Some(found) = known.get(&item) {
        return found.clone();
    }
    let mut seen = HashSet::from([item]);
    let mut work = vec![item];
    let mut found = Vec::new();
    while let Some(at) = work.pop() {
        if let Item::Primal(value) | Item::Shadow(value) = at
            && let Some(n) = of.get(&value)
        {
            found.push(*n);
        }
        work.extend(recipe(facts, at).reads(at, facts).into_iter().filter(|read| seen.insert(*read)));
    }
    found.sort_unstable();
    found.dedup();
    known.insert(item, found.clone());
    found
}
