//! Derivatives of operations, attached to their definitions as `ForwardRule` and `ReverseRule`: one file for each family.
//!
//! Formulas of single elements come from `calculus`, run over `emit::TensorEmit`; what moves or adds up elements is
//! linear, and its adjoint is the transposed map. Complex numbers pair without conjugation: the adjoint of `w * z` by `z`
//! is the seed times `w`, and the gradient of a real function of `x + iy` is `∂x - i ∂y`.
//!
//! An operation that is in no table here and has results that carry derivatives is refused by whoever differentiates.

mod bodies;
mod choices;
mod collectives;
mod contraction;
mod control;
mod convolution;
mod custom_calls;
mod derived;
mod dynamic;
mod eigenvalues;
mod einsum;
mod elementwise;
mod emit;
mod factorisations;
mod folding;
mod fourier;
mod func;
mod grouping;
mod indexing;
mod lapack;
mod linear;
mod matrices;
mod members;
mod movement;
mod normalisation;
mod operations;
mod orthogonal;
mod parts;
mod places;
mod reduction;
mod repeated;
mod scatter_shape;
mod scattering;
mod sliding;
mod sorting;
mod space;
mod special;
mod spectral;
mod sums;
mod unused;
mod vague;
mod window_shape;
mod windows;

use zymase_ir::Dialect;
use zymase_ir::derivative::{ForwardRule, Inactive, ReverseRule};

/// One line of a table: the name of an operation without its dialect, and its rules.
pub(crate) type Entry = (&'static str, ForwardRule, ReverseRule);

/// Attaches derivatives to the operations of a dialect that have them.
pub fn attach(dialect: &mut Dialect) {
    let (tables, inactive): (Vec<&[Entry]>, &[&str]) = match dialect.name {
        "stablehlo" => {
            dialect.interfaces.attach(space::TENSORS);
            let tables = vec![
                elementwise::TABLE,
                parts::TABLE,
                movement::TABLE,
                contraction::TABLE,
                einsum::TABLE,
                convolution::TABLE,
                reduction::TABLE,
                indexing::TABLE,
                scattering::TABLE,
                sorting::TABLE,
                windows::TABLE,
                choices::TABLE,
                custom_calls::TABLE,
                collectives::TABLE,
                dynamic::TABLE,
                grouping::TABLE,
                factorisations::TABLE,
                fourier::TABLE,
                normalisation::TABLE,
            ];
            (tables, elementwise::STEPS)
        }
        "chlo" => (vec![elementwise::CHLO_TABLE, parts::CHLO_TABLE, special::CHLO_TABLE], special::CHLO_STEPS),
        "func" => (vec![func::TABLE], &[]),
        _ => return,
    };
    let full = |short: &str| format!("{}.{short}", dialect.name);
    let attached: Vec<(String, ForwardRule, ReverseRule)> =
        tables.concat().into_iter().map(|(name, forward, reverse)| (full(name), forward, reverse)).collect();
    let marked: Vec<String> = inactive.iter().map(|name| full(name)).collect();
    for (name, forward, reverse) in attached {
        dialect.attach(&name, forward);
        dialect.attach(&name, reverse);
    }
    for name in marked {
        dialect.attach(&name, Inactive);
    }
    unused::attach(dialect);
    if dialect.name == "stablehlo" {
        control::attach(dialect);
    }
}
