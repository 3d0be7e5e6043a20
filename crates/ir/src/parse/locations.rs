//! Reads locations. An operation may name an alias that is defined only at the end of the text; it gets its location
//! when the whole text is read.

use super::Reader;
use super::lexer::TokenKind;
use crate::attributes::Attribute;
use crate::diagnostic::{LocatedDiagnostic, Result};
use crate::ir::{Block, Op};
use crate::location::{KnownLocation, Location, Place};

/// What waits for a location.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Op(Op),
    Argument(Block, usize),
}

#[derive(Debug)]
pub(super) struct Deferred<'a> {
    alias: &'a str,
    at: usize,
    target: Target,
}

/// A location as read: known, or the name of an alias that is not known yet.
pub(super) enum ReadLocation<'a> {
    Known(Location),
    Later { alias: &'a str, at: usize },
}

impl<'a> Reader<'a> {
    /// `loc(…)`, all of whose aliases are known.
    pub fn parse_location(&mut self) -> Result<Location> {
        self.expect_keyword("loc")?;
        self.expect_symbol(b'(')?;
        let location = self.parse_location_body()?;
        self.expect_symbol(b')')?;
        Ok(location)
    }

    /// `loc(…)` behind an operation or an argument, if one is there.
    pub(super) fn parse_trailing_location(&mut self) -> Result<Option<ReadLocation<'a>>> {
        if self.peek_word() != Some("loc") {
            return Ok(None);
        }
        self.advance();
        self.expect_symbol(b'(')?;
        let name = self.spelling().get(1..).unwrap_or_default();
        let read =
            if self.kind() == TokenKind::Hash && !name.contains('.') && !self.attribute_aliases.contains_key(name) {
                let at = self.token.start;
                self.advance();
                ReadLocation::Later { alias: name, at }
            } else {
                ReadLocation::Known(self.parse_location_body()?)
            };
        self.expect_symbol(b')')?;
        Ok(Some(read))
    }

    pub(super) fn give_location(&mut self, target: Target, read: ReadLocation<'a>) {
        match read {
            ReadLocation::Known(location) => self.set_target(target, location),
            ReadLocation::Later { alias, at } => self.deferred_locations.push(Deferred { alias, at, target }),
        }
    }

    fn set_target(&mut self, target: Target, location: Location) {
        match target {
            Target::Op(op) => self.ir.ops[op].location = location,
            Target::Argument(block, index) => self.ir.blocks[block].argument_locations[index] = location,
        }
    }

    pub(super) fn resolve_deferred_locations(&mut self) -> Result<()> {
        for Deferred { alias, at, target } in std::mem::take(&mut self.deferred_locations) {
            let location = match self.attribute_aliases.get(alias).map(|alias| &alias.meaning) {
                Some(Attribute::Location(location)) => location.clone(),
                _ => return Err(self.error_at(at, format!("no location is called `#{alias}`"))),
            };
            self.set_target(target, location);
        }
        Ok(())
    }

    fn parse_location_body(&mut self) -> Result<Location> {
        self.nested(|reader| match (reader.kind(), reader.spelling()) {
            (TokenKind::Word, "unknown") => {
                reader.advance();
                Ok(Location::unknown())
            }
            (TokenKind::Word, "callsite") => reader.parse_call_site(),
            (TokenKind::Word, "fused") => reader.parse_fused(),
            (TokenKind::String, _) => reader.parse_named_or_file(),
            (TokenKind::Word, "loc") => reader.parse_location(),
            (TokenKind::Hash, _) => match reader.parse_attribute()? {
                Attribute::Location(location) => Ok(location),
                other => Err(reader.error(format!("{other} is no location"))),
            },
            _ => Err(reader.expected("a location")),
        })
    }

    fn parse_call_site(&mut self) -> Result<Location> {
        self.advance();
        self.expect_symbol(b'(')?;
        let callee = self.parse_location_body()?;
        self.expect_keyword("at")?;
        let caller = self.parse_location_body()?;
        self.expect_symbol(b')')?;
        Ok(KnownLocation::CallSite { callee, caller }.into())
    }

    fn parse_fused(&mut self) -> Result<Location> {
        self.advance();
        let mut metadata = None;
        if self.eat_symbol(b'<') {
            metadata = Some(self.parse_attribute()?);
            self.expect_symbol(b'>')?;
        }
        self.expect_symbol(b'[')?;
        let parts = self.parse_list(b']', Self::parse_location_body)?;
        Ok(KnownLocation::Fused { metadata, parts }.into())
    }

    /// `"file":line:column`, perhaps with ` to :column` or ` to line:column`; `"name"`; `"name"(location)`.
    fn parse_named_or_file(&mut self) -> Result<Location> {
        let name = self.parse_string()?.into();
        if self.eat_symbol(b':') {
            let start = self.parse_line_and_column()?;
            let mut end = None;
            if self.eat_keyword("to") {
                let line = if self.is_symbol(b':') { start.line } else { self.parse_u32()? };
                self.expect_symbol(b':')?;
                end = Some(Place { line, column: self.parse_u32()? });
            }
            return Ok(KnownLocation::File { file: name, start, end }.into());
        }
        let mut child = None;
        if self.eat_symbol(b'(') {
            child = Some(self.parse_location_body()?);
            self.expect_symbol(b')')?;
        }
        Ok(KnownLocation::Name { name, child }.into())
    }

    fn parse_line_and_column(&mut self) -> Result<Place> {
        let line = self.parse_u32()?;
        self.expect_symbol(b':')?;
        Ok(Place { line, column: self.parse_u32()? })
    }

    fn parse_u32(&mut self) -> Result<u32> {
        let value = self.parse_integer()?;
        u32::try_from(value).map_err(|_| self.too_large())
    }

    fn too_large(&mut self) -> LocatedDiagnostic {
        self.error("a line or column that does not fit into 32 bits")
    }
}
