//! Structured control flow. Parallel loops run one iteration after the other.

use super::rules::attach_all;
use super::{Evaluate, Machine, Result, RuntimeValue};
use crate::scf::Parallel;
use zymase_ir::{Attribute, Dialect, Op, Region};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let table = [
        ("for", Evaluate(count)),
        ("while", Evaluate(repeat)),
        ("if", Evaluate(choose)),
        ("index_switch", Evaluate(switch)),
        ("parallel", Evaluate(parallel)),
        (
            "execute_region",
            Evaluate(|machine, op, _| {
                let region = machine.ir()[op].regions()[0];
                machine.run_region(region, Vec::new())
            }),
        ),
    ];
    attach_all(dialect, table.into_iter(), &[]);
}

/// A counter of the type of another value.
fn like(value: &RuntimeValue, number: i64) -> Result<RuntimeValue> {
    let tensor = value.tensor()?;
    Ok(zymase_tensor::Tensor::from_i64(tensor.element(), tensor.shape(), &[number])?.into())
}

/// Runs a body for each counter; carried values go from one to the next.
pub(super) fn run_counted(
    machine: &mut Machine,
    body: Region,
    counters: impl Iterator<Item = Result<RuntimeValue>>,
    carried: Vec<RuntimeValue>,
) -> Result<Vec<RuntimeValue>> {
    let mut carried = carried;
    for counter in counters {
        let mut arguments = vec![counter?];
        arguments.append(&mut carried);
        carried = machine.run_region(body, arguments)?;
    }
    Ok(carried)
}

fn count(machine: &mut Machine, op: Op, mut values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let carried = values.split_off(3);
    let (first, last, step) = (values[0].number()?, values[1].number()?, values[2].number()?);
    if step <= 0 {
        return Err("a step that is not positive".into());
    }
    let body = machine.ir()[op].regions()[0];
    let unsigned = machine.flag(op, "unsignedCmp");
    let is_before = move |number: i64| if unsigned { (number as u64) < last as u64 } else { number < last };
    let numbers = std::iter::successors(Some(first), move |number| number.checked_add(step));
    let start = values[0].clone();
    let counters = numbers.take_while(move |number| is_before(*number)).map(move |number| like(&start, number));
    run_counted(machine, body, counters, carried)
}

fn truth(value: &RuntimeValue) -> Result<bool> {
    Ok(value.tensor()?.to_bool()?)
}

fn repeat(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [before, after] = machine.ir()[op].regions() else { return Err("it needs two regions".into()) };
    let mut values = values;
    loop {
        let mut decided = machine.run_region(*before, values)?;
        if decided.is_empty() {
            return Err("its condition gives nothing".into());
        }
        let goes_on = truth(&decided.remove(0))?;
        if !goes_on {
            return Ok(decided);
        }
        values = machine.run_region(*after, decided)?;
        machine.count()?;
    }
}

/// Runs a region, unless it is empty.
pub(super) fn run_branch(machine: &mut Machine, region: Region) -> Result<Vec<RuntimeValue>> {
    if machine.ir().blocks(region).is_empty() { Ok(Vec::new()) } else { machine.run_region(region, Vec::new()) }
}

fn choose(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let regions = machine.ir()[op].regions();
    let chosen = if truth(&values[0])? { 0 } else { 1 };
    run_branch(machine, regions[chosen])
}

fn switch(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let number = values[0].number()?;
    let cases = machine.attribute(op, "cases").and_then(Attribute::as_i64_array).unwrap_or_default();
    let chosen = cases.iter().position(|case| *case == number).map_or(0, |place| place + 1);
    run_branch(machine, machine.ir()[op].regions()[chosen])
}

/// Calls a function with all places of a grid.
pub(super) fn for_each_place(bounds: &[(i64, i64, i64)], run: &mut dyn FnMut(&[i64]) -> Result<()>) -> Result<()> {
    fn nest(bounds: &[(i64, i64, i64)], fixed: &mut Vec<i64>, run: &mut dyn FnMut(&[i64]) -> Result<()>) -> Result<()> {
        let Some((first, last, step)) = bounds.get(fixed.len()).copied() else { return run(fixed) };
        if step <= 0 {
            return Err("a step that is not positive".into());
        }
        let mut number = first;
        while number < last {
            fixed.push(number);
            nest(bounds, fixed, run)?;
            fixed.pop();
            number = number.checked_add(step).ok_or("a counter beyond all bounds")?;
        }
        Ok(())
    }
    nest(bounds, &mut Vec::new(), run)
}

fn parallel(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let rank = Parallel(op).lowerBound(ir).len();
    let numbers = super::memref::numbers(&values[..3 * rank])?;
    let bounds: Vec<(i64, i64, i64)> =
        (0..rank).map(|place| (numbers[place], numbers[rank + place], numbers[2 * rank + place])).collect();
    let body = ir[op].regions()[0];
    let Some((_, end)) = ir.single_block(body) else { return Err("its body has several blocks".into()) };
    let reductions = ir[end].regions().to_vec();
    let mut results = values[3 * rank..].to_vec();
    for_each_place(&bounds, &mut |place| {
        let counters: Result<Vec<RuntimeValue>> = place.iter().map(|number| RuntimeValue::index(*number)).collect();
        let given = machine.run_region(body, counters?)?;
        for ((result, value), region) in results.iter_mut().zip(given).zip(&reductions) {
            let combined = machine.run_region(*region, vec![result.clone(), value])?;
            *result = combined.into_iter().next().ok_or("a reduction that gives nothing")?;
        }
        Ok(())
    })?;
    Ok(results)
}
