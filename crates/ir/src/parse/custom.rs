//! What pretty forms call beside the parts of the reader that serve all text: operands that wait for their types.

use super::Reader;
use super::lexer::{self, TokenKind};
use crate::diagnostic::Result;
use crate::ir::Value;
use crate::types::Type;

/// `%name#number`: a value whose type comes later in the text.
#[derive(Clone, Copy, Debug)]
pub struct UnresolvedOperand<'a> {
    pub name: &'a str,
    pub number: usize,
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub fn parse_operand(&mut self) -> Result<UnresolvedOperand<'a>> {
        if self.kind() != TokenKind::Percent {
            return Err(self.expected("an operand"));
        }
        let (name, at) = (self.spelling(), self.token.start);
        self.advance();
        let mut number = 0;
        if self.kind() == TokenKind::Hash && self.token.start == at + name.len() {
            number = match self.spelling()[1..].parse() {
                Ok(number) => number,
                Err(_) => return Err(self.expected("the number of a result")),
            };
            self.advance();
        }
        Ok(UnresolvedOperand { name, number, at })
    }

    /// The text of what is in brackets, with them: for parts that are read as text.
    pub fn parse_bracketed_text(&mut self) -> Result<&'a str> {
        let start = self.token.start;
        let end = match self.kind() {
            TokenKind::Symbol(b'<' | b'(' | b'[' | b'{') => lexer::body_end(self.bytes, start),
            _ => return Err(self.expected("an opening bracket")),
        };
        match end.and_then(|end| self.text.get(start..end)) {
            Some(text) => {
                self.go_to(start + text.len());
                Ok(text)
            }
            None => Err(self.error("the brackets do not match")),
        }
    }

    /// Operands separated by commas; none if the first is missing.
    pub fn parse_operand_list(&mut self) -> Result<Vec<UnresolvedOperand<'a>>> {
        let mut operands = Vec::new();
        if self.peek_operand() {
            operands.push(self.parse_operand()?);
            while self.eat_symbol(b',') {
                operands.push(self.parse_operand()?);
            }
        }
        Ok(operands)
    }

    pub fn resolve_all(&mut self, operands: &[UnresolvedOperand<'a>], types: &[Type]) -> Result<Vec<Value>> {
        if operands.len() != types.len() {
            return Err(self.error(format!("{} operands but {} types for them", operands.len(), types.len())));
        }
        operands.iter().zip(types).map(|(operand, ty)| self.resolve(*operand, ty)).collect()
    }
}
