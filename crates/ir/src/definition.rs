//! What a dialect says about one of its operations: a table of data and functions, usually written with
//! [`define_operation!`](crate::define_operation), which also makes a typed view.
//!
//! The table holds what the IR itself asks: structure, traits, syntax, verification, type inference, folding, effects.
//! Whatever else an operation can do (evaluate, differentiate, batch, cost, branch between regions) is an *interface*: a
//! value of a type of its own, attached to the definition and found again by that type. So a crate above this one adds
//! an interface, and a dialect outside the workspace implements it, without a change here.

use crate::attributes::Attribute;
use crate::format::Syntax;
use crate::ir::{Ir, Op, Value};
use crate::types::Type;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Values of outside are not visible in its regions.
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

/// What an operation does to memory or to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    Read,
    Write,
    Allocate,
    Free,
    /// Shows outside: I/O, communication, failure, divergence.
    Outside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    pub kind: EffectKind,
    /// The operand or result whose memory is meant; `None` for memory or state that no value names.
    pub on: Option<Value>,
}

/// What becomes of an operation that folds: for each result a value that exists or a constant to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    Value(Value),
    Constant(Attribute),
}

pub type Verify = fn(&Ir, Op) -> std::result::Result<(), String>;
/// The types of the results, from everything else about the operation.
pub type InferTypes = fn(&Ir, &crate::ir::OperationState) -> std::result::Result<Vec<Type>, String>;
/// The arguments are the constants among the operands.
pub type Fold = fn(&Ir, Op, &[Option<Attribute>]) -> Option<Vec<Folded>>;
pub type Effects = fn(&Ir, Op) -> Vec<Effect>;
/// Names that results get in text, such as `cst`: for some results, by index, in ascending order. Results without one
/// share the name of the one before them.
pub type ResultNames = fn(&Ir, Op) -> Vec<(usize, String)>;
/// The name that arguments of a region get in text.
pub type ArgumentName = &'static str;

#[derive(Clone)]
pub struct OpDefinition {
    pub name: &'static str,
    pub operands: &'static [Group],
    pub results: &'static [Group],
    pub attributes: &'static [AttributeSpec],
    pub regions: Count,
    pub successors: Count,
    pub traits: &'static [Trait],
    pub syntax: Option<Syntax>,
    pub verify: Option<Verify>,
    pub infer_types: Option<InferTypes>,
    pub fold: Option<Fold>,
    /// Absent: none when `Pure`, anything otherwise.
    pub effects: Option<Effects>,
    pub result_names: Option<ResultNames>,
    pub argument_name: Option<ArgumentName>,
    /// The dialect whose name may be left out in front of operations directly within.
    pub default_dialect: Option<&'static str>,
    interfaces: BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl OpDefinition {
    /// A definition with a structure and nothing else.
    pub fn new(
        name: &'static str,
        operands: &'static [Group],
        results: &'static [Group],
        attributes: &'static [AttributeSpec],
    ) -> OpDefinition {
        OpDefinition {
            name,
            operands,
            results,
            attributes,
            regions: Count::Exactly(0),
            successors: Count::Exactly(0),
            traits: &[],
            syntax: None,
            verify: None,
            infer_types: None,
            fold: None,
            effects: None,
            result_names: None,
            argument_name: None,
            default_dialect: None,
            interfaces: BTreeMap::new(),
        }
    }

    pub fn has_trait(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    pub fn is_inherent(&self, name: &str) -> bool {
        self.attributes.iter().any(|spec| spec.name == name)
            || (name == "operandSegmentSizes" && self.has_trait(Trait::OperandSegments))
    }

    pub fn attach<T: Any + Send + Sync>(&mut self, interface: T) {
        self.interfaces.insert(TypeId::of::<T>(), Arc::new(interface));
    }

    /// The interface of this type, if the operation implements it.
    pub fn interface<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.interfaces.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

impl std::fmt::Debug for OpDefinition {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name)
    }
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

/// Defines an operation: a typed view (a newtype of [`Op`] with accessors) and a function `definition` that makes its
/// [`OpDefinition`].
///
/// ```
/// use zymase_ir::{Trait, define_operation};
/// define_operation! {
///     /// Stacks tensors.
///     pub Stack = "example.stack" {
///         operands { first: One, others: Variadic }
///         results { result: One }
///         attributes { axis: I64 required, label: String optional }
///         traits: &[Trait::Pure],
///     }
/// }
/// assert_eq!(Stack::definition().operands.len(), 2);
/// ```
#[macro_export]
macro_rules! define_operation {
    (
        $(#[$doc:meta])*
        $visibility:vis $view:ident = $name:literal {
            operands { $($operand:ident : $operand_arity:ident),* $(,)? }
            results { $($result:ident : $result_arity:ident),* $(,)? }
            attributes { $($attribute:ident : $kind:ident $(($prefix:literal))? $need:ident),* $(,)? }
            $($field:ident : $value:expr),* $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility struct $view(pub $crate::Op);

        #[allow(dead_code, non_snake_case)]
        impl $view {
            pub const NAME: &'static str = $name;

            pub fn definition() -> $crate::OpDefinition {
                const OPERANDS: &[$crate::Group] = &[
                    $($crate::Group { name: stringify!($operand), arity: $crate::Arity::$operand_arity }),*
                ];
                const RESULTS: &[$crate::Group] = &[
                    $($crate::Group { name: stringify!($result), arity: $crate::Arity::$result_arity }),*
                ];
                const ATTRIBUTES: &[$crate::AttributeSpec] = &[
                    $($crate::AttributeSpec {
                        name: stringify!($attribute),
                        kind: $crate::AttributeKind::$kind $(($prefix))?,
                        required: $crate::define_operation!(@required $need),
                    }),*
                ];
                #[allow(unused_mut)]
                let mut definition = $crate::OpDefinition::new($name, OPERANDS, RESULTS, ATTRIBUTES);
                $(definition.$field = $value;)*
                definition
            }

            /// The view, when the operation is one of these.
            pub fn of(ir: &$crate::Ir, op: $crate::Op) -> Option<Self> {
                (ir.get(op)?.name() == $name).then_some($view(op))
            }

            $($crate::define_operation!(@operand $operand $operand_arity);)*
            $($crate::define_operation!(@result $result $result_arity);)*
            $(pub fn $attribute(self, ir: &$crate::Ir) -> Option<&$crate::Attribute> {
                ir.attribute(self.0, stringify!($attribute))
            })*
        }
    };
    (@required required) => { true };
    (@required optional) => { false };
    (@operand $name:ident One) => {
        pub fn $name(self, ir: &$crate::Ir) -> Option<$crate::Value> {
            ir.operand_group(self.0, stringify!($name))?.first().copied()
        }
    };
    (@operand $name:ident Optional) => { $crate::define_operation!(@operand $name One); };
    (@operand $name:ident Variadic) => {
        pub fn $name(self, ir: &$crate::Ir) -> Vec<$crate::Value> {
            ir.operand_group(self.0, stringify!($name)).unwrap_or_default()
        }
    };
    (@result $name:ident One) => {
        pub fn $name(self, ir: &$crate::Ir) -> Option<$crate::Value> {
            ir.result_group(self.0, stringify!($name))?.first().copied()
        }
    };
    (@result $name:ident Optional) => { $crate::define_operation!(@result $name One); };
    (@result $name:ident Variadic) => {
        pub fn $name(self, ir: &$crate::Ir) -> Vec<$crate::Value> {
            ir.result_group(self.0, stringify!($name)).unwrap_or_default()
        }
    };
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
