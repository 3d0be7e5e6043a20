//! Batch normalisation, written out in elementary operations.
//!
//! Elements narrower than `f32` are computed with in `f32`, as the operations themselves do.

use super::Entry;
use super::derived::{Expansion, forward, reverse};
use super::matrices::scale;
use super::operations::{broadcast, convert, shape, sum_over};
use super::space::splat;
use zymase_ir::derivative::{ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("batch_norm_grad", ForwardRule(forward::<Gradient>), ReverseRule(reverse::<Gradient>)),
    ("batch_norm_inference", ForwardRule(forward::<Inference>), ReverseRule(reverse::<Inference>)),
    ("batch_norm_training", ForwardRule(forward::<Training>), ReverseRule(reverse::<Training>)),
];

struct Training;
struct Inference;
struct Gradient;

/// The dimensions of a batch, and what they are computed in.
struct Batch {
    whole: Type,
    feature: i64,
    others: Vec<i64>,
    /// How many elements a feature has.
    count: f64,
    epsilon: f64,
    element: Type,
}

fn read(site: &Site, operand: Value) -> Result<Batch> {
    let attribute = |name| site.ir().attribute(site.op, name);
    let feature = attribute("feature_index").and_then(Attribute::as_i64).unwrap_or_default();
    let epsilon = attribute("epsilon").and_then(Attribute::as_f64).ok_or_else(|| site.error("has no epsilon"))?;
    let (sizes, element) = (shape(site, operand), site.ty(operand).element().clone());
    let is_narrow = element.as_float().is_some_and(|kind| kind.bits() < 32);
    let computed = if is_narrow { Type::f32() } else { element.clone() };
    let others: Vec<i64> = (0..sizes.len() as i64).filter(|dimension| *dimension != feature).collect();
    let count = others.iter().map(|dimension| sizes[*dimension as usize] as f64).product();
    Ok(Batch { whole: Type::tensor(sizes, computed), feature, others, count, epsilon, element })
}

impl Batch {
    fn widen(&self, site: &mut Site, value: Value) -> Result<Value> {
        convert(site, value, self.whole.element())
    }

    fn narrow(&self, site: &mut Site, value: Value) -> Result<Value> {
        convert(site, value, &self.element)
    }

    /// One number for each feature, repeated for its elements.
    fn spread(&self, site: &mut Site, value: Value) -> Result<Value> {
        broadcast(site, value, &[self.feature], &self.whole)
    }

    fn sum(&self, site: &mut Site, value: Value) -> Result<Value> {
        sum_over(site, value, &self.others)
    }

    fn mean(&self, site: &mut Site, value: Value) -> Result<Value> {
        let sum = self.sum(site, value)?;
        let ty = site.ty(sum);
        let count = splat(&mut site.builder, &ty, self.count)?;
        site.value("stablehlo.divide", &[sum, count], &[])
    }

    /// What differs from the mean of a feature.
    fn centre(&self, site: &mut Site, value: Value, mean: Value) -> Result<Value> {
        let mean = self.spread(site, mean)?;
        site.value("stablehlo.subtract", &[value, mean], &[])
    }

    /// The variance and a bit.
    fn shifted(&self, site: &mut Site, variance: Value) -> Result<Value> {
        let ty = site.ty(variance);
        let epsilon = splat(&mut site.builder, &ty, self.epsilon)?;
        site.value("stablehlo.add", &[variance, epsilon], &[])
    }

    fn deviation(&self, site: &mut Site, variance: Value) -> Result<Value> {
        let shifted = self.shifted(site, variance)?;
        site.value("stablehlo.sqrt", &[shifted], &[])
    }

    /// `centred / √(variance + ε) * scale + offset`
    fn normalise(
        &self,
        site: &mut Site,
        centred: Value,
        variance: Value,
        scale: Value,
        offset: Value,
    ) -> Result<Value> {
        let deviation = self.deviation(site, variance)?;
        let slope = site.value("stablehlo.divide", &[scale, deviation], &[])?;
        let slope = self.spread(site, slope)?;
        let offset = self.spread(site, offset)?;
        let scaled = site.value("stablehlo.multiply", &[centred, slope], &[])?;
        site.value("stablehlo.add", &[scaled, offset], &[])
    }
}

/// All operands, widened.
fn widened<const COUNT: usize>(site: &mut Site, batch: &Batch, operands: &[Value]) -> Result<[Value; COUNT]> {
    let wide: Result<Vec<Value>> = operands.iter().map(|value| batch.widen(site, *value)).collect();
    <[Value; COUNT]>::try_from(wide?).map_err(|_| site.error("has another number of operands"))
}

impl Expansion for Training {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let batch = read(site, operands[0])?;
        let [x, scale, offset] = widened(site, &batch, operands)?;
        let mean = batch.mean(site, x)?;
        let centred = batch.centre(site, x, mean)?;
        let square = site.value("stablehlo.multiply", &[centred, centred], &[])?;
        let variance = batch.mean(site, square)?;
        let output = batch.normalise(site, centred, variance, scale, offset)?;
        [output, mean, variance].into_iter().map(|value| batch.narrow(site, value)).collect()
    }
}

impl Expansion for Inference {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let batch = read(site, operands[0])?;
        let [x, scale, offset, mean, variance] = widened(site, &batch, operands)?;
        let centred = batch.centre(site, x, mean)?;
        let output = batch.normalise(site, centred, variance, scale, offset)?;
        Ok(vec![batch.narrow(site, output)?])
    }
}

impl Expansion for Gradient {
    /// With `c` elements `x` that differ by `d` from the mean, and slopes `g`: `(g - Σg/c - d Σgd / (c (variance + ε)))`
    /// times `scale / √(variance + ε)`; `Σgd / √(variance + ε)`; and `Σg`.
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let batch = read(site, operands[0])?;
        let [x, scale_of, mean, variance, slopes] = widened(site, &batch, operands)?;
        let centred = batch.centre(site, x, mean)?;
        let sum = batch.sum(site, slopes)?;
        let weighted = site.value("stablehlo.multiply", &[slopes, centred], &[])?;
        let weighted = batch.sum(site, weighted)?;
        let shifted = batch.shifted(site, variance)?;
        let deviation = site.value("stablehlo.sqrt", &[shifted], &[])?;
        let share = site.value("stablehlo.divide", &[weighted, shifted], &[])?;
        let [share, average] = [share, sum].map(|value| scale(site, value, 1.0 / batch.count));
        let (share, average) = (batch.spread(site, share?)?, batch.spread(site, average?)?);
        let tilt = site.value("stablehlo.multiply", &[centred, share], &[])?;
        let level = site.value("stablehlo.subtract", &[slopes, average], &[])?;
        let inner = site.value("stablehlo.subtract", &[level, tilt], &[])?;
        let slope = site.value("stablehlo.divide", &[scale_of, deviation], &[])?;
        let slope = batch.spread(site, slope)?;
        let operand = site.value("stablehlo.multiply", &[inner, slope], &[])?;
        let by_scale = site.value("stablehlo.divide", &[weighted, deviation], &[])?;
        [operand, by_scale, sum].into_iter().map(|value| batch.narrow(site, value)).collect()
    }
}
