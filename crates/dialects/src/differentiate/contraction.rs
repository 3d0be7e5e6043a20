//! Dot products: each side's tangent with the other side; adjoints are dot products of the seed with the other side over
//! the dimensions that the other side has for itself.

use super::Entry;
use super::operations::{convert, shape, transpose};
use super::sizes::reshape_like;
use crate::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Value};

pub(super) const TABLE: &[Entry] =
    &[("dot", ForwardRule(forward), ReverseRule(reverse)), ("dot_general", ForwardRule(forward), ReverseRule(reverse))];

pub(super) fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let operands = site.operands();
    let mut sum = None;
    for (place, tangent) in tangents.iter().enumerate() {
        if let Some(tangent) = tangent {
            let mut factors = operands.clone();
            factors[place] = *tangent;
            let term = site.again(&factors)[0];
            sum = site.sum(sum, Some(term))?;
        }
    }
    Ok(vec![sum])
}

/// One factor: its value, and its dimensions by what they are for.
struct Side {
    value: Value,
    batching: Vec<i64>,
    contracting: Vec<i64>,
    free: Vec<i64>,
}

fn sides(site: &Site) -> Result<[Side; 2]> {
    let numbers = match site.ir().attribute(site.op, "dot_dimension_numbers") {
        Some(attribute) => attribute.downcast::<DotDimensionNumbers>().cloned(),
        None => {
            let last = shape(site, site.operand(0)?).len() as i64 - 1;
            let plain =
                DotDimensionNumbers { lhs_contracting: vec![last], rhs_contracting: vec![0], ..Default::default() };
            Some(plain)
        }
    };
    let numbers = numbers.ok_or_else(|| site.error("has no dimension numbers"))?;
    let side = |place, batching: Vec<i64>, contracting: Vec<i64>| {
        let value = site.operand(place)?;
        let rank = shape(site, value).len() as i64;
        let free = (0..rank).filter(|dimension| !batching.contains(dimension) && !contracting.contains(dimension));
        Ok(Side { value, free: free.collect(), batching, contracting })
    };
    Ok([
        side(0, numbers.lhs_batching, numbers.lhs_contracting)?,
        side(1, numbers.rhs_batching, numbers.rhs_contracting)?,
    ])
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let [left, right] = sides(site)?;
    let batches = left.batching.len() as i64;
    let lefts = left.free.len() as i64;
    let mut adjoints = vec![None; 2];
    if wanted[0] {
        let others = batches + lefts..batches + lefts + right.free.len() as i64;
        adjoints[0] = Some(adjoint(site, seed, others.collect(), &left, &right)?);
    }
    if wanted[1] {
        adjoints[1] = Some(adjoint(site, seed, (batches..batches + lefts).collect(), &right, &left)?);
    }
    Ok(adjoints)
}

/// The adjoint of one side; `others` are the dimensions of the seed that belong to the other.
fn adjoint(site: &mut Site, seed: Value, others: Vec<i64>, this: &Side, other: &Side) -> Result<Value> {
    let batches: Vec<i64> = (0..this.batching.len() as i64).collect();
    let numbers = DotDimensionNumbers {
        lhs_batching: batches,
        rhs_batching: other.batching.clone(),
        lhs_contracting: others,
        rhs_contracting: other.free.clone(),
    };
    // The seed may have wider elements than the factors.
    let element = site.ty(seed).element().clone();
    let factor = convert(site, other.value, &element)?;
    let mut attributes = vec![("dot_dimension_numbers", Attribute::dialect(numbers))];
    if let Some(precision) = site.ir().attribute(site.op, "precision_config").cloned() {
        attributes.push(("precision_config", precision));
    }
    let product = site.value("stablehlo.dot_general", &[seed, factor], &attributes)?;
    // It has the batch dimensions, this side's own, and those summed over, in the order they have in the other side.
    let mut in_order = other.contracting.clone();
    in_order.sort_unstable();
    let rank = this.batching.len() + this.free.len() + this.contracting.len();
    let mut permutation = vec![0; rank];
    for (at, dimension) in this.batching.iter().chain(&this.free).enumerate() {
        permutation[*dimension as usize] = at as i64;
    }
    for (dimension, partner) in this.contracting.iter().zip(&other.contracting) {
        let at = in_order.iter().position(|sorted| sorted == partner).unwrap_or_default();
        permutation[*dimension as usize] = (this.batching.len() + this.free.len() + at) as i64;
    }
    let turned = transpose(site, product, &permutation)?;
    let turned = reshape_like(site, turned, this.value)?;
    let element = site.ty(this.value).element().clone();
    convert(site, turned, &element)
}
