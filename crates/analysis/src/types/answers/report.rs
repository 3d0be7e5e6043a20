//! Problems and explanations in words.
use super::Types;
use super::query::Trouble;
use crate::types::graph::{Address, SourceNumber};
use crate::types::reading::reach::moves_untyped_bytes;
use crate::types::search::{self, Evidence};
use zymase_library::IntrinsicKnown;
use zymase_llvm::Value;

/// Lines of a chain.
const MOST_CHAIN_LINES: usize = 12;
/// Characters of an instruction that are shown.
const MOST_CHARACTERS: usize = 120;
/// Bytes of a value or of memory that are explained.
const MOST_EXPLAINED_BYTES: u64 = 64;

/// Why a question has no answer. Most are never told to anybody: [`Types::words`] finds the words.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    value: Value,
    /// None: the value was not there when types were analysed.
    found: Option<(Address, u64, Trouble)>,
}

/// A problem in words.
#[derive(Clone, Debug)]
pub struct Words {
    pub message: String,
    /// What was looked at, nearest first.
    pub chain: Vec<String>,
    /// What the user can do.
    pub hint: String,
}

impl Problem {
    /// The byte `offset` bytes behind `at`, where `value` is or points to.
    pub(super) fn new(value: Value, at: Address, offset: u64, trouble: Trouble) -> Problem {
        Problem { value, found: Some((at, offset, trouble)) }
    }

    pub(super) fn unseen(value: Value) -> Problem {
        Problem { value, found: None }
    }
}

impl Types {
    /// What a problem of this analysis is.
    pub fn words(&self, problem: &Problem) -> Words {
        let value = problem.value;
        let name = describe(value);
        let Some((at, offset, trouble)) = problem.found else {
            return Words {
                message: format!("the value {name} was not there when types were analysed"),
                chain: Vec::new(),
                hint: "this is a fault of the compiler, please report it".to_owned(),
            };
        };
        let subject = if value.ty().is_pointer() { "the memory at" } else { "the value" };
        let what = self.trouble_text(trouble);
        let message = format!("cannot deduce the type of the bytes at offset {offset} of {subject} {name}: {what}");
        let hint = match trouble {
            Trouble::Unplaced(..) => {
                "copy the numbers one by one, as numbers, or keep them apart from what lies between them"
            }
            _ => {
                "call __enzyme_double(pointer, bytes) before it (or __enzyme_float, __enzyme_integer, \
                 __enzyme_pointer), or compile with -g so that declared types are known"
            }
        }
        .to_owned();
        Words { message, chain: self.chain(at.plus(offset as i64)), hint }
    }

    fn trouble_text(&self, trouble: Trouble) -> String {
        match trouble {
            Trouble::Unknown => {
                "nothing tells whether they are floating-point numbers, integers or pointers".to_owned()
            }
            Trouble::Partial(e) => format!("a {} is taken apart there, by {}", e.kind, self.source_text(e.source)),
            Trouble::Unplaced(kind, source) => {
                format!(
                    "a {kind} lies somewhere in this memory, and it is not known where ({})",
                    self.source_text(source)
                )
            }
            // Two of a kind that overlap.
            Trouble::Contradiction(a, b) if a.kind == b.kind => format!(
                "they are used both as byte {} of a {} of {} bytes ({}) and as byte {} of one of {} bytes ({})",
                a.before,
                a.kind,
                a.size,
                self.source_text(a.source),
                b.before,
                b.size,
                self.source_text(b.source)
            ),
            Trouble::Contradiction(a, b) => format!(
                "they are used both as {} ({}) and as {} ({})",
                a.kind,
                self.source_text(a.source),
                b.kind,
                self.source_text(b.source)
            ),
        }
    }

    /// What was passed in a search, nearest first.
    fn chain(&self, at: Address) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for passed in search::find(&self.graph, at).passed {
            let node = self.graph.node(passed.node);
            let Some(origin) = node.origin else { continue };
            let holder = if origin.ty().is_pointer() { "memory behind" } else { "value" };
            let line = format!("byte {} of {holder} {}", passed.offset, place_or_text(origin));
            if !lines.contains(&line) {
                lines.push(line);
            }
            if lines.len() == MOST_CHAIN_LINES {
                break;
            }
        }
        lines
    }

    pub(super) fn source_text(&self, source: SourceNumber) -> String {
        let source = &self.graph.sources[source as usize];
        match source.value {
            Some(value) if value.line() > 0 => format!("{} in {}:{}", source.reason, value.file(), value.line()),
            Some(value) => format!("{} in `{}`", source.reason, describe(value)),
            None => source.reason.to_string(),
        }
    }

    /// What was looked at to type the value (for a pointer: the memory it points to).
    pub fn explain(&self, value: Value) -> Vec<String> {
        let (at, size) = if value.ty().is_pointer() {
            (self.address(value), MOST_EXPLAINED_BYTES)
        } else {
            let size = if value.ty().is_void() { 0 } else { self.module.store_size(value.ty()) };
            (self.locations.get(&value).copied(), size.min(MOST_EXPLAINED_BYTES))
        };
        let Some(at) = at else { return vec!["nothing is recorded about it".to_owned()] };
        let mut lines = Vec::new();
        let mut offset = 0;
        while offset < size {
            let found = search::find(&self.graph, at.plus(offset as i64));
            for evidence in &found.evidence {
                lines.push(self.evidence_text(offset, evidence));
            }
            if found.evidence.is_empty() {
                if value.ty().is_pointer() {
                    break;
                }
                lines.push(format!("byte {offset}: no evidence"));
            }
            offset += found.evidence.iter().map(|e| e.size - e.before).min().unwrap_or(1);
        }
        lines.extend(self.chain(at).into_iter().map(|line| format!("looked at {line}")));
        lines
    }

    fn evidence_text(&self, offset: u64, evidence: &Evidence) -> String {
        format!("byte {offset}: {}, because of {}", evidence.kind, self.source_text(evidence.source))
    }

    /// One line for every access that needed an answer, with its source line.
    pub fn print(&self) -> Vec<(u32, String)> {
        let mut lines = Vec::new();
        for i in self.function.instructions() {
            let answer = if moves_untyped_bytes(i) {
                let value = if i.ty().is_void() { i.operand(0) } else { i };
                self.of_value(value).map(|cells| super::Layout::Fixed(cells).to_string())
            } else if let Some((pointer, length)) = copied(i) {
                let bytes = length.as_integer().map(|length| length as u64);
                self.of_memory(pointer, bytes).map(|layout| layout.to_string())
            } else {
                continue;
            };
            let text = answer.unwrap_or_else(|problem| self.words(&problem).message);
            lines.push((i.line(), format!("{}: {text}", describe(i))));
        }
        lines
    }
}

impl Types {
    /// The whole graph, for finding faults.
    #[cfg(test)]
    pub fn dump(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for (number, node) in self.graph.nodes.iter().enumerate() {
            if let Some(into) = node.merged.get() {
                let _ = writeln!(text, "node {number} = {}+{}", into.node, into.offset);
                continue;
            }
            let origin = node.origin.map(describe).unwrap_or_default();
            let _ = writeln!(text, "node {number} wrap {} {} {origin}", node.wrap, if node.open { "open" } else { "" });
            for (at, facts) in &node.facts {
                let facts: Vec<_> = facts.iter().map(|f| format!("{}({}) {:?}", f.kind, f.size, f.strength)).collect();
                let _ = writeln!(text, "    {at}: {facts:?}");
            }
            let _ = writeln!(text, "    touched {:?} slots {:?}", node.touched, node.slots);
            for relation in &node.relations {
                let _ = writeln!(text, "    array {relation:?}");
            }
            for &edge in node.up.iter().chain(&node.down).chain(&node.copies) {
                let _ = writeln!(text, "    {:?}", self.graph.edges[edge as usize]);
            }
        }
        text
    }
}

/// Source and length of a copy.
fn copied(i: Value) -> Option<(Value, Value)> {
    if !i.is_call() {
        return None;
    }
    let callee = i.called_value().as_function()?;
    let arguments = i.arguments();
    match zymase_library::intrinsic(&callee.name()) {
        Some(IntrinsicKnown::Copy(copy)) => Some((arguments[copy.source], arguments[copy.length])),
        _ => None,
    }
}

/// A value in a message: where it is in the source if that is known.
fn place_or_text(value: Value) -> String {
    match value.line() {
        0 => describe(value),
        line if value.ty().is_pointer() => format!("the pointer in {}:{line}", value.file()),
        line => format!("in {}:{line}", value.file()),
    }
}

/// A value in a message: an instruction's text, or a name.
pub fn describe(value: Value) -> String {
    let mut text = match value.as_function() {
        Some(function) => format!("@{}", function.name()),
        None if value.is_argument() => {
            let Some(function) = value.parent_function() else { return value.print() };
            let number = function.parameters().iter().position(|p| *p == value).unwrap_or(0) + 1;
            match value.name().as_str() {
                "" => format!("parameter {number} of {}", function.name()),
                name => format!("parameter {name} of {}", function.name()),
            }
        }
        None => value.print(),
    };
    if let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}
