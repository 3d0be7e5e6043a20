//! Collective operations on one device, where every group has one participant.

use super::Entry;
use super::elementwise::one;
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::Tensor;

pub(super) const TABLE: &[Entry] = &[
    ("all_gather", Evaluate(alone)),
    ("all_reduce", Evaluate(alone)),
    ("all_to_all", Evaluate(alone)),
    ("collective_broadcast", Evaluate(alone)),
    ("collective_permute", Evaluate(alone)),
    ("partition_id", Evaluate(first)),
    ("reduce_scatter", Evaluate(alone)),
    ("replica_id", Evaluate(first)),
];

/// A group of one gives back what it got; larger groups are refused.
fn alone(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    for name in ["replica_groups", "source_target_pairs"] {
        if machine.attribute(op, name).is_some() && machine.integers(op, name)?.iter().any(|device| *device > 0) {
            return Err("there is only one device".into());
        }
    }
    Ok(values)
}

fn first(_: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    one(Tensor::from(0u32))
}
