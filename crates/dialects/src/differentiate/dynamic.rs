//! Operations whose sizes or places are operands, where these are constants: the operation that has them as attributes.

use super::Entry;
use super::derived::{Expansion, forward, reverse};
use super::movement::{broadcast, pad_with, reshape, shape, slice};
use crate::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::derivative::{ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("dynamic_broadcast_in_dim", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("dynamic_conv", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("dynamic_gather", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("dynamic_pad", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("dynamic_reshape", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
    ("real_dynamic_slice", ForwardRule(forward::<Static>), ReverseRule(reverse::<Static>)),
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
                let dimensions = super::movement::numbers(site, "broadcast_dimensions")?;
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
            ("stablehlo.dynamic_gather", [value, indices, sizes]) => {
                let sizes = constants(site, *sizes)?;
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
