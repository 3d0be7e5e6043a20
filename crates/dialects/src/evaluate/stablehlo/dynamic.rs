//! Operations whose sizes are operands: the same kernels with numbers that are known only now.

use super::contraction::convolve;
use super::indexing::gather_dimensions;
use super::movement::padding;
use crate::evaluate::bodies::{region, with_body};
use crate::evaluate::rules::{Entry, one, operands, result_type};
use crate::evaluate::values::{element_type, tensors};
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::{Attribute, Op};
use zymase_tensor::window::{self, Window};
use zymase_tensor::{Tensor, gather, movement};

pub(super) const TABLE: &[Entry] = &[
    ("dynamic_broadcast_in_dim", Evaluate(dynamic_broadcast_in_dim)),
    ("dynamic_conv", Evaluate(dynamic_conv)),
    ("dynamic_gather", Evaluate(dynamic_gather)),
    ("dynamic_iota", Evaluate(dynamic_iota)),
    ("dynamic_pad", Evaluate(dynamic_pad)),
    ("dynamic_reshape", Evaluate(dynamic_reshape)),
    ("real_dynamic_slice", Evaluate(real_dynamic_slice)),
];

fn dynamic_broadcast_in_dim(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, shape] = operands(values)?;
    one(movement::broadcast_in_dim(&x, &shape.to_sizes()?, &machine.sizes(op, "broadcast_dimensions")?)?)
}

fn dynamic_conv(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [lhs, rhs, padding] = operands(values)?;
    one(convolve(machine, op, &lhs, &rhs, Some(pairs(&padding)?))?)
}

/// The rows of a tensor of two columns.
fn pairs(rows: &Tensor) -> Result<Vec<(i64, i64)>> {
    Ok(rows.to_i64()?.as_chunks::<2>().0.iter().map(|[low, high]| (*low, *high)).collect())
}

fn dynamic_gather(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, indices, sizes] = operands(values)?;
    let dimensions = gather_dimensions(machine, op)?;
    one(gather::gather(&x, &indices, &dimensions, &sizes.to_sizes()?)?)
}

fn dynamic_iota(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [shape] = operands(values)?;
    let element = element_type(&result_type(machine, op, 0)?)?;
    one(movement::iota(element, &shape.to_sizes()?, machine.size(op, "iota_dimension")?)?)
}

fn dynamic_pad(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, value, low, high, interior] = operands(values)?;
    let how = padding(&low.to_i64()?, &high.to_i64()?, &interior.to_i64()?)?;
    one(movement::pad(&x, &value, &how)?)
}

fn dynamic_reshape(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, shape] = operands(values)?;
    one(x.reshape(&shape.to_sizes()?)?)
}

fn real_dynamic_slice(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, starts, limits, strides] = operands(values)?;
    one(movement::slice(&x, &starts.to_sizes()?, &limits.to_sizes()?, &strides.to_sizes()?)?)
}

/// What JAX calls as `stablehlo.dynamic_reduce_window`: operands, starts, then sizes, strides, dilations (of operands and of the window) and
/// padding; the body is a function.
pub(super) fn dynamic_reduce_window(
    machine: &mut Machine,
    op: Op,
    values: Vec<RuntimeValue>,
) -> Result<Vec<RuntimeValue>> {
    let mut inputs = tensors(values)?;
    if inputs.len() < 7 || inputs.len().is_multiple_of(2) {
        return Err("it needs operands, as many starts, and five tensors that describe the window".into());
    }
    let numbers = inputs.split_off(inputs.len() - 5);
    let initial = inputs.split_off(inputs.len() / 2);
    let window = Window {
        sizes: numbers[0].to_sizes()?,
        strides: numbers[1].to_sizes()?,
        base_dilations: numbers[2].to_sizes()?,
        window_dilations: numbers[3].to_sizes()?,
        padding: pairs(&numbers[4])?,
    };
    let computations = machine.attribute(op, "called_computations");
    let path = match computations {
        Some(Attribute::Array(all)) => all.first().and_then(Attribute::as_symbol),
        _ => None,
    };
    let body = path.and_then(|path| machine.ir().resolve_symbol(op, path)).ok_or("it names no function as its body")?;
    let region = region(machine, body, 0)?;
    let results = with_body(machine, region, |body| window::reduce_window(&inputs, &initial, &window, body))?;
    Ok(results.into_iter().map(RuntimeValue::Tensor).collect())
}
