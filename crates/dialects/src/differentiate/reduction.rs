//! Reductions by a body that is one well-known operation: sums, largest and smallest elements. Other bodies are written
//! out (`folding.rs`); products too, so that their derivatives of any order are right where factors are zero.
//!
//! Where several elements are the largest they share the derivative equally.

use super::Entry;
use super::constants::{are_known, splat_like};
use super::derived;
use super::emit::TensorEmit;
use super::folding::Folding;
use super::operations::{numbers, shape, sum_over};
use super::sizes::broadcast_like;
use crate::evaluate::bodies::known_combiner;
use zymase_calculus::{Emit, Predicate};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Result, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[("reduce", ForwardRule(forward), ReverseRule(reverse))];

/// What a reduction of one operand does, and over which dimensions.
struct Reduction {
    kind: Binary,
    operand: Value,
    start: Value,
    summed: Vec<i64>,
    kept: Vec<i64>,
}

/// What is known of the reduction; `None` if it has to be written out.
fn read(site: &Site, start_is_active: bool) -> Result<Option<Reduction>> {
    let operands = site.operands();
    let [operand, start] = operands[..] else { return Ok(None) };
    let region = site.ir()[site.op].regions().first().copied();
    let kind = match region.and_then(|region| known_combiner(site.ir(), region)) {
        Some(Combiner::Binary(Binary::Add)) => Binary::Add,
        Some(Combiner::Binary(kind @ (Binary::Maximum | Binary::Minimum))) if !start_is_active => kind,
        _ => return Ok(None),
    };
    // A body may combine numbers of a wider type than those that it is given.
    let elements = [operand, start, site.result(0)?].map(|value| site.ty(value).element().clone());
    if elements[0] != elements[1] || elements[0] != elements[2] {
        return Ok(None);
    }
    if elements[0].as_complex().is_some() && matches!(kind, Binary::Maximum | Binary::Minimum) {
        return Err(site.refuse("compares complex numbers", "compare their magnitudes or parts"));
    }
    let summed = numbers(site, "dimensions")?;
    let rank = shape(site, operand).len() as i64;
    let kept = (0..rank).filter(|dimension| !summed.contains(dimension)).collect();
    Ok(Some(Reduction { kind, operand, start, summed, kept }))
}

/// What is written out counts elements.
fn refuse_unknown_sizes(site: &Site) -> Result<()> {
    match site.operands().into_iter().all(|value| are_known(&site.ty(value))) {
        true => Ok(()),
        false => Err(site.refuse(
            "reduces a size that is known at run time only, by something else than a sum, maximum or minimum",
            "give its operand a static shape",
        )),
    }
}

/// Derivatives in the shape of the operand, shared among the elements that are the result, each by their number; zero for
/// the others, whatever theirs are.
fn shared(site: &mut Site, reduction: &Reduction, derivatives: Value) -> Result<Value> {
    let (operand, element) = (reduction.operand, site.ty(reduction.operand).element().clone());
    let result = site.result(0)?;
    let result = broadcast_like(site, result, &reduction.kept, operand)?;
    let [one, zero] = [1.0, 0.0].map(|number| splat_like(&mut site.builder, operand, &element, number));
    let (one, zero) = (one?, zero?);
    let mut emit = TensorEmit::new(&mut site.builder);
    let is_result = emit.compare(Predicate::Equal, operand, result);
    let mark = emit.select(is_result, one, zero);
    let mark = emit.finish(mark)?;
    let count = sum_over(site, mark, &reduction.summed)?;
    // What compiles the program may round an operand differently where it is computed twice. Where none is the result then, 0/0 says so.
    let unit = splat_like(&mut site.builder, count, &element, 1.0)?;
    let mut emit = TensorEmit::new(&mut site.builder);
    let same = emit.div(count, count);
    let nothing = emit.sub(same, unit);
    let nothing = emit.finish(nothing)?;
    let [count, nothing] = [count, nothing].map(|value| broadcast_like(site, value, &reduction.kept, operand));
    let (count, nothing) = (count?, nothing?);
    let mut emit = TensorEmit::new(&mut site.builder);
    let share = emit.div(derivatives, count);
    let shares = emit.select(is_result, share, nothing);
    emit.finish(shares)
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let Some(reduction) = read(site, tangents.last().is_some_and(Option::is_some))? else {
        refuse_unknown_sizes(site)?;
        return derived::forward::<Folding>(site, tangents);
    };
    if reduction.kind == Binary::Add {
        let operand = site.or_null_like(tangents[0], reduction.operand)?;
        let start = site.or_null_like(tangents[1], reduction.start)?;
        return Ok(vec![Some(site.again(&[operand, start])[0])]);
    }
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let shares = shared(site, &reduction, tangent)?;
    Ok(vec![Some(sum_over(site, shares, &reduction.summed)?)])
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(reduction) = read(site, wanted.last() == Some(&true))? else {
        refuse_unknown_sizes(site)?;
        return derived::reverse::<Folding>(site, seeds, wanted);
    };
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
    let mut adjoints = vec![None; 2];
    if wanted[0] {
        let spread = broadcast_like(site, seed, &reduction.kept, reduction.operand)?;
        adjoints[0] = Some(match reduction.kind {
            Binary::Add => spread,
            _ => shared(site, &reduction, spread)?,
        });
    }
    if wanted[1] {
        let all: Vec<i64> = (0..reduction.kept.len() as i64).collect();
        adjoints[1] = Some(sum_over(site, seed, &all)?);
    }
    Ok(adjoints)
}
