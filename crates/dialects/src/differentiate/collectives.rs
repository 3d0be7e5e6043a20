//! Operations among devices: every device runs the derivative, and derivatives travel the way back, in the same groups.
//!
//! Sums are their own transposes, gathering is the transpose of summing and sharing out. Other bodies are applied by each
//! device to the values of all members of its group.

use super::Entry;
use super::bodies::body;
use super::derived::{self, Expansion};
use super::folding::tree;
use super::movement::{reshape, shape};
use super::parts::{only_forward, only_reverse};
use super::reduction::combiner;
use crate::evaluate::bodies::known_combiner;
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
fn participants(site: &Site) -> Vec<(&'static str, Attribute)> {
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

/// How many devices a group has.
fn group_size(site: &Site) -> Result<i64> {
    let groups = site.ir().attribute(site.op, "replica_groups").and_then(Attribute::as_dense);
    let is_full = groups.and_then(DenseElements::integers).is_some_and(|ids| !ids.is_empty() && !ids.contains(&-1));
    match groups.map(DenseElements::shape) {
        Some([_, size]) if is_full => Ok(*size),
        _ => Err(site.refuse("has groups of unknown or different sizes", "name all members of groups of one size")),
    }
}

fn number(site: &Site, name: &str) -> Result<i64> {
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
    each(site, seeds, &types)
}

/// One more dimension of size one in front.
fn stacked(site: &mut Site, value: Value) -> Result<Value> {
    let mut sizes = vec![1];
    sizes.extend(shape(site, value));
    let ty = Type::tensor(sizes, site.ty(value).element().clone());
    reshape(site, value, &ty)
}

/// What a body makes of the values of all members, which lie along the first dimension.
fn fold(site: &mut Site, rows: Value) -> Result<Value> {
    let region = body(site)?;
    let folded = tree(site, region, vec![rows])?;
    let folded = folded.and_then(|values| values.first().copied());
    folded.ok_or_else(|| site.error("has groups without members"))
}

/// A reduction as gathering, and then a reduction on each device.
struct GatherAndFold;

impl Expansion for GatherAndFold {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let size = group_size(site)?;
        let mut results = Vec::with_capacity(operands.len());
        for operand in operands {
            let row = stacked(site, *operand)?;
            let mut sizes = shape(site, row);
            sizes[0] = size;
            let ty = Type::tensor(sizes, site.ty(row).element().clone());
            let mut attributes = participants(site);
            attributes.push(("all_gather_dim", Attribute::i64(0)));
            let rows = site.typed("stablehlo.all_gather", &[row], &attributes, ty)?;
            results.push(fold(site, rows)?);
        }
        Ok(results)
    }
}

/// A reduction that shares out, as an exchange of parts and then a reduction on each device.
struct ExchangeAndFold;

impl Expansion for ExchangeAndFold {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let (size, along) = (group_size(site)?, number(site, "scatter_dimension")?);
        let row = stacked(site, operands[0])?;
        let mut attributes = participants(site);
        attributes.retain(|(name, _)| *name != "use_global_device_ids");
        attributes.push(("split_dimension", Attribute::i64(along + 1)));
        attributes.push(("concat_dimension", Attribute::i64(0)));
        attributes.push(("split_count", Attribute::i64(size)));
        let op = site.builder.infer("stablehlo.all_to_all", &[row], &attributes)?;
        let rows = site.ir()[op].results()[0];
        Ok(vec![fold(site, rows)?])
    }
}

fn share_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if adds(site)? { each_forward(site, tangents) } else { derived::forward::<ExchangeAndFold>(site, tangents) }
}

fn share_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if !adds(site)? {
        return derived::reverse::<ExchangeAndFold>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let along = number(site, "scatter_dimension")?;
    let mut attributes = participants(site);
    attributes.push(("all_gather_dim", Attribute::i64(along)));
    let ty = site.ty(site.operand(0)?);
    Ok(vec![Some(site.typed("stablehlo.all_gather", &[seed], &attributes, ty)?)])
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
        let region = combiner(site, "stablehlo.add", &Type::tensor([], ty.element().clone()))?;
        let mut state = site.builder.state("stablehlo.reduce_scatter", &[*seed], &attributes);
        (state.regions, state.result_types) = (vec![region], vec![ty]);
        let op = site.builder.insert(state);
        adjoints.push(Some(site.ir()[op].results()[0]));
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
    let mut attributes = participants(site);
    attributes.push(("source_target_pairs", pairs(site, &turned)?));
    let present: Vec<Value> = seeds.iter().flatten().copied().collect();
    let op = site.builder.infer("stablehlo.collective_permute", &present, &attributes)?;
    let mut made = site.ir()[op].results().to_vec().into_iter();
    Ok(seeds.iter().map(|seed| seed.and_then(|_| made.next())).collect())
}

/// The sum over the group, for the device that sent; a one that only this device sends to itself tells which it is.
fn broadcast_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let groups = site.ir().attribute(site.op, "replica_groups").and_then(Attribute::as_dense);
    let size = match groups.map(DenseElements::shape) {
        Some([_, size]) if *size > 0 => *size as usize,
        _ => return Err(site.refuse("has groups that cannot be read", "name all members of each group")),
    };
    let ids = groups.and_then(DenseElements::integers).unwrap_or_default();
    let senders: Vec<(i64, i64)> = ids.chunks(size).map(|group| (group[0], group[0])).collect();
    let mut adjoints = Vec::with_capacity(seeds.len());
    for seed in seeds {
        let Some(seed) = seed else {
            adjoints.push(None);
            continue;
        };
        let ty = site.ty(*seed);
        let region = combiner(site, "stablehlo.add", &Type::tensor([], ty.element().clone()))?;
        let attributes = participants(site);
        let mut state = site.builder.state("stablehlo.all_reduce", &[*seed], &attributes);
        (state.regions, state.result_types) = (vec![region], vec![ty.clone()]);
        let sum = site.builder.insert(state);
        let sum = site.ir()[sum].results()[0];
        let one = super::space::splat(&mut site.builder, &ty, 1.0)?;
        let mut attributes = participants(site);
        attributes.retain(|(name, _)| *name == "channel_handle");
        attributes.push(("source_target_pairs", pairs(site, &senders)?));
        let mark = site.value("stablehlo.collective_permute", &[one], &attributes)?;
        let zero = site.null(&ty)?;
        let is_sender = super::matrices::compare(site, "NE", mark, zero)?;
        adjoints.push(Some(super::matrices::select(site, is_sender, sum, zero)?));
    }
    Ok(adjoints)
}
