//! Affine maps and integer sets: `(d0, d1)[s0] -> (d0 + s0, d1 mod 4)`.
//!
//! Expressions are kept as written, unsimplified, so that they print as they were read.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AffineOperator {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineExpression {
    Dimension(u32),
    Symbol(u32),
    Constant(i64),
    Binary(AffineOperator, Box<(AffineExpression, AffineExpression)>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    pub dimensions: u32,
    pub symbols: u32,
    pub results: Vec<AffineExpression>,
}

/// Points where each expression is zero (`true`) or not negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    pub dimensions: u32,
    pub symbols: u32,
    pub constraints: Vec<(AffineExpression, bool)>,
}

impl AffineExpression {
    pub fn binary(operator: AffineOperator, left: AffineExpression, right: AffineExpression) -> AffineExpression {
        AffineExpression::Binary(operator, Box::new((left, right)))
    }

    /// The value at a point; `None` for a division by what is not positive, an overflow, or an unknown name.
    pub fn evaluate(&self, dimensions: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            AffineExpression::Dimension(index) => dimensions.get(*index as usize).copied(),
            AffineExpression::Symbol(index) => symbols.get(*index as usize).copied(),
            AffineExpression::Constant(value) => Some(*value),
            AffineExpression::Binary(operator, sides) => {
                let left = sides.0.evaluate(dimensions, symbols)?;
                let right = sides.1.evaluate(dimensions, symbols)?;
                match operator {
                    AffineOperator::Add => left.checked_add(right),
                    AffineOperator::Mul => left.checked_mul(right),
                    _ if right <= 0 => None,
                    AffineOperator::Mod => Some(left.rem_euclid(right)),
                    AffineOperator::FloorDiv => Some(left.div_euclid(right)),
                    AffineOperator::CeilDiv => left.checked_add(right - 1).map(|sum| sum.div_euclid(right)),
                }
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter, within_product: bool) -> fmt::Result {
        match self {
            AffineExpression::Dimension(index) => write!(f, "d{index}"),
            AffineExpression::Symbol(index) => write!(f, "s{index}"),
            AffineExpression::Constant(value) => write!(f, "{value}"),
            AffineExpression::Binary(operator, sides) => {
                if within_product {
                    f.write_str("(")?;
                }
                write_binary(f, *operator, &sides.0, &sides.1)?;
                if within_product { f.write_str(")") } else { Ok(()) }
            }
        }
    }
}

fn write_binary(
    f: &mut fmt::Formatter,
    operator: AffineOperator,
    left: &AffineExpression,
    right: &AffineExpression,
) -> fmt::Result {
    let name = match operator {
        AffineOperator::Add => return write_sum(f, left, right),
        AffineOperator::Mul => "*",
        AffineOperator::Mod => "mod",
        AffineOperator::FloorDiv => "floordiv",
        AffineOperator::CeilDiv => "ceildiv",
    };
    if operator == AffineOperator::Mul && *right == AffineExpression::Constant(-1) {
        f.write_str("-")?;
        return left.write(f, true);
    }
    left.write(f, true)?;
    write!(f, " {name} ")?;
    right.write(f, true)
}

/// A sum is written with a minus where its right side is a negative number or a product with one.
fn write_sum(f: &mut fmt::Formatter, left: &AffineExpression, right: &AffineExpression) -> fmt::Result {
    left.write(f, false)?;
    if let AffineExpression::Constant(value) = right
        && *value < 0
    {
        return write!(f, " - {}", value.unsigned_abs());
    }
    if let AffineExpression::Binary(AffineOperator::Mul, sides) = right
        && let AffineExpression::Constant(factor) = sides.1
        && factor < 0
    {
        f.write_str(" - ")?;
        sides.0.write(f, true)?;
        return if factor == -1 { Ok(()) } else { write!(f, " * {}", factor.unsigned_abs()) };
    }
    f.write_str(" + ")?;
    right.write(f, matches!(right, AffineExpression::Binary(AffineOperator::Add, _)))
}

impl fmt::Display for AffineExpression {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write(f, false)
    }
}

fn write_space(f: &mut fmt::Formatter, dimensions: u32, symbols: u32) -> fmt::Result {
    let list =
        |prefix: &str, count: u32| (0..count).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(", ");
    write!(f, "({})", list("d", dimensions))?;
    if symbols > 0 { write!(f, "[{}]", list("s", symbols)) } else { Ok(()) }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_space(f, self.dimensions, self.symbols)?;
        let results: Vec<String> = self.results.iter().map(ToString::to_string).collect();
        write!(f, " -> ({})", results.join(", "))
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_space(f, self.dimensions, self.symbols)?;
        let sign = |is_equality: bool| if is_equality { "==" } else { ">=" };
        let constraints: Vec<String> = self
            .constraints
            .iter()
            .map(|(expression, equality)| format!("{expression} {} 0", sign(*equality)))
            .collect();
        write!(f, " : ({})", constraints.join(", "))
    }
}
