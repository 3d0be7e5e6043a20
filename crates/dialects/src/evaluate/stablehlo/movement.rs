//! Operations that move elements, with sizes in attributes.

use crate::evaluate::rules::{Entry, one, operands, result_type};
use crate::evaluate::values::{element_type, static_shape, tensors};
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::movement::{self, Padding};
use zymase_tensor::{ElementType, Tensor, convert};

pub(super) const TABLE: &[Entry] = &[
    ("broadcast", Evaluate(broadcast)),
    ("broadcast_in_dim", Evaluate(broadcast_in_dim)),
    ("concatenate", Evaluate(concatenate)),
    ("dynamic_slice", Evaluate(dynamic_slice)),
    ("dynamic_update_slice", Evaluate(dynamic_update_slice)),
    ("get_dimension_size", Evaluate(get_dimension_size)),
    ("iota", Evaluate(iota)),
    ("pad", Evaluate(pad)),
    ("reshape", Evaluate(reshape)),
    ("reverse", Evaluate(reverse)),
    ("set_dimension_size", Evaluate(set_dimension_size)),
    ("slice", Evaluate(slice)),
    ("transpose", Evaluate(transpose)),
];

fn broadcast_in_dim(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let shape = static_shape(&result_type(machine, op, 0)?)?;
    one(movement::broadcast_in_dim(&x, &shape, &machine.sizes(op, "broadcast_dimensions")?)?)
}

/// Adds dimensions in front.
fn broadcast(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let sizes = machine.sizes(op, "broadcast_sizes")?;
    let dimensions: Vec<usize> = (sizes.len()..sizes.len() + x.rank()).collect();
    let shape = [&sizes[..], x.shape()].concat();
    one(movement::broadcast_in_dim(&x, &shape, &dimensions)?)
}

fn concatenate(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let parts = tensors(values)?;
    one(movement::concatenate(&parts.iter().collect::<Vec<_>>(), machine.size(op, "dimension")?)?)
}

/// The numbers of tensors of rank zero.
pub(super) fn scalars(values: Vec<RuntimeValue>) -> Result<Vec<i64>> {
    let one = |value: RuntimeValue| {
        let tensor = value.into_tensor()?;
        // Indices of unsigned 64-bit type that are out of range must not become negative.
        let numbers = match tensor.element() {
            ElementType::U64 => tensor.values::<u64>()?.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect(),
            _ => tensor.to_i64()?,
        };
        match numbers[..] {
            [number] => Ok(number),
            _ => Err(Problem::Here("an index is not of rank zero".into())),
        }
    };
    values.into_iter().map(one).collect()
}

fn dynamic_slice(machine: &mut Machine, op: Op, mut values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let starts = scalars(values.split_off(1.min(values.len())))?;
    let [x] = operands(values)?;
    one(movement::dynamic_slice(&x, &starts, &machine.sizes(op, "slice_sizes")?)?)
}

fn dynamic_update_slice(_: &mut Machine, _: Op, mut values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let starts = scalars(values.split_off(2.min(values.len())))?;
    let [x, update] = operands(values)?;
    one(movement::dynamic_update_slice(x, &update, &starts)?)
}

fn get_dimension_size(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let size = movement::get_dimension_size(&x, machine.size(op, "dimension")?)?;
    one(convert::convert(&size, element_type(&result_type(machine, op, 0)?)?)?)
}

fn set_dimension_size(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, size] = operands(values)?;
    one(movement::set_dimension_size(&x, &size, machine.size(op, "dimension")?)?)
}

fn iota(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ty = result_type(machine, op, 0)?;
    one(movement::iota(element_type(&ty)?, &static_shape(&ty)?, machine.size(op, "iota_dimension")?)?)
}

/// Padding from three lists of numbers.
pub(super) fn padding(low: &[i64], high: &[i64], interior: &[i64]) -> Result<Vec<Padding>> {
    if low.len() != high.len() || low.len() != interior.len() {
        return Err("lists of padding have different lengths".into());
    }
    let triples = low.iter().zip(high).zip(interior);
    Ok(triples.map(|((low, high), interior)| Padding { low: *low, high: *high, interior: *interior }).collect())
}

fn pad(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, value] = operands(values)?;
    let list = |name: &str| machine.integers(op, name);
    let how = padding(&list("edge_padding_low")?, &list("edge_padding_high")?, &list("interior_padding")?)?;
    one(movement::pad(&x, &value, &how)?)
}

fn reshape(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(reshaped(&x, &static_shape(&result_type(machine, op, 0)?)?)?)
}

pub(super) fn reshaped(x: &Tensor, shape: &[usize]) -> Result<Tensor> {
    Ok(x.reshape(shape)?)
}

fn reverse(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(movement::reverse(&x, &machine.sizes(op, "dimensions")?)?)
}

fn slice(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let list = |name: &str| machine.sizes(op, name);
    one(movement::slice(&x, &list("start_indices")?, &list("limit_indices")?, &list("strides")?)?)
}

fn transpose(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(movement::transpose(&x, &machine.sizes(op, "permutation")?)?)
}
