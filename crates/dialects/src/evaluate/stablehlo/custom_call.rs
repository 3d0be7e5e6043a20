//! Custom calls: those that check results, LAPACK's, and those that mean operations that exist by another name.

use super::dynamic::dynamic_reduce_window;
use super::lapack;
use crate::evaluate::functions::unary_function;
use crate::evaluate::rules::{Entry, one, operands};
use crate::evaluate::values::tensors;
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue, check};
use zymase_ir::{Attribute, Op};
use zymase_tensor::number::load_f64;
use zymase_tensor::sort;

pub(super) const TABLE: &[Entry] = &[("custom_call", Evaluate(custom_call))];

/// Calls that only say where or how something is to be computed.
const WITHOUT_EFFECT: [&str; 6] = [
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "LayoutConstraint",
    "xla.sdy.FuncResultSharding",
];

fn custom_call(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let target = machine.required(op, "call_target_name")?;
    let target = target.as_str().map(str::to_string).or_else(|| target.as_symbol().map(|path| path.join("::")));
    let target = target.ok_or("it names no target")?;
    if WITHOUT_EFFECT.contains(&target.as_str()) {
        return Ok(values);
    }
    if let Some(name) = target.strip_prefix("check.") {
        return check::run(machine, op, name, values);
    }
    if let Some(routine) = target.strip_prefix("lapack_") {
        return lapack::call(machine, op, routine.trim_end_matches("_ffi"), values);
    }
    if let Some(name) = target.strip_prefix("chlo.").or_else(|| target.strip_prefix("mhlo.")) {
        return call_by_name(machine, op, name, values);
    }
    match target.as_str() {
        "TopK" => top_k(machine, op, values),
        "shape_assertion" => assert_sizes(machine, op, values),
        "stablehlo.dynamic_reduce_window" => dynamic_reduce_window(machine, op, values),
        _ => Err(format!("there is no evaluation of calls of `{target}`").into()),
    }
}

fn call_by_name(machine: &mut Machine, op: Op, name: &str, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if name == "topk" || name == "top_k" {
        return top_k(machine, op, values);
    }
    match unary_function(name) {
        Some(function) => {
            let [x] = operands(values)?;
            one(zymase_tensor::elementwise::unary(function, &x)?)
        }
        None => Err(format!("there is no evaluation of calls of `{name}`").into()),
    }
}

/// An error with the message of the program, in which `{0}` stands for the first number, if the first operand is false.
fn assert_sizes(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let tensors = tensors(values)?;
    let (truth, numbers) = tensors.split_first().ok_or("it has no operand that says whether sizes are right")?;
    if load_f64(truth)?.iter().all(|bit| *bit != 0.0) {
        return Ok(Vec::new());
    }
    let message = machine.attribute(op, "error_message").and_then(Attribute::as_str).unwrap_or("sizes are wrong");
    let mut message = message.to_string();
    for (place, number) in numbers.iter().enumerate() {
        let texts: Vec<String> = load_f64(number)?.iter().map(f64::to_string).collect();
        message = message.replace(&format!("{{{place}}}"), &texts.join(", "));
    }
    Err(message.into())
}

/// As many of the largest elements as the result has.
fn top_k(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let ty = crate::evaluate::rules::result_type(machine, op, 0)?;
    let count = ty.shape().and_then(<[i64]>::last).copied().unwrap_or(-1);
    let count = usize::try_from(count).map_err(|_| "it does not say how many elements")?;
    let (largest, indices) = sort::top_k(&x, count)?;
    Ok(vec![largest.into(), indices.into()])
}
