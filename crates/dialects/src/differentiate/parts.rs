//! Operations on single elements that are not a formula of one type: parts of complex numbers, conversions, choices; and
//! those that compute nothing (barriers).

use super::Entry;
use super::constants::splat_like;
use super::elementwise::{self, pull, push};
use super::linear::{each_forward, only_forward, only_reverse};
use super::matrices::{compare, conjugate, select};
use super::operations::sum_over;
use super::sizes::broadcast_like;
use zymase_calculus::Function;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Result, Value};

pub(super) const TABLE: &[Entry] = &[
    ("abs", ForwardRule(abs_forward), ReverseRule(abs_reverse)),
    ("clamp", ForwardRule(clamp_forward), ReverseRule(clamp_reverse)),
    ("complex", ForwardRule(each_forward), ReverseRule(complex_reverse)),
    ("convert", ForwardRule(only_forward), ReverseRule(convert_reverse)),
    ("imag", ForwardRule(only_forward), ReverseRule(imag_reverse)),
    ("optimization_barrier", ForwardRule(barrier_forward), ReverseRule(barrier_reverse)),
    ("real", ForwardRule(only_forward), ReverseRule(real_reverse)),
    ("reduce_precision", ForwardRule(only_forward), ReverseRule(only_reverse)),
    ("select", ForwardRule(select_forward), ReverseRule(select_reverse)),
    ("sign", ForwardRule(sign_forward), ReverseRule(sign_reverse)),
];

pub(super) const CHLO_TABLE: &[Entry] = &[
    ("conj", ForwardRule(only_forward), ReverseRule(only_reverse)),
    ("square", ForwardRule(square_forward), ReverseRule(square_reverse)),
];

fn convert_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let ty = site.ty(site.operand(0)?);
    Ok(vec![Some(site.typed("stablehlo.convert", &[seed], &[], ty)?)])
}

fn real_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let zero = site.null_like(seed)?;
    Ok(vec![Some(site.value("stablehlo.complex", &[seed, zero], &[])?)])
}

fn imag_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let zero = site.null_like(seed)?;
    let opposite = site.value("stablehlo.negate", &[seed], &[])?;
    Ok(vec![Some(site.value("stablehlo.complex", &[zero, opposite], &[])?)])
}

fn complex_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None, None]) };
    let real = if wanted[0] { Some(site.value("stablehlo.real", &[seed], &[])?) } else { None };
    let mut imaginary = None;
    if wanted[1] {
        let part = site.value("stablehlo.imag", &[seed], &[])?;
        imaginary = Some(site.value("stablehlo.negate", &[part], &[])?);
    }
    Ok(vec![real, imaginary])
}

fn is_complex(site: &Site) -> Result<bool> {
    Ok(site.ty(site.operand(0)?).element().as_complex().is_some())
}

fn parts(site: &mut Site, value: Value) -> Result<[Value; 2]> {
    Ok([site.value("stablehlo.real", &[value], &[])?, site.value("stablehlo.imag", &[value], &[])?])
}

/// The magnitude of a complex number is the hypotenuse of its parts.
fn abs_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    if !is_complex(site)? {
        return elementwise::forward(site, tangents);
    }
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let (operand, result) = (site.operand(0)?, site.result(0)?);
    let args = parts(site, operand)?;
    let tangents = parts(site, tangent)?.map(Some);
    Ok(vec![push(site, Function::Hypot, &args, &tangents, result)?])
}

fn abs_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    if !is_complex(site)? {
        return elementwise::reverse(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let (operand, result) = (site.operand(0)?, site.result(0)?);
    let args = parts(site, operand)?;
    let ty = site.ty(args[0]);
    let real = pull(site, Function::Hypot, 0, &args, result, seed)?;
    let real = site.or_null(real, &ty)?;
    let imaginary = pull(site, Function::Hypot, 1, &args, result, seed)?;
    let imaginary = site.or_null(imaginary, &ty)?;
    let opposite = site.value("stablehlo.negate", &[imaginary], &[])?;
    Ok(vec![Some(site.value("stablehlo.complex", &[real, opposite], &[])?)])
}

/// The sign of a real number changes by steps; that of a complex number turns: with `s = z / |z|` its tangent is
/// `(ż - s² conj ż) / 2|z|`, which is zero at zero, where the sign is.
fn sign_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let result = site.result(0)?;
    turned(site, tangents[0], result)
}

fn sign_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    if !is_complex(site)? {
        return Ok(vec![None]);
    }
    let result = site.result(0)?;
    let opposite = conjugate(site, result)?;
    turned(site, seeds[0], opposite)
}

fn turned(site: &mut Site, derivative: Derivative, sign: Value) -> Result<Vec<Derivative>> {
    let (Some(derivative), true) = (derivative, is_complex(site)?) else { return Ok(vec![None]) };
    let operand = site.operand(0)?;
    let size = site.value("stablehlo.abs", &[operand], &[])?;
    let real = site.ty(size).element().clone();
    let [zero, one] = [0.0, 1.0].map(|number| splat_like(&mut site.builder, size, &real, number));
    let (zero, one) = (zero?, one?);
    let is_zero = compare(site, "EQ", size, zero)?;
    let safe = select(site, is_zero, one, size)?;
    let twice = site.value("stablehlo.add", &[safe, safe], &[])?;
    let inverse = site.value("stablehlo.divide", &[one, twice], &[])?;
    let factor = select(site, is_zero, zero, inverse)?;
    let factor = site.value("stablehlo.complex", &[factor, zero], &[])?;
    let mirrored = conjugate(site, derivative)?;
    let square = site.value("stablehlo.multiply", &[sign, sign], &[])?;
    let mirrored = site.value("stablehlo.multiply", &[square, mirrored], &[])?;
    let difference = site.value("stablehlo.subtract", &[derivative, mirrored], &[])?;
    let product = site.value("stablehlo.multiply", &[difference, factor], &[])?;
    Ok(vec![Some(elementwise::keep_zero(site, derivative, product)?)])
}

fn square_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let (operand, result) = (site.operand(0)?, site.result(0)?);
    let both = [tangents[0], tangents[0]];
    Ok(vec![push(site, Function::Mul, &[operand, operand], &both, result)?])
}

fn square_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    square_forward(site, seeds)
}

fn barrier_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let present: Vec<Value> = tangents.iter().flatten().copied().collect();
    let types = site.ir().types(&present);
    let op = site.builder.build("stablehlo.optimization_barrier", &present, &[], &types);
    let mut results = site.ir()[op].results().to_vec().into_iter();
    Ok(tangents.iter().map(|tangent| tangent.and_then(|_| results.next())).collect())
}

fn barrier_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    barrier_forward(site, seeds)
}

fn select_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let [condition, first, second] = site.operands()[..] else { return Err(site.error("needs three operands")) };
    let on_true = site.or_null_like(tangents[1], first)?;
    let on_false = site.or_null_like(tangents[2], second)?;
    Ok(vec![Some(site.value("stablehlo.select", &[condition, on_true, on_false], &[])?)])
}

fn select_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 3]) };
    let condition = site.operand(0)?;
    let zero = site.null_like(seed)?;
    let mut adjoints = vec![None; 3];
    for (place, on_true, on_false) in [(1, seed, zero), (2, zero, seed)] {
        if wanted[place] {
            adjoints[place] = Some(site.value("stablehlo.select", &[condition, on_true, on_false], &[])?);
        }
    }
    Ok(adjoints)
}

/// A scalar repeated to the type of a tensor; the value itself if it has that type.
fn spread(site: &mut Site, value: Value, like: Value) -> Result<Value> {
    let ty = site.ty(like);
    if site.ty(value) == ty {
        return Ok(value);
    }
    broadcast_like(site, value, &[], like)
}

/// The smaller of the upper bound and (the larger of operand and lower bound): bounds of full shape, and what is in
/// between.
fn clamp_steps(site: &mut Site) -> Result<([Value; 2], [Value; 2])> {
    let operand = site.operand(1)?;
    let (low, high) = (site.operand(0)?, site.operand(2)?);
    let (low, high) = (spread(site, low, operand)?, spread(site, high, operand)?);
    let raised = site.value("stablehlo.maximum", &[operand, low], &[])?;
    Ok(([operand, low], [raised, high]))
}

fn clamp_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let (first, second) = clamp_steps(site)?;
    let mut spread_tangents = [None; 3];
    for (place, tangent) in tangents.iter().enumerate() {
        spread_tangents[place] = match tangent {
            Some(tangent) => Some(spread(site, *tangent, first[0])?),
            None => None,
        };
    }
    let [low, operand, high] = spread_tangents;
    let raised = push(site, Function::Maximum, &first, &[operand, low], second[0])?;
    let result = site.result(0)?;
    Ok(vec![push(site, Function::Minimum, &second, &[raised, high], result)?])
}

fn clamp_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 3]) };
    let (first, second) = clamp_steps(site)?;
    let result = site.result(0)?;
    let mut adjoints = vec![None; 3];
    if wanted[2] {
        adjoints[2] = pull(site, Function::Minimum, 1, &second, result, seed)?;
    }
    if let Some(raised) = pull(site, Function::Minimum, 0, &second, result, seed)? {
        for (place, operand) in [(1, 0), (0, 1)] {
            if wanted[place] {
                adjoints[place] = pull(site, Function::Maximum, operand, &first, second[0], raised)?;
            }
        }
    }
    for place in [0, 2] {
        let bound = site.ty(site.operand(place)?);
        if let Some(adjoint) = adjoints[place]
            && site.ty(adjoint) != bound
        {
            let rank = site.ty(adjoint).shape().map_or(0, <[i64]>::len);
            let all: Vec<i64> = (0..rank as i64).collect();
            adjoints[place] = Some(sum_over(site, adjoint, &all)?);
        }
    }
    Ok(adjoints)
}
