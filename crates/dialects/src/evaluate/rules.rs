//! What the evaluations of operations share, whatever their dialect: tables of them, operands and results.

use super::bodies::ByElement;
use super::values::tensors;
use super::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Dialect, Op, Type};
use zymase_tensor::Tensor;

/// One line of a table: the name of an operation without its dialect, and its evaluation.
pub(crate) type Entry = (&'static str, Evaluate);

/// Attaches the entries of a table, and the mark of operations on single elements, to a dialect.
pub(crate) fn attach_all(dialect: &mut Dialect, table: impl Iterator<Item = Entry>, by_element: &[&str]) {
    for (name, evaluate) in table {
        let found = dialect.operations.iter_mut().find(|definition| is_named(definition.name, dialect.name, name));
        if let Some(definition) = found {
            definition.attach(evaluate);
        }
    }
    let is_by_element = |name: &str| by_element.iter().any(|short| is_named(name, dialect.name, short));
    for definition in dialect.operations.iter_mut().filter(|definition| is_by_element(definition.name)) {
        definition.attach(ByElement);
    }
}

fn is_named(full: &str, dialect: &str, short: &str) -> bool {
    full.strip_prefix(dialect).and_then(|rest| rest.strip_prefix('.')) == Some(short)
}

/// Exactly this many tensors.
pub(crate) fn operands<const N: usize>(values: Vec<RuntimeValue>) -> Result<[Tensor; N]> {
    let count = values.len();
    let tensors = tensors(values)?;
    <[Tensor; N]>::try_from(tensors).map_err(|_| Problem::Here(format!("{count} operands instead of {N}")))
}

/// One result.
pub(crate) fn one(tensor: Tensor) -> Result<Vec<RuntimeValue>> {
    Ok(vec![tensor.into()])
}

/// The type of a result.
pub(crate) fn result_type(machine: &Machine, op: Op, place: usize) -> Result<Type> {
    let ir = machine.ir();
    let result = ir[op].results().get(place).ok_or_else(|| Problem::Here(format!("it has no result {place}")))?;
    Ok(ir.ty(*result).clone())
}

/// The name of an operation without its dialect.
pub(crate) fn short_name<'a>(machine: &Machine<'a>, op: Op) -> &'a str {
    machine.ir()[op].name().as_str().split_once('.').map_or("", |(_, short)| short)
}
