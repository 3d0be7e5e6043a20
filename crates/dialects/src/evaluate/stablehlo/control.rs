//! Control flow, tuples, tokens, barriers and composites.

use crate::evaluate::bodies::region;
use crate::evaluate::rules::{Entry, operands};
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Attribute, Op};

pub(super) const TABLE: &[Entry] = &[
    ("after_all", Evaluate(token)),
    ("case", Evaluate(case)),
    ("composite", Evaluate(composite)),
    ("create_token", Evaluate(token)),
    ("get_tuple_element", Evaluate(get_tuple_element)),
    ("if", Evaluate(if_op)),
    ("optimization_barrier", Evaluate(barrier)),
    ("tuple", Evaluate(tuple)),
    ("while", Evaluate(while_op)),
];

fn while_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (condition, body) = (region(machine, op, 0)?, region(machine, op, 1)?);
    let mut state = values;
    loop {
        let verdict = machine.run_region(condition, state.clone())?;
        let [verdict] = &verdict[..] else {
            return Err("its condition does not return one value".into());
        };
        if !verdict.tensor()?.to_bool()? {
            return Ok(state);
        }
        state = machine.run_region(body, state)?;
    }
}

fn if_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [condition] = operands(values)?;
    let branch = region(machine, op, usize::from(!condition.to_bool()?))?;
    machine.run_region(branch, Vec::new())
}

/// An index that names no branch means the last one.
fn case(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [index] = operands(values)?;
    let count = machine.ir()[op].regions().len();
    let last = count.checked_sub(1).ok_or("it has no branches")?;
    let chosen = match index.to_i64()?[..] {
        [index] => usize::try_from(index).unwrap_or(last).min(last),
        _ => return Err("its index is not of rank zero".into()),
    };
    let branch = region(machine, op, chosen)?;
    machine.run_region(branch, Vec::new())
}

fn token(_: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Token])
}

fn barrier(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(values)
}

fn tuple(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Tuple(values)])
}

fn get_tuple_element(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let index = machine.size(op, "index")?;
    match values.into_iter().next() {
        Some(RuntimeValue::Tuple(elements)) => {
            let element = elements.into_iter().nth(index);
            Ok(vec![element.ok_or_else(|| Problem::Here(format!("a tuple has no element {index}")))?])
        }
        _ => Err("its operand is not a tuple".into()),
    }
}

/// A composite is what its decomposition computes.
fn composite(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let function = called(machine, op, "decomposition")?;
    machine.call(function, values)
}

/// The function that a symbol attribute names.
pub(crate) fn called(machine: &Machine, op: Op, name: &str) -> Result<Op> {
    let path = machine.required(op, name)?;
    let path = path.as_symbol().map(<[zymase_ir::Name]>::to_vec).or_else(|| {
        let leaf = machine.attribute(op, name).and_then(Attribute::as_str)?;
        Some(vec![leaf.into()])
    });
    let path = path.ok_or_else(|| Problem::Here(format!("`{name}` names no function")))?;
    machine.ir().resolve_symbol(op, &path).ok_or_else(|| Problem::Here(format!("there is no `{}`", path.join("::"))))
}
