//! What the operations of CHLO do: special functions, tests, and arithmetic that broadcasts.

use super::functions::{BINARY, CHLO_BINARY, CHLO_UNARY, direction, unary_function};
use super::rules::{attach_all, one, operands, result_type, short_name};
use super::values::element_type;
use super::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Dialect, Op};
use zymase_tensor::elementwise::{self, Binary, Comparison, Direction, Unary};
use zymase_tensor::{ElementType, Tensor, convert, movement, sort};

const BY_ELEMENT: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bessel_i1e",
    "conj",
    "cosh",
    "digamma",
    "erf",
    "erf_inv",
    "erfc",
    "lgamma",
    "sinh",
    "square",
    "tan",
    "next_after",
    "polygamma",
    "zeta",
    "is_inf",
    "is_neg_inf",
    "is_pos_inf",
];

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let names: Vec<&'static str> =
        dialect.operations.iter().filter_map(|definition| definition.name.strip_prefix("chlo.")).collect();
    let evaluation = |name: &str| -> Option<Evaluate> {
        if CHLO_UNARY.iter().any(|(known, _)| *known == name) {
            return Some(Evaluate(unary));
        }
        if CHLO_BINARY.iter().any(|(known, _)| *known == name) || broadcast_binary(name).is_some() {
            return Some(Evaluate(binary));
        }
        Some(match name {
            "is_inf" | "is_neg_inf" | "is_pos_inf" => Evaluate(is_infinite),
            "constant" => Evaluate(constant),
            "constant_like" => Evaluate(constant_like),
            "top_k" => Evaluate(top_k),
            "broadcast_compare" => Evaluate(broadcast_compare),
            "broadcast_select" => Evaluate(broadcast_select),
            "broadcast_complex" => Evaluate(broadcast_complex),
            _ => return None,
        })
    };
    let entries: Vec<_> = names.iter().filter_map(|name| Some((*name, evaluation(name)?))).collect();
    attach_all(dialect, entries.into_iter(), BY_ELEMENT);
}

/// The function of two operands that `broadcast_…` names.
fn broadcast_binary(name: &str) -> Option<Binary> {
    let inner = name.strip_prefix("broadcast_")?;
    BINARY.iter().chain(&CHLO_BINARY).find(|(known, _)| *known == inner).map(|(_, function)| *function)
}

fn unary(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let function = unary_function(short_name(machine, op)).ok_or("it is not a known function")?;
    one(elementwise::unary(function, &x)?)
}

fn binary(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let name = short_name(machine, op);
    let plain = CHLO_BINARY.iter().find(|(known, _)| *known == name).map(|(_, function)| *function);
    if let Some(function) = plain {
        return one(elementwise::binary(function, &a, &b)?);
    }
    let function = broadcast_binary(name).ok_or("it is not a known function")?;
    let (a, b) = broadcast(machine, op, &a, &b)?;
    one(elementwise::binary(function, &a, &b)?)
}

/// Brings two operands to the same shape: sizes of one are repeated, missing dimensions are added in front or, where
/// `broadcast_dimensions` says so, elsewhere.
fn broadcast(machine: &Machine, op: Op, a: &Tensor, b: &Tensor) -> Result<(Tensor, Tensor)> {
    let rank = a.rank().max(b.rank());
    let given = match machine.attribute(op, "broadcast_dimensions") {
        Some(_) => Some(machine.sizes(op, "broadcast_dimensions")?),
        None => None,
    };
    let places = |x: &Tensor| match &given {
        Some(given) if x.rank() < rank => given.clone(),
        _ => (rank - x.rank()..rank).collect(),
    };
    let mut shape = vec![1; rank];
    for x in [a, b] {
        for (place, size) in places(x).iter().zip(x.shape()) {
            let slot = shape.get_mut(*place).ok_or("`broadcast_dimensions` names a dimension that does not exist")?;
            if *size != 1 {
                *slot = *size;
            }
        }
    }
    let spread = |x: &Tensor| movement::broadcast_in_dim(x, &shape, &places(x));
    Ok((spread(a)?, spread(b)?))
}

fn broadcast_compare(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let (a, b) = broadcast(machine, op, &a, &b)?;
    let word = machine.word(op, "comparison_direction").ok_or("it has no direction")?;
    let is_total = machine.word(op, "compare_type").is_some_and(|word| word == "TOTALORDER");
    let comparison = if is_total { Comparison::TotalOrder } else { Comparison::Numbers };
    one(elementwise::compare(direction(&word)?, comparison, &a, &b)?)
}

fn broadcast_complex(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let (a, b) = broadcast(machine, op, &a, &b)?;
    one(elementwise::complex(&a, &b)?)
}

fn broadcast_select(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [condition, a, b] = operands(values)?;
    let (a, b) = broadcast(machine, op, &a, &b)?;
    let (condition, a) = broadcast(machine, op, &condition, &a)?;
    let (condition, b) = broadcast(machine, op, &condition, &b)?;
    one(elementwise::select(&condition, &a, &b)?)
}

fn is_infinite(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let name = short_name(machine, op);
    let x = if name == "is_inf" { elementwise::unary(Unary::Abs, &x)? } else { x };
    let infinity = if name == "is_neg_inf" { f64::NEG_INFINITY } else { f64::INFINITY };
    let bound = Tensor::splat(&Tensor::from_f64(x.element(), &[], &[infinity])?, x.shape())?;
    one(elementwise::compare(Direction::Equal, Comparison::Numbers, &x, &bound)?)
}

fn constant(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let value = ir.attribute(op, "value").ok_or("a constant without value")?;
    one(machine.constant(op, || super::values::constant(ir, value))?)
}

fn constant_like(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let element = element_type(&result_type(machine, op, 0)?)?;
    let value = machine.required(op, "value")?;
    let number = value.as_f64().or_else(|| value.as_integer().map(|value| value as f64));
    let number = number.ok_or_else(|| Problem::Here("`value` is not a number".into()))?;
    let scalar = convert::convert(&Tensor::scalar(ElementType::F64, number), element)?;
    one(Tensor::splat(&scalar, x.shape())?)
}

fn top_k(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let (largest, indices) = sort::top_k(&x, machine.size(op, "k")?)?;
    Ok(vec![largest.into(), indices.into()])
}
