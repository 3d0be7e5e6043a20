//! Fourier transforms: linear, and symmetric as matrices. Real data has half of its frequencies left out; those that stand
//! for two count twice.

use super::Entry;
use super::linear::{only_forward, only_reverse};
use super::matrices::{conjugate, word};
use super::operations::{broadcast, numbers, shape};
use crate::attribute_text::enum_value;
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[("fft", ForwardRule(only_forward), ReverseRule(reverse))];

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    // Nothing has no frequencies.
    if shape(site, seed).contains(&0) {
        return Ok(vec![None]);
    }
    let kind = site.ir().attribute(site.op, "fft_type").and_then(enum_value);
    let lengths = numbers(site, "fft_length")?;
    let count: f64 = lengths.iter().map(|length| *length as f64).product();
    let last = lengths.last().copied().unwrap_or(1);
    match kind {
        Some("RFFT") => {
            let weights = weights(site, seed, last, |twice| if twice { count / 2.0 } else { count })?;
            let turned = conjugate(site, seed)?;
            let weighted = site.value("stablehlo.multiply", &[turned, weights], &[])?;
            Ok(vec![Some(transform(site, weighted, "IRFFT", &lengths)?)])
        }
        Some("IRFFT") => {
            let spectrum = transform(site, seed, "RFFT", &lengths)?;
            let turned = conjugate(site, spectrum)?;
            let weights = weights(site, turned, last, |twice| if twice { 2.0 / count } else { 1.0 / count })?;
            Ok(vec![Some(site.value("stablehlo.multiply", &[turned, weights], &[])?)])
        }
        _ => only_reverse(site, seeds, wanted),
    }
}

fn transform(site: &mut Site, value: Value, kind: &str, lengths: &[i64]) -> Result<Value> {
    let attributes = [("fft_type", word(site, "fft_type", kind)?), ("fft_length", Attribute::i64_array(lengths))];
    site.value("stablehlo.fft", &[value], &attributes)
}

/// A weight for each frequency along the last dimension of half a spectrum, by whether it stands for two.
fn weights(site: &mut Site, like: Value, length: i64, weight: impl Fn(bool) -> f64) -> Result<Value> {
    let ty = site.ty(like);
    let sizes = shape(site, like);
    let half = sizes.last().copied().unwrap_or_default();
    let part = ty.element().as_complex().unwrap_or(ty.element()).clone();
    let real = Type::tensor([half], part);
    let all = (0..half).map(|frequency| weight(frequency > 0 && 2 * frequency < length));
    let dense = DenseElements::of_floats(real, all).ok_or_else(|| site.error("is too large"))?;
    let row = site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])?;
    let row = site.typed("stablehlo.convert", &[row], &[], Type::tensor([half], ty.element().clone()))?;
    broadcast(site, row, &[sizes.len() as i64 - 1], &ty)
}
