//! Writes the text of a function: numbers values, nests regions, computes the same thing once per region, and leaves out what
//! nobody uses.

use std::collections::{BTreeMap, HashMap, HashSet};

/// One line of the module.
#[derive(Clone, Debug)]
pub struct Line {
    pub depth: usize,
    pub text: String,
    /// The line of the source that it comes from; 0 if none is known.
    pub source: u32,
    /// The value it defines, if it can be left out when nobody uses that.
    removable: Option<String>,
}

/// A region that is written, or being written.
#[derive(Default, Debug)]
pub struct Region {
    lines: Vec<Line>,
    known: HashMap<String, String>,
}

impl Region {
    /// Does it do nothing?
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| line.removable.is_some())
    }
}

#[derive(Default)]
pub struct Writer {
    regions: Vec<Region>,
    next: usize,
    /// Definitions of constants, by their text.
    constants: BTreeMap<String, String>,
    taken: HashSet<String>,
    /// The source line of what is written now.
    pub source: u32,
}

impl Writer {
    pub fn open(&mut self) {
        self.regions.push(Region::default());
    }

    /// Goes on with a region that was closed.
    pub fn reopen(&mut self, region: Region) {
        self.regions.push(region);
    }

    pub fn close(&mut self) -> Region {
        self.regions.pop().unwrap_or_default()
    }

    /// Puts the lines of a closed region here.
    pub fn append(&mut self, region: Region) {
        if let Some(current) = self.regions.last_mut() {
            current.lines.extend(region.lines);
        }
    }

    fn push(&mut self, text: String, removable: Option<String>) {
        let depth = self.regions.len();
        let source = self.source;
        if let Some(region) = self.regions.last_mut() {
            region.lines.push(Line { depth, text, source, removable });
        }
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next - 1)
    }

    /// A name that begins like this one.
    pub fn named(&mut self, wish: &str) -> String {
        let clean: String = wish.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        let base = match clean.chars().next() {
            Some(c) if c.is_ascii_alphabetic() => clean,
            _ => format!("v{clean}"),
        };
        let is_constant = base.strip_prefix('c').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let base = if is_constant || base.starts_with("cst") { format!("v_{base}") } else { base };
        let mut name = format!("%{base}");
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("%{base}_{number}");
        }
        name
    }

    /// An operation that depends on its operands only.
    pub fn pure(&mut self, text: &str) -> String {
        if let Some(known) = self.regions.iter().rev().find_map(|region| region.known.get(text)) {
            return known.clone();
        }
        let name = self.define(text);
        if let Some(region) = self.regions.last_mut() {
            region.known.insert(text.to_owned(), name.clone());
        }
        name
    }

    /// An operation that has a result and may be left out.
    pub fn define(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.push(format!("{name} = {text}"), Some(name.clone()));
        name
    }

    /// A line that stays.
    pub fn effect(&mut self, text: impl Into<String>) {
        self.push(text.into(), None);
    }

    /// A line as if it were in a region inside of the one that is open.
    pub fn nested(&mut self, text: impl Into<String>) {
        self.push(text.into(), None);
        if let Some(line) = self.regions.last_mut().and_then(|region| region.lines.last_mut()) {
            line.depth += 1;
        }
    }

    /// A constant, defined once at the start of the function.
    pub fn constant(&mut self, name: &str, text: &str) -> String {
        if let Some(known) = self.constants.get(text) {
            return known.clone();
        }
        let mut unique = format!("%{name}");
        let mut number = 0;
        while !self.taken.insert(unique.clone()) {
            unique = format!("%{name}_{number}");
            number += 1;
        }
        self.constants.insert(text.to_owned(), unique.clone());
        unique
    }

    /// The constants, and the lines of the function's body without those that nobody needs.
    pub fn finish(mut self) -> Vec<Line> {
        let body = self.close();
        let line = |(text, name): (&String, &String)| Line {
            depth: 1,
            text: format!("{name} = {text}"),
            source: 0,
            removable: Some(name.clone()),
        };
        let mut lines: Vec<Line> = self.constants.iter().map(line).collect();
        lines.extend(body.lines);
        let mut used: HashSet<String> = HashSet::new();
        let mut kept = Vec::new();
        for line in lines.into_iter().rev() {
            if line.removable.as_ref().is_some_and(|name| !used.contains(name)) {
                continue;
            }
            used.extend(names_in(&line.text).map(str::to_owned));
            kept.push(line);
        }
        kept.reverse();
        kept
    }
}

/// Names of values in a line, without the number of a result.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| {
        let rest = &text[at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = rest[1..].find(|c| !is_part(c)).map_or(rest.len(), |end| end + 1);
        &rest[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_needs_is_left_out() {
        let mut writer = Writer::default();
        writer.open();
        let one = writer.constant("c1", "arith.constant 1 : index");
        let two = writer.constant("c2", "arith.constant 2 : index");
        let sum = writer.pure(&format!("arith.addi {one}, {one} : index"));
        assert_eq!(writer.pure(&format!("arith.addi {one}, {one} : index")), sum);
        writer.pure(&format!("arith.addi {sum}, {two} : index"));
        writer.effect(format!("return {sum} : index"));
        let text: Vec<String> = writer.finish().into_iter().map(|line| line.text).collect();
        assert_eq!(text, ["%c1 = arith.constant 1 : index", "%0 = arith.addi %c1, %c1 : index", "return %0 : index"]);
    }
}
