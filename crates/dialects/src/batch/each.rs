//! One example after the other: a loop over the examples, for operations that have no form with one more dimension.

use super::support::{Batch, integers, reshape, shape, with_first, zeros};
use crate::stablehlo::attributes::enumeration;
use zymase_ir::batching::{BatchSite, Examples};
use zymase_ir::{Attribute, Builder, InsertionPoint, LocatedDiagnostic, Location, Mapping, Op, Result, Type, Value};

/// The rule: a `while` that takes the operands of an example apart, runs the operation, and puts its results where they
/// belong. Values from outside that the operation's regions use are taken apart as well.
pub fn one_by_one(site: &mut BatchSite, _: &[Examples]) -> Batch {
    let counter = Type::tensor([], Type::integer(64));
    let types = site.stacked_results()?;
    let mut carried = vec![integers(site, &counter, &[0])?];
    for ty in &types {
        carried.push(zeros(site, ty)?);
    }
    let carried_types = site.ir().types(&carried);
    let count = integers(site, &counter, &[site.size])?;
    let condition = site.builder.region(&carried_types, |builder, arguments| {
        let less = enumeration("comparison_direction", "LT").map_err(problem)?;
        let more = builder.value("stablehlo.compare", &[arguments[0], count], &[("comparison_direction", less)])?;
        builder.build("stablehlo.return", &[more], &[], &[]);
        Ok(())
    })?;
    let region = site.builder.ir.create_region();
    let block = site.builder.ir.create_block(region, &carried_types);
    let arguments = site.ir().arguments(block).to_vec();
    let outer = site.builder.point();
    site.builder.set_point(InsertionPoint::End(block));
    let next = one_example(site, &arguments)?;
    site.builder.build("stablehlo.return", &next, &[], &[]);
    site.builder.set_point(outer);
    let mut state = site.builder.state("stablehlo.while", &carried, &[]);
    state.result_types = carried_types;
    state.regions = vec![condition, region];
    let loop_op = site.builder.insert(state);
    Ok(site.ir()[loop_op].results()[1..].iter().copied().map(Examples::Batched).collect())
}

fn problem(message: String) -> LocatedDiagnostic {
    LocatedDiagnostic::new(Location::Unset, message)
}

/// The body of the loop: what is carried on, from what is carried.
fn one_example(site: &mut BatchSite, carried: &[Value]) -> Result<Vec<Value>> {
    let place = carried[0];
    let op = site.op;
    let mut mapping = Mapping::default();
    let mut inputs: Vec<Value> = site.ir()[op].operands().collect();
    inputs.extend(site.ir().captured(op));
    for value in inputs {
        let stands = match site.batcher.examples(value) {
            Examples::Shared(shared) => shared,
            Examples::Batched(all) => {
                let ty = site.ty(value);
                take(&mut site.builder, all, place, &ty)?
            }
        };
        mapping.map(value, stands);
    }
    let copy: Op = site.builder.ir.clone_op(op, &mut mapping);
    let point = site.builder.point();
    site.builder.ir.insert(copy, point);
    let results = site.ir()[copy].results().to_vec();
    let one = integers(site, &Type::tensor([], Type::integer(64)), &[1])?;
    let mut next = vec![site.value("stablehlo.add", &[place, one], &[])?];
    for (result, all) in results.into_iter().zip(&carried[1..]) {
        let sizes = with_first(1, &shape(site, result));
        let ty = Type::tensor(sizes, site.ty(result).element().clone());
        let update = reshape(site, result, &ty)?;
        let mut operands = vec![*all, update];
        let rank = shape(site, *all).len();
        operands.extend(starts(&mut site.builder, place, rank)?);
        next.push(site.value("stablehlo.dynamic_update_slice", &operands, &[])?);
    }
    Ok(next)
}

/// The example at a place, in the type of one.
pub fn take(builder: &mut Builder, all: Value, place: Value, ty: &Type) -> Result<Value> {
    let sizes = with_first(1, ty.shape().unwrap_or_default());
    let mut operands = vec![all];
    operands.extend(starts(builder, place, sizes.len())?);
    let part = builder.value("stablehlo.dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(sizes))])?;
    builder.typed("stablehlo.reshape", &[part], &[], ty.clone())
}

/// A place along the first dimension, zero along the others.
fn starts(builder: &mut Builder, place: Value, rank: usize) -> Result<Vec<Value>> {
    let ty = builder.ir.ty(place).clone();
    let zero = zymase_ir::DenseElements::of_integers(ty, [0]).map(Attribute::Dense);
    let zero = zero.ok_or_else(|| problem("a place is a number".into()))?;
    let zero = builder.value("stablehlo.constant", &[], &[("value", zero)])?;
    let mut starts = vec![zero; rank];
    if let Some(first) = starts.first_mut() {
        *first = place;
    }
    Ok(starts)
}
