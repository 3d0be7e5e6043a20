//! What the operations of StableHLO do, one file for each family.

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
