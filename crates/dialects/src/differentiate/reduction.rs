//! Reductions by a body that is one well-known operation: sums, products, largest and smallest elements.
//!
//! Where several elements are the largest they share the derivative equally.

use super::Entry;
use super::emit::TensorEmit;
use super::movement::{broadcast, numbers, shape};
use super::space::splat;
use crate::evaluate::bodies::known_combiner;
use zymase_calculus::{Emit, Predicate};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Region, Result, Type, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[("reduce", ForwardRule(forward), ReverseRule(reverse))];

/// The sum over dimensions; the value itself if there are none.
pub(super) fn sum_over(site: &mut Site, value: Value, dimensions: &[i64]) -> Result<Value> {
    if dimensions.is_empty() {
        return Ok(value);
    }
    combine_over(site, "stablehlo.add", 0.0, value, dimensions)
}

/// A region that combines two scalars of a type by an operation.
pub(super) fn combiner(site: &mut Site, op: &str, scalar: &Type) -> Result<Region> {
    site.builder.region(&[scalar.clone(), scalar.clone()], |inner, arguments| {
        let combined = inner.value(op, arguments, &[])?;
        inner.build("stablehlo.return", &[combined], &[], &[]);
        Ok(())
    })
}

fn combine_over(site: &mut Site, body: &str, start: f64, value: Value, dimensions: &[i64]) -> Result<Value> {
    let scalar = Type::tensor([], site.ty(value).element().clone());
    let start = splat(&mut site.builder, &scalar, start)?;
    let region = combiner(site, body, &scalar)?;
    let attributes = [("dimensions", Attribute::i64_array(dimensions))];
    let mut state = site.builder.state("stablehlo.reduce", &[value, start], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

/// What a reduction of one operand does, and over which dimensions.
struct Reduction {
    kind: Binary,
    operand: Value,
    start: Value,
    summed: Vec<i64>,
    kept: Vec<i64>,
}

fn read(site: &Site) -> Result<Reduction> {
    const HELP: &str = "reduce each operand by one addition, multiplication, maximum or minimum";
    let operands = site.operands();
    let [operand, start] = operands[..] else {
        return Err(site.refuse("reduces several operands at once, which is not differentiated yet", HELP));
    };
    let region = site.ir()[site.op].regions().first().copied();
    let known = region.and_then(|region| known_combiner(site.ir(), region));
    let kind = match known {
        Some(Combiner::Binary(kind @ (Binary::Add | Binary::Multiply | Binary::Maximum | Binary::Minimum))) => kind,
        _ => return Err(site.refuse("has a body that is not differentiated yet", HELP)),
    };
    let is_complex = site.ty(operand).element().as_complex().is_some();
    if is_complex && matches!(kind, Binary::Maximum | Binary::Minimum) {
        return Err(site.refuse("compares complex numbers", HELP));
    }
    let summed = numbers(site, "dimensions")?;
    let rank = shape(site, operand).len() as i64;
    let kept = (0..rank).filter(|dimension| !summed.contains(dimension)).collect();
    Ok(Reduction { kind, operand, start, summed, kept })
}

/// The derivative of the result by each element of the operand.
fn slopes(site: &mut Site, reduction: &Reduction) -> Result<Value> {
    match reduction.kind {
        Binary::Multiply => product_slopes(site, reduction),
        _ => choice_slopes(site, reduction),
    }
}

/// One over the number of elements that are the result, where an element is; else zero.
fn choice_slopes(site: &mut Site, reduction: &Reduction) -> Result<Value> {
    let (operand, ty) = (reduction.operand, site.ty(reduction.operand));
    let result = site.result(0)?;
    let result = broadcast(site, result, &reduction.kept, &ty)?;
    let (one, zero) = (splat(&mut site.builder, &ty, 1.0)?, splat(&mut site.builder, &ty, 0.0)?);
    let mut emit = TensorEmit::new(&mut site.builder);
    let is_result = emit.compare(Predicate::Equal, operand, result);
    let mark = emit.select(is_result, one, zero);
    let mark = emit.finish(mark)?;
    let count = sum_over(site, mark, &reduction.summed)?;
    let count = broadcast(site, count, &reduction.kept, &ty)?;
    let mut emit = TensorEmit::new(&mut site.builder);
    let share = emit.div(one, count);
    let slopes = emit.select(is_result, share, zero);
    emit.finish(slopes)
}

/// The product of all others: the whole divided by the element, and where there are zeros what is left without them.
fn product_slopes(site: &mut Site, reduction: &Reduction) -> Result<Value> {
    let (operand, ty) = (reduction.operand, site.ty(reduction.operand));
    let (one, zero) = (splat(&mut site.builder, &ty, 1.0)?, splat(&mut site.builder, &ty, 0.0)?);
    let mut emit = TensorEmit::new(&mut site.builder);
    let is_zero = emit.compare(Predicate::Equal, operand, zero);
    let factor = emit.select(is_zero, one, operand);
    let mark = emit.select(is_zero, one, zero);
    let (factor, mark) = emit.finish((factor, mark))?;
    let product = combine_over(site, "stablehlo.multiply", 1.0, factor, &reduction.summed)?;
    let product = broadcast(site, product, &reduction.kept, &ty)?;
    let start = broadcast(site, reduction.start, &[], &ty)?;
    let zeros = sum_over(site, mark, &reduction.summed)?;
    let zeros = broadcast(site, zeros, &reduction.kept, &ty)?;
    let mut emit = TensorEmit::new(&mut site.builder);
    let product = emit.mul(product, start);
    // Zeros among the other elements: all of them but this one.
    let others = emit.sub(zeros, mark);
    let is_free = emit.compare(Predicate::Equal, others, zero);
    let rest = emit.div(product, factor);
    let slopes = emit.select(is_free, rest, zero);
    emit.finish(slopes)
}

fn refuse_start(site: &Site) -> zymase_ir::LocatedDiagnostic {
    let help = "combine the value with the result of the reduction afterwards";
    site.refuse("starts from a value that has a derivative, which is not supported for this body", help)
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let reduction = read(site)?;
    if reduction.kind == Binary::Add {
        let (operand, start) = (site.ty(reduction.operand), site.ty(reduction.start));
        let operand = site.or_null(tangents[0], &operand)?;
        let start = site.or_null(tangents[1], &start)?;
        return Ok(vec![Some(site.again(&[operand, start])[0])]);
    }
    if tangents[1].is_some() {
        return Err(refuse_start(site));
    }
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let slopes = slopes(site, &reduction)?;
    let products = site.value("stablehlo.multiply", &[tangent, slopes], &[])?;
    Ok(vec![Some(sum_over(site, products, &reduction.summed)?)])
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
    let reduction = read(site)?;
    if reduction.kind != Binary::Add && wanted[1] {
        return Err(refuse_start(site));
    }
    let mut adjoints = vec![None; 2];
    if wanted[0] {
        let ty = site.ty(reduction.operand);
        let spread = broadcast(site, seed, &reduction.kept, &ty)?;
        adjoints[0] = Some(match reduction.kind {
            Binary::Add => spread,
            _ => {
                let slopes = slopes(site, &reduction)?;
                site.value("stablehlo.multiply", &[spread, slopes], &[])?
            }
        });
    }
    if wanted[1] {
        let all: Vec<i64> = (0..reduction.kept.len() as i64).collect();
        adjoints[1] = Some(sum_over(site, seed, &all)?);
    }
    Ok(adjoints)
}
