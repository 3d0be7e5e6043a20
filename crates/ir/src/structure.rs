//! What an operation consists of: named places for operands and results, attributes, regions, traits. Data without functions.

use crate::attributes::Attribute;
use crate::types::Type;

/// How many values stand in one named place of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    One,
    Optional,
    Variadic,
}

/// A named place for operands or results.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub name: &'static str,
    pub arity: Arity,
}

/// What an inherent attribute must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    Any,
    Unit,
    Bool,
    I32,
    I64,
    Float,
    String,
    Symbol,
    Type,
    Array,
    Dictionary,
    I64Array,
    BoolArray,
    /// `dense<…>` or a resource.
    Elements,
    /// Of a dialect: the text after `#` begins with this.
    Dialect(&'static str),
}

impl AttributeKind {
    pub fn admits(self, attribute: &Attribute) -> bool {
        let of_integer = |width| matches!(attribute, Attribute::Integer { ty, .. } if *ty == Type::integer(width));
        let of_array = |width| matches!(attribute, Attribute::DenseArray(array) if array.element.is_integer_of(width));
        match self {
            AttributeKind::Any => true,
            AttributeKind::Unit => matches!(attribute, Attribute::Unit),
            AttributeKind::Bool => of_integer(1),
            AttributeKind::I32 => of_integer(32),
            AttributeKind::I64 => of_integer(64),
            AttributeKind::Float => matches!(attribute, Attribute::Float { .. }),
            AttributeKind::String => matches!(attribute, Attribute::String { .. }),
            AttributeKind::Symbol => matches!(attribute, Attribute::Symbol(_)),
            AttributeKind::Type => matches!(attribute, Attribute::Type(_)),
            AttributeKind::Array => matches!(attribute, Attribute::Array(_)),
            AttributeKind::Dictionary => matches!(attribute, Attribute::Dictionary(_)),
            AttributeKind::I64Array => of_array(64),
            AttributeKind::BoolArray => of_array(1),
            AttributeKind::Elements => matches!(attribute, Attribute::Dense(_) | Attribute::DenseResource { .. }),
            AttributeKind::Dialect(prefix) => match attribute {
                Attribute::Dialect(attribute) => attribute.text().starts_with(prefix),
                Attribute::Opaque { text, .. } => text.starts_with(prefix),
                _ => false,
            },
        }
    }
}

/// An inherent attribute of an operation: part of its meaning, printed in `<{…}>`.
#[derive(Clone, Copy, Debug)]
pub struct AttributeSpec {
    pub name: &'static str,
    pub kind: AttributeKind,
    pub required: bool,
}

/// How many regions or successors an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Exactly(usize),
    AtLeast(usize),
}

impl Count {
    pub fn admits(self, count: usize) -> bool {
        match self {
            Count::Exactly(wanted) => count == wanted,
            Count::AtLeast(least) => count >= least,
        }
    }
}

/// Properties of an operation that need no function to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Ends its block.
    Terminator,
    /// Values from outside are not visible in its regions.
    IsolatedFromAbove,
    /// Has a `sym_name` that its parent's table holds.
    Symbol,
    /// Holds symbols.
    SymbolTable,
    /// Its regions need no terminator.
    NoTerminator,
    /// In its regions order means nothing and values may be used before they are defined.
    GraphRegion,
    /// Its regions have at most one block.
    SingleBlock,
    /// Has no effects and may be removed when unused, computed twice or moved.
    Pure,
    /// Operands may change places.
    Commutative,
    /// Its only result is its attribute `value`.
    ConstantLike,
    /// Its variadic places all have the same number of operands (or results).
    SameVariadicSize,
    /// `operandSegmentSizes` says how many operands each place has.
    OperandSegments,
}

/// Shares the values of an operation out to its named places; `None` when their number does not fit.
///
/// One optional or variadic place takes what the others leave. Several take equal shares (`SameVariadicSize`) or what
/// `segments` says.
pub fn share_out(
    groups: &[Group],
    count: usize,
    segments: Option<&[i64]>,
    equal_shares: bool,
) -> Option<Vec<std::ops::Range<usize>>> {
    let flexible = groups.iter().filter(|group| group.arity != Arity::One).count();
    let fixed = groups.len() - flexible;
    let rest = count.checked_sub(fixed)?;
    let mut start = 0;
    let mut ranges = Vec::with_capacity(groups.len());
    if let Some(segments) = segments
        && segments.len() != groups.len()
    {
        return None;
    }
    for (index, group) in groups.iter().enumerate() {
        let size = match (segments, group.arity) {
            (Some(segments), _) => usize::try_from(segments[index]).ok()?,
            (None, Arity::One) => 1,
            (None, _) if flexible == 1 => rest,
            (None, _) if equal_shares && rest.is_multiple_of(flexible) => rest / flexible,
            (None, _) => return None,
        };
        let fits = match group.arity {
            Arity::One => size == 1,
            Arity::Optional => size <= 1,
            Arity::Variadic => true,
        };
        if !fits {
            return None;
        }
        let end = start + size;
        ranges.push(start..end);
        start = end;
    }
    (start == count).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_shared_out() {
        let group = |arity| Group { name: "g", arity };
        let (one, many, maybe) = (group(Arity::One), group(Arity::Variadic), group(Arity::Optional));
        assert_eq!(share_out(&[one, many], 3, None, false), Some(vec![0..1, 1..3]));
        assert_eq!(share_out(&[many, one, many], 5, None, true), Some(vec![0..2, 2..3, 3..5]));
        assert_eq!(share_out(&[many, one, many], 4, None, true), None);
        assert_eq!(share_out(&[one, maybe], 1, None, false), Some(vec![0..1, 1..1]));
        assert_eq!(share_out(&[one, maybe], 3, None, false), None);
        assert_eq!(share_out(&[many, many], 3, Some(&[2, 1]), false), Some(vec![0..2, 2..3]));
        assert_eq!(share_out(&[many, many], 3, Some(&[2, 2]), false), None);
        assert_eq!(share_out(&[one], 0, None, false), None);
    }
}
