//! The plan for a person who wonders where time and memory go, for `zymase explain`: what is kept, how much, and what
//! forces it.
//!
//! One record per line of text, fields separated by tabs; the program lays them out beside the source. Names are those
//! of the source where the compiler left them.

use crate::engine::decision::Decision;
use std::collections::BTreeSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::memory::{Memory, Overwriter};
use zymase_llvm::{Opcode, Value};
use zymase_plan::{Facts, Item, Plan, Planned, Recipe, obstacle, recipe, same_object, slot_bytes};

/// Operations of an expression that are written out.
const MOST_NESTING: u32 = 4;

/// Records, each with the line it concerns. What is kept outside all loops lives in registers, and is left out.
pub fn explain(decision: &Decision) -> Vec<(u32, String)> {
    let Planned { memory, plan, .. } = &decision.planned;
    let view = View { facts: decision.planned.facts(), plan, memory, fused: decision.loops_as_calls() };
    let mut records = view.loops();
    records.extend(view.active_lines());
    let in_memory = plan.kept.iter().filter(|item| !view.loops_of(**item).is_empty());
    records.extend(in_memory.map(|item| (view.line_of(*item), view.kept(*item))));
    records.extend(view.recomputed());
    records
}

struct View<'a> {
    facts: Facts<'a>,
    plan: &'a Plan,
    memory: &'a Memory,
    /// Loops that keep one iteration.
    fused: &'a [usize],
}

/// What forces a value to be kept, and what would change that.
struct Reason {
    text: String,
    advice: String,
}

impl Reason {
    fn new(text: String, advice: impl Into<String>) -> Reason {
        Reason { text, advice: advice.into() }
    }
}

impl View<'_> {
    fn loops(&self) -> Vec<(u32, String)> {
        let loops = &self.facts.prepared.loops;
        let record = |(index, found): (usize, &zymase_prepare::PreparedLoop)| {
            let parent = found.parent.map_or("-".to_owned(), |parent| parent.to_string());
            let constant = found.trips.and_then(Value::as_integer).map(|back| back.max(0) + 1);
            let symbol = match (constant, found.trips) {
                (Some(count), _) => count.to_string(),
                (None, Some(back)) => iterations(back, index),
                (None, None) => format!("n{index}"),
            };
            let constant = constant.map_or("-".to_owned(), |count| count.to_string());
            let known = match found.trips {
                Some(_) if self.fused.contains(&index) => "fused",
                Some(_) => "counted",
                None => "uncounted",
            };
            (self.line_of_loop(index), format!("loop\t{index}\t{parent}\t{symbol}\t{constant}\t{known}"))
        };
        loops.iter().enumerate().map(record).collect()
    }

    /// The line of the jump back, which is that of the loop statement.
    fn line_of_loop(&self, index: usize) -> u32 {
        let found = &self.facts.prepared.loops[index];
        let back = found.latch.terminator().map_or(0, |jump| jump.line());
        let inside = || found.header.instructions().into_iter().map(|i| i.line()).find(|line| *line > 0);
        if back > 0 { back } else { inside().unwrap_or(0) }
    }

    fn active_lines(&self) -> Vec<(u32, String)> {
        let instructions = self.facts.prepared.function.instructions();
        let active = instructions.into_iter().filter(|i| self.facts.activity.is_active(*i) || self.stores_active(*i));
        let lines: BTreeSet<u32> = active.map(|i| i.line()).filter(|line| *line > 0).collect();
        lines.into_iter().map(|line| (line, "active".to_owned())).collect()
    }

    fn stores_active(&self, i: Value) -> bool {
        i.opcode() == Some(Opcode::LLVMStore) && self.facts.activity.is_active(i.operand(0))
    }

    fn kept(&self, item: Item) -> String {
        let module = self.facts.prepared.function.module();
        let slot = |ty| slot_bytes(module, ty) * item.count(self.plan.options);
        let bytes = match item {
            Item::Snapshot(number, _) => self.memory.snapshot(number).element,
            _ => self.plan.slots.get(&item).map_or(0, |found| slot(found.ty)),
        };
        let reason = self.reason(item);
        format!("kept\t{bytes}\t{}\t{}\t{}\t{}", self.loops_of(item), self.label(item), reason.text, reason.advice)
    }

    fn recomputed(&self) -> Vec<(u32, String)> {
        let is_computed = |item: &&Item| match item {
            Item::Primal(value) => value.is_instruction() && !self.plan.keeps(**item),
            _ => false,
        };
        let needed = self.plan.needed.iter().filter(is_computed);
        needed.map(|item| (self.line_of(*item), format!("recomputed\t{}", self.label(*item)))).collect()
    }

    /// The loops in whose every iteration the item is kept, outermost first.
    fn loops_of(&self, item: Item) -> String {
        let mut found = Vec::new();
        let mut at = item.home(self.facts.prepared, Some(&self.plan.storage));
        while let Some(index) = at {
            if !self.fused.contains(&index) {
                found.insert(0, index.to_string());
            }
            at = self.facts.prepared.loops[index].parent;
        }
        if let Item::Snapshot(number, _) = item {
            found.extend(self.memory.snapshot(number).spread.iter().map(usize::to_string));
        }
        found.join(",")
    }

    fn line_of(&self, item: Item) -> u32 {
        match item {
            Item::Primal(value) | Item::Shadow(value) | Item::Tape(value) => line_of_value(value),
            Item::Choice(block) => block.first_non_phi().map_or(0, |i| i.line()),
            Item::Trips(index) | Item::Segment(index) | Item::Snapshot(_, index) => self.line_of_loop(index),
            Item::Exit => 0,
        }
    }

    fn label(&self, item: Item) -> String {
        match item {
            Item::Primal(value) => describe(value),
            Item::Shadow(value) => format!("where the derivatives of {} are", describe(value)),
            Item::Tape(value) => format!("what {} needs for its derivative", describe(value)),
            Item::Choice(_) => "which branch was taken".to_owned(),
            Item::Trips(_) => "how often the loop ran".to_owned(),
            Item::Snapshot(..) => "a copy of an array that the loop reads".to_owned(),
            Item::Segment(_) => "the address of what the loop keeps".to_owned(),
            Item::Exit => "how the function was left".to_owned(),
        }
    }

    fn reason(&self, item: Item) -> Reason {
        if recipe(&self.facts, item) != Recipe::Keep {
            return match obstacle(&self.facts, item) {
                Some(obstacle) => {
                    let inner = self.direct_reason(obstacle);
                    let line = self.line_of(obstacle);
                    let text =
                        format!("computing it again needs {} (line {line}): {}", self.label(obstacle), inner.text);
                    Reason::new(text, inner.advice)
                }
                None => Reason::new("keeping it costs less than computing it again".to_owned(), ""),
            };
        }
        self.direct_reason(item)
    }

    fn direct_reason(&self, item: Item) -> Reason {
        match item {
            Item::Primal(value) | Item::Shadow(value) => self.reason_of_value(value),
            Item::Tape(call) => {
                Reason::new(format!("{} is too large, or recursive, to be part of this function", describe(call)), "")
            }
            Item::Choice(_) => Reason::new("the condition cannot be computed again".to_owned(), ""),
            Item::Trips(index) => {
                let line = self.line_of_loop(index);
                Reason::new(
                    "the count is not known before the loop starts".to_owned(),
                    format!("count\t{line}\tgive the loop at line {line} a count that is known before it starts"),
                )
            }
            Item::Snapshot(..) => Reason::new("what the loop reads is overwritten later".to_owned(), ""),
            Item::Segment(_) | Item::Exit => Reason::new("it is known only while the function runs".to_owned(), ""),
        }
    }

    fn reason_of_value(&self, value: Value) -> Reason {
        if let Some(overwriter) = self.memory.overwriter(value) {
            return self.reason_of_overwriting(value, overwriter);
        }
        match value.opcode() {
            Some(Opcode::LLVMPHI) if self.facts.prepared.loops.iter().any(|l| Some(l.header) == value.block()) => {
                let line = value.block().and_then(|block| self.facts.prepared.loop_with_header(block));
                let line = line.map_or(0, |index| self.line_of_loop(index));
                Reason::new(
                    "every iteration makes it from the one before".to_owned(),
                    format!(
                        "checkpoint\t{line}\tcall zymase_checkpoint(slots) at the top of the loop at line {line}, which \
                             keeps few states and runs the steps between them again"
                    ),
                )
            }
            Some(Opcode::LLVMPHI) => Reason::new("it is the last value of a loop".to_owned(), ""),
            Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(value) {
                Callee::Allocate(_) => Reason::new("it is the address of new memory".to_owned(), ""),
                _ => {
                    let name = callee_name(value);
                    Reason::new(
                        format!("the call of {name} cannot run again"),
                        format!(
                            "opaque\t{}\tmark {name} as pure (__attribute__((const))), or give it a rule",
                            value.line()
                        ),
                    )
                }
            },
            _ => Reason::new("it cannot be computed again".to_owned(), ""),
        }
    }

    fn reason_of_overwriting(&self, load: Value, overwriter: Overwriter) -> Reason {
        let by = match overwriter {
            Overwriter::Instruction(by) => by,
            Overwriter::Caller => {
                return Reason::new("the caller may change it between the two sweeps".to_owned(), "");
            }
            Overwriter::Volatile => return Reason::new("it is volatile".to_owned(), ""),
        };
        let line = by.line();
        let read = place_of(load.operand(0));
        if by.opcode() != Some(Opcode::LLVMStore) {
            let name = callee_name(by);
            let text = format!("the call of {name} (line {line}) may change it");
            let advice = match classify(by) {
                Callee::Copy(_) | Callee::Fill { .. } | Callee::Defined(_) => String::new(),
                _ => format!(
                    "opaque\t{line}\tthe call of {name} at line {line} is opaque: let the compiler see its body, or \
                              give it a rule (__enzyme_register_gradient_{name})"
                ),
            };
            return Reason::new(text, advice);
        }
        let written = place_of(by.operand(1));
        if same_object(load.operand(0), by.operand(1)) {
            let text = format!("line {line} overwrites {written}");
            return Reason::new(
                text,
                format!("overwrite\t{line}\tline {line} overwrites {written} in place: write into another array"),
            );
        }
        let text = format!("line {line} writes {written}, which may be the same memory as {read}");
        let name = object_name(by.operand(1)).or_else(|| object_name(load.operand(0)));
        let advice = name.map_or(String::new(), |name| {
            format!("restrict\t{line}\tmark {name} restrict: line {line} writes {written}, and nothing says that it is not {read}")
        });
        Reason::new(text, advice)
    }
}

/// A phi has the line of what it gets from around its loop.
fn line_of_value(value: Value) -> u32 {
    match value.opcode() {
        Some(Opcode::LLVMPHI) if value.line() == 0 => {
            value.incoming().into_iter().map(|(incoming, _)| incoming.line()).max().unwrap_or(0)
        }
        _ => value.line(),
    }
}

/// A value in words of the source.
fn describe(value: Value) -> String {
    use Opcode::*;
    match value.opcode() {
        Some(LLVMLoad) => place_of(value.operand(0)),
        Some(LLVMCall | LLVMInvoke) => format!("the result of {}", callee_name(value)),
        Some(LLVMPHI) => match user_name(value) {
            Some(name) => name,
            None => "a value from one of several places".to_owned(),
        },
        Some(LLVMFMul | LLVMMul) => "a product".to_owned(),
        Some(LLVMFAdd | LLVMAdd) => "a sum".to_owned(),
        Some(LLVMFSub | LLVMSub | LLVMFNeg) => "a difference".to_owned(),
        Some(LLVMFDiv | LLVMSDiv | LLVMUDiv) => "a quotient".to_owned(),
        Some(LLVMFCmp | LLVMICmp) => "a comparison".to_owned(),
        Some(LLVMGetElementPtr) => format!("the address of {}", place_of(value)),
        Some(LLVMSelect) => "a choice".to_owned(),
        Some(LLVMAlloca) => user_name(value).unwrap_or_else(|| "a local variable".to_owned()),
        _ if value.is_instruction() => "a value".to_owned(),
        _ => user_name(value).unwrap_or_else(|| "a parameter".to_owned()),
    }
}

fn callee_name(call: Value) -> String {
    let name = call.called_value().as_function().map(|callee| callee.name());
    let name = name.map(|name| match name.strip_prefix("llvm.") {
        Some(intrinsic) => intrinsic.split('.').next().unwrap_or(intrinsic).to_owned(),
        None => name,
    });
    name.unwrap_or_else(|| "a function through a pointer".to_owned())
}

/// `a[…]`, `*p`, `g`: the memory behind a pointer.
pub fn place_of(pointer: Value) -> String {
    let object = pointer.underlying_object();
    let name = object_name(pointer).unwrap_or_else(|| "memory".to_owned());
    match () {
        () if pointer != object && pointer.opcode() == Some(Opcode::LLVMGetElementPtr) => format!("{name}[…]"),
        () if object.opcode() == Some(Opcode::LLVMAlloca) || object.is_global_variable() => name,
        () => format!("*{name}"),
    }
}

/// What the source calls the object behind a pointer.
fn object_name(pointer: Value) -> Option<String> {
    let object = pointer.underlying_object();
    match object.opcode() {
        Some(Opcode::LLVMLoad) => Some(place_of(object.operand(0))),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => user_name(object).or_else(|| Some("new memory".to_owned())),
        _ => user_name(object),
    }
}

/// The name the source gave a value; the numbers that passes append are no part of it.
fn user_name(value: Value) -> Option<String> {
    let name = value.name();
    let name = name.split('.').next().unwrap_or_default().to_owned();
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

/// How often a loop runs whose back edge is taken so often, as an expression of the source.
fn iterations(back: Value, index: usize) -> String {
    let unknown = || format!("n{index}");
    let back = without_casts(back);
    let (inner, constant) = match back.opcode() {
        Some(Opcode::LLVMAdd) => (back.operand(0), back.operand_if_constant(1).unwrap_or(i64::MIN)),
        _ => (back, 0),
    };
    if constant == i64::MIN {
        return expression(back, MOST_NESTING).map_or_else(unknown, |text| format!("({text} + 1)"));
    }
    let (inner, more) = with_constant(inner);
    let Some(text) = expression(inner, MOST_NESTING) else { return unknown() };
    match constant + more + 1 {
        0 => text,
        more if more > 0 => format!("({text} + {more})"),
        less => format!("({text} - {})", -less),
    }
}

/// A sum with a constant: the rest, and the constant.
fn with_constant(value: Value) -> (Value, i64) {
    let value = without_casts(value);
    match (value.opcode(), value.operand_if_constant(1)) {
        (Some(Opcode::LLVMAdd), Some(constant)) => (without_casts(value.operand(0)), constant),
        _ => (value, 0),
    }
}

/// The value itself behind casts, and behind the question whether a loop runs at all.
fn without_casts(value: Value) -> Value {
    match value.opcode() {
        Some(Opcode::LLVMSelect) if value.operand_if_constant(2) == Some(0) => without_casts(value.operand(1)),
        Some(Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc | Opcode::LLVMFreeze) => {
            without_casts(value.operand(0))
        }
        _ => value,
    }
}

fn expression(value: Value, nesting: u32) -> Option<String> {
    let value = without_casts(value);
    if let Some(constant) = value.as_integer() {
        return Some(constant.to_string());
    }
    let nesting = nesting.checked_sub(1)?;
    let both = |symbol: &str| {
        let (a, b) = (expression(value.operand(0), nesting)?, expression(value.operand(1), nesting)?);
        Some(format!("({a} {symbol} {b})"))
    };
    match value.opcode() {
        None => user_name(value),
        Some(Opcode::LLVMAdd) => match value.operand_if_constant(1) {
            Some(less) if less < 0 => Some(format!("({} - {})", expression(value.operand(0), nesting)?, -less)),
            _ => both("+"),
        },
        Some(Opcode::LLVMSub) => both("-"),
        Some(Opcode::LLVMMul) => both("·"),
        Some(Opcode::LLVMUDiv | Opcode::LLVMSDiv) => both("/"),
        Some(Opcode::LLVMLShr | Opcode::LLVMAShr) => {
            let places = value.operand_if_constant(1).filter(|places| (0..63).contains(places))?;
            Some(format!("({} / {})", expression(value.operand(0), nesting)?, 1i64 << places))
        }
        Some(Opcode::LLVMCall) if callee_name(value).ends_with("max") => {
            let (a, b) = (expression(value.operand(0), nesting)?, expression(value.operand(1), nesting)?);
            Some(format!("max({a}, {b})"))
        }
        Some(Opcode::LLVMLoad) => Some(place_of(value.operand(0))),
        Some(_) => user_name(value).filter(|_| value.opcode() == Some(Opcode::LLVMPHI)),
    }
}
