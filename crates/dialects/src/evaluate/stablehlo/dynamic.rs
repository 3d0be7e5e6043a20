//! Operations whose sizes are operands: the same kernels with numbers that are known only now.

use super::Entry;
use super::contraction::convolve;
use super::elementwise::{one, operands, result_type};
use super::indexing::gather_dimensions;
use super::movement::padding;
use crate::evaluate::values::element_type;
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::gather;
use zymase_tensor::movement;

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
    let pairs = padding.to_i64()?.as_chunks::<2>().0.iter().map(|[low, high]| (*low, *high)).collect();
    one(convolve(machine, op, &lhs, &rhs, Some(pairs))?)
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
