//! StableHLO: every operation of the specification and those the dialect has beside them, one file per family.

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
