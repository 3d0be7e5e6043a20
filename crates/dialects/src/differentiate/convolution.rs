//! Convolutions: the adjoint of either side is again a convolution, of the seed with the other side.

use super::Entry;
use super::derived::{self, Expansion};
use super::operations::{convert, numbers, reshape, shape, transpose};
use super::window_shape::{numbers_or_one, paddings, reach};
use crate::stablehlo::attributes::ConvDimensionNumbers;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DYNAMIC, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] =
    &[("convolution", ForwardRule(super::contraction::forward), ReverseRule(any_reverse))];

/// A convolution as it stands in the program.
struct Convolution {
    numbers: ConvDimensionNumbers,
    strides: Vec<i64>,
    padding: Vec<(i64, i64)>,
    input_dilation: Vec<i64>,
    kernel_dilation: Vec<i64>,
    reversal: Vec<bool>,
    feature_groups: i64,
}

/// How far input, kernel and result reach in one spatial dimension, with what stands between their elements.
struct Reach {
    input: i64,
    kernel: i64,
    result: i64,
}

fn read(site: &Site) -> Result<Convolution> {
    let attribute = |name| site.ir().attribute(site.op, name);
    let dimension_numbers = attribute("dimension_numbers").and_then(Attribute::downcast::<ConvDimensionNumbers>);
    let Some(dimension_numbers) = dimension_numbers.cloned() else {
        return Err(site.error("has no dimension numbers"));
    };
    let rank = dimension_numbers.input_spatial.len();
    let count = |name| attribute(name).and_then(Attribute::as_i64).unwrap_or(1);
    let reversal = match attribute("window_reversal") {
        Some(_) => numbers(site, "window_reversal")?.into_iter().map(|number| number != 0).collect(),
        None => vec![false; rank],
    };
    Ok(Convolution {
        strides: numbers_or_one(site, "window_strides", rank)?,
        padding: paddings(site, rank)?,
        input_dilation: numbers_or_one(site, "lhs_dilation", rank)?,
        kernel_dilation: numbers_or_one(site, "rhs_dilation", rank)?,
        reversal,
        feature_groups: count("feature_group_count"),
        numbers: dimension_numbers,
    })
}

fn reaches(site: &Site, what: &Convolution) -> Result<Vec<Reach>> {
    let shapes = [site.operand(0)?, site.operand(1)?, site.result(0)?].map(|value| shape(site, value));
    let numbers = &what.numbers;
    let one = |spatial: usize| {
        Some(Reach {
            input: reach(shapes[0][numbers.input_spatial[spatial] as usize], what.input_dilation[spatial])?,
            kernel: reach(shapes[1][numbers.kernel_spatial[spatial] as usize], what.kernel_dilation[spatial])?,
            result: reach(shapes[2][numbers.output_spatial[spatial] as usize], what.strides[spatial])?,
        })
    };
    let all: Option<Vec<Reach>> = (0..what.strides.len()).map(one).collect();
    all.ok_or_else(|| site.error("is too large"))
}

fn convolve(site: &mut Site, input: Value, kernel: Value, what: &Convolution, batch_groups: i64) -> Result<Value> {
    let rank = what.padding.len() as i64;
    let padding = DenseElements::of_integers(
        Type::tensor([rank, 2], Type::integer(64)),
        what.padding.iter().flat_map(|(low, high)| [*low, *high]),
    );
    let padding = padding.ok_or_else(|| site.error("is too large"))?;
    let mut attributes = vec![
        ("window_strides", Attribute::i64_array(what.strides.clone())),
        ("padding", Attribute::Dense(padding)),
        ("lhs_dilation", Attribute::i64_array(what.input_dilation.clone())),
        ("rhs_dilation", Attribute::i64_array(what.kernel_dilation.clone())),
        ("window_reversal", Attribute::bool_array(&what.reversal)),
        ("dimension_numbers", Attribute::dialect(what.numbers.clone())),
        ("feature_group_count", Attribute::i64(what.feature_groups)),
        ("batch_group_count", Attribute::i64(batch_groups)),
    ];
    if let Some(precision) = site.ir().attribute(site.op, "precision_config").cloned() {
        attributes.push(("precision_config", precision));
    }
    site.value("stablehlo.convolution", &[input, kernel], &attributes)
}

fn any_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let groups = site.ir().attribute(site.op, "batch_group_count").and_then(Attribute::as_i64).unwrap_or(1);
    let types = [site.operand(0)?, site.operand(1)?, site.result(0)?].map(|value| site.ty(value).element().clone());
    match groups == 1 && types[0] == types[1] && types[0] == types[2] {
        true => reverse(site, seeds, wanted),
        false => derived::reverse::<Plain>(site, seeds, wanted),
    }
}

/// A convolution of one element type, with groups of features instead of groups of batches: a group of the batch sees
/// features of its own.
struct Plain;

impl Expansion for Plain {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let mut what = read(site)?;
        refuse_unknown_windows(site, &what)?;
        let groups = site.ir().attribute(site.op, "batch_group_count").and_then(Attribute::as_i64).unwrap_or(1);
        let element = site.ty(site.result(0)?).element().clone();
        let input = convert(site, operands[0], &element)?;
        let kernel = convert(site, operands[1], &element)?;
        if groups == 1 {
            return Ok(vec![convolve(site, input, kernel, &what, 1)?]);
        }
        let (from, to) = (what.numbers.input_batch as usize, what.numbers.input_feature as usize);
        let input = move_groups(site, input, groups, from, to)?;
        what.feature_groups = groups;
        Ok(vec![convolve(site, input, kernel, &what, 1)?])
    }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    // A seed without elements could not be a kernel, and says nothing.
    if shape(site, seed).contains(&0) {
        return Ok(vec![None; 2]);
    }
    let what = read(site)?;
    refuse_unknown_windows(site, &what)?;
    let reaches = reaches(site, &what)?;
    let input = if wanted[0] { Some(input_adjoint(site, seed, &what, &reaches)?) } else { None };
    let kernel = if wanted[1] { Some(kernel_adjoint(site, seed, &what, &reaches)?) } else { None };
    Ok(vec![input, kernel])
}

/// Only the number of examples may be known at run time only.
fn refuse_unknown_windows(site: &Site, what: &Convolution) -> Result<()> {
    let (mut input, kernel) = (shape(site, site.operand(0)?), shape(site, site.operand(1)?));
    if what.feature_groups == 1 {
        input.remove(what.numbers.input_batch as usize);
    }
    match input.iter().chain(&kernel).any(|size| *size == DYNAMIC) {
        true => {
            let message = "has windows or groups of sizes that are known at run time only, which is not differentiated";
            Err(site.refuse(message, "give it a static shape, but for the number of examples"))
        }
        false => Ok(()),
    }
}

/// The seed convolved with the kernel backwards: what was moved over by strides now has gaps.
fn input_adjoint(site: &mut Site, seed: Value, what: &Convolution, reaches: &[Reach]) -> Result<Value> {
    let numbers = &what.numbers;
    let pad = |(reach, (low, _)): (&Reach, &(i64, i64))| {
        let before = reach.kernel - low - 1;
        (before, reach.input + reach.kernel - 1 - reach.result - before)
    };
    let turned = ConvDimensionNumbers {
        input_batch: numbers.output_batch,
        input_feature: numbers.output_feature,
        input_spatial: numbers.output_spatial.clone(),
        kernel_input_feature: numbers.kernel_output_feature,
        kernel_output_feature: numbers.kernel_input_feature,
        kernel_spatial: numbers.kernel_spatial.clone(),
        output_batch: numbers.input_batch,
        output_feature: numbers.input_feature,
        output_spatial: numbers.input_spatial.clone(),
    };
    let adjoint = Convolution {
        numbers: turned,
        strides: what.input_dilation.clone(),
        padding: reaches.iter().zip(&what.padding).map(pad).collect(),
        input_dilation: what.strides.clone(),
        kernel_dilation: what.kernel_dilation.clone(),
        reversal: vec![false; what.reversal.len()],
        feature_groups: what.feature_groups,
    };
    let kernel = site.operand(1)?;
    let kernel = exchange_groups(site, kernel, what)?;
    // A reversed kernel and not a reversed window: XLA has fast code for the former only.
    let turned: Vec<bool> = what.reversal.iter().map(|is_reversed| !is_reversed).collect();
    let kernel = reverse_kernel(site, kernel, numbers, &turned)?;
    convolve(site, seed, kernel, &adjoint, 1)
}

/// A kernel whose groups are counted by its input features instead of its output features.
fn exchange_groups(site: &mut Site, kernel: Value, what: &Convolution) -> Result<Value> {
    let (from, to) = (what.numbers.kernel_output_feature as usize, what.numbers.kernel_input_feature as usize);
    move_groups(site, kernel, what.feature_groups, from, to)
}

/// Lets groups be counted by the dimension `to` instead of `from`.
fn move_groups(site: &mut Site, value: Value, groups: i64, from: usize, to: usize) -> Result<Value> {
    if groups == 1 {
        return Ok(value);
    }
    let (sizes, element) = (shape(site, value), site.ty(value).element().clone());
    let mut split = sizes.clone();
    split[from] /= groups;
    split.insert(from, groups);
    let apart = reshape(site, value, &Type::tensor(split, element.clone()))?;
    // Where dimensions are now that there is one more, and then with the groups before those they go to.
    let now = |dimension: usize| if dimension >= from { dimension + 1 } else { dimension };
    let mut order: Vec<i64> = (0..sizes.len()).map(|dimension| now(dimension) as i64).collect();
    order.insert(to, from as i64);
    let moved = transpose(site, apart, &order)?;
    let mut together = sizes;
    together[from] /= groups;
    together[to] *= groups;
    reshape(site, moved, &Type::tensor(together, element))
}

/// The input convolved with the seed, where the batch is what is summed over.
fn kernel_adjoint(site: &mut Site, seed: Value, what: &Convolution, reaches: &[Reach]) -> Result<Value> {
    let numbers = &what.numbers;
    let pad = |(reach, (low, _)): (&Reach, &(i64, i64))| (*low, reach.result + reach.kernel - reach.input - 1 - low);
    let turned = ConvDimensionNumbers {
        input_batch: numbers.input_feature,
        input_feature: numbers.input_batch,
        input_spatial: numbers.input_spatial.clone(),
        kernel_input_feature: numbers.output_batch,
        kernel_output_feature: numbers.output_feature,
        kernel_spatial: numbers.output_spatial.clone(),
        output_batch: numbers.kernel_input_feature,
        output_feature: numbers.kernel_output_feature,
        output_spatial: numbers.kernel_spatial.clone(),
    };
    let adjoint = Convolution {
        numbers: turned,
        strides: what.kernel_dilation.clone(),
        padding: reaches.iter().zip(&what.padding).map(pad).collect(),
        input_dilation: what.input_dilation.clone(),
        kernel_dilation: what.strides.clone(),
        reversal: vec![false; what.reversal.len()],
        feature_groups: 1,
    };
    let input = site.operand(0)?;
    let kernel = convolve(site, input, seed, &adjoint, what.feature_groups)?;
    reverse_kernel(site, kernel, numbers, &what.reversal)
}

/// A kernel backwards in some of its spatial dimensions. Those of size one are the same either way.
fn reverse_kernel(site: &mut Site, kernel: Value, numbers: &ConvDimensionNumbers, reversed: &[bool]) -> Result<Value> {
    let sizes = shape(site, kernel);
    let chosen = numbers.kernel_spatial.iter().zip(reversed);
    let chosen = chosen.filter(|(dimension, is_reversed)| **is_reversed && sizes[**dimension as usize] != 1);
    let mut dimensions: Vec<i64> = chosen.map(|(dimension, _)| *dimension).collect();
    dimensions.sort_unstable();
    if dimensions.is_empty() {
        return Ok(kernel);
    }
    site.value("stablehlo.reverse", &[kernel], &[("dimensions", Attribute::i64_array(dimensions))])
}
