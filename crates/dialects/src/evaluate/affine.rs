//! Loops, branches and accesses with affine bounds and subscripts.

use super::memref::numbers;
use super::rules::attach_all;
use super::scf::{for_each_place, run_branch, run_counted};
use super::{Evaluate, Machine, Result, RuntimeValue};
use crate::affine::{For, map_of, parallel_shape, reductions, set_of};
use zymase_ir::{Attribute, Dialect, Op};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let table = [
        ("for", Evaluate(count)),
        ("parallel", Evaluate(parallel)),
        ("if", Evaluate(choose)),
        ("load", Evaluate(load)),
        ("store", Evaluate(store)),
        ("apply", Evaluate(|machine, op, values| index(mapped(machine, op, "map", &values)?.first().copied()))),
        ("min", Evaluate(|machine, op, values| index(mapped(machine, op, "map", &values)?.into_iter().min()))),
        ("max", Evaluate(|machine, op, values| index(mapped(machine, op, "map", &values)?.into_iter().max()))),
    ];
    attach_all(dialect, table.into_iter(), &[]);
}

fn index(number: Option<i64>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::index(number.ok_or("a map without results")?)?])
}

/// The results of the map that an attribute is, for these values.
fn mapped(machine: &Machine, op: Op, name: &str, values: &[RuntimeValue]) -> Result<Vec<i64>> {
    let map = map_of(machine.ir(), op, name).ok_or("it has no affine map")?;
    map.evaluate(&numbers(values)?).ok_or_else(|| "an affine expression without a value".into())
}

fn load(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let place = mapped(machine, op, "map", &values[1..])?;
    Ok(vec![values[0].memref()?.load(&place)?.into()])
}

fn store(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let place = mapped(machine, op, "map", &values[2..])?;
    values[1].memref()?.store(&place, &values[0].element()?)?;
    Ok(Vec::new())
}

fn count(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let lower = For(op).lowerBoundOperands(ir).len();
    let bounds = lower + For(op).upperBoundOperands(ir).len();
    let first = mapped(machine, op, "lowerBoundMap", &values[..lower])?.into_iter().max().ok_or("no lower bound")?;
    let last =
        mapped(machine, op, "upperBoundMap", &values[lower..bounds])?.into_iter().min().ok_or("no upper bound")?;
    let step = ir.attribute(op, "step").and_then(Attribute::as_i64).filter(|step| *step > 0).ok_or("no step")?;
    let numbers = std::iter::successors(Some(first), move |number| number.checked_add(step));
    let counters = numbers.take_while(move |number| *number < last).map(RuntimeValue::index);
    run_counted(machine, ir[op].regions()[0], counters, values[bounds..].to_vec())
}

fn choose(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let set = set_of(machine.ir(), op).ok_or("it has no condition")?;
    let numbers = numbers(&values)?;
    let (dimensions, symbols) = numbers.split_at(set.dimensions as usize);
    let mut holds = true;
    for (expression, is_equality) in &set.constraints {
        let value = expression.evaluate(dimensions, symbols).ok_or("an affine expression without a value")?;
        holds &= if *is_equality { value == 0 } else { value >= 0 };
    }
    run_branch(machine, machine.ir()[op].regions()[usize::from(!holds)])
}

/// One number for each group of results.
fn by_group(results: &[i64], sizes: &[usize], choose: fn(&[i64]) -> Option<i64>) -> Option<Vec<i64>> {
    let mut rest = results;
    let mut found = Vec::new();
    for size in sizes {
        let (group, others) = rest.split_at_checked(*size)?;
        rest = others;
        found.push(choose(group)?);
    }
    Some(found)
}

fn parallel(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let shape = parallel_shape(ir, op).ok_or("it has no bounds")?;
    let split = map_of(ir, op, "lowerBoundsMap").ok_or("it has no bounds")?.arguments();
    let lower = mapped(machine, op, "lowerBoundsMap", &values[..split])?;
    let upper = mapped(machine, op, "upperBoundsMap", &values[split..])?;
    let lower = by_group(&lower, &shape.lower, |group| group.iter().copied().max()).ok_or("no lower bound")?;
    let upper = by_group(&upper, &shape.upper, |group| group.iter().copied().min()).ok_or("no upper bound")?;
    let bounds: Vec<(i64, i64, i64)> =
        (0..shape.steps.len()).map(|place| (lower[place], upper[place], shape.steps[place])).collect();
    let kinds = reductions(ir, op).ok_or("an unknown reduction")?;
    let body = ir[op].regions()[0];
    let types = ir.types(ir[op].results());
    let neutral = |(kind, ty): (&&str, &zymase_ir::Type)| super::arith::neutral(kind, ty);
    let mut results = kinds.iter().zip(&types).map(neutral).collect::<Result<Vec<RuntimeValue>>>()?;
    for_each_place(&bounds, &mut |place| {
        let counters: Result<Vec<RuntimeValue>> = place.iter().map(|number| RuntimeValue::index(*number)).collect();
        let given = machine.run_region(body, counters?)?;
        for ((result, value), kind) in results.iter_mut().zip(given).zip(&kinds) {
            *result = super::arith::combine(kind, result, &value)?;
        }
        Ok(())
    })?;
    Ok(results)
}
