//! Reads a whole text: alias definitions, operations, and the resources at its end.

use super::Reader;
use super::lexer::TokenKind;
use crate::attributes::Name;
use crate::diagnostic::Result;
use crate::ir::{Ir, Op};
use std::sync::Arc;

impl<'a> Reader<'a> {
    pub(super) fn read_file(mut self) -> Result<Ir> {
        let block = self.ir.module_block();
        let mut ops = Vec::new();
        let region = self.ir.ops[self.ir.module].regions[0];
        self.open_scope();
        self.open_region(region);
        loop {
            match self.kind() {
                TokenKind::End => break,
                TokenKind::Hash => self.parse_attribute_alias()?,
                TokenKind::Bang => self.parse_type_alias()?,
                TokenKind::MetadataStart => self.parse_metadata()?,
                _ => ops.push(self.parse_operation(block)?),
            }
        }
        self.close_region()?;
        self.close_scope()?;
        self.resolve_deferred_locations()?;
        self.unwrap_module(&ops)?;
        Ok(self.ir)
    }

    /// When the text is one module, it takes the place of the one around it.
    fn unwrap_module(&mut self, ops: &[Op]) -> Result<()> {
        let [only] = ops else { return Ok(()) };
        if self.ir.ops[*only].name != "builtin.module" {
            return Ok(());
        }
        let [region] = self.ir.ops[*only].regions[..] else {
            return Err(self.ir.error(*only, "has one region"));
        };
        if self.ir.regions[region].blocks.is_empty() {
            self.ir.create_block(region, &[]);
        }
        let outer = self.ir.module;
        self.ir.detach(*only);
        self.ir.module = *only;
        self.ir.erase(outer)
    }

    fn parse_attribute_alias(&mut self) -> Result<()> {
        let name = &self.spelling()[1..];
        self.check_alias_name(name, self.attribute_aliases.contains_key(name))?;
        self.advance();
        self.expect_symbol(b'=')?;
        self.define_attribute_alias(name)
    }

    fn parse_type_alias(&mut self) -> Result<()> {
        let name = &self.spelling()[1..];
        self.check_alias_name(name, self.type_aliases.contains_key(name))?;
        self.advance();
        self.expect_symbol(b'=')?;
        self.define_type_alias(name)
    }

    fn check_alias_name(&mut self, name: &str, is_known: bool) -> Result<()> {
        if name.contains('.') {
            return Err(self.error("the name of an alias has no dot"));
        }
        if is_known { Err(self.error("this alias is defined twice")) } else { Ok(()) }
    }

    /// `{-# section: { dialect: { key: value } } #-}`.
    fn parse_metadata(&mut self) -> Result<()> {
        self.advance();
        while self.kind() != TokenKind::MetadataEnd {
            let section = self.parse_key()?;
            self.expect_symbol(b':')?;
            self.expect_symbol(b'{')?;
            self.parse_list(b'}', |reader| {
                let dialect = reader.parse_key()?;
                reader.expect_symbol(b':')?;
                reader.expect_symbol(b'{')?;
                let entries = reader.parse_list(b'}', Self::parse_resource)?;
                reader.ir.resources.entry((section.clone(), dialect)).or_default().extend(entries);
                Ok(())
            })?;
            if !self.eat_symbol(b',') && self.kind() != TokenKind::MetadataEnd {
                return Err(self.expected("`#-}`"));
            }
        }
        self.advance();
        Ok(())
    }

    fn parse_key(&mut self) -> Result<Name> {
        if self.kind() == TokenKind::String {
            let bytes = self.parse_string()?;
            return String::from_utf8(bytes).map(Name::from).map_err(|_| self.error("this key is no text"));
        }
        let word = self.parse_word()?;
        Ok(self.name(word))
    }

    fn parse_resource(&mut self) -> Result<(Name, Arc<str>)> {
        let key = self.parse_key()?;
        self.expect_symbol(b':')?;
        let is_value = matches!(self.kind(), TokenKind::String | TokenKind::Word | TokenKind::Integer);
        if !is_value {
            return Err(self.expected("the value of a resource"));
        }
        let value = self.spelling().into();
        self.advance();
        Ok((key, value))
    }
}
