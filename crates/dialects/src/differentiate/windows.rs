//! Sums over windows: the adjoint of an element is the sum over the windows that it lies in.

use super::Entry;
use super::movement::{numbers, pad, shape};
use super::reduction::combiner;
use crate::evaluate::bodies::known_combiner;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, LocatedDiagnostic, Result, Type};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[("reduce_window", ForwardRule(forward), ReverseRule(reverse))];

const HELP: &str = "sum over windows of one operand, from a start that has no derivative";

fn expect_sum(site: &Site) -> Result<()> {
    let region = site.ir()[site.op].regions().first().copied();
    let known = region.and_then(|region| known_combiner(site.ir(), region));
    let is_sum = matches!(known, Some(Combiner::Binary(Binary::Add)));
    match is_sum && site.operands().len() == 2 {
        true => Ok(()),
        false => Err(site.refuse("has a body that is not differentiated yet", HELP)),
    }
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    expect_sum(site)?;
    let mut operands = site.operands();
    for (operand, tangent) in operands.iter_mut().zip(tangents) {
        let ty = site.ty(*operand);
        *operand = site.or_null(*tangent, &ty)?;
    }
    Ok(vec![Some(site.again(&operands)[0])])
}

/// One number for each dimension, one if it is not said.
pub(super) fn numbers_or_one(site: &Site, name: &str, rank: usize) -> Result<Vec<i64>> {
    match site.ir().attribute(site.op, name) {
        Some(_) => numbers(site, name),
        None => Ok(vec![1; rank]),
    }
}

/// What is added before and after each dimension.
pub(super) fn paddings(site: &Site, rank: usize) -> Result<Vec<(i64, i64)>> {
    let Some(attribute) = site.ir().attribute(site.op, "padding") else { return Ok(vec![(0, 0); rank]) };
    let numbers = attribute.as_dense().and_then(zymase_ir::DenseElements::integers).unwrap_or_default();
    let (pairs, _) = numbers.as_chunks::<2>();
    match pairs.len() == rank {
        true => Ok(pairs.iter().map(|[low, high]| (*low, *high)).collect()),
        false => Err(site.error("has a padding that cannot be read")),
    }
}

/// How far a number of elements reaches when others stand between them.
pub(super) fn reach(count: i64, distance: i64) -> Option<i64> {
    if count == 0 { Some(0) } else { (count - 1).checked_mul(distance)?.checked_add(1) }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
    expect_sum(site)?;
    if wanted[1] {
        return Err(site.refuse("starts from a value that has a derivative, which is not supported yet", HELP));
    }
    let (operand, results) = (shape(site, site.operand(0)?), shape(site, seed));
    let rank = operand.len();
    let windows = numbers(site, "window_dimensions")?;
    let strides = numbers_or_one(site, "window_strides", rank)?;
    let base = numbers_or_one(site, "base_dilations", rank)?;
    let dilations = numbers_or_one(site, "window_dilations", rank)?;
    let padding = paddings(site, rank)?;
    let too_large = |site: &Site| -> LocatedDiagnostic { site.error("is too large") };
    let (mut low, mut high) = (Vec::with_capacity(rank), Vec::with_capacity(rank));
    for dimension in 0..rank {
        let window = reach(windows[dimension], dilations[dimension]).ok_or_else(|| too_large(site))?;
        let whole = reach(operand[dimension], base[dimension]).ok_or_else(|| too_large(site))?;
        let seeds = reach(results[dimension], strides[dimension]).ok_or_else(|| too_large(site))?;
        let before = window - 1 - padding[dimension].0;
        low.push(before);
        high.push(whole + window - 1 - seeds - before);
    }
    let gaps: Vec<i64> = strides.iter().map(|stride| stride - 1).collect();
    let spread = pad(site, seed, &low, &high, &gaps)?;
    let scalar = Type::tensor([], site.ty(seed).element().clone());
    let zero = site.null(&scalar)?;
    let region = combiner(site, "stablehlo.add", &scalar)?;
    let attributes = [
        ("window_dimensions", Attribute::i64_array(windows)),
        ("window_strides", Attribute::i64_array(base)),
        ("window_dilations", Attribute::i64_array(dilations)),
    ];
    let mut state = site.builder.state("stablehlo.reduce_window", &[spread, zero], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(vec![Some(site.ir()[op].results()[0]), None])
}
