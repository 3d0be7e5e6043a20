//! The macro that defines an operation.

/// Defines an operation: a typed view (a newtype of [`Op`](crate::Op) with accessors) and a function `definition` that makes its
/// [`OpDefinition`](crate::OpDefinition).
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
