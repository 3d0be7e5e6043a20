//! Operations that move elements without looking at them: linear, so that tangents move the same way and adjoints back.

use super::Entry;
use super::constants::are_known;
use super::linear::{each_forward, first_forward, only_forward, only_reverse};
use super::operations::{inverse, numbers, pad, pad_with, shape, slice, sum_over, sum_where, transpose, truth};
use super::sizes::{between, number_of, part, reshape_like, unrepeated};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Value};

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

fn reshape_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let operand = site.operand(0)?;
    Ok(vec![Some(reshape_like(site, seed, operand)?)])
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
    let places = numbers(site, "broadcast_dimensions")?;
    let operand = site.operand(0)?;
    Ok(vec![Some(unrepeated(site, seed, &places, operand, &[])?)])
}

fn slice_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    if !are_known(&site.ty(site.operand(0)?)) {
        return Err(site.refuse(
            "takes a part of a size that is known at run time only, which is not differentiated",
            "take it by stablehlo.dynamic_slice or stablehlo.real_dynamic_slice, or give its operand a static shape",
        ));
    }
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
    if site.operands().into_iter().any(|operand| !are_known(&site.ty(operand))) {
        return unjoined(site, seed, wanted, dimension);
    }
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

/// The parts of the adjoint of a concatenation, where sizes are known at run time only.
fn unjoined(site: &mut Site, seed: Value, wanted: &[bool], dimension: usize) -> Result<Vec<Derivative>> {
    let mut start = number_of(site, 0)?;
    let mut adjoints = Vec::with_capacity(wanted.len());
    for (operand, wanted) in site.operands().into_iter().zip(wanted) {
        adjoints.push(if *wanted { Some(part(site, seed, dimension, start, operand)?) } else { None });
        start = between(site, "stablehlo.add", start, operand, dimension)?;
    }
    Ok(adjoints)
}

fn pad_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let (low, high) = (numbers(site, "edge_padding_low")?, numbers(site, "edge_padding_high")?);
    let interior = numbers(site, "interior_padding")?;
    let is_known = are_known(&site.ty(site.operand(0)?));
    if !is_known && (wanted[1] || interior.iter().any(|gap| *gap != 0)) {
        return Err(site.refuse(
            "pads a size that is known at run time only, with something that has a derivative or between elements, which is \
             not differentiated",
            "give its operand a static shape",
        ));
    }
    let mut adjoints = vec![None; 2];
    if wanted[0] {
        let opposite = |numbers: &[i64]| -> Vec<i64> { numbers.iter().map(|number| -number).collect() };
        let none = vec![0; low.len()];
        let cut = pad(site, seed, &opposite(&low), &opposite(&high), &none)?;
        adjoints[0] = Some(if interior == none {
            cut
        } else {
            let strides: Vec<i64> = interior.iter().map(|gap| gap + 1).collect();
            let limit = shape(site, cut);
            slice(site, cut, &none, &limit, &strides)?
        });
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

fn dynamic_slice_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let mut operands = site.operands();
    operands[0] = site.null_like(operands[0])?;
    operands.insert(1, seed);
    adjoints[0] = Some(site.value("stablehlo.dynamic_update_slice", &operands, &[])?);
    Ok(adjoints)
}

fn update_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let mut operands = site.operands();
    for place in [0, 1] {
        operands[place] = site.or_null_like(tangents[place], operands[place])?;
    }
    Ok(vec![Some(site.again(&operands)[0])])
}

fn update_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let operands = site.operands();
    let update = site.ty(operands[1]);
    if !are_known(&update) {
        let message = "replaces a part of a size that is known at run time only, which is not differentiated";
        return Err(site.refuse(message, "give the part a static shape"));
    }
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
