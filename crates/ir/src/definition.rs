//! What a dialect says about one of its operations: a table of data and functions, usually written with
//! [`define_operation!`](crate::define_operation), which also makes a typed view.
//!
//! The table holds what the IR itself asks: structure, traits, verification, type inference, folding, effects.
//! Whatever else an operation can do (be read and written in a form of its own, evaluate, differentiate, batch, cost, branch between regions) is an *interface*: a
//! value of a type of its own, attached to the definition and found again by that type. So a crate above this one adds
//! an interface, and a dialect outside the workspace implements it, without a change here.

use crate::attributes::Attribute;
use crate::interfaces::Interfaces;
use crate::ir::{Ir, Op, Value};
use crate::structure::{AttributeSpec, Count, Group, Trait};
use crate::types::Type;
use std::any::Any;

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
    pub verify: Option<Verify>,
    pub infer_types: Option<InferTypes>,
    pub fold: Option<Fold>,
    /// Absent: none when `Pure`, anything otherwise.
    pub effects: Option<Effects>,
    pub result_names: Option<ResultNames>,
    pub argument_name: Option<ArgumentName>,
    /// The dialect whose name may be left out in front of operations directly within.
    pub default_dialect: Option<&'static str>,
    interfaces: Interfaces,
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
            verify: None,
            infer_types: None,
            fold: None,
            effects: None,
            result_names: None,
            argument_name: None,
            default_dialect: None,
            interfaces: Interfaces::default(),
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
        self.interfaces.attach(interface);
    }

    /// The interface of this type, if the operation implements it.
    pub fn interface<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.interfaces.get()
    }
}

impl std::fmt::Debug for OpDefinition {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name)
    }
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
                $($crate::define_operation!(@set definition $field $value);)*
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
    (@set $definition:ident syntax $value:expr) => { $definition.set_syntax($value) };
    (@set $definition:ident $field:ident $value:expr) => { $definition.$field = $value };
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
