//! Reads affine maps and integer sets.

use super::Reader;
use super::custom::UnresolvedOperand;
use super::lexer::TokenKind;
use crate::affine::{AffineExpression, AffineMap, AffineOperator, IntegerSet};
use crate::diagnostic::Result;
use std::cell::{Cell, RefCell};

/// A map or set may have this many operators: an expression is as deep as it is long.
const MAX_OPERATORS: usize = 1000;

/// The names in scope: dimensions and symbols; and how many operators were read.
struct Space<'a> {
    dimensions: Vec<&'a str>,
    symbols: Vec<&'a str>,
    operators: Cell<usize>,
    /// Values that stand in the expressions themselves, if they may: dimensions and `symbol(…)`.
    operands: Option<RefCell<[Vec<UnresolvedOperand<'a>>; 2]>>,
}

/// Expressions of values: a map, and the values for its dimensions and symbols.
pub struct AffineOfOperands<'a> {
    pub map: AffineMap,
    pub dimensions: Vec<UnresolvedOperand<'a>>,
    pub symbols: Vec<UnresolvedOperand<'a>>,
}

impl<'a> AffineOfOperands<'a> {
    /// The values, dimensions before symbols.
    pub fn operands(&self) -> Vec<UnresolvedOperand<'a>> {
        self.dimensions.iter().chain(&self.symbols).copied().collect()
    }
}

impl<'a> Reader<'a> {
    /// `(d0, d1)[s0] -> (d0 + s0)`.
    pub fn parse_affine_map(&mut self) -> Result<AffineMap> {
        let space = self.parse_space()?;
        self.expect_arrow()?;
        self.expect_symbol(b'(')?;
        let results = self.parse_list(b')', |reader| reader.parse_sum(&space))?;
        Ok(AffineMap { dimensions: space.dimensions.len() as u32, symbols: space.symbols.len() as u32, results })
    }

    /// `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
    pub(super) fn parse_integer_set(&mut self) -> Result<IntegerSet> {
        let space = self.parse_space()?;
        self.expect_symbol(b':')?;
        self.expect_symbol(b'(')?;
        let constraints = self.parse_list(b')', |reader| reader.parse_constraint(&space))?;
        Ok(IntegerSet { dimensions: space.dimensions.len() as u32, symbols: space.symbols.len() as u32, constraints })
    }

    fn parse_space(&mut self) -> Result<Space<'a>> {
        self.expect_symbol(b'(')?;
        let dimensions = self.parse_list(b')', Self::parse_word)?;
        let symbols = if self.eat_symbol(b'[') { self.parse_list(b']', Self::parse_word)? } else { Vec::new() };
        Ok(Space { dimensions, symbols, operators: Cell::new(0), operands: None })
    }

    /// `%i + 1, symbol(%n) - %j` up to and with the closing symbol; the opening one was read.
    pub fn parse_affine_of_operands(&mut self, close: u8) -> Result<AffineOfOperands<'a>> {
        let (of_operands, _) = self.parse_grouped_affine_of_operands(close, "")?;
        Ok(of_operands)
    }

    /// As [`Reader::parse_affine_of_operands`], where `word(a, b)` may stand for several expressions; how many each is.
    pub fn parse_grouped_affine_of_operands(
        &mut self,
        close: u8,
        word: &str,
    ) -> Result<(AffineOfOperands<'a>, Vec<usize>)> {
        let operands = Some(RefCell::new([Vec::new(), Vec::new()]));
        let space = Space { dimensions: Vec::new(), symbols: Vec::new(), operators: Cell::new(0), operands };
        let groups = self.parse_list(close, |reader| {
            if !word.is_empty() && reader.eat_keyword(word) {
                reader.expect_symbol(b'(')?;
                return reader.parse_list(b')', |reader| reader.parse_sum(&space));
            }
            Ok(vec![reader.parse_sum(&space)?])
        })?;
        let sizes = groups.iter().map(Vec::len).collect();
        let [dimensions, symbols] = space.operands.map(RefCell::into_inner).unwrap_or_default();
        let map = AffineMap {
            dimensions: dimensions.len() as u32,
            symbols: symbols.len() as u32,
            results: groups.into_iter().flatten().collect(),
        };
        Ok((AffineOfOperands { map, dimensions, symbols }, sizes))
    }

    /// A value in an expression of values; the same one is the same dimension or symbol.
    fn parse_affine_operand(&mut self, space: &Space<'a>, is_symbol: bool) -> Result<AffineExpression> {
        let operand = self.parse_operand()?;
        let Some(operands) = &space.operands else { return Err(self.error("a value in an affine map")) };
        let known = &mut operands.borrow_mut()[usize::from(is_symbol)];
        let same = |other: &UnresolvedOperand| other.name == operand.name && other.number == operand.number;
        let index = known.iter().position(same).unwrap_or_else(|| {
            known.push(operand);
            known.len() - 1
        }) as u32;
        Ok(if is_symbol { AffineExpression::Symbol(index) } else { AffineExpression::Dimension(index) })
    }

    /// `a >= b`, `a <= b`, `a == b`, brought to a comparison with zero.
    fn parse_constraint(&mut self, space: &Space<'a>) -> Result<(AffineExpression, bool)> {
        let left = self.parse_sum(space)?;
        let sign = if self.eat_symbol(b'>') {
            b'>'
        } else if self.eat_symbol(b'<') {
            b'<'
        } else {
            self.expect_symbol(b'=')?;
            b'='
        };
        self.expect_symbol(b'=')?;
        let right = self.parse_sum(space)?;
        let (greater, lesser) = if sign == b'<' { (right, left) } else { (left, right) };
        let difference = match lesser {
            AffineExpression::Constant(0) => greater,
            AffineExpression::Constant(value) => {
                let opposite = AffineExpression::Constant(value.wrapping_neg());
                AffineExpression::binary(AffineOperator::Add, greater, opposite)
            }
            other => AffineExpression::binary(AffineOperator::Add, greater, negated(other)),
        };
        Ok((difference, sign == b'='))
    }

    fn parse_sum(&mut self, space: &Space<'a>) -> Result<AffineExpression> {
        let mut sum = self.parse_product(space)?;
        loop {
            let minus = self.is_symbol(b'-');
            if !minus && !self.is_symbol(b'+') {
                return Ok(sum);
            }
            self.advance();
            self.count_operator(space)?;
            let term = self.parse_product(space)?;
            let term = match term {
                AffineExpression::Constant(value) if minus => AffineExpression::Constant(value.wrapping_neg()),
                AffineExpression::Binary(AffineOperator::Mul, sides) if minus => match *sides {
                    (left, AffineExpression::Constant(value)) => {
                        let factor = AffineExpression::Constant(value.wrapping_neg());
                        AffineExpression::binary(AffineOperator::Mul, left, factor)
                    }
                    (left, right) => negated(AffineExpression::binary(AffineOperator::Mul, left, right)),
                },
                other if minus => negated(other),
                other => other,
            };
            sum = AffineExpression::binary(AffineOperator::Add, sum, term);
        }
    }

    fn count_operator(&mut self, space: &Space) -> Result<()> {
        space.operators.set(space.operators.get() + 1);
        if space.operators.get() > MAX_OPERATORS { Err(self.error("an expression that is too long")) } else { Ok(()) }
    }

    fn parse_product(&mut self, space: &Space<'a>) -> Result<AffineExpression> {
        let mut product = self.parse_factor(space)?;
        loop {
            let operator = match (self.kind(), self.spelling()) {
                (TokenKind::Symbol(b'*'), _) => AffineOperator::Mul,
                (TokenKind::Word, "mod") => AffineOperator::Mod,
                (TokenKind::Word, "floordiv") => AffineOperator::FloorDiv,
                (TokenKind::Word, "ceildiv") => AffineOperator::CeilDiv,
                _ => return Ok(product),
            };
            self.advance();
            self.count_operator(space)?;
            let factor = self.parse_factor(space)?;
            // A constant factor stands on the right.
            let is_constant = |e: &AffineExpression| matches!(e, AffineExpression::Constant(_));
            let (left, right) = match operator {
                AffineOperator::Mul if is_constant(&product) && !is_constant(&factor) => (factor, product),
                _ => (product, factor),
            };
            product = AffineExpression::binary(operator, left, right);
        }
    }

    fn parse_factor(&mut self, space: &Space<'a>) -> Result<AffineExpression> {
        self.nested(|reader| match reader.kind() {
            TokenKind::Symbol(b'(') => {
                reader.advance();
                let inner = reader.parse_sum(space)?;
                reader.expect_symbol(b')')?;
                Ok(inner)
            }
            TokenKind::Symbol(b'-') => {
                reader.advance();
                Ok(match reader.parse_factor(space)? {
                    AffineExpression::Constant(value) => AffineExpression::Constant(value.wrapping_neg()),
                    other => negated(other),
                })
            }
            TokenKind::Integer => Ok(AffineExpression::Constant(reader.parse_integer()?)),
            TokenKind::Percent if space.operands.is_some() => reader.parse_affine_operand(space, false),
            TokenKind::Word if space.operands.is_some() && reader.spelling() == "symbol" => {
                reader.advance();
                reader.expect_symbol(b'(')?;
                let operand = reader.parse_affine_operand(space, true)?;
                reader.expect_symbol(b')')?;
                Ok(operand)
            }
            TokenKind::Word => {
                let word = reader.spelling();
                let found = if let Some(index) = space.dimensions.iter().position(|name| *name == word) {
                    AffineExpression::Dimension(index as u32)
                } else if let Some(index) = space.symbols.iter().position(|name| *name == word) {
                    AffineExpression::Symbol(index as u32)
                } else {
                    return Err(reader.expected("a dimension or symbol of this map"));
                };
                reader.advance();
                Ok(found)
            }
            _ => Err(reader.expected("an affine expression")),
        })
    }
}

fn negated(expression: AffineExpression) -> AffineExpression {
    AffineExpression::binary(AffineOperator::Mul, expression, AffineExpression::Constant(-1))
}
