//! Batching of operations, attached to their definitions as `BatchRule`: one file for each family.
//!
//! Examples stand along a new first dimension. Most operations take it as one more dimension, and their attributes that
//! name dimensions are moved by one. An operation that has no such form runs in a loop over the examples (`each`).
//!
//! An operation that is in no table here is refused by the batching pass, if it depends on something batched.
//!
//! - `calls`: calls, of functions that are batched too;
//! - `collective`: collectives, among which the examples travel together;
//! - `contraction`: dot products;
//! - `control`: control flow;
//! - `convolution`: examples as batches, output features or groups;
//! - `elementwise`: elementwise operations;
//! - `flow`: which values that a loop carries are batched;
//! - `indexing`: gathers and scatters;
//! - `movement`: operations that move elements;
//! - `normalisation`: batch normalisation;
//! - `random`: random numbers;
//! - `reduction`: operations with a body for elements;
//! - `space`: how tensors, and tuples of them, are stacked;
//! - `support`: what the rules share.

mod calls;
mod collective;
mod contraction;
mod control;
mod convolution;
mod each;
mod elementwise;
mod flow;
mod indexing;
mod movement;
mod normalisation;
mod random;
mod reduction;
mod space;
mod support;

use zymase_ir::Dialect;
use zymase_ir::batching::BatchRule;

/// One line of a table: the name of an operation without its dialect, and its rule.
pub(crate) type Entry = (&'static str, BatchRule);

fn all_by(names: &[&'static str], rule: BatchRule) -> Vec<Entry> {
    names.iter().map(|name| (*name, rule)).collect()
}

/// Attaches batching to the operations of a dialect that have it.
pub fn attach(dialect: &mut Dialect) {
    let entries: Vec<Entry> = match dialect.name {
        "stablehlo" => {
            dialect.interfaces.attach(space::TENSORS);
            let tables = [
                elementwise::TABLE,
                movement::TABLE,
                contraction::TABLE,
                convolution::TABLE,
                reduction::TABLE,
                indexing::TABLE,
                normalisation::TABLE,
                control::TABLE,
                calls::TABLE,
                collective::TABLE,
                random::TABLE,
            ];
            let mut all = tables.concat();
            all.extend(all_by(elementwise::PLAIN, BatchRule(elementwise::plain)));
            all
        }
        "chlo" => {
            let mut all = all_by(elementwise::CHLO_PLAIN, BatchRule(elementwise::plain));
            all.extend(all_by(elementwise::CHLO_BROADCASTS, BatchRule(elementwise::broadcasting)));
            all.extend(all_by(&["ragged_dot"], BatchRule(each::one_by_one)));
            all
        }
        "func" => calls::FUNC_TABLE.to_vec(),
        "check" => {
            let mut all = all_by(&["expect_eq", "expect_almost_eq", "expect_close"], BatchRule(elementwise::plain));
            all.extend(all_by(&["expect_eq_const", "expect_almost_eq_const"], BatchRule(each::one_by_one)));
            all
        }
        _ => return,
    };
    for (name, rule) in entries {
        let name = format!("{}.{name}", dialect.name);
        dialect.attach(&name, rule);
    }
}
