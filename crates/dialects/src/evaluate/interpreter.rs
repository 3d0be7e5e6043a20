//! Runs functions on several devices, as test programs of StableHLO ask for it.

use super::devices::{Grid, Job, run_on_devices};
use super::rules::attach_all;
use super::{Evaluate, Machine, Problem, Result, RuntimeValue};
use crate::interpreter::programs;
use zymase_ir::{Attribute, Dialect, Name, Op};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let table =
        [("run_parallel", Evaluate(run_parallel)), ("probe", Evaluate(probe)), ("print", Evaluate(print_nothing))];
    attach_all(dialect, table.into_iter(), &[]);
}

fn probe(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(values)
}

fn print_nothing(_: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(Vec::new())
}

fn run_parallel(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if machine.place.is_some() {
        return Err("a simulated device has no devices of its own".into());
    }
    let ir = machine.ir();
    let resolve = |path: &[Name]| {
        let found = ir.resolve_symbol(op, path);
        found.ok_or_else(|| Problem::Here(format!("there is no `{}`", path.join("::"))))
    };
    let names = programs(machine.required(op, "programs")?).ok_or("`programs` are not lists of functions")?;
    let partitions = names.first().map_or(0, Vec::len);
    if names.iter().any(|replica| replica.len() != partitions) {
        return Err("replicas have different numbers of partitions".into());
    }
    let grid = Grid { replicas: names.len(), partitions };
    let mut values = values.into_iter();
    let mut jobs = Vec::new();
    for path in names.into_iter().flatten() {
        let function = resolve(path)?;
        let entry = ir[function].regions().first().and_then(|region| ir.entry(*region));
        let parameters = entry.map_or(0, |block| ir.arguments(block).len());
        jobs.push(Job { function, arguments: values.by_ref().take(parameters).collect() });
    }
    if values.next().is_some() {
        return Err("it has more operands than its programs have parameters".into());
    }
    let infeed = match machine.attribute(op, "infeed") {
        Some(Attribute::Array(functions)) => functions
            .iter()
            .map(|function| resolve(function.as_symbol().ok_or("`infeed` is not a list of functions")?))
            .collect::<Result<Vec<Op>>>()?,
        _ => Vec::new(),
    };
    let results = run_on_devices(ir, machine.limits(), grid, jobs, infeed).map_err(Problem::At)?;
    Ok(results.concat())
}
