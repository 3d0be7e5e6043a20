//! Operations on single elements.

use crate::evaluate::functions::{BINARY, UNARY, direction};
use crate::evaluate::rules::{Entry, one, operands, result_type, short_name};
use crate::evaluate::values::{element_type, static_shape};
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::convert;
use zymase_tensor::elementwise::{self, Comparison, Unary};

pub(super) const TABLE: &[Entry] = &[
    ("abs", Evaluate(unary)),
    ("cbrt", Evaluate(unary)),
    ("ceil", Evaluate(unary)),
    ("cosine", Evaluate(unary)),
    ("count_leading_zeros", Evaluate(unary)),
    ("exponential", Evaluate(unary)),
    ("exponential_minus_one", Evaluate(unary)),
    ("floor", Evaluate(unary)),
    ("log", Evaluate(unary)),
    ("log_plus_one", Evaluate(unary)),
    ("logistic", Evaluate(unary)),
    ("negate", Evaluate(unary)),
    ("not", Evaluate(unary)),
    ("popcnt", Evaluate(unary)),
    ("round_nearest_afz", Evaluate(unary)),
    ("round_nearest_even", Evaluate(unary)),
    ("rsqrt", Evaluate(unary)),
    ("sign", Evaluate(unary)),
    ("sine", Evaluate(unary)),
    ("sqrt", Evaluate(unary)),
    ("tan", Evaluate(tan)),
    ("tanh", Evaluate(unary)),
    ("add", Evaluate(binary)),
    ("and", Evaluate(binary)),
    ("atan2", Evaluate(binary)),
    ("divide", Evaluate(binary)),
    ("maximum", Evaluate(binary)),
    ("minimum", Evaluate(binary)),
    ("multiply", Evaluate(binary)),
    ("or", Evaluate(binary)),
    ("power", Evaluate(binary)),
    ("remainder", Evaluate(binary)),
    ("shift_left", Evaluate(binary)),
    ("shift_right_arithmetic", Evaluate(binary)),
    ("shift_right_logical", Evaluate(binary)),
    ("subtract", Evaluate(binary)),
    ("xor", Evaluate(binary)),
    ("bitcast_convert", Evaluate(bitcast_convert)),
    ("clamp", Evaluate(clamp)),
    ("compare", Evaluate(compare)),
    ("complex", Evaluate(complex)),
    ("constant", Evaluate(constant)),
    ("convert", Evaluate(convert_elements)),
    ("imag", Evaluate(imag)),
    ("is_finite", Evaluate(is_finite)),
    ("real", Evaluate(real)),
    ("reduce_precision", Evaluate(reduce_precision)),
    ("select", Evaluate(select)),
    ("uniform_dequantize", Evaluate(identity)),
    ("uniform_quantize", Evaluate(identity)),
];

/// What may stand in a body that is run for many elements at once.
pub(super) const BY_ELEMENT: &[&str] = &[
    "abs",
    "cbrt",
    "ceil",
    "cosine",
    "count_leading_zeros",
    "exponential",
    "exponential_minus_one",
    "floor",
    "log",
    "log_plus_one",
    "logistic",
    "negate",
    "not",
    "popcnt",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "sign",
    "sine",
    "sqrt",
    "tan",
    "tanh",
    "add",
    "and",
    "atan2",
    "divide",
    "maximum",
    "minimum",
    "multiply",
    "or",
    "power",
    "remainder",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "subtract",
    "xor",
    "clamp",
    "compare",
    "complex",
    "constant",
    "convert",
    "imag",
    "is_finite",
    "real",
    "reduce_precision",
    "select",
];

fn unary(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let name = short_name(machine, op);
    let (_, function) = UNARY.iter().find(|(known, _)| *known == name).ok_or("it is not a known function")?;
    one(elementwise::unary(*function, &x)?)
}

fn tan(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(elementwise::unary(Unary::Tan, &x)?)
}

fn binary(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let name = short_name(machine, op);
    let (_, function) = BINARY.iter().find(|(known, _)| *known == name).ok_or("it is not a known function")?;
    one(elementwise::binary(*function, &a, &b)?)
}

fn compare(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let word = machine.word(op, "comparison_direction").ok_or("it has no direction")?;
    let is_total = machine.word(op, "compare_type").is_some_and(|word| word == "TOTALORDER");
    let comparison = if is_total { Comparison::TotalOrder } else { Comparison::Numbers };
    one(elementwise::compare(direction(&word)?, comparison, &a, &b)?)
}

fn select(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [condition, on_true, on_false] = operands(values)?;
    one(elementwise::select(&condition, &on_true, &on_false)?)
}

fn clamp(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [low, x, high] = operands(values)?;
    one(elementwise::clamp(&low, &x, &high)?)
}

fn complex(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [re, im] = operands(values)?;
    one(elementwise::complex(&re, &im)?)
}

fn real(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [z] = operands(values)?;
    one(elementwise::real(&z)?)
}

fn imag(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [z] = operands(values)?;
    one(elementwise::imag(&z)?)
}

fn is_finite(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(elementwise::is_finite(&x)?)
}

fn reduce_precision(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let bits = |name: &str| -> Result<u32> {
        let bits = machine.number(op, name)?;
        u32::try_from(bits).map_err(|_| Problem::Here(format!("`{name}` is {bits}")))
    };
    one(elementwise::reduce_precision(&x, bits("exponent_bits")?, bits("mantissa_bits")?)?)
}

fn convert_elements(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(convert::convert(&x, element_type(&result_type(machine, op, 0)?)?)?)
}

fn bitcast_convert(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(convert::bitcast(&x, element_type(&result_type(machine, op, 0)?)?)?)
}

/// Quantisation happens around every operation; nothing is left to do for those that are named after it.
fn identity(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    one(convert::convert(&x, element_type(&result_type(machine, op, 0)?)?)?)
}

fn constant(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let value = ir.attribute(op, "value").ok_or("a constant without value")?;
    let ty = result_type(machine, op, 0)?;
    let tensor = machine.constant(op, || {
        let tensor = crate::evaluate::values::constant(ir, value)?;
        match static_shape(&ty) {
            Ok(shape) if shape != tensor.shape() => Err("the value of a constant is not of its type".into()),
            _ => Ok(tensor),
        }
    })?;
    one(tensor)
}
