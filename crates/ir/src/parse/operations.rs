//! Reads operations, regions and blocks.

use super::Reader;
use super::custom::UnresolvedOperand;
use super::lexer::TokenKind;
use super::locations::{ReadLocation, Target};
use super::names::Named;
use crate::attributes::Dictionary;
use crate::diagnostic::Result;
use crate::dialect::OpName;
use crate::edit::InsertionPoint;
use crate::ir::{Block, Op, OperationState, Region};
use crate::location::Location;
use crate::structure::{Count, Trait};
use crate::types::Type;

/// Reads an operation in its pretty form, behind its name.
pub type ReadSyntax = fn(&mut Reader, &mut OperationState) -> Result<()>;

/// The interface of operations whose pretty form can be read.
#[derive(Clone, Copy)]
pub struct ReadPretty(pub ReadSyntax);

/// An argument of a region as pretty forms write it, outside of the region.
pub struct RegionArgument<'a> {
    name: &'a str,
    pub ty: Type,
    at: usize,
    location: Option<ReadLocation<'a>>,
}

impl<'a> Reader<'a> {
    /// Reads one operation and puts it at the end of a block.
    pub(super) fn parse_operation(&mut self, block: Block) -> Result<Op> {
        let names_at = self.token.start;
        let names = self.parse_result_names()?;
        let location = self.place();
        let op = match self.kind() {
            TokenKind::String => self.parse_generic(location)?,
            TokenKind::Word => self.parse_pretty(location)?,
            _ => return Err(self.expected("an operation")),
        };
        self.ir.insert(op, InsertionPoint::End(block));
        if let Some(read) = self.parse_trailing_location()? {
            self.give_location(Target::Op(op), read);
        }
        self.define_results(op, &names, names_at)?;
        Ok(op)
    }

    /// `%a, %b:2 =`, if it is there.
    fn parse_result_names(&mut self) -> Result<Vec<(&'a str, usize)>> {
        let mut names = Vec::new();
        if self.kind() != TokenKind::Percent {
            return Ok(names);
        }
        loop {
            if self.kind() != TokenKind::Percent {
                return Err(self.expected("the name of a result"));
            }
            let name = self.spelling();
            self.advance();
            let mut count = 1;
            if self.eat_symbol(b':') {
                let number = self.parse_integer()?;
                count = match usize::try_from(number) {
                    Ok(count) if count > 0 => count,
                    _ => return Err(self.error("a pack has at least one result")),
                };
            }
            names.push((name, count));
            if !self.eat_symbol(b',') {
                self.expect_symbol(b'=')?;
                return Ok(names);
            }
        }
    }

    fn define_results(&mut self, op: Op, names: &[(&'a str, usize)], at: usize) -> Result<()> {
        let results = self.ir.ops[op].results.len();
        if names.is_empty() {
            return Ok(());
        }
        let named = names.iter().fold(0usize, |sum, (_, count)| sum.saturating_add(*count));
        if named != results {
            let message = format!("{} has {results} results, not {named}", self.ir.ops[op].name);
            return Err(self.error_at(at, message));
        }
        let mut start = 0;
        for (name, count) in names {
            let named = Named::Results { op, start, count: *count };
            self.define_value(name, at, named)?;
            start += count;
        }
        Ok(())
    }

    /// `"name"(operands)[successors] <{properties}> ({regions}) {attributes} : type`.
    fn parse_generic(&mut self, location: Location) -> Result<Op> {
        let at = self.token.start;
        let name = match String::from_utf8(self.parse_string()?) {
            Ok(name) if !name.is_empty() => self.context.op_name(&name),
            _ => return Err(self.error_at(at, "this is no name of an operation")),
        };
        let mut state = OperationState::new(name, location);
        self.expect_symbol(b'(')?;
        let operands = self.parse_list(b')', Self::parse_operand)?;
        if self.eat_symbol(b'[') {
            state.successors = self.parse_list(b']', Self::parse_successor)?;
        }
        if self.is_symbol(b'<') && self.byte_at(self.token.end) == b'{' {
            self.advance();
            state.properties = self.parse_dictionary()?;
            self.expect_symbol(b'>')?;
        }
        if self.eat_symbol(b'(') {
            self.with_regions_of(&state.name.clone(), |reader| {
                state.regions = reader.parse_list(b')', |reader| reader.parse_region(Vec::new()))?;
                Ok(())
            })?;
        }
        state.attributes = self.parse_optional_dictionary()?;
        self.expect_symbol(b':')?;
        let type_at = self.token.start;
        let ty = self.parse_function_type()?;
        let Some((inputs, results)) = ty.as_function() else {
            return Err(self.error_at(type_at, "expected a function type"));
        };
        if inputs.len() != operands.len() {
            let message = format!("{} operands but {} types for them", operands.len(), inputs.len());
            return Err(self.error_at(type_at, message));
        }
        for (operand, ty) in operands.into_iter().zip(inputs) {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        state.result_types = results.to_vec();
        Ok(self.ir.create(state))
    }

    /// The form that an operation's definition describes.
    fn parse_pretty(&mut self, location: Location) -> Result<Op> {
        let word = self.spelling();
        let name = if word.contains('.') { self.context.op_name(word) } else { self.name_without_dialect(word) };
        let Some(syntax) = name.definition().and_then(|definition| definition.interface::<ReadPretty>()).copied()
        else {
            let known = name.definition().is_some();
            let problem = if known { "has no other form than the generic one" } else { "is not known" };
            return Err(self.error(format!("operation {word} {problem}: write it in the generic form, \"{word}\"(…)")));
        };
        self.advance();
        let mut state = OperationState::new(name.clone(), location);
        self.with_regions_of(&name, |reader| (syntax.0)(reader, &mut state))?;
        self.refresh(&mut state.operands);
        self.complete_regions(&mut state);
        Ok(self.ir.create(state))
    }

    /// The operation that a name without a dialect means: of the dialect that the operation around it says, or one of the two
    /// that have long been left out.
    fn name_without_dialect(&self, word: &str) -> OpName {
        let around = self.default_dialects.last().copied().unwrap_or_default();
        let candidates = [around, "builtin", "func"].map(|dialect| self.context.op_name(&format!("{dialect}.{word}")));
        let known = candidates.iter().find(|name| name.definition().is_some()).cloned();
        known.unwrap_or_else(|| self.context.op_name(word))
    }

    /// Regions that the text left out are there, but empty.
    fn complete_regions(&mut self, state: &mut OperationState) {
        if let Some(definition) = state.name.definition()
            && let Count::Exactly(count) = definition.regions
        {
            while state.regions.len() < count {
                let region = self.ir.create_region();
                state.regions.push(region);
            }
        }
    }

    /// Runs `inner` with the scope and default dialect that regions of such an operation have.
    fn with_regions_of<T>(&mut self, name: &OpName, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let definition = name.definition();
        // Nothing is known about the regions of an unknown operation, and much text relies on seeing outer values.
        let isolated = definition.is_some_and(|definition| definition.has_trait(Trait::IsolatedFromAbove));
        let dialect = definition.and_then(|definition| definition.default_dialect).unwrap_or("");
        self.default_dialects.push(dialect);
        if isolated {
            self.open_scope();
        }
        let outcome = inner(self)?;
        if isolated {
            self.close_scope()?;
        }
        self.default_dialects.pop();
        Ok(outcome)
    }

    pub fn parse_successor(&mut self) -> Result<Block> {
        if self.kind() != TokenKind::Caret {
            return Err(self.expected("a block"));
        }
        let (name, at) = (self.spelling(), self.token.start);
        self.advance();
        self.block_named(name, at)
    }

    /// `{ … }`, with arguments of the first block that were written before it.
    pub fn parse_region(&mut self, arguments: Vec<RegionArgument<'a>>) -> Result<Region> {
        self.deeper_by(super::REGION_LEVELS, |reader| {
            reader.expect_symbol(b'{')?;
            let region = reader.ir.create_region();
            reader.open_region(region);
            reader.parse_blocks(region, arguments)?;
            reader.expect_symbol(b'}')?;
            reader.close_region()?;
            Ok(region)
        })
    }

    /// As [`Reader::parse_region`], where the operation of this name ends the block if the text has nothing that does.
    pub fn parse_region_ended_by(&mut self, arguments: Vec<RegionArgument<'a>>, end: &str) -> Result<Region> {
        let region = self.parse_region(arguments)?;
        if self.ir.blocks(region).is_empty() {
            self.ir.create_block(region, &[]);
        }
        if let [block] = *self.ir.blocks(region)
            && !self.ir.last_op(block).is_some_and(|last| self.ir[last].has_trait(Trait::Terminator))
        {
            let location = self.place();
            let state = OperationState::new(self.context.op_name(end), location);
            let op = self.ir.create(state);
            self.ir.insert(op, InsertionPoint::End(block));
        }
        Ok(region)
    }

    fn parse_blocks(&mut self, region: Region, arguments: Vec<RegionArgument<'a>>) -> Result<()> {
        if self.is_symbol(b'}') && arguments.is_empty() {
            return Ok(());
        }
        if self.kind() != TokenKind::Caret || !arguments.is_empty() {
            let block = self.ir.create_block(region, &[]);
            for argument in arguments {
                self.add_region_argument(block, argument)?;
            }
            self.parse_block_body(block)?;
        }
        while self.kind() == TokenKind::Caret {
            let (name, at) = (self.spelling(), self.token.start);
            self.advance();
            let block = self.define_block(name, at)?;
            if self.eat_symbol(b'(') {
                for argument in self.parse_list(b')', Self::parse_region_argument)? {
                    self.add_region_argument(block, argument)?;
                }
            }
            self.expect_symbol(b':')?;
            self.parse_block_body(block)?;
        }
        Ok(())
    }

    /// `%name: type`, perhaps with a location.
    pub fn parse_region_argument(&mut self) -> Result<RegionArgument<'a>> {
        if self.kind() != TokenKind::Percent {
            return Err(self.expected("an argument"));
        }
        let (name, at) = (self.spelling(), self.token.start);
        self.advance();
        self.expect_symbol(b':')?;
        let ty = self.parse_type()?;
        let location = self.parse_trailing_location()?;
        Ok(RegionArgument { name, ty, at, location })
    }

    /// An argument whose name was read like an operand.
    pub fn region_argument(&self, named: UnresolvedOperand<'a>, ty: Type) -> RegionArgument<'a> {
        RegionArgument { name: named.name, ty, at: named.at, location: None }
    }

    /// `%name: type {attributes}`, perhaps with a location: a parameter of a function.
    pub fn parse_parameter(&mut self) -> Result<(RegionArgument<'a>, Dictionary)> {
        let mut argument = self.parse_region_argument()?;
        let attributes = self.parse_optional_dictionary()?;
        if argument.location.is_none() {
            argument.location = self.parse_trailing_location()?;
        }
        Ok((argument, attributes))
    }

    fn add_region_argument(&mut self, block: Block, argument: RegionArgument<'a>) -> Result<()> {
        let index = self.ir.arguments(block).len();
        let value = self.ir.add_argument(block, argument.ty, Location::Unset);
        if let Some(read) = argument.location {
            self.give_location(Target::Argument(block, index), read);
        }
        self.define_value(argument.name, argument.at, Named::Value(value))
    }

    fn parse_block_body(&mut self, block: Block) -> Result<()> {
        while !self.is_symbol(b'}') && !matches!(self.kind(), TokenKind::Caret | TokenKind::End) {
            self.parse_operation(block)?;
        }
        Ok(())
    }

    /// An attribute dictionary of a pretty form, put where its entries belong.
    pub fn parse_attributes_into(&mut self, state: &mut OperationState) -> Result<()> {
        let dictionary = self.parse_optional_dictionary()?;
        merge(state, dictionary);
        Ok(())
    }
}

fn merge(state: &mut OperationState, dictionary: Dictionary) {
    for (name, value) in dictionary.iter() {
        state.set(name, value.clone());
    }
}
