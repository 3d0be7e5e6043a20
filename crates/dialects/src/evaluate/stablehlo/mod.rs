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

use super::Evaluate;
use super::bodies::ByElement;
use zymase_ir::Dialect;

pub(crate) use control::called;
pub(crate) use elementwise::{BINARY, UNARY, direction, one, operands, result_type, short_name};
pub(crate) use lapack::configured_letter;

/// One line of a table: the name of an operation without its dialect, and its evaluation.
pub(crate) type Entry = (&'static str, Evaluate);

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

/// Attaches the entries of a table, and the mark of operations on single elements, to a dialect.
pub(crate) fn attach_all(dialect: &mut Dialect, table: impl Iterator<Item = Entry>, by_element: &[&str]) {
    for (name, evaluate) in table {
        let found = dialect.operations.iter_mut().find(|definition| is_named(definition.name, dialect.name, name));
        if let Some(definition) = found {
            definition.attach(evaluate);
        }
    }
    let is_by_element = |name: &str| by_element.iter().any(|short| is_named(name, dialect.name, short));
    for definition in dialect.operations.iter_mut().filter(|definition| is_by_element(definition.name)) {
        definition.attach(ByElement);
    }
}

fn is_named(full: &str, dialect: &str, short: &str) -> bool {
    full.strip_prefix(dialect).and_then(|rest| rest.strip_prefix('.')) == Some(short)
}
