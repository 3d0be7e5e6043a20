//! Operations between devices, and with the host.
//!
//! What devices of a group do together is as good as pure: all of them run the same program, so that what one leaves out or runs
//! again the others do too.

use super::attributes::ChannelHandle;
use super::checks::*;
use crate::syntax::write_result_type;
use zymase_ir::{
    Attribute, Count, DYNAMIC, DenseElements, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type,
};
use zymase_ir::{Writer, define_operation};

define_operation! {
    pub AllGather = "stablehlo.all_gather" {
        operands { operands: Variadic }
        results { results: Variadic }
        attributes {
            all_gather_dim: I64 required, replica_groups: Any required,
            channel_handle: Dialect("stablehlo.channel_handle") optional, use_global_device_ids: Unit optional,
        }
        traits: &[Trait::Pure],
        verify: Some(|ir, op| {
            expect_replica_groups(ir, op)?;
            let state = ir.state_of(op);
            for (operand, result) in state.operands.iter().zip(ir[op].results()) {
                let (operand, result) = (tensor(ir, *operand)?, tensor(ir, *result)?);
                let along = required_dimension(&state, "all_gather_dim", operand.rank())?;
                expect_scaled(&operand.shape, &result.shape, along)?;
            }
            ensure(state.operands.len() == ir[op].results().len(), || "needs a result for each operand".into())
        }),
    }
}

define_operation! {
    pub AllReduce = "stablehlo.all_reduce" {
        operands { operands: Variadic }
        results { results: Variadic }
        attributes {
            replica_groups: Any required, channel_handle: Dialect("stablehlo.channel_handle") optional,
            use_global_device_ids: Unit optional,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock, Trait::Pure],
        infer_types: Some(|ir, state| {
            let operands = tensors(ir, &state.operands)?;
            let signature = state_region(ir, state, 0)?;
            operands.iter().map(|operand| {
                let elements = expect_reducer(&signature, &[&operand.element])?;
                Ok(Type::tensor(operand.shape.clone(), elements[0].clone()))
            }).collect()
        }),
        verify: Some(|ir, op| {
            expect_replica_groups(ir, op)?;
            verify_inferred(ir, op)
        }),
    }
}

define_operation! {
    pub ReduceScatter = "stablehlo.reduce_scatter" {
        operands { operand: One }
        results { result: One }
        attributes {
            scatter_dimension: I64 required, replica_groups: Any required,
            channel_handle: Dialect("stablehlo.channel_handle") optional, use_global_device_ids: Unit optional,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock, Trait::Pure],
        verify: Some(|ir, op| {
            expect_replica_groups(ir, op)?;
            let state = ir.state_of(op);
            let (operand, result) = (operand_tensor(ir, &state, 0)?, result_tensor(ir, op)?);
            let along = required_dimension(&state, "scatter_dimension", operand.rank())?;
            let elements = expect_reducer(&state_region(ir, &state, 0)?, &[&operand.element])?;
            expect_same_element(&elements[0], &result.element)?;
            expect_scaled(&result.shape, &operand.shape, along)
        }),
    }
}

define_operation! {
    pub AllToAll = "stablehlo.all_to_all" {
        operands { operands: Variadic }
        results { results: Variadic }
        attributes {
            split_dimension: I64 required, concat_dimension: I64 required, split_count: I64 required,
            replica_groups: Any required, channel_handle: Dialect("stablehlo.channel_handle") optional,
        }
        traits: &[Trait::Pure],
        infer_types: Some(infer_all_to_all),
        verify: Some(|ir, op| {
            expect_replica_groups(ir, op)?;
            verify_inferred(ir, op)
        }),
    }
}

define_operation! {
    pub CollectivePermute = "stablehlo.collective_permute" {
        operands { operand: Variadic }
        results { result: Variadic }
        attributes {
            source_target_pairs: Elements required, channel_handle: Dialect("stablehlo.channel_handle") optional,
        }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands))),
        verify: Some(|ir, op| {
            expect_pairs(ir, op)?;
            verify_inferred(ir, op)
        }),
    }
}

define_operation! {
    pub CollectiveBroadcast = "stablehlo.collective_broadcast" {
        operands { operand: Variadic }
        results { result: Variadic }
        attributes { replica_groups: Any required, channel_handle: Dialect("stablehlo.channel_handle") optional }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands))),
        verify: Some(|ir, op| {
            let groups = ir.attribute(op, "replica_groups").and_then(Attribute::as_dense);
            let ids = groups.and_then(DenseElements::integers).unwrap_or_default();
            ensure(!ids.contains(&-1), || "replica_groups holds a negative number".into())?;
            verify_inferred(ir, op)
        }),
    }
}

define_operation! {
    /// An older name of `all_reduce` with addition.
    pub CrossReplicaSum = "stablehlo.cross-replica-sum" {
        operands { operand: One }
        results { result: One }
        attributes { replica_groups: Any required }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands))),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub PartitionId = "stablehlo.partition_id" {
        operands {}
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(RESULT_ONLY),
        infer_types: Some(|_, _| Ok(vec![scalar(&Type::unsigned(32))])),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub ReplicaId = "stablehlo.replica_id" {
        operands {}
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(RESULT_ONLY),
        infer_types: Some(|_, _| Ok(vec![scalar(&Type::unsigned(32))])),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Infeed = "stablehlo.infeed" {
        operands { token: One }
        results { results: Variadic }
        attributes { infeed_config: String optional, layout: Array optional }
        verify: Some(expect_token_last),
    }
}

define_operation! {
    pub Outfeed = "stablehlo.outfeed" {
        operands { inputs: Variadic, token: One }
        results { result: One }
        attributes { outfeed_config: String optional }
        verify: Some(expect_token_last),
    }
}

define_operation! {
    pub Send = "stablehlo.send" {
        operands { inputs: Variadic, token: One }
        results { result: One }
        attributes {
            channel_handle: Dialect("stablehlo.channel_handle") required, is_host_transfer: Bool optional,
            source_target_pairs: Elements optional,
        }
        verify: Some(|ir, op| expect_transfer(ir, op, DEVICE_TO_HOST)),
    }
}

define_operation! {
    pub Recv = "stablehlo.recv" {
        operands { token: One }
        results { results: Variadic }
        attributes {
            channel_handle: Dialect("stablehlo.channel_handle") required, is_host_transfer: Bool optional,
            source_target_pairs: Elements optional,
        }
        verify: Some(|ir, op| expect_transfer(ir, op, HOST_TO_DEVICE)),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![
        AllGather::definition(),
        AllReduce::definition(),
        ReduceScatter::definition(),
        AllToAll::definition(),
        CollectivePermute::definition(),
        CollectiveBroadcast::definition(),
        CrossReplicaSum::definition(),
        PartitionId::definition(),
        ReplicaId::definition(),
        Infeed::definition(),
        Outfeed::definition(),
        Send::definition(),
        Recv::definition(),
    ]
}

/// `: type`.
pub const RESULT_ONLY: Syntax = Syntax::new(read_result_only, write_result_only);

fn read_result_only(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write_result_only(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

pub fn token() -> Type {
    Type::dialect("stablehlo.token")
}

/// The last operand and the last result of operations in an order are tokens.
fn expect_token_last(ir: &Ir, op: Op) -> Check<()> {
    let last_operand = ir[op].operands().last().map(|value| ir.ty(value));
    let last_result = ir[op].results().last().map(|value| ir.ty(*value));
    ensure(last_operand == Some(&token()) && last_result == Some(&token()), || {
        "the last operand and the last result must be tokens".into()
    })?;
    let is_known = |ty: &Type| ty.as_tensor().is_none_or(zymase_ir::TensorType::has_static_shape);
    ensure(ir.types(ir[op].results()).iter().all(is_known), || "the shapes of the results must be known".into())
}

/// Kinds of channels.
const DEVICE_TO_DEVICE: i64 = 1;
const DEVICE_TO_HOST: i64 = 2;
const HOST_TO_DEVICE: i64 = 3;

/// The kind of the channel is that of the transfer: to or from the host, or between devices.
fn expect_transfer(ir: &Ir, op: Op, with_host: i64) -> Check<()> {
    expect_token_last(ir, op)?;
    let is_host = ir.attribute(op, "is_host_transfer").and_then(Attribute::as_bool).unwrap_or_default();
    let channel = ir.attribute(op, "channel_handle").and_then(Attribute::downcast::<ChannelHandle>);
    let wanted = if is_host { with_host } else { DEVICE_TO_DEVICE };
    ensure(channel.is_none_or(|channel| channel.kind == wanted), || {
        format!("is_host_transfer = {is_host} needs a channel of type {wanted}")
    })
}

/// Groups are rows of a matrix of device numbers, every number up to the largest once, padded with -1; other forms are
/// not looked into.
fn expect_replica_groups(ir: &Ir, op: Op) -> Check<()> {
    let Some(Attribute::Dense(groups)) = ir.attribute(op, "replica_groups") else { return Ok(()) };
    ensure(groups.shape().len() == 2, || "replica_groups must have two dimensions".into())?;
    let Some(mut ids) = groups.integers() else { return Err("replica_groups must hold whole numbers".into()) };
    ids.retain(|id| *id != -1);
    let count = ids.len();
    ids.sort_unstable();
    ensure(ids.iter().copied().eq(0..count as i64), || "replica_groups must name every device once".into())
}

fn expect_pairs(ir: &Ir, op: Op) -> Check<()> {
    let Some(Attribute::Dense(pairs)) = ir.attribute(op, "source_target_pairs") else { return Ok(()) };
    let fits = pairs.shape().len() == 2 && pairs.shape()[1] == 2;
    ensure(fits, || "source_target_pairs must be pairs".into())?;
    let Some(all) = pairs.integers() else { return Err("source_target_pairs must hold whole numbers".into()) };
    for side in 0..2 {
        let mut ids: Vec<i64> = all.iter().skip(side).step_by(2).copied().collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        ensure(ids.len() == count, || "source_target_pairs names a device twice on one side".into())?;
    }
    Ok(())
}

/// One shape is the other but for one dimension, along which it is a multiple.
fn expect_scaled(small: &[i64], large: &[i64], along: usize) -> Check<()> {
    expect_count("the shape of the result", large.len(), small.len())?;
    for (index, (small, large)) in small.iter().zip(large).enumerate() {
        let known = *small != DYNAMIC && *large != DYNAMIC;
        let fits = if index == along {
            !known || (*small == 0 && *large == 0) || (*small != 0 && large % small == 0)
        } else {
            sizes_agree(*small, *large)
        };
        ensure(fits, || format!("sizes {small} and {large} of dimension {index} do not fit together"))?;
    }
    Ok(())
}

fn infer_all_to_all(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let count = required_number(state, "split_count")?;
    ensure(count > 0, || "split_count must be positive".into())?;
    let infer = |value: &zymase_ir::Value| {
        let operand = tensor(ir, *value)?;
        let split = required_dimension(state, "split_dimension", operand.rank())?;
        let concat = required_dimension(state, "concat_dimension", operand.rank())?;
        let mut shape = operand.shape.clone();
        if shape[split] != DYNAMIC {
            ensure(shape[split] % count == 0, || format!("{} is no multiple of split_count", shape[split]))?;
            shape[split] /= count;
        }
        if shape[concat] != DYNAMIC {
            shape[concat] = shape[concat].checked_mul(count).ok_or("the result is too large")?;
        }
        Ok(Type::tensor(shape, operand.element.clone()))
    };
    state.operands.iter().map(infer).collect()
}
