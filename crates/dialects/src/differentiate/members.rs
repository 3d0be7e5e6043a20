//! Reductions among devices by bodies other than addition: each device is given the values of all members of its group and
//! applies the body to them.

use super::bodies::body;
use super::collectives::{groups, has_channel, number, participants, reduced};
use super::derived::Expansion;
use super::folding::tree;
use super::indexing::integers;
use super::operations::{convert, reshape, shape};
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Result, Type, Value};

/// How many devices a group of an operation that reduces or gathers has.
fn group_size(site: &Site) -> Result<i64> {
    if has_channel(site) && site.ir().attribute(site.op, "use_global_device_ids").is_none() {
        let message = "has groups of replicas with all their partitions, whose number is not known here";
        return Err(site.refuse(message, "name devices, with use_global_device_ids"));
    }
    Ok(groups(site)?[0].len() as i64)
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

/// The operand in the type that the body combines, with one more dimension in front.
fn row(site: &mut Site, place: usize, operand: Value) -> Result<Value> {
    let element = site.ty(site.result(place)?).element().clone();
    let wide = convert(site, operand, &element)?;
    stacked(site, wide)
}

/// The values of all members of a group, which has this many, along the first dimension.
fn gathered(site: &mut Site, row: Value, size: i64) -> Result<Value> {
    let mut sizes = shape(site, row);
    sizes[0] = size;
    let ty = Type::tensor(sizes, site.ty(row).element().clone());
    let mut attributes = participants(site);
    attributes.push(("all_gather_dim", Attribute::i64(0)));
    site.typed("stablehlo.all_gather", &[row], &attributes, ty)
}

/// A reduction as gathering, and then a reduction on each device.
pub(super) struct GatherAndFold;

impl Expansion for GatherAndFold {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let size = group_size(site)?;
        let mut results = Vec::with_capacity(operands.len());
        for (place, operand) in operands.iter().enumerate() {
            let row = row(site, place, *operand)?;
            let rows = gathered(site, row, size)?;
            results.push(fold(site, rows)?);
        }
        Ok(results)
    }
}

/// A reduction that shares out: each device is sent its part by all members, and folds these.
pub(super) struct ShareAndFold;

impl Expansion for ShareAndFold {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let along = number(site, "scatter_dimension")?;
        let (whole, part) = (shape(site, operands[0]), shape(site, site.result(0)?));
        let at = along as usize;
        if whole[at] == 0 {
            return Err(site.refuse("shares out nothing", "leave it out"));
        }
        let size = whole[at] / part[at];
        let row = row(site, 0, operands[0])?;
        let rows = match has_channel(site) {
            false => exchanged(site, row, along + 1, size)?,
            true => {
                let rows = gathered(site, row, size)?;
                own_part(site, rows, at + 1, size)?
            }
        };
        Ok(vec![fold(site, rows)?])
    }
}

/// The parts that members of a group of replicas have for this device.
fn exchanged(site: &mut Site, row: Value, along: i64, size: i64) -> Result<Value> {
    let mut attributes = participants(site);
    attributes.retain(|(name, _)| *name == "replica_groups");
    attributes.push(("split_dimension", Attribute::i64(along)));
    attributes.push(("concat_dimension", Attribute::i64(0)));
    attributes.push(("split_count", Attribute::i64(size)));
    site.value("stablehlo.all_to_all", &[row], &attributes)
}

/// The part of a dimension that belongs to this device: its place in the group is what it gets of the places of all, once from
/// each member.
fn own_part(site: &mut Site, rows: Value, along: usize, size: i64) -> Result<Value> {
    let long = |sizes: &[i64]| Type::tensor(sizes, Type::integer(64));
    let counted = [("iota_dimension", Attribute::i64(0))];
    let places = site.typed("stablehlo.iota", &[], &counted, long(&[size]))?;
    let mut attributes = participants(site);
    attributes.push(("scatter_dimension", Attribute::i64(0)));
    let sums = reduced(site, "stablehlo.reduce_scatter", places, &attributes, long(&[1]))?;
    let mut sizes = shape(site, rows);
    sizes[along] /= size;
    // The sum counts the place once for each member.
    let [part, members] = [sizes[along], size].map(|count| integers(site, long(&[]), &[count]));
    let sum = reshape(site, sums, &long(&[]))?;
    let place = site.value("stablehlo.divide", &[sum, members?], &[])?;
    let start = site.value("stablehlo.multiply", &[place, part?], &[])?;
    let zero = integers(site, long(&[]), &[0])?;
    let mut operands = vec![rows];
    operands.extend((0..sizes.len()).map(|dimension| if dimension == along { start } else { zero }));
    site.value("stablehlo.dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(sizes))])
}
