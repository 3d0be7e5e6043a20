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

    /// Constant factors of this many dimensions and a constant term, if that is what the expression consists of.
    pub fn linear(&self, dimensions: usize) -> Option<(Vec<i64>, i64)> {
        match self {
            AffineExpression::Constant(value) => Some((vec![0; dimensions], *value)),
            AffineExpression::Dimension(index) => {
                let mut factors = vec![0; dimensions];
                *factors.get_mut(*index as usize)? = 1;
                Some((factors, 0))
            }
            AffineExpression::Symbol(_) => None,
            AffineExpression::Binary(AffineOperator::Add, sides) => {
                let (left, right) = (sides.0.linear(dimensions)?, sides.1.linear(dimensions)?);
                let factors = left.0.iter().zip(&right.0).map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>()?;
                Some((factors, left.1.checked_add(right.1)?))
            }
            AffineExpression::Binary(AffineOperator::Mul, sides) => {
                let AffineExpression::Constant(factor) = sides.1 else { return None };
                let (factors, term) = sides.0.linear(dimensions)?;
                let factors = factors.iter().map(|a| a.checked_mul(factor)).collect::<Option<_>>()?;
                Some((factors, term.checked_mul(factor)?))
            }
            AffineExpression::Binary(..) => None,
        }
    }

    /// The expression with other names for dimensions (`false`) and symbols (`true`).
    pub fn written_with(&self, name: &dyn Fn(bool, u32) -> String) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, false, name);
        text
    }

    fn write(&self, f: &mut dyn fmt::Write, within_product: bool, name: Names) -> fmt::Result {
        match self {
            AffineExpression::Dimension(index) => f.write_str(&name(false, *index)),
            AffineExpression::Symbol(index) => f.write_str(&name(true, *index)),
            AffineExpression::Constant(value) => write!(f, "{value}"),
            AffineExpression::Binary(operator, sides) => {
                if within_product {
                    f.write_str("(")?;
                }
                write_binary(f, *operator, &sides.0, &sides.1, name)?;
                if within_product { f.write_str(")") } else { Ok(()) }
            }
        }
    }
}

/// What dimensions (`false`) and symbols (`true`) are called.
type Names<'a> = &'a dyn Fn(bool, u32) -> String;

fn write_binary(
    f: &mut dyn fmt::Write,
    operator: AffineOperator,
    left: &AffineExpression,
    right: &AffineExpression,
    name: Names,
) -> fmt::Result {
    let word = match operator {
        AffineOperator::Add => return write_sum(f, left, right, name),
        AffineOperator::Mul => "*",
        AffineOperator::Mod => "mod",
        AffineOperator::FloorDiv => "floordiv",
        AffineOperator::CeilDiv => "ceildiv",
    };
    if operator == AffineOperator::Mul && *right == AffineExpression::Constant(-1) {
        f.write_str("-")?;
        return left.write(f, true, name);
    }
    left.write(f, true, name)?;
    write!(f, " {word} ")?;
    right.write(f, true, name)
}

/// A sum is written with a minus where its right side is a negative number or a product with one.
fn write_sum(f: &mut dyn fmt::Write, left: &AffineExpression, right: &AffineExpression, name: Names) -> fmt::Result {
    left.write(f, false, name)?;
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
        sides.0.write(f, true, name)?;
        return if factor == -1 { Ok(()) } else { write!(f, " * {}", factor.unsigned_abs()) };
    }
    f.write_str(" + ")?;
    right.write(f, matches!(right, AffineExpression::Binary(AffineOperator::Add, _)), name)
}

impl fmt::Display for AffineExpression {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let usual = |is_symbol, index| format!("{}{index}", if is_symbol { 's' } else { 'd' });
        self.write(f, false, &usual)
    }
}

impl AffineMap {
    /// The map without arguments that gives this number.
    pub fn constant(value: i64) -> AffineMap {
        AffineMap { dimensions: 0, symbols: 0, results: vec![AffineExpression::Constant(value)] }
    }

    /// The map that gives its arguments.
    pub fn identity(dimensions: u32) -> AffineMap {
        AffineMap { dimensions, symbols: 0, results: (0..dimensions).map(AffineExpression::Dimension).collect() }
    }

    /// The map of one symbol that gives it.
    pub fn symbol() -> AffineMap {
        AffineMap { dimensions: 0, symbols: 1, results: vec![AffineExpression::Symbol(0)] }
    }

    /// The number of arguments: dimensions, then symbols.
    pub fn arguments(&self) -> usize {
        (self.dimensions + self.symbols) as usize
    }

    /// The results for arguments, dimensions before symbols.
    pub fn evaluate(&self, arguments: &[i64]) -> Option<Vec<i64>> {
        let (dimensions, symbols) = arguments.split_at_checked(self.dimensions as usize)?;
        self.results.iter().map(|result| result.evaluate(dimensions, symbols)).collect()
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
