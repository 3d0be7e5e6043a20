//! Writes locations, in full or by alias: within a module every location gets an alias, defined at the end.

use super::words::write_string;
use crate::location::{KnownLocation, Location};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// `loc(…)` with everything written out.
pub(super) fn write_location(text: &mut String, location: &Location) {
    text.push_str("loc(");
    write_body(text, location, &mut write_nested_in_full);
    text.push(')');
}

fn write_nested_in_full(text: &mut String, location: &Location) {
    write_body(text, location, &mut write_nested_in_full);
}

fn write_body(text: &mut String, location: &Location, nested: &mut dyn FnMut(&mut String, &Location)) {
    match location.known() {
        None | Some(KnownLocation::Unknown) => text.push_str("unknown"),
        Some(KnownLocation::File { file, start, end }) => {
            write_string(text, file);
            let _ = write!(text, ":{}:{}", start.line, start.column);
            match end {
                Some(end) if end.line == start.line => {
                    let _ = write!(text, " to :{}", end.column);
                }
                Some(end) => {
                    let _ = write!(text, " to {}:{}", end.line, end.column);
                }
                None => {}
            }
        }
        Some(KnownLocation::Name { name, child }) => {
            write_string(text, name);
            if let Some(child) = child {
                text.push('(');
                nested(text, child);
                text.push(')');
            }
        }
        Some(KnownLocation::CallSite { callee, caller }) => {
            text.push_str("callsite(");
            nested(text, callee);
            text.push_str(" at ");
            nested(text, caller);
            text.push(')');
        }
        Some(KnownLocation::Fused { metadata, parts }) => {
            text.push_str("fused");
            if let Some(metadata) = metadata {
                text.push('<');
                let _ = write!(text, "{metadata}");
                text.push('>');
            }
            text.push('[');
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                nested(text, part);
            }
            text.push(']');
        }
    }
}

/// Aliases of the locations of one module, numbered as they are met, parts before wholes.
#[derive(Default)]
pub(super) struct LocationAliases {
    /// By their text, in which parts are aliases: a whole is never looked into, for parts may be shared many times.
    numbers: HashMap<String, usize>,
    /// The same, found by address: most locations are shared.
    by_address: HashMap<usize, usize>,
    definitions: String,
}

impl LocationAliases {
    /// Writes `loc(…)` for a location that was written in the text; nothing for one that only says where the text was.
    pub fn write_trailing(&mut self, text: &mut String, location: &Location) {
        if location.known().is_some() {
            text.push_str(" loc(");
            self.write_reference(text, location);
            text.push(')');
        }
    }

    fn write_reference(&mut self, text: &mut String, location: &Location) {
        let Location::Known(known) = location else {
            text.push_str("unknown");
            return;
        };
        if **known == KnownLocation::Unknown {
            text.push_str("unknown");
            return;
        }
        let address = Arc::as_ptr(known) as usize;
        let number = match self.by_address.get(&address) {
            Some(number) => *number,
            None => {
                let number = self.number(location);
                self.by_address.insert(address, number);
                number
            }
        };
        write_alias(text, number);
    }

    fn number(&mut self, location: &Location) -> usize {
        let mut body = String::new();
        write_body(&mut body, location, &mut |text, part| self.write_reference(text, part));
        if let Some(number) = self.numbers.get(&body) {
            return *number;
        }
        let number = self.numbers.len();
        write_alias(&mut self.definitions, number);
        let _ = writeln!(self.definitions, " = loc({body})");
        self.numbers.insert(body, number);
        number
    }

    pub fn definitions(&self) -> &str {
        &self.definitions
    }
}

/// `#loc`, `#loc1`, …
fn write_alias(text: &mut String, number: usize) {
    text.push_str("#loc");
    if number > 0 {
        let _ = write!(text, "{number}");
    }
}
