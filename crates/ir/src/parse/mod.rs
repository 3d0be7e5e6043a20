//! Reads MLIR's text: the generic form of any dialect, the pretty forms of registered ones, aliases, locations,
//! resources. No input makes it panic, recurse without bound or take memory out of proportion.
//!
//! One [`Reader`] goes once over the text, with one word of lookahead. This file holds what all parts use: words,
//! errors, limits; the parts lie beside it, `custom` with what pretty forms of dialects may call.
//!
//! - `affine`: reads affine maps and integer sets;
//! - `attributes`: reads attributes and dictionaries;
//! - `dense`: reads dense constants;
//! - `lexer`: words of MLIR's text;
//! - `locations`: reads locations;
//! - `names`: names of values and blocks while a text is read;
//! - `operations`: reads operations, regions and blocks;
//! - `top_level`: reads a whole text;
//! - `types`: reads types.

mod affine;
mod attributes;
mod custom;
mod dense;
mod lexer;
mod locations;
mod names;
mod operations;
mod top_level;
mod types;

pub use affine::AffineOfOperands;
pub use custom::UnresolvedOperand;
pub use operations::{ReadPretty, ReadSyntax, RegionArgument};

use crate::attributes::{Attribute, Name};
use crate::diagnostic::{LocatedDiagnostic, Result};
use crate::dialect::Context;
use crate::ir::{Ir, Value};
use crate::location::{Location, Place};
use crate::types::Type;
use lexer::{Token, TokenKind};
use std::sync::Arc;
use zymase_support::hash::FastMap;

/// Attributes, types, locations and expressions may lie within each other this deep.
pub const MAX_DEPTH: usize = 200;

/// A region counts as this many levels, because reading one takes that much more stack.
const REGION_LEVELS: usize = 4;

/// An alias may stand for this many parts at most.
const MAX_ALIAS_SIZE: usize = 1 << 16;

/// All uses of aliases together may stand for this many parts: more is an attack, not a program.
const MAX_EXPANSION: usize = 1 << 26;

/// Reads a module.
///
/// When the text holds one `module`, that is the module; otherwise its operations are put into one.
pub fn read(context: &Arc<Context>, text: &str) -> Result<Ir> {
    Reader::new(context, text).read_file()
}

/// Reads one type.
pub fn read_type(context: &Arc<Context>, text: &str) -> Result<Type> {
    let mut reader = Reader::new(context, text);
    let ty = reader.parse_type()?;
    reader.expect_end()?;
    Ok(ty)
}

/// Reads one attribute.
pub fn read_attribute(context: &Arc<Context>, text: &str) -> Result<Attribute> {
    let mut reader = Reader::new(context, text);
    let attribute = reader.parse_attribute()?;
    reader.expect_end()?;
    Ok(attribute)
}

/// What an alias stands for, with its depth and size.
struct Alias<T> {
    meaning: T,
    depth: usize,
    size: usize,
}

pub struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    token: Token,
    context: Arc<Context>,
    ir: Ir,
    depth: usize,
    expansion: usize,
    attribute_aliases: FastMap<&'a str, Alias<Attribute>>,
    type_aliases: FastMap<&'a str, Alias<Type>>,
    /// Places that name an alias of a location that comes later in the text.
    deferred_locations: Vec<locations::Deferred<'a>>,
    /// Types by the text they were read from, and words by themselves: most occur many times.
    known_types: FastMap<&'a str, Type>,
    known_names: FastMap<&'a str, Name>,
    scopes: Vec<names::Scope<'a>>,
    /// What came for placeholders of values that were used before they were defined.
    replaced: FastMap<Value, Value>,
    /// For each open operation the dialect whose name may be left out within.
    default_dialects: Vec<&'static str>,
    counted: Counted,
}

/// Lines counted so far: a position, the number of its line and where that line starts.
#[derive(Clone, Copy, Default)]
struct Counted {
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'a> Reader<'a> {
    fn new(context: &Arc<Context>, text: &'a str) -> Reader<'a> {
        Reader {
            text,
            bytes: text.as_bytes(),
            token: lexer::next(text.as_bytes(), 0),
            context: context.clone(),
            ir: Ir::new(context),
            depth: 0,
            expansion: 0,
            attribute_aliases: FastMap::default(),
            type_aliases: FastMap::default(),
            deferred_locations: Vec::new(),
            known_types: FastMap::default(),
            known_names: FastMap::default(),
            scopes: Vec::new(),
            replaced: FastMap::default(),
            default_dialects: vec!["builtin"],
            counted: Counted::default(),
        }
    }

    pub fn ir(&mut self) -> &mut Ir {
        &mut self.ir
    }

    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    fn kind(&self) -> TokenKind {
        self.token.kind
    }

    /// The text of the current token.
    fn spelling(&self) -> &'a str {
        // Words begin and end at ASCII bytes, except for a wrong one, which is never looked at.
        self.text.get(self.token.start..self.token.end).unwrap_or_default()
    }

    fn advance(&mut self) {
        self.token = lexer::next(self.bytes, self.token.end);
    }

    /// Goes on with the word at or after a position.
    fn go_to(&mut self, at: usize) {
        self.token = lexer::next(self.bytes, at);
    }

    fn is_symbol(&self, symbol: u8) -> bool {
        self.token.kind == TokenKind::Symbol(symbol)
    }

    fn byte_at(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn place_at(&mut self, at: usize) -> Place {
        if at < self.counted.at {
            self.counted = Counted::default();
        }
        let start = self.counted.at;
        for newline in memchr::memchr_iter(b'\n', &self.bytes[start..at]) {
            self.counted.line += 1;
            self.counted.line_start = start + newline + 1;
        }
        self.counted.at = at;
        let column = at - self.counted.line_start + 1;
        Place { line: self.counted.line + 1, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Where the current token is.
    pub fn place(&mut self) -> Location {
        Location::Text(self.place_at(self.token.start))
    }

    /// An error at the current token.
    pub fn error(&mut self, message: impl Into<String>) -> LocatedDiagnostic {
        let location = self.place();
        LocatedDiagnostic::new(location, message)
    }

    fn error_at(&mut self, at: usize, message: impl Into<String>) -> LocatedDiagnostic {
        let place = self.place_at(at.min(self.bytes.len()));
        LocatedDiagnostic::new(Location::Text(place), message)
    }

    /// An error that says what should be here instead of what is.
    fn expected(&mut self, what: &str) -> LocatedDiagnostic {
        let found = match self.kind() {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Wrong => "something unreadable".to_owned(),
            _ => {
                let spelling = self.spelling();
                let short: String = spelling.chars().take(40).collect();
                format!("`{short}`")
            }
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn expect_end(&mut self) -> Result<()> {
        if self.kind() == TokenKind::End { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.deeper_by(1, inner)
    }

    fn deeper_by<T>(&mut self, levels: usize, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth + levels > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += levels;
        let outcome = inner(self);
        self.depth -= levels;
        outcome
    }

    /// Accounts for the use of an alias.
    fn spend(&mut self, depth: usize, size: usize) -> Result<()> {
        self.expansion = self.expansion.saturating_add(size);
        if self.depth + depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        if self.expansion > MAX_EXPANSION {
            return Err(self.error("aliases stand for more text than any program needs"));
        }
        Ok(())
    }

    fn name(&mut self, text: &'a str) -> Name {
        if let Some(known) = self.known_names.get(text) {
            return known.clone();
        }
        let name = Name::from(text);
        self.known_names.insert(text, name.clone());
        name
    }

    pub fn eat_symbol(&mut self, symbol: u8) -> bool {
        let is_there = self.is_symbol(symbol);
        if is_there {
            self.advance();
        }
        is_there
    }

    pub fn expect_symbol(&mut self, symbol: u8) -> Result<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{}`", symbol as char))) }
    }

    pub fn eat_arrow(&mut self) -> bool {
        let is_there = self.kind() == TokenKind::Arrow;
        if is_there {
            self.advance();
        }
        is_there
    }

    pub fn expect_arrow(&mut self) -> Result<()> {
        if self.eat_arrow() { Ok(()) } else { Err(self.expected("`->`")) }
    }

    /// Reads this word if it is there.
    pub fn eat_keyword(&mut self, word: &str) -> bool {
        let is_there = self.kind() == TokenKind::Word && self.spelling() == word;
        if is_there {
            self.advance();
        }
        is_there
    }

    pub fn expect_keyword(&mut self, word: &str) -> Result<()> {
        if self.eat_keyword(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Reads any word.
    pub fn parse_word(&mut self) -> Result<&'a str> {
        if self.kind() != TokenKind::Word {
            return Err(self.expected("a word"));
        }
        let word = self.spelling();
        self.advance();
        Ok(word)
    }

    /// The current token, if it is a word.
    pub fn peek_word(&self) -> Option<&'a str> {
        (self.kind() == TokenKind::Word).then(|| self.spelling())
    }

    pub fn peek_symbol(&self, symbol: u8) -> bool {
        self.is_symbol(symbol)
    }

    /// Whether `@name` comes next.
    pub fn peek_symbol_name(&self) -> bool {
        self.kind() == TokenKind::At
    }

    /// Whether a string comes next.
    pub fn peek_string(&self) -> bool {
        self.kind() == TokenKind::String
    }

    /// Whether a whole number comes next, perhaps a negative one.
    pub fn peek_number(&self) -> bool {
        self.kind() == TokenKind::Integer || self.is_symbol(b'-')
    }

    /// Whether an operand comes next.
    pub fn peek_operand(&self) -> bool {
        self.kind() == TokenKind::Percent
    }

    /// Reads `item, item …` up to and with the closing symbol; the opening one was read.
    pub fn parse_list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat_symbol(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat_symbol(b',') {
                self.expect_symbol(close)?;
                return Ok(items);
            }
        }
    }

    /// Reads a whole number with its sign.
    pub fn parse_integer(&mut self) -> Result<i64> {
        let negative = self.eat_symbol(b'-');
        if self.kind() != TokenKind::Integer {
            return Err(self.expected("a whole number"));
        }
        let value = parse_i128(self.spelling()).map(|value| if negative { -value } else { value });
        match value.and_then(|value| i64::try_from(value).ok()) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => Err(self.error("this number does not fit into 64 bits")),
        }
    }

    /// Reads a string and returns the bytes it stands for.
    pub fn parse_string(&mut self) -> Result<Vec<u8>> {
        if self.kind() != TokenKind::String {
            return Err(self.expected("a string"));
        }
        let bytes = self.bytes;
        match lexer::unescape(&bytes[self.token.start + 1..self.token.end - 1]) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => Err(self.error("a backslash stands before n, t, a quote, a backslash or two hexadecimal digits")),
        }
    }
}

/// A number in decimal or, after `0x`, in hexadecimal.
fn parse_i128(spelling: &str) -> Option<i128> {
    match spelling.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).ok().map(|value| value as i128),
        None => spelling.parse().ok(),
    }
}
