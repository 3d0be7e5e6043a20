//! Operations that move elements without looking at them: linear, so that tangents move the same way and adjoints back.

use super::Entry;
use super::parts::{each_forward, only_forward, only_reverse};
use super::reduction::sum_over;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("broadcast", ForwardRule(only_forward), ReverseRule(broadcast_reverse)),
    ("broadcast_in_dim", ForwardRule(only_forward), ReverseRule(broadcast_in_dim_reverse)),
    ("concatenate", ForwardRule(each_forward), ReverseRule(concatenate_reverse)),
    ("dynamic_slice", ForwardRule(first_forward), ReverseRule(dynamic_slice_reverse)),
    ("dynamic_update_slice", ForwardRule(update_forward), ReverseRule(update_reverse)),
    ("pad", ForwardRule(each_forward), ReverseRule(pad_reverse)),
    ("reshape", ForwardRule(only_forward), ReverseRule(reshape_reverse)),
    ("reverse", ForwardRule(only_forward), ReverseRule(only_reverse)),
    ("slice", ForwardRule(only_forward), ReverseRule(slice_reverse)),
    ("transpose", ForwardRule(only_forward), ReverseRule(transpose_reverse)),
];

/// The numbers of an attribute of the operation.
pub(super) fn numbers(site: &Site, name: &str) -> Result<Vec<i64>> {
    let numbers = site.ir().attribute(site.op, name).and_then(Attribute::as_i64_array);
    numbers.map(<[i64]>::to_vec).ok_or_else(|| site.error(format!("has no list of numbers `{name}`")))
}

/// The sizes of a tensor.
pub(super) fn shape(site: &Site, value: Value) -> Vec<i64> {
    site.ir().ty(value).shape().unwrap_or_default().to_vec()
}

pub(super) fn reshape(site: &mut Site, value: Value, ty: &Type) -> Result<Value> {
    if site.ty(value) == *ty {
        return Ok(value);
    }
    site.typed("stablehlo.reshape", &[value], &[], ty.clone())
}

/// Puts dimension `permutation[i]` at place `i`.
pub(super) fn transpose(site: &mut Site, value: Value, permutation: &[i64]) -> Result<Value> {
    if permutation.iter().copied().eq(0..permutation.len() as i64) {
        return Ok(value);
    }
    site.value("stablehlo.transpose", &[value], &[("permutation", Attribute::i64_array(permutation))])
}

/// The permutation that undoes another.
pub(super) fn inverse(permutation: &[i64]) -> Vec<i64> {
    let mut inverse = vec![0; permutation.len()];
    for (to, from) in permutation.iter().enumerate() {
        inverse[*from as usize] = to as i64;
    }
    inverse
}

/// Repeats a value along the dimensions of a type that `dimensions` does not name.
pub(super) fn broadcast(site: &mut Site, value: Value, dimensions: &[i64], ty: &Type) -> Result<Value> {
    let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
    site.typed("stablehlo.broadcast_in_dim", &[value], &attributes, ty.clone())
}

/// Pads with zeros; negative numbers cut off.
pub(super) fn pad(site: &mut Site, value: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Value> {
    let zero = site.null(&Type::tensor([], site.ty(value).element().clone()))?;
    pad_with(site, value, zero, [low, high, interior])
}

pub(super) fn pad_with(site: &mut Site, value: Value, padding: Value, amounts: [&[i64]; 3]) -> Result<Value> {
    let [low, high, interior] = amounts.map(Attribute::i64_array);
    let attributes = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
    site.value("stablehlo.pad", &[value, padding], &attributes)
}

pub(super) fn slice(site: &mut Site, value: Value, start: &[i64], limit: &[i64], strides: &[i64]) -> Result<Value> {
    let [start, limit, strides] = [start, limit, strides].map(Attribute::i64_array);
    let attributes = [("start_indices", start), ("limit_indices", limit), ("strides", strides)];
    site.value("stablehlo.slice", &[value], &attributes)
}

fn reshape_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let ty = site.ty(site.operand(0)?);
    Ok(vec![Some(reshape(site, seed, &ty)?)])
}

fn transpose_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let permutation = numbers(site, "permutation")?;
    Ok(vec![Some(transpose(site, seed, &inverse(&permutation))?)])
}

fn broadcast_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let added: Vec<i64> = (0..numbers(site, "broadcast_sizes")?.len() as i64).collect();
    Ok(vec![Some(sum_over(site, seed, &added)?)])
}

fn broadcast_in_dim_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let ty = site.ty(site.operand(0)?);
    let (from, to) = (shape(site, site.operand(0)?), shape(site, seed));
    let places = numbers(site, "broadcast_dimensions")?;
    // Dimensions of the operand that were not repeated, by where they are in the result.
    let kept: Vec<i64> = places
        .iter()
        .zip(&from)
        .filter(|(place, size)| to[**place as usize] == **size)
        .map(|(place, _)| *place)
        .collect();
    let summed: Vec<i64> = (0..to.len() as i64).filter(|dimension| !kept.contains(dimension)).collect();
    let sum = sum_over(site, seed, &summed)?;
    let mut in_order = kept.clone();
    in_order.sort_unstable();
    let rank_of = |place: &i64| in_order.iter().position(|other| other == place).unwrap_or_default() as i64;
    let permutation: Vec<i64> = kept.iter().map(rank_of).collect();
    let turned = transpose(site, sum, &permutation)?;
    Ok(vec![Some(reshape(site, turned, &ty)?)])
}

fn slice_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let (whole, part) = (shape(site, site.operand(0)?), shape(site, seed));
    let (low, strides) = (numbers(site, "start_indices")?, numbers(site, "strides")?);
    let interior: Vec<i64> = strides.iter().map(|stride| stride - 1).collect();
    let covered = |dimension: usize| match part[dimension] {
        0 => 0,
        count => (count - 1) * strides[dimension] + 1,
    };
    let high: Vec<i64> =
        (0..whole.len()).map(|dimension| whole[dimension] - low[dimension] - covered(dimension)).collect();
    Ok(vec![Some(pad(site, seed, &low, &high, &interior)?)])
}

fn concatenate_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
    let dimension = site.ir().attribute(site.op, "dimension").and_then(Attribute::as_i64).unwrap_or_default() as usize;
    let whole = shape(site, seed);
    let mut start = vec![0; whole.len()];
    let mut adjoints = Vec::with_capacity(wanted.len());
    for (operand, wanted) in site.operands().into_iter().zip(wanted) {
        let mut limit = whole.clone();
        limit[dimension] = start[dimension] + shape(site, operand)[dimension];
        let strides = vec![1; whole.len()];
        adjoints.push(if *wanted { Some(slice(site, seed, &start, &limit, &strides)?) } else { None });
        start[dimension] = limit[dimension];
    }
    Ok(adjoints)
}

fn pad_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let (low, high) = (numbers(site, "edge_padding_low")?, numbers(site, "edge_padding_high")?);
    let interior = numbers(site, "interior_padding")?;
    let mut adjoints = vec![None; 2];
    if wanted[0] {
        let opposite = |numbers: &[i64]| -> Vec<i64> { numbers.iter().map(|number| -number).collect() };
        let none = vec![0; low.len()];
        let cut = pad(site, seed, &opposite(&low), &opposite(&high), &none)?;
        let strides: Vec<i64> = interior.iter().map(|gap| gap + 1).collect();
        let limit = shape(site, cut);
        adjoints[0] = Some(slice(site, cut, &none, &limit, &strides)?);
    }
    if wanted[1] {
        // Everything that is not the operand's.
        let operand = shape(site, site.operand(0)?);
        let inside = truth(site, &operand, false)?;
        let outside = truth(site, &[], true)?;
        let mask = pad_with(site, inside, outside, [&low, &high, &interior])?;
        adjoints[1] = Some(sum_where(site, mask, seed)?);
    }
    Ok(adjoints)
}

/// The sum of all elements that a mask marks.
pub(super) fn sum_where(site: &mut Site, mask: Value, value: Value) -> Result<Value> {
    let ty = site.ty(value);
    let zero = site.null(&ty)?;
    let marked = site.value("stablehlo.select", &[mask, value, zero], &[])?;
    let all: Vec<i64> = (0..shape(site, value).len() as i64).collect();
    sum_over(site, marked, &all)
}

/// A tensor of one truth value.
pub(super) fn truth(site: &mut Site, shape: &[i64], value: bool) -> Result<Value> {
    let ty = Type::tensor(shape, Type::integer(1));
    let count = zymase_ir::types::element_count(shape).unwrap_or_default();
    let dense = DenseElements::of_integers(ty, std::iter::repeat_n(i64::from(value), count));
    let dense = dense.ok_or_else(|| site.error("is too large"))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// The same operation on the tangent of the first operand, with the other operands as they are.
pub(super) fn first_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let mut operands = site.operands();
    operands[0] = tangent;
    Ok(vec![Some(site.again(&operands)[0])])
}

fn dynamic_slice_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let mut operands = site.operands();
    let ty = site.ty(operands[0]);
    operands[0] = site.null(&ty)?;
    operands.insert(1, seed);
    adjoints[0] = Some(site.value("stablehlo.dynamic_update_slice", &operands, &[])?);
    Ok(adjoints)
}

fn update_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let mut operands = site.operands();
    for place in [0, 1] {
        let ty = site.ty(operands[place]);
        operands[place] = site.or_null(tangents[place], &ty)?;
    }
    Ok(vec![Some(site.again(&operands)[0])])
}

fn update_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let operands = site.operands();
    let update = site.ty(operands[1]);
    if wanted[0] {
        let mut operands = operands.clone();
        operands[0] = seed;
        operands[1] = site.null(&update)?;
        adjoints[0] = Some(site.again(&operands)[0]);
    }
    if wanted[1] {
        let mut operands = operands;
        operands.remove(1);
        operands[0] = seed;
        let sizes = Attribute::i64_array(update.shape().unwrap_or_default());
        adjoints[1] = Some(site.value("stablehlo.dynamic_slice", &operands, &[("slice_sizes", sizes)])?);
    }
    Ok(adjoints)
}
