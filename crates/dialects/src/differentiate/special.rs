//! Functions of CHLO whose derivative is not a formula of its own in `calculus`, and those that choose.

use super::Entry;
use super::derived::{Expansion, forward, reverse};
use super::elementwise::{keep_zero, pull};
use super::emit::TensorEmit;
use super::indexing::{move_along, put_along_onto};
use super::matrices::negate;
use super::operations::{convert, shape};
use super::space::splat;
use zymase_calculus::{Function, bessel_i1e_slope};
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Type, Value};

pub(super) const CHLO_TABLE: &[Entry] = &[
    ("bessel_i1e", ForwardRule(bessel_forward), ReverseRule(bessel_reverse)),
    ("erf_inv", ForwardRule(inverse_forward), ReverseRule(inverse_reverse)),
    ("polygamma", ForwardRule(polygamma_forward), ReverseRule(polygamma_reverse)),
    ("top_k", ForwardRule(top_forward), ReverseRule(top_reverse)),
    ("zeta", ForwardRule(zeta_forward), ReverseRule(zeta_reverse)),
    ("broadcast_add", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_atan2", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_complex", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_divide", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_maximum", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_minimum", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_multiply", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_polygamma", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_power", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_remainder", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_select", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_subtract", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
    ("broadcast_zeta", ForwardRule(forward::<Broadcast>), ReverseRule(reverse::<Broadcast>)),
];

/// What does not depend on the values of its operands, or changes by the last bit only.
pub(super) const CHLO_STEPS: &[&str] = &["constant_like", "next_after", "broadcast_next_after"];

/// The inverse of `erf` has one over its slope, at the result.
fn inverse_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let (argument, result) = (site.operand(0)?, site.result(0)?);
    let ty = site.ty(result);
    let one = splat(&mut site.builder, &ty, 1.0)?;
    let slope = pull(site, Function::Erf, 0, &[result], argument, one)?;
    let slope = slope.ok_or_else(|| site.error("has no formula"))?;
    let quotient = site.value("stablehlo.divide", &[tangent, slope], &[])?;
    Ok(vec![Some(keep_zero(site, tangent, quotient)?)])
}

fn inverse_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    inverse_forward(site, seeds)
}

/// Elements narrower than `f32` would overflow in the series.
fn bessel_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let (argument, result) = (site.operand(0)?, site.result(0)?);
    let element = site.ty(argument).element().clone();
    let is_narrow = element.as_float().is_some_and(|kind| kind.bits() < 32);
    let wide = if is_narrow { Type::f32() } else { element.clone() };
    let (argument, result) = (convert(site, argument, &wide)?, convert(site, result, &wide)?);
    let mut emit = TensorEmit::new(&mut site.builder);
    let slope = bessel_i1e_slope(&mut emit, argument, result);
    let slope = emit.finish(slope).map_err(|problem| site.error(problem.diagnostic.message))?;
    let slope = convert(site, slope, &element)?;
    let product = site.value("stablehlo.multiply", &[tangent, slope], &[])?;
    Ok(vec![Some(keep_zero(site, tangent, product)?)])
}

fn bessel_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    bessel_forward(site, seeds)
}

/// A number more, everywhere.
fn next(site: &mut Site, value: Value) -> Result<Value> {
    let ty = site.ty(value);
    let one = splat(&mut site.builder, &ty, 1.0)?;
    site.value("stablehlo.add", &[value, one], &[])
}

fn refuse_order(site: &Site) -> zymase_ir::LocatedDiagnostic {
    let help = "make the first operand independent of what is differentiated by";
    site.refuse("has no derivative by its first operand", help)
}

/// The slope of `ψ⁽ⁿ⁾` is `ψ⁽ⁿ⁺¹⁾`.
fn polygamma_slope(site: &mut Site) -> Result<Value> {
    let (order, argument) = (site.operand(0)?, site.operand(1)?);
    let order = next(site, order)?;
    site.value("chlo.polygamma", &[order, argument], &[])
}

/// The slope of `ζ(x, q)` by `q` is `-x ζ(x + 1, q)`.
fn zeta_slope(site: &mut Site) -> Result<Value> {
    let (exponent, argument) = (site.operand(0)?, site.operand(1)?);
    let above = next(site, exponent)?;
    let value = site.value("chlo.zeta", &[above, argument], &[])?;
    let product = site.value("stablehlo.multiply", &[exponent, value], &[])?;
    negate(site, product)
}

fn second_forward(site: &mut Site, tangents: &[Derivative], slope: fn(&mut Site) -> Result<Value>) -> Derivatives {
    if tangents[0].is_some() {
        return Err(refuse_order(site));
    }
    let Some(tangent) = tangents[1] else { return Ok(vec![None]) };
    let slope = slope(site)?;
    let product = site.value("stablehlo.multiply", &[tangent, slope], &[])?;
    Ok(vec![Some(keep_zero(site, tangent, product)?)])
}

fn second_reverse(
    site: &mut Site,
    seeds: &[Derivative],
    wanted: &[bool],
    slope: fn(&mut Site) -> Result<Value>,
) -> Derivatives {
    if wanted[0] {
        return Err(refuse_order(site));
    }
    let adjoints = second_forward(site, &[None, seeds[0]], slope)?;
    Ok(vec![None, adjoints[0]])
}

fn polygamma_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    second_forward(site, tangents, polygamma_slope)
}

fn polygamma_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    second_reverse(site, seeds, wanted, polygamma_slope)
}

fn zeta_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    second_forward(site, tangents, zeta_slope)
}

fn zeta_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    second_reverse(site, seeds, wanted, zeta_slope)
}

/// The results are the largest elements along the last dimension, and where they were.
fn top_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 2]) };
    let (places, along) = (site.result(1)?, shape(site, tangent).len().saturating_sub(1));
    Ok(vec![Some(move_along(site, tangent, places, along)?), None])
}

fn top_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let (places, along) = (site.result(1)?, shape(site, seed).len().saturating_sub(1));
    let ty = site.ty(site.operand(0)?);
    let null = site.null(&ty)?;
    Ok(vec![Some(put_along_onto(site, null, seed, places, along)?)])
}

/// An operation that repeats its operands: the same of StableHLO after they are repeated.
struct Broadcast;

impl Expansion for Broadcast {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let name = site.ir()[site.op].name().as_str().strip_prefix("chlo.broadcast_").unwrap_or_default().to_owned();
        let dialect = if matches!(name.as_str(), "polygamma" | "zeta") { "chlo" } else { "stablehlo" };
        let result = site.ty(site.result(0)?);
        let sizes = result.shape().unwrap_or_default().to_vec();
        let given = site.ir().attribute(site.op, "broadcast_dimensions").and_then(Attribute::as_i64_array);
        let given = given.map(<[i64]>::to_vec);
        let mut repeated = Vec::with_capacity(operands.len());
        for operand in operands {
            let rank = shape(site, *operand).len() as i64;
            // Dimensions go to the end unless something else is said of the smaller operand.
            let last: Vec<i64> = (sizes.len() as i64 - rank..sizes.len() as i64).collect();
            let dimensions = match &given {
                Some(given) if given.len() as i64 == rank && rank < sizes.len() as i64 => given.clone(),
                _ => last,
            };
            let ty = Type::tensor(sizes.clone(), site.ty(*operand).element().clone());
            repeated.push(match site.ty(*operand) == ty {
                true => *operand,
                false => super::operations::broadcast(site, *operand, &dimensions, &ty)?,
            });
        }
        Ok(vec![site.typed(&format!("{dialect}.{name}"), &repeated, &[], result)?])
    }
}
