//! The rules, one file per family. Each says what it does in one line, when it holds, how much it may change numbers, and
//! how a program is made at random on which it is tried out.
//!
//! - `branches`: branches that are known to run;
//! - `chain`: several products;
//! - `choice`: comparisons, choices and logic;
//! - `dot`: products of tensors, and what is done to their factors and results;
//! - `elementwise`: algebra on single elements;
//! - `pads`: padding and concatenation;
//! - `shapes`: reshapes, transpositions, broadcasts, reversals and conversions;
//! - `slices`: slices, fixed and dynamic, and updates;
//! - `structure`: identities, diagonals, symmetry.

mod branches;
mod chain;
mod choice;
mod dot;
mod elementwise;
mod pads;
mod shapes;
mod slices;
mod structure;

use super::rule::Rule;

/// All rules, family by family.
pub fn all() -> Vec<Rule> {
    [
        structure::rules(),
        dot::rules(),
        chain::rules(),
        elementwise::rules(),
        choice::rules(),
        branches::rules(),
        slices::rules(),
        pads::rules(),
        shapes::rules(),
    ]
    .concat()
}
