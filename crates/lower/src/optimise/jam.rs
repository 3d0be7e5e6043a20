//! Several iterations of an outer loop at once: their inner loops, which add up one number after the other, become one loop with several sums
//! that do not wait for each other. Every sum has the order that it had.

use super::loops::{Loop, is_independent};
use zymase_dialects::indices::{self, known};
use zymase_ir::{Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};

/// How many iterations are taken at once.
const AT_ONCE: i64 = 4;

pub fn run(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        if ir.get(op).is_none() {
            continue;
        }
        let Some(outer) = Loop::of(ir, op) else { continue };
        let Some(inner) = sum_within(ir, op).filter(|inner| lies_in_rows(ir, *inner, outer.counter)) else { continue };
        let is_positive = known(ir, outer.bounds[2]).is_some_and(|step| step > 0 && step < 1 << 20);
        if is_positive && is_independent(ir, &outer) {
            jam(ir, &outer, inner)?;
        }
    }
    Ok(())
}

/// Whether neighbouring iterations of the outer loop read the same elements, or neighbours.
fn lies_in_rows(ir: &Ir, inner: Op, counter: Value) -> bool {
    super::accesses::within(ir, inner).is_some_and(|all| {
        all.iter().all(|access| {
            let place = access.place.as_deref().unwrap_or_default();
            let others = place.split_last().map(|(_, others)| others).unwrap_or_default();
            access.place.is_some() && others.iter().all(|sum| sum.factor(counter) == 0)
        })
    })
}

/// The only operation with a region in the body of a loop, if it is a loop that carries numbers, has none in it, and runs as often in all
/// iterations.
fn sum_within(ir: &Ir, op: Op) -> Option<Op> {
    let (block, _) = ir.single_block(ir[op].regions()[0])?;
    let nested: Vec<Op> = ir.block_ops(block).filter(|op| !ir[*op].regions().is_empty()).collect();
    let [inner] = nested[..] else { return None };
    let (body, _) = ir.single_block(*ir[inner].regions().first()?)?;
    let is_flat = ir.block_ops(body).all(|op| ir[op].regions().is_empty());
    let mut bounds = ir[inner].operands().take(3);
    let is_fixed = bounds.all(|value| known(ir, value).is_some() || !super::accesses::is_within(ir, value, op));
    let is_used = ir[inner].results().iter().any(|value| !ir.uses(*value).is_empty());
    let is_sum = ir[inner].name() == "scf.for" && is_used && is_flat && is_fixed;
    is_sum.then_some(inner)
}

fn jam(ir: &mut Ir, outer: &Loop, inner: Op) -> Result<()> {
    let step = known(ir, outer.bounds[2]).unwrap_or(1);
    let [lower, upper, _] = outer.bounds;
    let mut b = Builder::before(ir, outer.op);
    let (zero, wide) = (indices::constant(&mut b, 0), indices::constant(&mut b, AT_ONCE * step));
    let distance = indices::sub(&mut b, upper, lower)?;
    let positive = b.typed("arith.maxsi", &[distance, zero], &[], Type::index())?;
    let count = b.typed("arith.divsi", &[positive, wide], &[], Type::index())?;
    let length = indices::mul(&mut b, count, wide)?;
    let middle = indices::add(&mut b, lower, length)?;
    let region = b.region(&[Type::index()], |b, counters| {
        write_body(b, outer, inner, step, counters[0])?;
        b.build("scf.yield", &[], &[], &[]);
        Ok(())
    })?;
    let mut state = b.state("scf.for", &[lower, middle, wide], &[]);
    state.regions = vec![region];
    b.insert(state);
    // What remains is done one by one.
    ir.set_operand(outer.op, 0, middle);
    Ok(())
}

fn copy(b: &mut Builder, op: Op, mapping: &mut Mapping) {
    let made = b.ir.clone_op(op, mapping);
    let InsertionPoint::End(block) = b.point() else { return };
    b.ir.insert(made, InsertionPoint::End(block));
}

fn write_body(b: &mut Builder, outer: &Loop, inner: Op, step: i64, counter: Value) -> Result<()> {
    let Some((block, end)) = b.ir().single_block(b.ir()[outer.op].regions()[0]) else { return Ok(()) };
    let all: Vec<Op> = b.ir().block_ops(block).filter(|op| *op != end).collect();
    let at = all.iter().position(|op| *op == inner).unwrap_or(all.len());
    let mut mappings = Vec::new();
    for number in 0..AT_ONCE {
        let more = indices::constant(b, number * step);
        let own = indices::add(b, counter, more)?;
        let mut mapping = Mapping::default();
        mapping.map(outer.counter, own);
        all[..at].iter().for_each(|op| copy(b, *op, &mut mapping));
        mappings.push(mapping);
    }
    write_sums(b, inner, &mut mappings)?;
    for mapping in &mut mappings {
        all[at + 1..].iter().for_each(|op| copy(b, *op, mapping));
    }
    Ok(())
}

/// One loop in the place of the inner loops of all iterations.
fn write_sums(b: &mut Builder, inner: Op, mappings: &mut [Mapping]) -> Result<()> {
    let operands: Vec<Value> = b.ir()[inner].operands().collect();
    let results = b.ir()[inner].results().to_vec();
    let mut given: Vec<Value> = operands[..3].iter().map(|value| mappings[0].get(*value)).collect();
    for mapping in mappings.iter() {
        given.extend(operands[3..].iter().map(|value| mapping.get(*value)));
    }
    let types: Vec<Type> = given[3..].iter().map(|value| b.ty(*value)).collect();
    let Some((body, end)) = b.ir().single_block(b.ir()[inner].regions()[0]) else { return Ok(()) };
    let arguments = b.ir().arguments(body).to_vec();
    let region = b.region(&[&[Type::index()], types.as_slice()].concat(), |b, values| {
        let mut next = Vec::new();
        for (number, mapping) in mappings.iter_mut().enumerate() {
            mapping.map(arguments[0], values[0]);
            let own = &values[1 + number * results.len()..][..results.len()];
            mapping.map_all(&arguments[1..], own);
            for op in b.ir().block_ops(body).filter(|op| *op != end).collect::<Vec<_>>() {
                copy(b, op, mapping);
            }
            next.extend(b.ir()[end].operands().map(|value| mapping.get(value)).collect::<Vec<_>>());
        }
        b.build("scf.yield", &next, &[], &[]);
        Ok(())
    })?;
    let mut state = b.state("scf.for", &given, &[]);
    state.result_types = types;
    state.regions = vec![region];
    let made = b.insert(state);
    let found = b.ir()[made].results().to_vec();
    for (number, mapping) in mappings.iter_mut().enumerate() {
        mapping.map_all(&results, &found[number * results.len()..][..results.len()]);
    }
    Ok(())
}
