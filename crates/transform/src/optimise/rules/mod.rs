//! The rules, one file per family. Each says what it does in one line, when it holds, how much it may change numbers, and
//! how a program is made at random on which it is tried out.
//!
//! - `branches`: branches that are known to run;
//! - `chain`: several products;
//! - `choice`: comparisons, choices and logic;
//! - `communication`: operations among devices;
//! - `conversions`: conversions between element types, parts of complex numbers;
//! - `dot`: products of tensors, and what is done to their factors and results;
//! - `elementwise`: algebra on single elements;
//! - `indexing`: gathers and scatters;
//! - `linear`: factorisations, solves, transforms and convolutions;
//! - `loops`: loops that never or seldom run;
//! - `pads`: padding and concatenation;
//! - `reduce`: reductions and windows;
//! - `saturation`: sums and products of matrices as a whole;
//! - `shapes`: reshapes, transpositions, broadcasts and reversals;
//! - `slices`: slices, fixed and dynamic, and updates;
//! - `stencils`: sums of neighbours times constants;
//! - `structure`: identities, diagonals, symmetry.

mod branches;
mod chain;
mod choice;
mod communication;
mod conversions;
mod dot;
mod elementwise;
mod indexing;
mod linear;
mod loops;
mod pads;
mod reduce;
mod saturation;
mod shapes;
mod slices;
mod stencils;
mod structure;

use super::rule::Rule;

/// All rules, family by family.
pub fn all() -> Vec<Rule> {
    let families = [
        structure::rules(),
        dot::rules(),
        chain::rules(),
        elementwise::rules(),
        choice::rules(),
        conversions::rules(),
        branches::rules(),
        loops::rules(),
        slices::rules(),
        stencils::rules(),
        pads::rules(),
        shapes::rules(),
        reduce::rules(),
        indexing::rules(),
        linear::rules(),
        communication::rules(),
        saturation::rules(),
    ];
    families.concat()
}
