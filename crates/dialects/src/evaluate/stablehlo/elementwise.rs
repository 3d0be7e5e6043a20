//! Operations on single elements.

use super::Entry;
use crate::evaluate::values::{element_type, static_shape};
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::elementwise::{self, Binary, Comparison, Direction, Unary};
use zymase_tensor::{Tensor, convert};

/// The functions of one operand and their names.
pub(crate) const UNARY: [(&str, Unary); 21] = [
    ("abs", Unary::Abs),
    ("cbrt", Unary::Cbrt),
    ("ceil", Unary::Ceil),
    ("cosine", Unary::Cosine),
    ("count_leading_zeros", Unary::CountLeadingZeros),
    ("exponential", Unary::Exponential),
    ("exponential_minus_one", Unary::ExponentialMinusOne),
    ("floor", Unary::Floor),
    ("log", Unary::Log),
    ("log_plus_one", Unary::LogPlusOne),
    ("logistic", Unary::Logistic),
    ("negate", Unary::Negate),
    ("not", Unary::Not),
    ("popcnt", Unary::PopulationCount),
    ("round_nearest_afz", Unary::RoundAwayFromZero),
    ("round_nearest_even", Unary::RoundToEven),
    ("rsqrt", Unary::ReciprocalSquareRoot),
    ("sign", Unary::Sign),
    ("sine", Unary::Sine),
    ("sqrt", Unary::SquareRoot),
    ("tanh", Unary::Tanh),
];

/// The functions of two operands and their names.
pub(crate) const BINARY: [(&str, Binary); 15] = [
    ("add", Binary::Add),
    ("and", Binary::And),
    ("atan2", Binary::Atan2),
    ("divide", Binary::Divide),
    ("maximum", Binary::Maximum),
    ("minimum", Binary::Minimum),
    ("multiply", Binary::Multiply),
    ("or", Binary::Or),
    ("power", Binary::Power),
    ("remainder", Binary::Remainder),
    ("shift_left", Binary::ShiftLeft),
    ("shift_right_arithmetic", Binary::ShiftRightArithmetic),
    ("shift_right_logical", Binary::ShiftRightLogical),
    ("subtract", Binary::Subtract),
    ("xor", Binary::Xor),
];

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

/// Exactly this many tensors.
pub(crate) fn operands<const N: usize>(values: Vec<RuntimeValue>) -> Result<[Tensor; N]> {
    let count = values.len();
    let tensors = crate::evaluate::values::tensors(values)?;
    <[Tensor; N]>::try_from(tensors).map_err(|_| Problem::Here(format!("{count} operands instead of {N}")))
}

/// One result.
pub(crate) fn one(tensor: Tensor) -> Result<Vec<RuntimeValue>> {
    Ok(vec![tensor.into()])
}

/// The type of a result.
pub(crate) fn result_type(machine: &Machine, op: Op, place: usize) -> Result<zymase_ir::Type> {
    let ir = machine.ir();
    let result = ir[op].results().get(place).ok_or_else(|| Problem::Here(format!("it has no result {place}")))?;
    Ok(ir.ty(*result).clone())
}

/// The name of an operation without its dialect.
pub(crate) fn short_name<'a>(machine: &Machine<'a>, op: Op) -> &'a str {
    machine.ir()[op].name().as_str().split_once('.').map_or("", |(_, short)| short)
}

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

/// The direction that a word of the specification means.
pub(crate) fn direction(word: &str) -> Result<Direction> {
    Ok(match word {
        "EQ" => Direction::Equal,
        "NE" => Direction::NotEqual,
        "LT" => Direction::Less,
        "LE" => Direction::LessOrEqual,
        "GT" => Direction::Greater,
        "GE" => Direction::GreaterOrEqual,
        _ => return Err(format!("`{word}` is not a comparison").into()),
    })
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
