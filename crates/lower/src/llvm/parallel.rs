//! Parallel loops: one iteration after the other, marked so that LLVM may run several at once, or on the threads of OpenMP.

use super::counting::{begin_count, end_count};
use super::flow;
use super::writer::{Join, Parts, Writer};
use zymase_dialects::scf::Parallel;
use zymase_ir::{Op, Result, Value};

/// A parallel loop that carries this is too small for several threads.
pub const ONE_THREAD: &str = "zymase.one_thread";

/// The bounds of each counter, and what is reduced.
pub struct Shape {
    pub lower: Parts,
    pub upper: Parts,
    pub steps: Parts,
    pub counters: Vec<Value>,
    pub inits: Vec<Value>,
}

impl Shape {
    fn of(writer: &Writer, op: Op) -> Shape {
        let view = Parallel(op);
        let parts = |values: Vec<Value>| values.into_iter().map(|value| writer.part(value)).collect();
        Shape {
            lower: parts(view.lowerBound(writer.ir)),
            upper: parts(view.upperBound(writer.ir)),
            steps: parts(view.step(writer.ir)),
            counters: flow::region_arguments(writer, writer.ir[op].regions()[0]),
            inits: view.initVals(writer.ir),
        }
    }
}

/// Writes `scf.parallel`.
pub fn write(writer: &mut Writer, op: Op) -> Result<()> {
    let shape = Shape::of(writer, op);
    let is_small = writer.ir.attribute(op, ONE_THREAD).is_some();
    if writer.module.options.threads && !writer.is_shared && !is_small && !shape.lower.is_empty() {
        return super::threads::write(writer, op, &shape);
    }
    let inits = writer.all_parts(&shape.inits);
    let results = nest(writer, op, &shape, inits)?;
    let values = writer.ir[op].results().to_vec();
    writer.bind(op, &values, &results)
}

/// Writes the loops, one within the other; what the reductions are in the end.
pub fn nest(writer: &mut Writer, op: Op, shape: &Shape, inits: Parts) -> Result<Parts> {
    let carried = flow::components_of(writer, op, &shape.inits)?;
    let is_independent = inits.is_empty() && !writer.is_shared;
    let mut heads: Vec<(Join, String)> = Vec::new();
    let mut values = inits;
    for place in 0..shape.lower.len() {
        let (head, _, exit) = begin_count(writer, &shape.lower[place], &shape.upper[place], &carried, &values);
        values = head.names[1..].to_vec();
        writer.names.insert(shape.counters[place], vec![head.names[0].clone()]);
        heads.push((head, exit));
    }
    let group = is_independent.then(|| writer.module.metadata("distinct !{}"));
    let groups = std::mem::replace(&mut writer.groups, group.into_iter().collect());
    writer.open_scope();
    let results = body(writer, op, values)?;
    writer.close_scope();
    writer.groups = groups;
    let mut results = results;
    for (place, (mut head, exit)) in heads.into_iter().enumerate().rev() {
        let group = group.filter(|_| place + 1 == shape.lower.len());
        end_count(writer, &mut head, &exit, &shape.steps[place], results, group);
        results = head.names[1..].to_vec();
    }
    Ok(results)
}

/// One iteration: the reductions afterwards.
fn body(writer: &mut Writer, op: Op, reduced: Parts) -> Result<Parts> {
    let region = writer.ir[op].regions()[0];
    let Some((_, end)) = writer.ir.single_block(region) else {
        return Err(writer.refuse(op, "has a body of several blocks"));
    };
    let given = flow::write_region(writer, op, region, &[])?;
    let regions = writer.ir[end].regions().to_vec();
    let operands = writer.operands(end);
    let (mut old, mut new, mut results) = (reduced.as_slice(), given.as_slice(), Parts::new());
    for (region, value) in regions.into_iter().zip(operands) {
        let count = flow::components_of(writer, op, &[value])?.len();
        let arguments = flow::region_arguments(writer, region);
        let both = [&old[..count], &new[..count]].concat();
        writer.bind(end, &arguments, &both)?;
        results.extend(flow::write_region(writer, end, region, &[value])?);
        (old, new) = (&old[count..], &new[count..]);
    }
    Ok(results)
}

/// Combines two sets of reductions, as the end of the body does.
pub fn combine(writer: &mut Writer, op: Op, old: Parts, new: Parts) -> Result<Parts> {
    let Some((_, end)) = writer.ir.single_block(writer.ir[op].regions()[0]) else { return Ok(old) };
    let regions = writer.ir[end].regions().to_vec();
    let operands = writer.operands(end);
    let (mut old, mut new, mut results) = (old.as_slice(), new.as_slice(), Parts::new());
    for (region, value) in regions.into_iter().zip(operands) {
        let count = flow::components_of(writer, op, &[value])?.len();
        let arguments = flow::region_arguments(writer, region);
        writer.bind(end, &arguments, &[&old[..count], &new[..count]].concat())?;
        results.extend(flow::write_region(writer, end, region, &[value])?);
        (old, new) = (&old[count..], &new[count..]);
    }
    Ok(results)
}
