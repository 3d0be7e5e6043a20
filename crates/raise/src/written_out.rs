//! Short loops over constant tables, written out: `for (k = 0; k < 9; k++) … next[x + cx[k]] …` has nine places that are known,
//! each of which is a slice, where the loop would have a place that is looked up.

use crate::analyse::tables::apply;
use zymase_dialects::indices::known;
use zymase_dialects::scf::For;
use zymase_ir::{Attribute, Builder, DenseElements, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};

/// Loops that run more often stay.
const MOST_ITERATIONS: i64 = 32;

/// How many operations all iterations of a loop may have together.
const MOST_OPERATIONS: usize = 4096;

/// How deep the arithmetic of a subscript may be.
const DEEPEST: usize = 16;

/// Writes out what is short and whose tables say where memory is read or written.
pub fn run(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function).into_iter().rev() {
        if let Some(counts) = counts(ir, op)
            && ir.walk(op).len() * counts.len() <= MOST_OPERATIONS
            && ir.walk(op).into_iter().any(|load| is_table(ir, load, op) && leads_to_place(ir, load))
        {
            write_out(ir, op, &counts)?;
        }
    }
    Ok(())
}

/// What the counter of a loop is in each iteration, if that is known and there are few.
fn counts(ir: &Ir, op: Op) -> Option<Vec<i64>> {
    let view = For::of(ir, op)?;
    let [lower, upper, step] = [view.lowerBound(ir), view.upperBound(ir), view.step(ir)].map(|bound| known(ir, bound?));
    let (lower, upper, step) = (lower?, upper?, step.filter(|step| *step > 0)?);
    let is_short = upper.checked_sub(lower)? <= step.checked_mul(MOST_ITERATIONS)?;
    let all = (0..).map_while(|count| lower.checked_add(count * step).filter(|at| *at < upper));
    is_short.then(|| all.collect())
}

/// Whether an operation reads an integer from a constant table, at a place that depends on the counter of a loop alone.
fn is_table(ir: &Ir, load: Op, around: Op) -> bool {
    let counter = ir.single_block(ir[around].regions()[0]).and_then(|(body, _)| ir.arguments(body).first().copied());
    let number_at = |index: Value, count| number(ir, index, count, 0);
    ir[load].name() == "memref.load"
        && table(ir, load).is_some_and(|dense| dense.integers().is_some())
        && ir[load].operands().skip(1).all(|index| number_at(index, counter.map(|counter| (counter, 0))).is_some())
        && ir[load].operands().skip(1).any(|index| number_at(index, None).is_none())
}

/// What an integer is where a counter has a value.
fn number(ir: &Ir, value: Value, counter: Option<(Value, i64)>, depth: usize) -> Option<i64> {
    if let Some((_, count)) = counter.filter(|(counter, _)| *counter == value) {
        return Some(count);
    }
    let op = ir.defining_op(value).filter(|_| depth < DEEPEST)?;
    let operands: Option<Vec<i64>> = ir[op].operands().map(|operand| number(ir, operand, counter, depth + 1)).collect();
    apply(ir, op, ir[op].name().as_str(), &operands?)
}

/// The constant that a load reads from.
fn table(ir: &Ir, load: Op) -> Option<&DenseElements> {
    let named = ir.defining_op(ir[load].operand(0)?).filter(|op| ir[*op].name() == "memref.get_global")?;
    let path = ir.attribute(named, "name")?.as_symbol()?;
    let global = ir.function(path.first()?)?;
    ir.attribute(global, "constant")?;
    ir.attribute(global, "initial_value")?.as_dense()
}

/// Whether a subscript is computed from what an operation gives.
fn leads_to_place(ir: &Ir, load: Op) -> bool {
    let mut open: Vec<Value> = ir[load].results().to_vec();
    let mut seen = open.clone();
    while let Some(value) = open.pop() {
        for user in ir.uses(value) {
            let name = ir[user.op].name();
            let first = match name.as_str() {
                "memref.load" => 1,
                "memref.store" | "memref.atomic_rmw" => 2,
                _ => usize::MAX,
            };
            if ir[user.op].operands().skip(first).any(|index| index == value) {
                return true;
            }
            let is_arithmetic = name.as_str().starts_with("arith.") && ir[user.op].regions().is_empty();
            for result in ir[user.op].results().iter().filter(|result| is_arithmetic && !ir.ty(**result).is_float()) {
                if !seen.contains(result) {
                    seen.push(*result);
                    open.push(*result);
                }
            }
        }
    }
    false
}

/// Puts a copy of the body for each count in the place of the loop.
fn write_out(ir: &mut Ir, op: Op, counts: &[i64]) -> Result<()> {
    let Some((body, end)) = ir.single_block(ir[op].regions()[0]) else { return Err(ir.error(op, "has no body")) };
    let arguments = ir.arguments(body).to_vec();
    let ops: Vec<Op> = ir.block_ops(body).filter(|inner| *inner != end).collect();
    let yielded: Vec<Value> = ir[end].operands().collect();
    let mut carried = For(op).initArgs(ir);
    let mut made = Vec::new();
    for count in counts {
        let ty = ir.ty(arguments[0]).clone();
        let number = constant(ir, op, *count, ty)?;
        let mut mapping = Mapping::default();
        mapping.map(arguments[0], number);
        mapping.map_all(&arguments[1..], &carried);
        for inner in &ops {
            let copy = ir.clone_op(*inner, &mut mapping);
            ir.insert(copy, InsertionPoint::Before(op));
            made.extend(ir.walk(copy));
        }
        carried = yielded.iter().map(|value| mapping.get(*value)).collect();
    }
    ir.replace(op, &carried)?;
    for load in made {
        look_up(ir, load)?;
    }
    Ok(())
}

/// Puts the number that a constant table has at a known place in the place of reading it.
fn look_up(ir: &mut Ir, load: Op) -> Result<()> {
    if ir[load].name() != "memref.load" {
        return Ok(());
    }
    let places: Option<Vec<i64>> = ir[load].operands().skip(1).map(|index| number(ir, index, None, 0)).collect();
    let (Some(places), Some(dense)) = (places, table(ir, load)) else { return Ok(()) };
    let sizes = dense.ty().shape().unwrap_or_default();
    let is_inside = places.iter().zip(sizes).all(|(place, size)| (0..*size).contains(place));
    let place = places.iter().zip(sizes).fold(0, |all, (place, size)| all * size + place);
    let found = usize::try_from(place).ok().filter(|_| is_inside).and_then(|place| dense.integer(place));
    let Some(found) = found else { return Ok(()) };
    let ty = ir.ty(ir[load].results()[0]).clone();
    let number = constant(ir, load, found, ty)?;
    ir.replace(load, &[number])
}

fn constant(ir: &mut Ir, before: Op, number: i64, ty: Type) -> Result<Value> {
    let value = Attribute::integer(number.into(), ty.clone());
    Builder::before(ir, before).typed("arith.constant", &[], &[("value", value)], ty)
}
