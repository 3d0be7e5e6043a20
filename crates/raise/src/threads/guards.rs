//! A loop all of whose body is under a condition on its counter gets narrower bounds; a condition that does not depend on the counter
//! goes around the loop.

use zymase_dialects::indices;
use zymase_ir::{Attribute, Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};

/// What a comparison says of a counter.
enum Says {
    Below(Value),
    AtLeast(Value),
    Is(Value),
    Nothing,
}

/// Moves conditions out of a loop as far as they can go.
pub fn tighten(ir: &mut Ir, op: Op) -> Result<()> {
    if ir[op].name() != "scf.for" || !ir[op].results().is_empty() {
        return Ok(());
    }
    let Some((body, _)) = ir.single_block(ir[op].regions()[0]) else { return Ok(()) };
    while let Some(branch) = only_branch(ir, body) {
        let Some(condition) = ir[branch].operand(0) else { return Ok(()) };
        let mut parts = Vec::new();
        conjuncts(ir, condition, &mut parts);
        let (mut rest, mut outer, mut changed) = (Vec::new(), Vec::new(), false);
        for part in parts {
            if let Some(free) = free_of(ir, op, part)? {
                outer.push(free);
                changed = true;
                continue;
            }
            match says(ir, op, part)? {
                Says::Below(bound) => {
                    limit(ir, op, 1, "arith.minsi", bound)?;
                    changed = true;
                }
                Says::AtLeast(bound) => {
                    limit(ir, op, 0, "arith.maxsi", bound)?;
                    changed = true;
                }
                Says::Is(value) => {
                    let mut builder = Builder::before(ir, op);
                    let one = indices::constant(&mut builder, 1);
                    let next = indices::add(&mut builder, value, one)?;
                    limit(ir, op, 0, "arith.maxsi", value)?;
                    limit(ir, op, 1, "arith.minsi", next)?;
                    changed = true;
                }
                Says::Nothing => rest.push(part),
            }
        }
        if !changed {
            return Ok(());
        }
        replace_condition(ir, branch, &rest)?;
        if !outer.is_empty() {
            wrap(ir, op, &outer)?;
        }
    }
    Ok(())
}

/// The branch that holds all that a body does, if there is one.
fn only_branch(ir: &Ir, body: Block) -> Option<Op> {
    let ops: Vec<Op> = ir.block_ops(body).collect();
    let (_, rest) = ops.split_last()?;
    let (branch, before) = rest.split_last()?;
    let is_plain = |op: &Op| ir[*op].name().as_str().starts_with("arith.") && ir[*op].regions().is_empty();
    if !before.iter().all(is_plain) || ir[*branch].name() != "scf.if" || !ir[*branch].results().is_empty() {
        return None;
    }
    let other = ir[*branch].regions().get(1).and_then(|region| ir.entry(*region));
    let is_empty = other.is_none_or(|block| ir.block_ops(block).count() <= 1);
    is_empty.then_some(*branch)
}

fn conjuncts(ir: &Ir, condition: Value, found: &mut Vec<Value>) {
    match ir.defining_op(condition) {
        Some(op) if ir[op].name() == "arith.andi" => {
            for value in ir[op].operands().collect::<Vec<_>>() {
                conjuncts(ir, value, found);
            }
        }
        // `a ? b : false`
        Some(op) if ir[op].name() == "arith.select" && is_false(ir, ir[op].operand(2)) => {
            for value in ir[op].operands().take(2).collect::<Vec<_>>() {
                conjuncts(ir, value, found);
            }
        }
        _ => found.push(condition),
    }
}

fn is_false(ir: &Ir, value: Option<Value>) -> bool {
    value.and_then(|value| indices::known(ir, value)) == Some(0)
}

/// Is a value defined around a loop?
fn is_around(ir: &Ir, op: Op, value: Value) -> bool {
    let mut at =
        ir.defining_block(value).and_then(|block| ir.block_parent(block)).and_then(|region| ir.region_parent(region));
    while let Some(around) = at {
        if around == op {
            return false;
        }
        at = ir.parent_op(around);
    }
    true
}

/// The same value computed before a loop, if it does not depend on what the loop computes.
fn free_of(ir: &mut Ir, op: Op, value: Value) -> Result<Option<Value>> {
    if is_around(ir, op, value) {
        return Ok(Some(value));
    }
    let Some(definer) = ir.defining_op(value) else { return Ok(None) };
    if !ir[definer].name().as_str().starts_with("arith.") {
        return Ok(None);
    }
    let mut mapping = Mapping::default();
    for operand in ir[definer].operands().collect::<Vec<_>>() {
        let Some(free) = free_of(ir, op, operand)? else { return Ok(None) };
        mapping.map(operand, free);
    }
    let copy = ir.clone_op(definer, &mut mapping);
    ir.insert(copy, InsertionPoint::Before(op));
    Ok(Some(mapping.get(value)))
}

/// A value without changes of its type: numbers of the program stay within signed numbers.
fn peel(ir: &Ir, value: Value) -> Value {
    match ir.defining_op(value) {
        Some(op) if matches!(ir[op].name().as_str(), "arith.index_cast" | "arith.extsi") => {
            ir[op].operand(0).map_or(value, |inner| peel(ir, inner))
        }
        _ => value,
    }
}

/// What a comparison says of the counter of a loop.
fn says(ir: &mut Ir, op: Op, condition: Value) -> Result<Says> {
    let Some(compare) = ir.defining_op(condition).filter(|at| ir[*at].name() == "arith.cmpi") else {
        return Ok(Says::Nothing);
    };
    let predicate = ir.attribute(compare, "predicate").and_then(Attribute::as_i64).unwrap_or(-1);
    let operands: Vec<Value> = ir[compare].operands().collect();
    let Some(body) = ir.entry(ir[op].regions()[0]) else { return Ok(Says::Nothing) };
    let counter = ir.arguments(body)[0];
    // eq, slt, sle, sgt, sge
    for (mine, other, predicate) in
        [(operands[0], operands[1], predicate), (operands[1], operands[0], mirrored(predicate))]
    {
        let Some(shift) = shift_of(ir, op, peel(ir, mine), counter)? else { continue };
        let Some(bound) = free_of(ir, op, other)? else { continue };
        let mut builder = Builder::before(ir, op);
        let bound = if builder.ty(bound) == Type::index() {
            bound
        } else {
            match indices::known(builder.ir(), bound) {
                Some(number) => indices::constant(&mut builder, number),
                None => builder.typed("arith.index_cast", &[bound], &[], Type::index())?,
            }
        };
        let mut at = bound;
        if let Some(shift) = shift {
            at = indices::sub(&mut builder, bound, shift)?;
        }
        let one = indices::constant(&mut builder, 1);
        return Ok(match predicate {
            0 => Says::Is(at),
            2 => Says::Below(at),
            3 => Says::Below(indices::add(&mut builder, at, one)?),
            4 => Says::AtLeast(indices::add(&mut builder, at, one)?),
            5 => Says::AtLeast(at),
            _ => Says::Nothing,
        });
    }
    Ok(Says::Nothing)
}

fn mirrored(predicate: i64) -> i64 {
    match predicate {
        0 => 0,
        2 => 4,
        3 => 5,
        4 => 2,
        5 => 3,
        _ => -1,
    }
}

/// What is added to the counter; none if a value is no such sum, nothing inside if it is the counter.
fn shift_of(ir: &mut Ir, op: Op, value: Value, counter: Value) -> Result<Option<Option<Value>>> {
    if value == counter {
        return Ok(Some(None));
    }
    let Some(sum) = ir.defining_op(value).filter(|at| ir[*at].name() == "arith.addi") else { return Ok(None) };
    let operands: Vec<Value> = ir[sum].operands().collect();
    for (mine, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if mine == counter
            && let Some(free) = free_of(ir, op, other)?
        {
            return Ok(Some(Some(free)));
        }
    }
    Ok(None)
}

/// Lets a bound of a loop be the tighter of two. The step is one wherever loops over threads are.
fn limit(ir: &mut Ir, op: Op, place: usize, name: &str, bound: Value) -> Result<()> {
    let Some(old) = ir[op].operand(place) else { return Ok(()) };
    let mut builder = Builder::before(ir, op);
    let new = match (indices::known(builder.ir(), old), indices::known(builder.ir(), bound)) {
        (Some(a), Some(b)) => {
            let number = if name == "arith.minsi" { a.min(b) } else { a.max(b) };
            indices::constant(&mut builder, number)
        }
        _ => builder.typed(name, &[old, bound], &[], Type::index())?,
    };
    ir.set_operand(op, place, new);
    Ok(())
}

/// Leaves of a branch what is still to be asked.
fn replace_condition(ir: &mut Ir, branch: Op, rest: &[Value]) -> Result<()> {
    if let Some((first, others)) = rest.split_first() {
        let mut builder = Builder::before(ir, branch);
        let mut sum = *first;
        for other in others {
            sum = builder.typed("arith.andi", &[sum, *other], &[], Type::integer(1))?;
        }
        ir.set_operand(branch, 0, sum);
        return Ok(());
    }
    let Some((block, end)) = ir.single_block(ir[branch].regions()[0]) else { return Ok(()) };
    for op in ir.block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        ir.detach(op);
        ir.insert(op, InsertionPoint::Before(branch));
    }
    ir.erase(branch)
}

/// Puts a loop under conditions.
fn wrap(ir: &mut Ir, op: Op, conditions: &[Value]) -> Result<()> {
    let mut builder = Builder::before(ir, op);
    let mut all = conditions[0];
    for other in &conditions[1..] {
        all = builder.typed("arith.andi", &[all, *other], &[], Type::integer(1))?;
    }
    let then = builder.region(&[], |inner, _| {
        inner.build("scf.yield", &[], &[], &[]);
        Ok(())
    })?;
    let otherwise = builder.ir.create_region();
    let mut state = builder.state("scf.if", &[all], &[]);
    state.regions = vec![then, otherwise];
    builder.insert(state);
    let Some((_, end)) = ir.single_block(then) else { return Ok(()) };
    ir.detach(op);
    ir.insert(op, InsertionPoint::Before(end));
    Ok(())
}
