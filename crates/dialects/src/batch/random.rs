//! Random numbers. A generator with a state is a function of its state, and runs once for each example that has its own. Numbers
//! drawn from nowhere (`rng`) with bounds that are batched are drawn for every example by itself; with shared bounds they
//! are, as everything that depends on nothing batched, drawn once for all.

use super::Entry;
use super::each::one_by_one;
use super::support::{Batch, integers, reshape, scalars_as};
use crate::attribute_text::enum_value;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[("rng", BatchRule(draw)), ("rng_bit_generator", BatchRule(one_by_one))];

/// Numbers between 0 and 1 (or around 0 with deviation 1) for all examples, brought to the bounds of each.
fn draw(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let ty = site.stacked_results()?.remove(0);
    let Some(kind) = ty.element().as_float() else {
        let help = "draw floats, or share the bounds";
        return Err(site.refuse("draws integers between bounds that differ between examples", help));
    };
    let scalar = Type::tensor([], Type::float(kind));
    let (zero, one) = (number(site, &scalar, 0.0)?, number(site, &scalar, 1.0)?);
    let sizes = ty.shape().unwrap_or_default().to_vec();
    let shape = integers(site, &Type::tensor([sizes.len() as i64], Type::integer(64)), &sizes)?;
    let drawn = site.again(&[zero, one, shape], &[], std::slice::from_ref(&ty))[0];
    let is_normal = site.ir().attribute(site.op, "rng_distribution").and_then(enum_value) == Some("NORMAL");
    let mut bounds = Vec::with_capacity(2);
    for examples in &examples[..2] {
        let all = site.spread(*examples)?;
        let vector = Type::tensor([site.size], ty.element().clone());
        let all = reshape(site, all, &vector)?;
        bounds.push(scalars_as(site, all, &ty)?);
    }
    let width = if is_normal { bounds[1] } else { site.value("stablehlo.subtract", &[bounds[1], bounds[0]], &[])? };
    let scaled = site.value("stablehlo.multiply", &[drawn, width], &[])?;
    Ok(vec![Examples::Batched(site.value("stablehlo.add", &[scaled, bounds[0]], &[])?)])
}

fn number(site: &mut BatchSite, ty: &Type, number: f64) -> Result<Value> {
    let dense = DenseElements::of_floats(ty.clone(), [number]);
    let dense = dense.ok_or_else(|| site.error("needs a number of an unknown format"))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}
