//! Sums of products that loops carry: gradients by the weights of a recurrent network, to which each step adds the product of two
//! matrices. What the products are made of is kept, one row for each step, and one product after the loop takes all of them together:
//!
//! ```text
//! while k < n { a = a[k]; b = …; s = s + aᵀ·b }     becomes     while k < n { b = …; B[k] = b }; s = Σₖ A[k]ᵀ·B[k]
//! ```
//!
//! Small products are slow, and each of them would read and write the whole sum. The cost model decides; what is kept is no larger than
//! what the loop works on already.

use super::cost::{Costs, bytes};
use super::make::Make;
use super::read::{is_op, numbers};
use super::rows::{Line, Steps};
use crate::dead::remove_unused;
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::types::element_count;
use zymase_ir::{Attribute, InsertionPoint, Ir, Op, Result, Type, Value};

/// A term of a carried sum that is taken after the loop.
struct Term {
    /// The product, or the sum along dimensions, in the body.
    op: Op,
    /// What only changes the order of its elements, from there to the sum.
    then: Vec<Op>,
}

/// A carried sum: what is added in each step.
struct Sum {
    place: usize,
    later: Vec<Term>,
    now: Vec<Value>,
}

/// Rows of the values that terms are made of.
struct Kept {
    /// The value in the body, and the tensor of its rows, once there is one.
    value: Value,
    rows: Option<Value>,
}

/// Takes products out of the sums that a loop carries, if that is cheaper; how many sums.
pub fn take_sums_out(ir: &mut Ir, op: Op, costs: &mut Costs) -> Result<usize> {
    let Some(steps) = Steps::of(ir, op).filter(|steps| steps.count > 1) else { return Ok(0) };
    let sums: Vec<Sum> = (0..ir[op].results().len()).filter_map(|place| read_sum(ir, &steps, place)).collect();
    if sums.is_empty() {
        return Ok(0);
    }
    let Some(block) = ir[op].parent() else { return Ok(0) };
    let cost = |costs: &mut Costs, ir: &Ir| {
        let all = ir.block_ops(block).map(|op| costs.of_op(ir, op).femtoseconds);
        all.fold(0u64, u64::saturating_add)
    };
    let mut changed = ir.clone();
    if rewrite(&mut changed, &steps, &sums)?.is_none() {
        return Ok(0);
    }
    remove_unused(&mut changed, block)?;
    if cost(costs, &changed) >= cost(costs, ir) {
        return Ok(0);
    }
    *ir = changed;
    Ok(sums.len())
}

fn is_plain(ir: &Ir, value: Value) -> bool {
    let tensor = ir.ty(value).as_tensor();
    tensor.is_some_and(|tensor| tensor.has_static_shape() && tensor.encoding.is_none())
}

/// The sum that is carried at a place, if nothing sees it before the end and some of what is added can be added later.
fn read_sum(ir: &Ir, steps: &Steps, place: usize) -> Option<Sum> {
    let argument = steps.argument(ir, place);
    let root = *ir.returned(ir[steps.op].regions()[1]).get(place)?;
    let element = ir.ty(argument).element();
    let is_number = element.is_float() || element.as_complex().is_some();
    let unseen = ir.uses(argument).len() == 1 && ir.uses(ir.arguments(steps.condition)[place]).is_empty();
    if !is_number || !unseen || !is_plain(ir, argument) {
        return None;
    }
    let (mut open, mut sum, mut found) = (vec![root], Sum { place, later: Vec::new(), now: Vec::new() }, false);
    while let Some(value) = open.pop() {
        let op = ir.defining_op(value).filter(|op| ir[*op].parent() == Some(steps.body) && ir.uses(value).len() == 1);
        if value == argument {
            found = true;
        } else if let Some(add) = op.filter(|op| is_op(ir, *op, "add")) {
            open.extend(ir[add].operands());
        } else if let Some(term) = op.and_then(|op| read_term(ir, steps, op)) {
            sum.later.push(term);
        } else {
            sum.now.push(value);
        }
    }
    let has_product = sum.later.iter().any(|term| is_op(ir, term.op, "dot_general"));
    (found && has_product).then_some(sum)
}

fn read_term(ir: &Ir, steps: &Steps, mut op: Op) -> Option<Term> {
    let mut then = Vec::new();
    while is_op(ir, op, "transpose") || is_op(ir, op, "reshape") {
        then.push(op);
        let value = ir[op].operand(0).filter(|value| ir.uses(*value).len() == 1)?;
        op = ir.defining_op(value).filter(|op| ir[*op].parent() == Some(steps.body))?;
    }
    let term = Term { op, then };
    let factors = factors(ir, &term)?;
    let varies = |value: &Value| is_plain(ir, *value) && !steps.is_outside(ir, *value);
    factors.iter().all(varies).then_some(term)
}

/// The values of the body that a term is made of.
fn factors(ir: &Ir, term: &Term) -> Option<Vec<Value>> {
    let operands: Vec<Value> = ir[term.op].operands().collect();
    if is_op(ir, term.op, "dot_general") {
        return Some(operands);
    }
    let is_sum = is_op(ir, term.op, "reduce")
        && operands.len() == 2
        && super::read::combiner(ir, term.op) == Some("add")
        && super::facts::uniform(ir, operands[1]) == Some(0.0);
    is_sum.then(|| operands[..1].to_vec())
}

/// What the loop works on: what it carries and reads.
fn held(ir: &Ir, steps: &Steps) -> u64 {
    let inputs = ir.inputs(steps.op);
    inputs.iter().map(|value| bytes(ir.ty(*value))).fold(0u64, u64::saturating_add)
}

fn rows_type(ir: &Ir, value: Value, count: u64) -> Option<Type> {
    let ty = ir.ty(value);
    let shape: Vec<i64> = std::iter::once(i64::try_from(count).ok()?).chain(ty.shape()?.iter().copied()).collect();
    element_count(&shape)?.checked_mul(ty.element().element_bytes()?)?;
    Some(Type::tensor(shape, ty.element().clone()))
}

/// Makes the loop without these sums, and the sums after it; nothing if the rows cannot be kept.
fn rewrite(ir: &mut Ir, steps: &Steps, sums: &[Sum]) -> Result<Option<()>> {
    let Some((mut kept, number)) = choose_rows(ir, steps, sums) else { return Ok(None) };
    let Some(new) = keep_rows(ir, steps, &mut kept, number) else { return Ok(None) };
    for sum in sums {
        if leave_out(ir, new, sum).is_none() || add_later(ir, new, sum, &kept).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

/// The factors of terms, with the rows that are there already, and the number of the row that new ones are written to.
fn choose_rows(ir: &mut Ir, steps: &Steps, sums: &[Sum]) -> Option<(Vec<Kept>, Value)> {
    let mut all: Vec<Value> = Vec::new();
    for term in sums.iter().flat_map(|sum| &sum.later) {
        all.extend(factors(ir, term)?);
    }
    let mut seen = Vec::new();
    all.retain(|value| {
        let is_new = !seen.contains(value);
        seen.push(*value);
        is_new
    });
    let reads: Vec<Option<(Value, Value, Line)>> = all.iter().map(|value| steps.read(ir, *value)).collect();
    let (number, line) = match reads.iter().flatten().next() {
        Some((_, number, line)) => (*number, *line),
        None => counter(ir, steps)?,
    };
    let mut kept = Vec::new();
    for (value, read) in all.into_iter().zip(reads) {
        let rows = read.filter(|(_, _, other)| *other == line).map(|(rows, _, _)| rows);
        kept.push(Kept { value, rows });
    }
    let new = kept.iter().filter(|each| each.rows.is_none());
    let added = new.map(|each| rows_type(ir, each.value, steps.count).map_or(u64::MAX, |ty| bytes(&ty)));
    (added.fold(0u64, u64::saturating_add) <= held(ir, steps)).then_some((kept, number))
}

/// A value that the loop carries and that counts its steps from zero.
fn counter(ir: &Ir, steps: &Steps) -> Option<(Value, Line)> {
    let arguments = ir.arguments(steps.body).iter();
    let mut lines = arguments.filter_map(|value| Some((*value, steps.line(ir, *value)?)));
    lines.find(|(value, line)| ir.ty(*value).shape() == Some(&[]) && line.covers(steps.count))
}

/// Puts a loop in the place of one that keeps the rows that are not there, too; the new loop.
fn keep_rows(ir: &mut Ir, steps: &Steps, kept: &mut [Kept], number: Value) -> Option<Op> {
    let location = ir[steps.op].location().clone();
    let mut state = ir.state_of(steps.op);
    let end = ir.terminator(steps.body)?;
    let mut returned: Vec<Value> = ir[end].operands().collect();
    let old = returned.len();
    for each in kept.iter().filter(|each| each.rows.is_none()) {
        let ty = rows_type(ir, each.value, steps.count)?;
        state.operands.push(Make::before(ir, steps.op).zero(&ty)?);
        ir.add_argument(steps.condition, ty.clone(), location.clone());
        let rows = ir.add_argument(steps.body, ty.clone(), location.clone());
        returned.push(write_row(&mut Make::before(ir, end), rows, number, each.value)?);
        state.result_types.push(ty);
    }
    ir.set_operands(end, &returned);
    state.regions = ir.take_regions(steps.op);
    let new = ir.create(state);
    ir.insert(new, InsertionPoint::Before(steps.op));
    let results = ir[new].results().to_vec();
    ir.replace(steps.op, &results[..old]).ok()?;
    let mut rows = results[old..].iter().copied();
    for each in kept.iter_mut().filter(|each| each.rows.is_none()) {
        each.rows = rows.next();
    }
    Some(new)
}

fn write_row(make: &mut Make, rows: Value, number: Value, value: Value) -> Option<Value> {
    let mut shape = vec![1];
    shape.extend(make.shape(value));
    let part = make.reshape(value, &shape)?;
    let mut operands = vec![rows, part, number];
    if shape.len() > 1 {
        let zero = make.zero(&make.ty(number))?;
        operands.extend(vec![zero; shape.len() - 1]);
    }
    make.op("dynamic_update_slice", &operands)
}

/// Takes the terms that come later out of a sum within the loop.
fn leave_out(ir: &mut Ir, new: Op, sum: &Sum) -> Option<()> {
    let body = ir.single_block(*ir[new].regions().get(1)?)?.0;
    let (argument, end) = (ir.arguments(body)[sum.place], ir.terminator(body)?);
    let mut rest = argument;
    for value in &sum.now {
        rest = Make::before(ir, end).add(rest, *value)?;
    }
    ir.set_operand(end, sum.place, rest);
    Some(())
}

/// Adds the terms of all steps to what the loop gives.
fn add_later(ir: &mut Ir, new: Op, sum: &Sum, kept: &[Kept]) -> Option<()> {
    let after = ir.next_op(new)?;
    let result = ir[new].results()[sum.place];
    let users = ir.uses(result).to_vec();
    let mut total = result;
    for term in &sum.later {
        let mut rows = Vec::new();
        for factor in factors(ir, term)? {
            let found = kept.iter().find(|each| each.value == factor)?;
            let mut shape = vec![ir.ty(found.rows?).shape()?[0]];
            shape.extend(ir.ty(factor).shape()?);
            rows.push(Make::before(ir, after).reshape(found.rows?, &shape)?);
        }
        let mut value = over_all_rows(ir, after, term.op, &rows)?;
        for op in term.then.iter().rev() {
            let ty = ir.ty(ir[*op].results()[0]).clone();
            value = Make::before(ir, after).again(*op, &[value], ty)?;
        }
        total = Make::before(ir, after).add(total, value)?;
    }
    for place in users {
        ir.set_operand(place.op, place.operand, total);
    }
    Some(())
}

/// The product, or sum, of a step, over all steps.
fn over_all_rows(ir: &mut Ir, after: Op, op: Op, rows: &[Value]) -> Option<Value> {
    let shifted = |list: &[i64]| list.iter().map(|dimension| dimension + 1).collect::<Vec<i64>>();
    let joined = |list: &[i64]| std::iter::once(0).chain(shifted(list)).collect::<Vec<i64>>();
    if let [value] = rows {
        let dimensions = joined(&numbers(ir, op, "dimensions")?);
        return Make::before(ir, after).sum(*value, &dimensions);
    }
    let numbers = ir.attribute(op, "dot_dimension_numbers").and_then(Attribute::downcast::<DotDimensionNumbers>)?;
    let numbers = DotDimensionNumbers {
        lhs_batching: shifted(&numbers.lhs_batching),
        rhs_batching: shifted(&numbers.rhs_batching),
        lhs_contracting: joined(&numbers.lhs_contracting),
        rhs_contracting: joined(&numbers.rhs_contracting),
    };
    let element = ir.ty(ir[op].results()[0]).element().clone();
    Make::before(ir, after).dot(rows[0], rows[1], numbers, &element, Some(op))
}
