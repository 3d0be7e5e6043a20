//! Operations among devices: every device runs the derivative, and derivatives travel the way back, in the same groups.
//!
//! Sums are their own transposes, gathering is the transpose of summing and sharing out. Other bodies: `members.rs`.
//!
//! What the numbers in groups mean differs between operations that reduce or gather and those that exchange, once there is a
//! channel: replicas with all their partitions or devices for the first, partitions for the others. So a rule uses
//! operations of one kind only, unless there is no channel and all number replicas.

use super::Entry;
use super::bodies::body;
use super::derived;
use super::linear::{only_forward, only_reverse};
use super::members::{GatherAndFold, ShareAndFold};
use super::operations::{combiner, convert, shape};
use crate::evaluate::bodies::known_combiner;
use crate::stablehlo::attributes::ChannelHandle;
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[
    ("all_gather", ForwardRule(each_forward), ReverseRule(gather_reverse)),
    ("all_reduce", ForwardRule(reduce_forward), ReverseRule(reduce_reverse)),
    ("all_to_all", ForwardRule(each_forward), ReverseRule(exchange_reverse)),
    ("collective_broadcast", ForwardRule(each_forward), ReverseRule(broadcast_reverse)),
    ("collective_permute", ForwardRule(each_forward), ReverseRule(permute_reverse)),
    ("cross-replica-sum", ForwardRule(only_forward), ReverseRule(only_reverse)),
    ("reduce_scatter", ForwardRule(share_forward), ReverseRule(share_reverse)),
];

/// The attributes that say who takes part.
pub(super) fn participants(site: &Site) -> Vec<(&'static str, Attribute)> {
    let names = ["replica_groups", "channel_handle", "use_global_device_ids"];
    names.iter().filter_map(|name| Some((*name, site.ir().attribute(site.op, name)?.clone()))).collect()
}

/// The same operation on the derivatives that there are; results have the types of the places named.
fn each(site: &mut Site, derivatives: &[Derivative], types: &[Type]) -> Derivatives {
    let present: Vec<Value> = derivatives.iter().flatten().copied().collect();
    let kept: Vec<Type> = derivatives
        .iter()
        .zip(types)
        .filter(|(derivative, _)| derivative.is_some())
        .map(|(_, ty)| ty.clone())
        .collect();
    let mut state = site.ir().state_of(site.op);
    let mut mapping = zymase_ir::Mapping::default();
    state.regions = state.regions.iter().map(|region| site.builder.ir.clone_region(*region, &mut mapping)).collect();
    (state.operands, state.result_types) = (present, kept);
    let op = site.builder.insert(state);
    let mut made = site.ir()[op].results().to_vec().into_iter();
    Ok(derivatives.iter().map(|derivative| derivative.and_then(|_| made.next())).collect())
}

fn result_types(site: &Site) -> Vec<Type> {
    site.ir().types(site.ir()[site.op].results())
}

fn each_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let types = result_types(site);
    each(site, tangents, &types)
}

fn adds(site: &Site) -> Result<bool> {
    Ok(matches!(known_combiner(site.ir(), body(site)?), Some(Combiner::Binary(Binary::Add))))
}

/// Whether the operation names a channel, so that its groups are not simply of replicas.
pub(super) fn has_channel(site: &Site) -> bool {
    let handle = site.ir().attribute(site.op, "channel_handle").and_then(Attribute::downcast::<ChannelHandle>);
    handle.is_some_and(|channel| channel.handle > 0)
}

/// The numbers in each group, all of one size.
pub(super) fn groups(site: &Site) -> Result<Vec<Vec<i64>>> {
    let groups = site.ir().attribute(site.op, "replica_groups").and_then(Attribute::as_dense);
    let ids = groups.and_then(DenseElements::integers).filter(|ids| !ids.is_empty() && !ids.contains(&-1));
    match (groups.map(DenseElements::shape), ids) {
        (Some([_, size]), Some(ids)) => Ok(ids.chunks(*size as usize).map(<[i64]>::to_vec).collect()),
        _ => Err(site.refuse("has groups of unknown or different sizes", "name all members of groups of one size")),
    }
}

pub(super) fn number(site: &Site, name: &str) -> Result<i64> {
    let number = site.ir().attribute(site.op, name).and_then(Attribute::as_i64);
    number.ok_or_else(|| site.error(format!("has no number `{name}`")))
}

fn reduce_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if adds(site)? { each_forward(site, tangents) } else { derived::forward::<GatherAndFold>(site, tangents) }
}

fn reduce_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if !adds(site)? {
        return derived::reverse::<GatherAndFold>(site, seeds, wanted);
    }
    let types = result_types(site);
    let sums = each(site, seeds, &types)?;
    let pairs = site.operands().into_iter().zip(sums);
    pairs.map(|(operand, sum)| as_operand(site, operand, sum)).collect()
}

/// What a sum in a wider type means for an operand.
fn as_operand(site: &mut Site, operand: Value, sum: Derivative) -> Result<Derivative> {
    let element = site.ty(operand).element().clone();
    sum.map(|sum| convert(site, sum, &element)).transpose()
}

/// An operation that adds what members of a group have.
pub(super) fn reduced(
    site: &mut Site,
    name: &str,
    value: Value,
    attributes: &[(&str, Attribute)],
    result: Type,
) -> Result<Value> {
    let region = combiner(site, "stablehlo.add", &Type::tensor([], result.element().clone()))?;
    let mut state = site.builder.state(name, &[value], attributes);
    (state.regions, state.result_types) = (vec![region], vec![result]);
    let op = site.builder.insert(state);
    Ok(site.ir()[op].results()[0])
}

fn share_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if adds(site)? { each_forward(site, tangents) } else { derived::forward::<ShareAndFold>(site, tangents) }
}

fn share_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if !adds(site)? {
        return derived::reverse::<ShareAndFold>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let along = number(site, "scatter_dimension")?;
    let mut attributes = participants(site);
    attributes.push(("all_gather_dim", Attribute::i64(along)));
    let operand = site.operand(0)?;
    let ty = Type::tensor(shape(site, operand), site.ty(seed).element().clone());
    let gathered = site.typed("stablehlo.all_gather", &[seed], &attributes, ty)?;
    Ok(vec![as_operand(site, operand, Some(gathered))?])
}

fn gather_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let along = number(site, "all_gather_dim")?;
    let mut adjoints = Vec::with_capacity(wanted.len());
    for (place, seed) in seeds.iter().enumerate() {
        let (Some(seed), true) = (seed, wanted[place]) else {
            adjoints.push(None);
            continue;
        };
        let ty = site.ty(site.operand(place)?);
        let mut attributes = participants(site);
        attributes.push(("scatter_dimension", Attribute::i64(along)));
        adjoints.push(Some(reduced(site, "stablehlo.reduce_scatter", *seed, &attributes, ty)?));
    }
    Ok(adjoints)
}

/// Parts that were split are put together, and the other way round.
fn exchange_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let present: Vec<Value> = seeds.iter().flatten().copied().collect();
    let (split, concat) = (number(site, "split_dimension")?, number(site, "concat_dimension")?);
    let mut attributes = participants(site);
    attributes.push(("split_dimension", Attribute::i64(concat)));
    attributes.push(("concat_dimension", Attribute::i64(split)));
    attributes.push(("split_count", Attribute::i64(number(site, "split_count")?)));
    let op = site.builder.infer("stablehlo.all_to_all", &present, &attributes)?;
    let mut made = site.ir()[op].results().to_vec().into_iter();
    Ok(seeds.iter().map(|seed| seed.and_then(|_| made.next())).collect())
}

fn pairs(site: &Site, pairs: &[(i64, i64)]) -> Result<Attribute> {
    let ty = Type::tensor([pairs.len() as i64, 2], Type::integer(64));
    let dense = DenseElements::of_integers(ty, pairs.iter().flat_map(|(from, to)| [*from, *to]));
    dense.map(Attribute::Dense).ok_or_else(|| site.error("has too many pairs"))
}

fn permute_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let given = site.ir().attribute(site.op, "source_target_pairs").and_then(Attribute::as_dense);
    let given = given.and_then(DenseElements::integers).ok_or_else(|| site.error("has pairs that cannot be read"))?;
    let turned: Vec<(i64, i64)> = given.as_chunks::<2>().0.iter().map(|[from, to]| (*to, *from)).collect();
    let present: Vec<Value> = seeds.iter().flatten().copied().collect();
    let mut made = permuted(site, &present, &turned)?.into_iter();
    Ok(seeds.iter().map(|seed| seed.and_then(|_| made.next())).collect())
}

/// Sends values from one device to another; who is sent nothing has zeros.
fn permuted(site: &mut Site, values: &[Value], moves: &[(i64, i64)]) -> Result<Vec<Value>> {
    let mut attributes = participants(site);
    attributes.retain(|(name, _)| *name == "channel_handle");
    attributes.push(("source_target_pairs", pairs(site, moves)?));
    let op = site.builder.infer("stablehlo.collective_permute", values, &attributes)?;
    Ok(site.ir()[op].results().to_vec())
}

/// The sum over the group, for the device that sent: by halves of what is left of a group, and then by itself, so that all
/// others have zeros.
fn broadcast_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let groups = groups(site)?;
    let mut sums: Vec<Value> = seeds.iter().flatten().copied().collect();
    let mut distance = 1;
    while distance < groups[0].len() {
        let move_of = |pair: &[i64]| Some((*pair.get(distance)?, pair[0]));
        let moves: Vec<(i64, i64)> =
            groups.iter().flat_map(|group| group.chunks(2 * distance).filter_map(move_of)).collect();
        let sent = permuted(site, &sums, &moves)?;
        for (sum, sent) in sums.iter_mut().zip(sent) {
            *sum = site.value("stablehlo.add", &[*sum, sent], &[])?;
        }
        distance *= 2;
    }
    let senders: Vec<(i64, i64)> = groups.iter().map(|group| (group[0], group[0])).collect();
    let mut made = permuted(site, &sums, &senders)?.into_iter();
    Ok(seeds.iter().map(|seed| seed.and_then(|_| made.next())).collect())
}
