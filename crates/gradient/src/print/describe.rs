//! The plan as text, one decision per line, for `zymase print plan`.

use crate::engine::Engine;
use zymase_analysis::activity::Activity;
use zymase_analysis::memory::{Between, Memory, Overwriter};
use zymase_analysis::types::Types;
use zymase_core::Failure;
use zymase_core::signature::Options;
use zymase_llvm::Value;
use zymase_plan::{self as plan, Choices, Facts, Item, LoopStorage, Plan, Shape};
use zymase_prepare::Prepared;

/// Plans the gradient of the function on its own, from what can be written after every load.
pub fn make_for_display(engine: &Engine, prepared: &Prepared, types: &Types, activity: &Activity) -> (Memory, Plan) {
    let between = Between::Nobody { deferred_stores: engine.session.config.deferred_stores };
    let memory = Memory::analyse(prepared.function, &prepared.analyses, &between, engine.session.config.methods());
    let options = Options { lanes: engine.session.config.print_lanes, ..Options::PLAIN };
    let choices =
        Choices { shape: Shape::Combined, unwinds: false, options, minimum_cut: engine.session.config.minimum_cut };
    let plan = plan::make(prepared, types, activity, &memory, choices);
    (memory, plan)
}

/// The loops that will run forwards and backwards at once: what is kept in them is kept of one iteration.
pub fn fused_loops(engine: &Engine, facts: &Facts, plan: &Plan) -> Vec<usize> {
    engine.registry.offer(facts, plan).map_or(Vec::new(), |offer| offer.loops())
}

/// Plans the gradient of the function and describes it.
pub fn describe(
    engine: &mut Engine,
    prepared: &Prepared,
    types: &Types,
    activity: &Activity,
) -> Result<Vec<(u32, String)>, Failure> {
    let (memory, plan) = make_for_display(engine, prepared, types, activity);
    let (shape, options) = (plan.shape, plan.options);
    let facts = Facts { prepared, types, activity, memory: &memory, shape, options, flow: &plan.flow };
    let fused = fused_loops(engine, &facts, &plan);
    let mut lines = vec![(
        0,
        format!(
            "lanes {}, address space {}, adjoints in memory: {:?}, cleanup: {:?}, {} items needed, {} kept",
            plan.options.lanes,
            plan.address_space,
            plan.memory_accumulation,
            plan.cleanup,
            plan.needed.len(),
            plan.kept.len()
        ),
    )];
    for (index, found) in prepared.loops.iter().enumerate() {
        let line = found.header.first_non_phi().map_or(0, |i| i.line());
        let trips = found.trips.map_or("not known before it starts".to_owned(), |t| t.to_string());
        let dimension = plan.dimensions[index];
        let fused = if fused.contains(&index) { ", forwards and backwards at once: keeps one iteration" } else { "" };
        lines.push((line, format!("loop {index}: {dimension:?}, back edges taken: {trips}{fused}")));
    }
    for item in &plan.kept {
        let lanes = match item.count(plan.options) {
            1 => String::new(),
            several => format!(", one for each of {several} lanes,"),
        };
        lines.push((line_of(*item), format!("keep {}{lanes} {}", name(*item), place(&plan, *item))));
        if let Item::Primal(value) | Item::Shadow(value) = item
            && let Some(overwriter) = memory.overwriter(*value)
        {
            let why = match overwriter {
                Overwriter::Instruction(by) => format!("line {}: {}", by.line(), text(by)),
                Overwriter::Caller => "the caller, between the sweeps".to_owned(),
                Overwriter::Volatile => "it is volatile".to_owned(),
            };
            lines.push((line_of(*item), format!("  because it may be overwritten by {why}")));
        }
    }
    let is_computed = |item: &&Item| match item {
        Item::Primal(value) | Item::Shadow(value) => value.is_instruction() && !plan.keeps(**item),
        _ => !plan.keeps(**item),
    };
    let computed = plan.needed.iter().filter(is_computed);
    lines.extend(computed.map(|item| (line_of(*item), format!("recompute {}", name(*item)))));
    Ok(lines)
}

fn line_of(item: Item) -> u32 {
    match item {
        Item::Primal(value) | Item::Shadow(value) | Item::Tape(value) => value.line(),
        Item::Choice(block) => block.first_non_phi().map_or(0, |i| i.line()),
        Item::Trips(_) | Item::Segment(_) | Item::Snapshot(..) | Item::Exit => 0,
    }
}

fn name(item: Item) -> String {
    match item {
        Item::Primal(value) => text(value),
        Item::Shadow(value) => format!("shadow of {}", text(value)),
        Item::Tape(value) => format!("tape of {}", text(value)),
        Item::Choice(_) => "by which branch this point was reached".to_owned(),
        Item::Trips(index) => format!("trip count of loop {index}"),
        Item::Segment(index) => format!("place of the memory of loop {index}"),
        Item::Snapshot(number, index) => format!("copy {number} of an array, taken before loop {index}"),
        Item::Exit => "whether the function returned or was left by an exception".to_owned(),
    }
}

/// An instruction without its metadata.
fn text(value: Value) -> String {
    let whole = value.to_string();
    whole.split(", !").next().unwrap_or_default().to_owned()
}

fn place(plan: &Plan, item: Item) -> String {
    match plan.slots[&item].scope {
        None => "in a register or stack slot".to_owned(),
        Some(index) => match &plan.storage[&index] {
            LoopStorage::Arrays { nest, .. } => format!("in an array over loops {nest:?}"),
            LoopStorage::Records { .. } => format!("in a record per iteration of loop {index}"),
        },
    }
}
