//! Sums over windows: the adjoint of an element is the sum over the windows that it lies in. Windows with other bodies choose
//! an element (`choices.rs`) or are written out (`sliding.rs`).

use super::Entry;
use super::bodies::body;
use super::choices::{extremum, extremum_forward, extremum_reverse};
use super::derived;
use super::operations::{combiner, numbers, pad, shape};
use super::sliding::Sliding;
use super::window_shape::{numbers_or_one, paddings, reach};
use crate::evaluate::bodies::known_combiner;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, LocatedDiagnostic, Result, Type};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[("reduce_window", ForwardRule(forward), ReverseRule(reverse))];

/// Whether the operation sums over windows of one operand.
fn is_sum(site: &Site) -> Result<bool> {
    let known = known_combiner(site.ir(), body(site)?);
    let operands = site.operands();
    let [operand, start] = operands[..] else { return Ok(false) };
    let has_one_type = site.ty(operand).element() == site.ty(start).element()
        && site.ty(operand).element() == site.ty(site.result(0)?).element();
    Ok(has_one_type && matches!(known, Some(Combiner::Binary(Binary::Add))))
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let start_is_active = tangents[tangents.len() / 2..].iter().any(Option::is_some);
    if is_sum(site)? && !start_is_active {
        let mut operands = site.operands();
        for (operand, tangent) in operands.iter_mut().zip(tangents) {
            let ty = site.ty(*operand);
            *operand = site.or_null(*tangent, &ty)?;
        }
        return Ok(vec![Some(site.again(&operands)[0])]);
    }
    match extremum(site)? {
        Some(what) if !start_is_active => extremum_forward(site, &what, tangents),
        _ => derived::forward::<Sliding>(site, tangents),
    }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let start_is_active = wanted[wanted.len() / 2..].contains(&true);
    if !is_sum(site)? || start_is_active {
        return match extremum(site)? {
            Some(what) if !start_is_active => extremum_reverse(site, &what, seeds),
            _ => derived::reverse::<Sliding>(site, seeds, wanted),
        };
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
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
