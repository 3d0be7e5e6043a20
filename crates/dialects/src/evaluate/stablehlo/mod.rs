//! What the operations of StableHLO do, one file for each family.
//!
//! - `collective`: what the devices of a group compute from the values of all;
//! - `contraction`: products of matrices, convolutions, Fourier transforms and batch normalisation;
//! - `control`: control flow, tuples, tokens, barriers and composites;
//! - `custom_call`: checks of results, LAPACK, and operations by other names;
//! - `dynamic`: operations whose sizes are operands;
//! - `elementwise`: operations on single elements;
//! - `indexing`: gather, scatter and sorting;
//! - `lapack`: the routines of LAPACK that JAX calls on CPUs, by name without the letter of their type;
//! - `linear`: factorisations and solutions of systems;
//! - `movement`: operations that move elements, with sizes in attributes;
//! - `random`: random numbers;
//! - `reduction`: reductions, windows and maps;
//! - `transfer`: what is fed in and out, and what devices send to each other.

mod collective;
mod contraction;
mod control;
mod custom_call;
mod dynamic;
mod elementwise;
mod indexing;
mod lapack;
mod linear;
mod movement;
mod random;
mod reduction;
mod transfer;

use super::rules::{Entry, attach_all};
use zymase_ir::Dialect;

pub(crate) use control::called;
pub(crate) use lapack::configured_letter;

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let tables: [&[Entry]; 12] = [
        elementwise::TABLE,
        movement::TABLE,
        dynamic::TABLE,
        indexing::TABLE,
        contraction::TABLE,
        reduction::TABLE,
        linear::TABLE,
        random::TABLE,
        control::TABLE,
        collective::TABLE,
        custom_call::TABLE,
        transfer::TABLE,
    ];
    attach_all(dialect, tables.concat().into_iter(), elementwise::BY_ELEMENT);
}
