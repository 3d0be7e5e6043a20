//! Tensors as loops over memory: functions of StableHLO become functions that are given memory for their results.
//!
//! What is computed element by element and read once is not stored: it is computed where it is read (`plan`, `elements`). Everything else has
//! memory of its own, which is taken when the function begins and used again as soon as nobody reads it any more.
//!
//! - `builtin`: loops and other parts of code that all write;
//! - `control`: loops and branches over tensors;
//! - `convolution`: convolutions;
//! - `dot`: sums of products;
//! - `elements`: the element of a tensor at a place;
//! - `functions`: whole functions, and calls between them;
//! - `linear`: factorisations and triangular systems;
//! - `lowering`: what is known while a function is written;
//! - `plan`: what is stored, and until when it is read;
//! - `reduction`: reductions, also over windows;
//! - `regions`: blocks and regions of operations;
//! - `scalars`: operations on single elements;
//! - `sorting`: sorting;
//! - `updates`: slices that are written, and scatters.

mod builtin;
mod control;
mod convolution;
mod dot;
mod elements;
mod functions;
mod linear;
mod lowering;
mod plan;
mod reduction;
mod regions;
mod scalars;
mod sorting;
mod updates;

use crate::Options;
use zymase_ir::{Ir, Result};

/// A module of loops and memory: tensors of a module are written as loops.
pub fn to_loops(ir: Ir, options: &Options) -> Result<Ir> {
    if !functions::has_tensors(&ir) {
        return Ok(ir);
    }
    functions::lower_all(ir, options)
}
