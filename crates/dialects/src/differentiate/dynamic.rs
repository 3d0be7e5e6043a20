//! Operations whose sizes or places are operands: where these are constants, or follow from types, the operation that has them as
//! attributes; slices and paddings at places that are known only at run time are each other's transposes.

use super::Entry;
use super::constants::are_known;
use super::derived::{Expansion, forward, reverse};
use super::indexing::{Windows, gather_adjoint, integers, structure};
use super::linear::first_forward;
use super::operations::{broadcast, numbers, pad_with, reshape, shape, slice, sum_where, truth};
use super::sizes::{reshape_like, unrepeated};
use crate::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("dynamic_broadcast_in_dim", ForwardRule(shaped_forward), ReverseRule(broadcast_reverse)),
    ("dynamic_conv", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("dynamic_gather", ForwardRule(shaped_forward), ReverseRule(gather_reverse)),
    ("dynamic_pad", ForwardRule(pad_forward), ReverseRule(pad_reverse)),
    ("dynamic_reshape", ForwardRule(shaped_forward), ReverseRule(reshape_reverse)),
    ("real_dynamic_slice", ForwardRule(slice_forward), ReverseRule(slice_reverse)),
    ("torch_index_select", ForwardRule(forward::<IndexSelect>), ReverseRule(reverse::<IndexSelect>)),
];

struct Static;

/// The numbers of an operand that is a constant.
fn constants(site: &Site, value: Value) -> Result<Vec<i64>> {
    let constant = site.ir().defining_op(value).and_then(|op| site.ir().attribute(op, "value")?.as_dense()?.integers());
    constant.ok_or_else(|| {
        site.refuse("has sizes that are known only at run time, which is not differentiated", "make them constants")
    })
}

impl Expansion for Static {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let result = site.ty(site.result(0)?);
        let name = site.ir()[site.op].name().as_str().to_owned();
        let made = match (name.as_str(), operands) {
            ("stablehlo.dynamic_reshape", [value, _]) => reshape(site, *value, &result)?,
            ("stablehlo.dynamic_broadcast_in_dim", [value, _]) => {
                let dimensions = numbers(site, "broadcast_dimensions")?;
                broadcast(site, *value, &dimensions, &result)?
            }
            ("stablehlo.dynamic_pad", [value, padding, low, high, interior]) => {
                let amounts = [constants(site, *low)?, constants(site, *high)?, constants(site, *interior)?];
                pad_with(site, *value, *padding, [&amounts[0], &amounts[1], &amounts[2]])?
            }
            ("stablehlo.real_dynamic_slice", [value, starts, limits, strides]) => {
                let [starts, limits] = [constants(site, *starts)?, constants(site, *limits)?];
                slice(site, *value, &starts, &limits, &constants(site, *strides)?)?
            }
            ("stablehlo.dynamic_gather", [value, indices, _]) => {
                let sizes = slice_sizes(site, *value)?;
                with_attribute(
                    site,
                    "stablehlo.gather",
                    &[*value, *indices],
                    ("slice_sizes", Attribute::i64_array(sizes)),
                )?
            }
            ("stablehlo.dynamic_conv", [input, kernel, padding]) => {
                let pairs = constants(site, *padding)?;
                let ty = Type::tensor([pairs.len() as i64 / 2, 2], Type::integer(64));
                let dense = DenseElements::of_integers(ty, pairs).ok_or_else(|| site.error("is too large"))?;
                with_attribute(site, "stablehlo.convolution", &[*input, *kernel], ("padding", Attribute::Dense(dense)))?
            }
            _ => return Err(site.error("has another number of operands")),
        };
        Ok(vec![made])
    }
}

/// The sizes of slices of a gather, which its result shows.
fn slice_sizes(site: &Site, operand: Value) -> Result<Vec<i64>> {
    let gather: GatherDimensionNumbers = structure(site, "dimension_numbers")?;
    let result = shape(site, site.result(0)?);
    let mut windows = gather.offset_dims.iter().map(|dimension| result.get(*dimension as usize).copied());
    let is_one = |dimension: &i64| {
        gather.collapsed_slice_dims.contains(dimension) || gather.operand_batching_dims.contains(dimension)
    };
    let size = |dimension: i64| if is_one(&dimension) { Some(1) } else { windows.next().flatten() };
    let sizes: Option<Vec<i64>> = (0..shape(site, operand).len() as i64).map(size).collect();
    sizes.ok_or_else(|| site.error("has dimension numbers that do not fit its result"))
}

/// Whether the operands from a place on are constants.
fn are_constant(site: &Site, from: usize) -> bool {
    site.operands()[from..].iter().all(|value| constants(site, *value).is_ok())
}

/// Whether the types of the first operand and of the result say all sizes.
fn is_static(site: &Site) -> Result<bool> {
    Ok(are_known(&site.ty(site.operand(0)?)) && are_known(&site.ty(site.result(0)?)))
}

fn shaped_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if is_static(site)? { forward::<Static>(site, tangents) } else { first_forward(site, tangents) }
}

fn broadcast_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if is_static(site)? {
        return reverse::<Static>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let places = numbers(site, "broadcast_dimensions")?;
    let kept = numbers(site, "known_nonexpanding_dimensions").unwrap_or_default();
    let operand = site.operand(0)?;
    Ok(vec![Some(unrepeated(site, seed, &places, operand, &kept)?), None])
}

fn reshape_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if is_static(site)? {
        return reverse::<Static>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let operand = site.operand(0)?;
    Ok(vec![Some(reshape_like(site, seed, operand)?), None])
}

fn gather_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if is_static(site)? {
        return reverse::<Static>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None; 3]) };
    let sizes = site.operand(2)?;
    Ok(vec![Some(gather_adjoint(site, seed, Windows::Given(sizes))?), None, None])
}

fn slice_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if are_constant(site, 1) { forward::<Static>(site, tangents) } else { first_forward(site, tangents) }
}

/// The seed between zeros: as many before it as the slice left out, and between its elements as it passed over.
fn slice_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if are_constant(site, 1) {
        return reverse::<Static>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0].filter(|seed| !shape(site, *seed).contains(&0)) else { return Ok(vec![None; 4]) };
    let operands = site.operands();
    let [value, start, _, strides] = operands[..] else { return Err(site.error("needs four operands")) };
    let (whole, list) = (site.ty(value), site.ty(start));
    let steps: Vec<i64> = shape(site, seed).iter().map(|size| size - 1).collect();
    let ones = integers(site, list.clone(), &vec![1; steps.len()])?;
    let (steps, sizes) = (integers(site, list.clone(), &steps)?, integers(site, list, &shape(site, value))?);
    let reach = site.value("stablehlo.multiply", &[steps, strides], &[])?;
    let reach = site.value("stablehlo.add", &[reach, ones], &[])?;
    let after = site.value("stablehlo.subtract", &[sizes, start], &[])?;
    let after = site.value("stablehlo.subtract", &[after, reach], &[])?;
    let between = site.value("stablehlo.subtract", &[strides, ones], &[])?;
    let zero = site.null(&Type::tensor([], whole.element().clone()))?;
    let spread = site.typed("stablehlo.dynamic_pad", &[seed, zero, start, after, between], &[], whole)?;
    Ok(vec![Some(spread), None, None, None])
}

fn pad_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if are_constant(site, 2) {
        return forward::<Static>(site, tangents);
    }
    let mut operands = site.operands();
    for place in 0..2 {
        let ty = site.ty(operands[place]);
        operands[place] = site.or_null(tangents[place], &ty)?;
    }
    Ok(vec![Some(site.again(&operands)[0])])
}

/// What lies where the operand went, and the sum of all else.
fn pad_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if are_constant(site, 2) {
        return reverse::<Static>(site, seeds, wanted);
    }
    let Some(seed) = seeds[0] else { return Ok(vec![None; 5]) };
    let operands = site.operands();
    let [value, _, low, high, interior] = operands[..] else { return Err(site.error("needs five operands")) };
    let (sizes, gaps) = (shape(site, value), constants(site, interior)?);
    let element = site.ty(seed).element().clone();
    let mut adjoints = vec![None; 5];
    if wanted[0] {
        let [before, after] = [low, high].map(|amount| site.value("stablehlo.negate", &[amount], &[]));
        let none = integers(site, site.ty(low), &vec![0; sizes.len()])?;
        let reaches = sizes.iter().zip(&gaps).map(|(size, gap)| (size - 1) * (gap + 1) + 1);
        let reaches: Vec<i64> = reaches.map(|reach| reach.max(0)).collect();
        let zero = site.null(&Type::tensor([], element.clone()))?;
        let ty = Type::tensor(reaches.clone(), element.clone());
        let cut = site.typed("stablehlo.dynamic_pad", &[seed, zero, before?, after?, none], &[], ty)?;
        let strides: Vec<i64> = gaps.iter().map(|gap| gap + 1).collect();
        adjoints[0] = Some(slice(site, cut, &vec![0; sizes.len()], &reaches, &strides)?);
    }
    if wanted[1] {
        let [inside, outside] = [(sizes, false), (Vec::new(), true)].map(|(sizes, value)| truth(site, &sizes, value));
        let mask = Type::tensor(shape(site, seed), Type::integer(1));
        let mask = site.typed("stablehlo.dynamic_pad", &[inside?, outside?, low, high, interior], &[], mask)?;
        adjoints[1] = Some(sum_where(site, mask, seed)?);
    }
    Ok(adjoints)
}

/// Another operation with the attributes of this one and one more.
fn with_attribute(site: &mut Site, name: &str, operands: &[Value], more: (&str, Attribute)) -> Result<Value> {
    let own = site.ir().state_of(site.op);
    let mut state = site.builder.state(name, operands, &[more]);
    for (name, value) in own.properties.iter().chain(own.attributes.iter()) {
        state.set(name, value.clone());
    }
    state.result_types = own.result_types;
    let op = site.builder.insert(state);
    Ok(site.ir()[op].results()[0])
}

/// Slices along one dimension, for indices that share batch dimensions with the operand.
struct IndexSelect;

impl Expansion for IndexSelect {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let [value, indices] = operands[..] else { return Err(site.error("needs two operands")) };
        let number = |name| site.ir().attribute(site.op, name).and_then(Attribute::as_i64).unwrap_or_default();
        let (dimension, batch) = (number("dim"), number("batch_dims"));
        let (mut sizes, rank) = (shape(site, value), shape(site, indices).len() as i64);
        let result = site.ty(site.result(0)?);
        let results = result.shape().unwrap_or_default().len() as i64;
        let index_places = dimension..dimension + rank - batch;
        let gather = GatherDimensionNumbers {
            offset_dims: (batch..results).filter(|place| !index_places.contains(place)).collect(),
            collapsed_slice_dims: vec![dimension],
            operand_batching_dims: (0..batch).collect(),
            start_indices_batching_dims: (0..batch).collect(),
            start_index_map: vec![dimension],
            index_vector_dim: rank,
        };
        sizes[dimension as usize] = 1;
        sizes[..batch as usize].fill(1);
        let attributes =
            [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(sizes))];
        Ok(vec![site.typed("stablehlo.gather", &[value, indices], &attributes, result)?])
    }
}
