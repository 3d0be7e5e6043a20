//! The plan as text, one decision per line, for `zymase print plan`.

use super::decision::Decision;
use zymase_analysis::memory::Overwriter;
use zymase_llvm::Value;
use zymase_plan::{Item, LoopStorage, Plan, Planned};

/// Prints `line<TAB>text`.
pub fn print(lines: &[(u32, String)]) {
    for (line, text) in lines {
        println!("{line}\t{}", text.replace('\n', " "));
    }
}

/// Describes what is decided about a gradient.
pub fn describe(decision: &Decision) -> Vec<(u32, String)> {
    let Planned { prepared, memory, plan, .. } = &decision.planned;
    let fused = decision.loops_as_calls();
    let mut lines = vec![(
        0,
        format!(
            "lanes {}, address space {}, cleanup: {:?}, {} items needed, {} kept",
            plan.options.lanes,
            plan.address_space,
            plan.cleanup,
            plan.needed.len(),
            plan.kept.len()
        ),
    )];
    for (index, found) in prepared.loops.iter().enumerate() {
        let line = found.header.first_non_phi().map_or(0, |i| i.line());
        let trips = found.trips.map_or("not known before it starts".to_owned(), text);
        let fused = if fused.contains(&index) { ", forwards and backwards at once: keeps one iteration" } else { "" };
        lines.push((line, format!("loop {index}: back edges taken: {trips}{fused}")));
    }
    for item in &plan.kept {
        let lanes = match item.count(plan.options) {
            1 => String::new(),
            several => format!(", one for each of {several} lanes,"),
        };
        lines.push((line_of(*item), format!("keep {}{lanes} {}", name(*item), place(plan, *item))));
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
    lines
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

/// An instruction without its metadata and the number of its attributes, which depends on what else the module has.
pub fn text(value: Value) -> String {
    let whole = value.to_string();
    let text = whole.split(", !").next().unwrap_or_default();
    let is_number = |end: &str| end.chars().all(|c| c.is_ascii_digit());
    text.rsplit_once(" #").filter(|(_, end)| is_number(end)).map_or(text, |(text, _)| text).to_owned()
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
