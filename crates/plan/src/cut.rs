//! What is kept for the reverse sweep and what is computed again: the cheapest choice among everything that it could need.

use super::dependencies::{Recipe, recipe};
use super::{Facts, Item, Shape};
use std::collections::{HashMap, HashSet, VecDeque};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_analysis::memory::{ASSUMED_LENGTH, assumed_bytes};
use zymase_core::machine::memory_pointer;
use zymase_library::is_fast_form;
use zymase_llvm::{Function, Opcode, Type, Value};
use zymase_support::keep_or_recompute::{self, Candidate, Supply};
use zymase_support::min_cut::INFINITE;

/// Iterations assumed of a loop whose count is not a constant.
const ASSUMED_TRIPS: u64 = ASSUMED_LENGTH;
/// Price of one byte written in the forward and read in the reverse sweep.
const PRICE_PER_BYTE: u64 = 2;
/// The same on a GPU, which computes much faster than it reaches memory.
const PRICE_PER_BYTE_ON_GPU: u64 = 20;
/// What reading a value again costs, in additions.
const COST_OF_LOAD: u64 = 4;
/// Cap on what one item may cost, so that sums stay exact.
const MOST_COST: u64 = INFINITE >> 20;

/// The items to keep, in the order in which they were found.
pub fn choose(facts: &Facts, needed: &[Item], minimum_cut: bool) -> Vec<Item> {
    let graph = Graph::of(facts, needed);
    let function = facts.prepared.function;
    let changing: Vec<Value> = marks::partial(function).iter().map(|k| function.parameter(*k)).collect();
    if !minimum_cut {
        let keep = |item: &&Item| recipe(facts, **item) != Recipe::Free && !changes(**item, &changing);
        return graph.order.iter().filter(keep).copied().collect();
    }
    let position: HashMap<Item, usize> = graph.order.iter().enumerate().map(|(n, item)| (*item, n)).collect();
    let needed: HashSet<Item> = needed.iter().copied().collect();
    let candidate = |(item, recipe): (&Item, &Recipe)| {
        let supply = match recipe {
            Recipe::Free => Supply::Free,
            Recipe::Keep => Supply::Keep(keep_cost(facts, *item)),
            _ => Supply::Either {
                keep: if changes(*item, &changing) { INFINITE } else { keep_cost(facts, *item) },
                recompute: recompute_cost(facts, *item, recipe),
                reads: recipe.reads(*item, facts).into_iter().map(|read| position[&read]).collect(),
            },
        };
        Candidate { is_needed: needed.contains(item), supply }
    };
    let candidates: Vec<Candidate> = graph.order.iter().zip(&graph.recipes).map(candidate).collect();
    let kept = keep_or_recompute::choose(&candidates).expect("keeping everything is always possible");
    graph.order.iter().zip(kept).filter(|(_, kept)| *kept).map(|(item, _)| *item).collect()
}

/// Does the item belong to a shadow behind one of these parameters, which is another one in the reverse sweep (a thread's own)?
fn changes(item: Item, parameters: &[Value]) -> bool {
    matches!(item, Item::Shadow(pointer) if parameters.contains(&pointer.underlying_object()))
}

/// Everything that the reverse sweep may read: what it needs, and what that is computed from.
pub fn reachable(facts: &Facts, needed: &[Item]) -> HashSet<Item> {
    Graph::of(facts, needed).order.into_iter().collect()
}

/// All items reachable from the needed ones.
struct Graph {
    order: Vec<Item>,
    recipes: Vec<Recipe>,
}

impl Graph {
    fn of(facts: &Facts, needed: &[Item]) -> Graph {
        let mut seen = HashSet::new();
        let mut queue: VecDeque<Item> = VecDeque::new();
        for item in needed {
            if seen.insert(*item) {
                queue.push_back(*item);
            }
        }
        let mut graph = Graph { order: Vec::new(), recipes: Vec::new() };
        while let Some(item) = queue.pop_front() {
            let recipe = recipe(facts, item);
            for read in recipe.reads(item, facts) {
                if seen.insert(read) {
                    queue.push_back(read);
                }
            }
            graph.order.push(item);
            graph.recipes.push(recipe);
        }
        graph
    }
}

/// How often an item with this home exists.
pub(super) fn instances(facts: &Facts, item: Item) -> u64 {
    let mut count: u64 = 1;
    let mut at = item.home(facts.prepared, None);
    while let Some(index) = at {
        let found = &facts.prepared.loops[index];
        let trips = found.trips.and_then(Value::as_integer).map_or(ASSUMED_TRIPS, |n| n.max(0) as u64 + 1);
        count = count.saturating_mul(trips).min(MOST_COST);
        at = found.parent;
    }
    count
}

/// The type in which an item is kept.
pub fn kept_type(facts: &Facts, item: Item) -> Type {
    let pointer = memory_pointer(facts.prepared.function.module());
    match item {
        Item::Primal(value) | Item::Shadow(value) => value.ty(),
        Item::Choice(_) | Item::Exit => pointer.integer(32),
        Item::Trips(_) => pointer.integer(64),
        Item::Tape(_) | Item::Segment(_) | Item::Snapshot(..) => pointer,
    }
}

fn keep_cost(facts: &Facts, item: Item) -> u64 {
    if let Item::Snapshot(number, _) = item {
        let price = assumed_bytes(&facts.memory.snapshot(number).bytes).saturating_mul(PRICE_PER_BYTE);
        return price.saturating_mul(instances(facts, item)).min(MOST_COST);
    }
    if item.home(facts.prepared, None).is_none() && facts.shape == Shape::Combined {
        // A register or a stack slot. A GPU has few, and addresses that are computed again are seen to be what they are.
        let on_gpu = facts.prepared.function.module().is_for_gpu();
        return item.count(facts.options) * if on_gpu { 3 } else { 1 };
    }
    let bytes = facts.prepared.function.module().store_size(kept_type(facts, item)).max(4) * item.count(facts.options);
    let on_gpu = facts.prepared.function.module().is_for_gpu();
    let price = if on_gpu { PRICE_PER_BYTE_ON_GPU } else { PRICE_PER_BYTE };
    (bytes * price).saturating_mul(instances(facts, item)).min(MOST_COST)
}

fn recompute_cost(facts: &Facts, item: Item, recipe: &Recipe) -> u64 {
    let once = match item {
        _ if matches!(recipe, Recipe::Stored(_)) => COST_OF_LOAD,
        Item::Primal(value) | Item::Shadow(value) => instruction_cost(value),
        Item::Choice(_) => 2,
        Item::Trips(_) | Item::Tape(_) | Item::Segment(_) | Item::Snapshot(..) | Item::Exit => 1,
    };
    (once * item.count(facts.options) * instances(facts, item)).min(MOST_COST)
}

/// Does a GPU compute it as fast as a product?
fn is_fast(call: Value) -> bool {
    let name = call.called_function().map(|callee| callee.name()).unwrap_or_default();
    is_fast_form(&name) || name.starts_with("llvm.nvvm.") && name.contains(".approx")
}

fn instruction_cost(value: Value) -> u64 {
    match value.opcode() {
        Some(Opcode::LLVMLoad) => COST_OF_LOAD,
        // A shift, or a multiplication and a shift.
        Some(Opcode::LLVMSDiv | Opcode::LLVMUDiv | Opcode::LLVMSRem | Opcode::LLVMURem)
            if value.operand(1).is_constant() =>
        {
            2
        }
        Some(Opcode::LLVMFDiv | Opcode::LLVMSDiv | Opcode::LLVMUDiv | Opcode::LLVMSRem | Opcode::LLVMURem) => 10,
        Some(Opcode::LLVMFRem) => 60,
        Some(Opcode::LLVMCall) => match classify(value) {
            Callee::Math { function: zymase_calculus::Function::Sqrt, .. } => 12,
            Callee::Math { function, .. } if zymase_core::formulas::is_cheap(function) => 2,
            // One or two instructions of a GPU.
            Callee::Math { .. } if is_fast(value) => 5,
            Callee::Math { .. }
                if value.ty().is_single() && value.block().is_some_and(|b| b.function().module().is_for_gpu()) =>
            {
                25
            }
            Callee::Inactive(_) if value.called_function().is_some_and(Function::is_intrinsic) => 2,
            _ => 60,
        },
        _ => 1,
    }
}
