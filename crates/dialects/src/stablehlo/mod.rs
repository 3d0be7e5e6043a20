//! StableHLO: every operation of the specification and those the dialect has beside them, one file per family.
//!
//! - `attributes`: the attributes of StableHLO as structures;
//! - `checks`: what verifiers and type inference of StableHLO share;
//! - `communication`: operations between devices, and with the host;
//! - `contraction`: sums of products;
//! - `control`: control flow, calls out of the language, tuples, tokens;
//! - `convolution`: convolutions and their dimensions;
//! - `elementwise`: elementwise operations;
//! - `indexing`: gathers and scatters;
//! - `linear`: factorisations, triangular systems, Fourier transforms, batch normalisation;
//! - `movement`: operations that make constants, and that move elements without looking at them;
//! - `quantisation`: numbers as small integers with a scale;
//! - `random`: random numbers;
//! - `reduction`: operations that combine or compare elements with a region.

pub mod attributes;
pub mod checks;
pub mod communication;
pub mod contraction;
pub mod control;
pub mod convolution;
pub mod elementwise;
pub mod indexing;
pub mod linear;
pub mod movement;
pub mod quantisation;
pub mod random;
pub mod reduction;

use zymase_ir::Dialect;

pub fn dialect() -> Dialect {
    let families = [
        communication::definitions(),
        contraction::definitions(),
        control::definitions(),
        convolution::definitions(),
        elementwise::definitions(),
        indexing::definitions(),
        linear::definitions(),
        movement::definitions(),
        quantisation::definitions(),
        random::definitions(),
        reduction::definitions(),
    ];
    Dialect {
        name: "stablehlo",
        operations: families.into_iter().flatten().collect(),
        read_attribute: Some(attributes::read),
        ..Dialect::default()
    }
}
