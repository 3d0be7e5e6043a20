//! Convolutions as loops: results begin with zero, and products are added along the dimension of the result that lies in a row.

use super::builtin::*;
use super::elements::numbers;
use super::lowering::{Held, LARGE, Lowering};
use zymase_dialects::stablehlo::attributes::ConvDimensionNumbers;
use zymase_ir::{Attribute, Builder, Op, Result, Type, Value};

struct Convolution {
    dims: ConvDimensionNumbers,
    input: Vec<i64>,
    kernel: Vec<i64>,
    output: Vec<i64>,
    strides: Vec<i64>,
    low: Vec<i64>,
    base: Vec<i64>,
    dilations: Vec<i64>,
    reversed: Vec<bool>,
    feature_groups: i64,
    batch_groups: i64,
}

/// A place of a window along the spatial dimensions.
struct Spatial {
    input: Vec<Value>,
    kernel: Vec<Value>,
    holds: Option<Value>,
}

/// The memory of a convolution.
struct Memory {
    input: Value,
    kernel: Value,
    output: Value,
}

fn read(this: &Lowering, b: &Builder, op: Op) -> Result<Convolution> {
    let dims = b.ir().attribute(op, "dimension_numbers").and_then(Attribute::downcast::<ConvDimensionNumbers>);
    let Some(dims) = dims.cloned() else { return Err(this.refuse(b, op, "has no dimension numbers")) };
    let spatial = dims.input_spatial.len();
    let or_ones = |name: &str| {
        let found = numbers(b, op, name);
        if found.is_empty() { vec![1; spatial] } else { found }
    };
    let padding = numbers(b, op, "padding");
    let reversed = match b.ir().attribute(op, "window_reversal") {
        Some(Attribute::DenseArray(array)) => array.values.iter().map(|value| *value != 0).collect(),
        _ => vec![false; spatial],
    };
    let group = |name: &str| b.ir().attribute(op, name).and_then(Attribute::as_i64).unwrap_or(1);
    let shape = |place: usize| b.ir()[op].operand(place).map(|value| shape_of(&b.ty(value))).unwrap_or_default();
    Ok(Convolution {
        input: shape(0),
        kernel: shape(1),
        output: shape_of(&b.ty(b.ir()[op].results()[0])),
        strides: or_ones("window_strides"),
        low: (0..spatial).map(|place| padding.get(2 * place).copied().unwrap_or(0)).collect(),
        base: or_ones("lhs_dilation"),
        dilations: or_ones("rhs_dilation"),
        reversed,
        feature_groups: group("feature_group_count"),
        batch_groups: group("batch_group_count"),
        dims,
    })
}

/// Writes `stablehlo.convolution`.
pub fn convolve(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let result = b.ir()[op].results()[0];
    let convolution = read(this, b, op)?;
    let ty = signless(b.ty(result).element());
    if operands.iter().any(|value| signless(b.ty(*value).element()) != ty) {
        return Err(this.refuse(b, op, "multiplies elements of other types than it gives"));
    }
    let memory = Memory {
        input: this.memory(b, operands[0])?,
        kernel: this.memory(b, operands[1])?,
        output: this.place_for(b, result),
    };
    let zero = number(b, &ty, 0.0);
    parallel(b, &convolution.output, false, |b, place| {
        store(b, zero, memory.output, place);
        Ok(())
    })?;
    convolution.accumulate(b, &memory, &ty)?;
    this.held.insert(result, Held::Memory(memory.output));
    Ok(())
}

impl Convolution {
    /// Loops over the result but its last dimension, then over kernel and features, then along the last dimension.
    fn accumulate(&self, b: &mut Builder, memory: &Memory, ty: &Type) -> Result<()> {
        let rank = self.output.len();
        let outer = &self.output[..rank - 1];
        let spatial = self.dims.kernel_spatial.len();
        let mut inner: Vec<i64> =
            self.dims.kernel_spatial.iter().map(|dimension| self.kernel[*dimension as usize]).collect();
        inner.push(self.kernel[self.dims.kernel_input_feature as usize]);
        let last = self.output[rank - 1];
        let work: i64 = self.output.iter().chain(&inner).product();
        parallel(b, outer, work >= LARGE, |b, place| {
            let place = place.to_vec();
            nest_with(b, &inner, &mut Vec::new(), &[], &mut |b, at, _| {
                let (window, feature) = (at[..spatial].to_vec(), at[spatial]);
                let is_spatial = self.dims.output_spatial.contains(&(rank as i64 - 1));
                let row = |b: &mut Builder, known: Option<Spatial>| {
                    parallel(b, &[last], false, |b, along| {
                        let all = [&place[..], along].concat();
                        let spatial = match known {
                            Some(known) => known,
                            None => self.spatial(b, &all, &window)?,
                        };
                        self.add(b, memory, ty, &all, &spatial, feature)
                    })
                };
                if is_spatial {
                    row(b, None)?;
                    return Ok(Vec::new());
                }
                // Along features all elements are within the input, or none.
                let zero = index(b, 0);
                let mut spatial = self.spatial(b, &[&place[..], &[zero]].concat(), &window)?;
                match spatial.holds.take() {
                    Some(holds) => when(b, holds, |b| row(b, Some(spatial)))?,
                    None => row(b, Some(spatial))?,
                }
                Ok(Vec::new())
            })?;
            Ok(())
        })
    }

    /// Where a window of an element of the result is in the input and in the kernel, and whether it is within.
    fn spatial(&self, b: &mut Builder, place: &[Value], window: &[Value]) -> Result<Spatial> {
        let mut found = Spatial { input: Vec::new(), kernel: Vec::new(), holds: None };
        for number in 0..window.len() {
            let to = place[self.dims.output_spatial[number] as usize];
            let size = self.kernel[self.dims.kernel_spatial[number] as usize];
            let start = linear(b, to, self.strides[number], -self.low[number])?;
            let more = linear(b, window[number], self.dilations[number], 0)?;
            let mut at = plus(b, start, more)?;
            let limit = self.input[self.dims.input_spatial[number] as usize];
            let mut checks = Vec::new();
            if !self.is_always_within(number, size, limit) {
                if self.base[number] > 1 {
                    let (by, zero) = (index(b, self.base[number]), index(b, 0));
                    let rest = one(b, "arith.remui", &[at, by], &Type::index());
                    checks.push(compare(b, "eq", rest, zero));
                    checks.push(compare(b, "sge", at, zero));
                    at = one(b, "arith.divui", &[at, by], &Type::index());
                }
                let limit = index(b, limit);
                checks.push(compare(b, "ult", at, limit));
            }
            for check in checks {
                found.holds = Some(found.holds.map_or(check, |others| same(b, "arith.andi", &[others, check])));
            }
            let last = index(b, size - 1);
            let own = if self.reversed[number] { minus(b, last, window[number])? } else { window[number] };
            found.input.push(at);
            found.kernel.push(own);
        }
        Ok(found)
    }

    /// Adds one product to an element of the result, if the window is within the input there.
    fn add(
        &self,
        b: &mut Builder,
        memory: &Memory,
        ty: &Type,
        place: &[Value],
        spatial: &Spatial,
        feature: Value,
    ) -> Result<()> {
        let mut input = vec![feature; self.input.len()];
        let mut kernel = vec![feature; self.kernel.len()];
        for (number, (at, own)) in spatial.input.iter().zip(&spatial.kernel).enumerate() {
            input[self.dims.input_spatial[number] as usize] = *at;
            kernel[self.dims.kernel_spatial[number] as usize] = *own;
        }
        self.features(b, place, feature, &mut input, &mut kernel)?;
        let sum = |b: &mut Builder| -> Result<()> {
            let (x, y, old) =
                (load(b, memory.input, &input), load(b, memory.kernel, &kernel), load(b, memory.output, place));
            let value = if ty.is_float() {
                let product = regrouped(b, "arith.mulf", &[x, y], ty);
                regrouped(b, "arith.addf", &[old, product], ty)
            } else {
                let product = same(b, "arith.muli", &[x, y]);
                same(b, "arith.addi", &[old, product])
            };
            store(b, value, memory.output, place);
            Ok(())
        };
        match spatial.holds {
            Some(holds) => when(b, holds, sum),
            None => sum(b),
        }
    }

    fn is_always_within(&self, number: usize, size: i64, limit: i64) -> bool {
        let outputs = self.output[self.dims.output_spatial[number] as usize];
        let last = (outputs - 1) * self.strides[number] - self.low[number] + (size - 1) * self.dilations[number];
        self.base[number] == 1 && self.low[number] <= 0 && last < limit
    }

    /// Which batch and features of the input and of the kernel belong to an element of the result.
    fn features(
        &self,
        b: &mut Builder,
        place: &[Value],
        feature: Value,
        input: &mut [Value],
        kernel: &mut [Value],
    ) -> Result<()> {
        let ty = Type::index();
        let out = place[self.dims.output_feature as usize];
        let batch = place[self.dims.output_batch as usize];
        let outputs = self.kernel[self.dims.kernel_output_feature as usize];
        kernel[self.dims.kernel_input_feature as usize] = feature;
        kernel[self.dims.kernel_output_feature as usize] = out;
        input[self.dims.input_feature as usize] = feature;
        input[self.dims.input_batch as usize] = batch;
        if self.feature_groups > 1 {
            let size = index(b, outputs / self.feature_groups);
            let group = one(b, "arith.divui", &[out, size], &ty);
            let per_group = self.kernel[self.dims.kernel_input_feature as usize];
            let first = linear(b, group, per_group, 0)?;
            input[self.dims.input_feature as usize] = plus(b, first, feature)?;
        }
        if self.batch_groups > 1 {
            let size = index(b, outputs / self.batch_groups);
            let group = one(b, "arith.divui", &[out, size], &ty);
            let per_group = self.output[self.dims.output_batch as usize];
            let first = linear(b, group, per_group, 0)?;
            input[self.dims.input_batch as usize] = plus(b, first, batch)?;
        }
        Ok(())
    }
}
