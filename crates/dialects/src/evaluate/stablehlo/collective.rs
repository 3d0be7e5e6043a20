//! Collective operations: each device of a group has the values of all, and computes its own result from them.

use crate::evaluate::attributes::to_size;
use crate::evaluate::bodies::{region, with_body};
use crate::evaluate::devices::Grid;
use crate::evaluate::rules::{Entry, one};
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use crate::stablehlo::attributes::ChannelHandle;
use zymase_ir::{Attribute, Op};
use zymase_tensor::Tensor;
use zymase_tensor::collective;
use zymase_tensor::elementwise::{Binary, binary};

pub(super) const TABLE: &[Entry] = &[
    ("all_gather", Evaluate(all_gather)),
    ("all_reduce", Evaluate(all_reduce)),
    ("all_to_all", Evaluate(all_to_all)),
    ("collective_broadcast", Evaluate(collective_broadcast)),
    ("collective_permute", Evaluate(collective_permute)),
    ("cross-replica-sum", Evaluate(cross_replica_sum)),
    ("partition_id", Evaluate(partition_id)),
    ("reduce_scatter", Evaluate(reduce_scatter)),
    ("replica_id", Evaluate(replica_id)),
];

fn replica_id(machine: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    one(Tensor::from((machine.device() / machine.grid().partitions) as u32))
}

fn partition_id(machine: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    one(Tensor::from((machine.device() % machine.grid().partitions) as u32))
}

/// What the numbers of a group mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// Replicas; devices of one partition form groups.
    Replicas,
    /// Partitions; devices of one replica form groups.
    Partitions,
    /// Replicas; all their partitions belong to a group.
    ReplicasWithPartitions,
    /// Devices.
    Devices,
}

/// The rows of a matrix of numbers, without the -1 that fill them up.
fn rows(machine: &Machine, op: Op, name: &str) -> Result<Vec<Vec<usize>>> {
    let Some(Attribute::Dense(dense)) = machine.attribute(op, name) else {
        return Err(format!("`{name}` is not a matrix of device numbers").into());
    };
    let numbers = machine.integers(op, name)?;
    let width = dense.shape().get(1).copied().and_then(|width| usize::try_from(width).ok()).unwrap_or(0);
    if width == 0 {
        return Ok(Vec::new());
    }
    let row = |row: &[i64]| row.iter().filter(|number| **number != -1).map(|number| to_size(*number, name)).collect();
    numbers.chunks(width).map(row).collect()
}

fn channel(machine: &Machine, op: Op) -> i64 {
    let handle = machine.attribute(op, "channel_handle").and_then(Attribute::downcast::<ChannelHandle>);
    handle.map_or(0, |channel| channel.handle)
}

/// How groups of operations that reduce or gather are numbered.
fn numbering(machine: &Machine, op: Op) -> Result<Numbering> {
    match (channel(machine, op) > 0, machine.flag(op, "use_global_device_ids")) {
        (false, false) => Ok(Numbering::Replicas),
        (true, false) => Ok(Numbering::ReplicasWithPartitions),
        (true, true) => Ok(Numbering::Devices),
        (false, true) => Err("`use_global_device_ids` needs a channel".into()),
    }
}

/// How groups of operations that exchange are numbered.
fn exchange_numbering(machine: &Machine, op: Op) -> Numbering {
    if channel(machine, op) > 0 { Numbering::Partitions } else { Numbering::Replicas }
}

fn device(grid: Grid, replica: usize, partition: usize) -> usize {
    replica * grid.partitions + partition
}

/// The devices of a row that has this device in it, in their order.
fn members(machine: &Machine, row: &[usize], numbering: Numbering) -> Result<Vec<usize>> {
    let grid = machine.grid();
    let (replica, partition) = (machine.device() / grid.partitions, machine.device() % grid.partitions);
    let (limit, what) = match numbering {
        Numbering::Replicas | Numbering::ReplicasWithPartitions => (grid.replicas, "replicas"),
        Numbering::Partitions => (grid.partitions, "partitions"),
        Numbering::Devices => (grid.count(), "devices"),
    };
    if let Some(number) = row.iter().find(|number| **number >= limit) {
        let help = "`zymase run --replicas R --partitions P` simulates more";
        return Err(format!("there is no number {number} among {limit} {what}; {help}").into());
    }
    Ok(match numbering {
        Numbering::Replicas => row.iter().map(|replica| device(grid, *replica, partition)).collect(),
        Numbering::Partitions => row.iter().map(|partition| device(grid, replica, *partition)).collect(),
        Numbering::ReplicasWithPartitions => (0..grid.partitions)
            .flat_map(|partition| row.iter().map(move |replica| device(grid, *replica, partition)))
            .collect(),
        Numbering::Devices => row.to_vec(),
    })
}

/// The group that this device belongs to; no groups mean one of all.
fn group(machine: &Machine, op: Op, numbering: Numbering) -> Result<Option<Vec<usize>>> {
    let grid = machine.grid();
    let mut rows = rows(machine, op, "replica_groups")?;
    if rows.iter().all(Vec::is_empty) {
        let all = match numbering {
            Numbering::Replicas | Numbering::ReplicasWithPartitions => grid.replicas,
            Numbering::Partitions => grid.partitions,
            Numbering::Devices => grid.count(),
        };
        rows = vec![(0..all).collect()];
    }
    for row in rows {
        let members = members(machine, &row, numbering)?;
        if members.contains(&machine.device()) {
            return Ok(Some(members));
        }
    }
    Ok(None)
}

fn required_group(machine: &Machine, op: Op, numbering: Numbering) -> Result<Vec<usize>> {
    group(machine, op, numbering)?.ok_or_else(|| Problem::Here("this device is in none of its groups".into()))
}

/// The tensors of all members, for each operand.
fn gathered(machine: &mut Machine, op: Op, members: &[usize], values: Vec<RuntimeValue>) -> Result<Vec<Vec<Tensor>>> {
    let count = values.len();
    let all = machine.meet(op, members, values)?;
    let tensor = |values: &Vec<RuntimeValue>, operand: usize| {
        values.get(operand).ok_or("another device brought fewer tensors")?.tensor().cloned()
    };
    (0..count).map(|operand| all.iter().map(|values| tensor(values, operand)).collect()).collect()
}

/// Gives each operand to a function from the tensors of all members to the result of this device.
fn for_each_operand(
    machine: &mut Machine,
    op: Op,
    members: &[usize],
    values: Vec<RuntimeValue>,
    mut compute: impl FnMut(&mut Machine, &[Tensor]) -> Result<Tensor>,
) -> Result<Vec<RuntimeValue>> {
    let tensors = gathered(machine, op, members, values)?;
    tensors.iter().map(|tensors| Ok(RuntimeValue::Tensor(compute(machine, tensors)?))).collect()
}

fn place(machine: &Machine, members: &[usize]) -> usize {
    members.iter().position(|member| *member == machine.device()).unwrap_or(0)
}

fn all_gather(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let members = required_group(machine, op, numbering(machine, op)?)?;
    let dimension = machine.size(op, "all_gather_dim")?;
    for_each_operand(machine, op, &members, values, |_, tensors| Ok(collective::all_gather(tensors, dimension)?))
}

fn all_reduce(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let members = required_group(machine, op, numbering(machine, op)?)?;
    let body = region(machine, op, 0)?;
    for_each_operand(machine, op, &members, values, |machine, tensors| {
        with_body(machine, body, |body| collective::all_reduce(tensors, body))
    })
}

fn reduce_scatter(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let members = required_group(machine, op, numbering(machine, op)?)?;
    let (body, dimension) = (region(machine, op, 0)?, machine.size(op, "scatter_dimension")?);
    let place = place(machine, &members);
    for_each_operand(machine, op, &members, values, |machine, tensors| {
        Ok(with_body(machine, body, |body| collective::reduce_scatter(tensors, dimension, body))?.remove(place))
    })
}

fn all_to_all(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let members = required_group(machine, op, exchange_numbering(machine, op))?;
    let (split, concat) = (machine.size(op, "split_dimension")?, machine.size(op, "concat_dimension")?);
    if machine.size(op, "split_count")? != members.len() {
        return Err(format!("`split_count` is not the size of its groups, {}", members.len()).into());
    }
    let place = place(machine, &members);
    for_each_operand(machine, op, &members, values, |_, tensors| {
        Ok(collective::all_to_all(tensors, split, concat)?.remove(place))
    })
}

/// Everybody takes part; who is sent nothing has zeros.
fn collective_permute(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let numbering = exchange_numbering(machine, op);
    let grid = machine.grid();
    let count = if numbering == Numbering::Replicas { grid.replicas } else { grid.partitions };
    let all = members(machine, &(0..count).collect::<Vec<_>>(), numbering)?;
    let mut pairs = Vec::new();
    for pair in rows(machine, op, "source_target_pairs")? {
        members(machine, &pair, numbering)?;
        if let [from, to] = pair[..] {
            pairs.push((from, to));
        }
    }
    let place = place(machine, &all);
    for_each_operand(machine, op, &all, values, |_, tensors| Ok(collective::permute(tensors, &pairs)?.remove(place)))
}

/// The first of a group gives its tensor to all; who is in no group has zeros.
fn collective_broadcast(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    match group(machine, op, exchange_numbering(machine, op))? {
        Some(members) => for_each_operand(machine, op, &members, values, |_, tensors| {
            tensors.first().cloned().ok_or_else(|| Problem::Here("a group without members".into()))
        }),
        None => {
            let zeros = |value: RuntimeValue| {
                let tensor = value.into_tensor()?;
                Ok(RuntimeValue::Tensor(Tensor::zeros(tensor.element(), tensor.shape())?))
            };
            values.into_iter().map(zeros).collect()
        }
    }
}

fn cross_replica_sum(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let members = required_group(machine, op, Numbering::Replicas)?;
    for_each_operand(machine, op, &members, values, |_, tensors| {
        let (first, others) = tensors.split_first().ok_or("a group without members")?;
        others.iter().try_fold(first.clone(), |sum, tensor| Ok(binary(Binary::Add, &sum, tensor)?))
    })
}
