//! Loops as wholes: fusion, interchange, and iterations that may run at the same time.

use super::accesses::{Access, is_within, may_meet, within};
use super::subscripts::Sum;
use zymase_dialects::indices::known;
use zymase_dialects::memref::segments;
use zymase_ir::{Builder, InsertionPoint, Ir, Op, Result, Value};

/// The bounds and the counter of a loop that carries nothing.
pub struct Loop {
    pub op: Op,
    pub bounds: [Value; 3],
    pub counter: Value,
}

impl Loop {
    pub fn of(ir: &Ir, op: Op) -> Option<Loop> {
        let operands: Vec<Value> = ir[op].operands().collect();
        let is_plain = ir[op].name() == "scf.for" && ir.attribute(op, "unsignedCmp").is_none();
        if !is_plain || operands.len() != 3 || !ir.ty(operands[0]).is_index() {
            return None;
        }
        let block = ir.entry(ir[op].regions()[0])?;
        let counter = ir.arguments(block)[0];
        Some(Loop { op, bounds: [operands[0], operands[1], operands[2]], counter })
    }
}

/// Whether two accesses of different iterations are never of one element: subscripts of both are sums of the counter, times something, and of
/// what is the same in all iterations, and differ by less than what the counter moves them by.
fn is_of_own_iteration(ir: &Ir, a: &Access, b: &Access, loops: [&Loop; 2]) -> bool {
    let (Some(x), Some(y)) = (&a.place, &b.place) else { return false };
    let is_fixed =
        |sum: &Sum, own: &Loop| sum.terms.keys().all(|value| *value == own.counter || !is_within(ir, *value, own.op));
    let step = known(ir, loops[0].bounds[2]).unwrap_or(1).max(1);
    a.memory == b.memory
        && x.iter().zip(y).any(|(x, y)| {
            let moves = x.factor(loops[0].counter).checked_mul(step).map_or(0, i64::abs);
            let difference = x.plus(&y.renamed(loops[1].counter, loops[0].counter), -1);
            let is_near = |sum: Sum| sum.terms.is_empty() && sum.constant.abs() < moves;
            is_fixed(x, loops[0]) && is_fixed(y, loops[1]) && difference.is_some_and(is_near)
        })
}

/// Whether the iterations of a loop are independent of each other.
pub fn is_independent(ir: &Ir, own: &Loop) -> bool {
    let Some(all) = within(ir, own.op) else { return false };
    // Memory that is made within belongs to its iteration.
    let all: Vec<Access> = all.into_iter().filter(|access| !is_within(ir, access.memory, own.op)).collect();
    let is_made_within = ir.walk(own.op).into_iter().any(|op| ir[op].name() == "memref.alloc");
    !is_made_within
        && all.iter().filter(|access| access.is_write).all(|write| {
            all.iter()
                .all(|other| !may_meet(write.origin, other.origin) || is_of_own_iteration(ir, write, other, [own; 2]))
        })
}

/// Independent iterations become parallel loops, outer ones first.
pub fn parallelise(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        if ir.get(op).is_none() {
            continue;
        }
        let Some(own) = Loop::of(ir, op) else { continue };
        let is_positive = known(ir, own.bounds[2]).is_some_and(|step| step > 0);
        if !is_positive || !is_independent(ir, &own) {
            continue;
        }
        let Some((_, end)) = ir.single_block(ir[op].regions()[0]) else { continue };
        Builder::before(ir, end).build("scf.reduce", &[], &[], &[]);
        ir.erase(end)?;
        let regions = ir.take_regions(op);
        let mut builder = Builder::before(ir, op);
        let mut state = builder.state("scf.parallel", &own.bounds, &[("operandSegmentSizes", segments(&[1, 1, 1, 0]))]);
        state.regions = regions;
        builder.insert(state);
        ir.erase(op)?;
    }
    Ok(())
}

/// Loops with the same bounds that follow each other and go through the same memory become one, if what they do in different iterations does
/// not meet.
pub fn fuse(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        if ir.get(op).is_none() {
            continue;
        }
        while let Some(second) = next_loop(ir, op) {
            let (Some(first), Some(second)) = (Loop::of(ir, op), Loop::of(ir, second)) else { break };
            let same = first.bounds.iter().zip(&second.bounds).all(|(a, b)| Sum::of(ir, *a) == Sum::of(ir, *b));
            if !same || !may_fuse(ir, &first, &second) {
                break;
            }
            join(ir, &first, &second)?;
        }
    }
    Ok(())
}

/// The loop behind an operation, with nothing between but pure operations that do not need it.
fn next_loop(ir: &Ir, op: Op) -> Option<Op> {
    let mut next = ir.next_op(op)?;
    while ir[next].definition().is_some_and(|definition| definition.has_trait(zymase_ir::Trait::Pure))
        && ir[next].regions().is_empty()
    {
        next = ir.next_op(next)?;
    }
    (ir[next].name() == "scf.for").then_some(next)
}

fn may_fuse(ir: &Ir, first: &Loop, second: &Loop) -> bool {
    let (Some(before), Some(behind)) = (within(ir, first.op), within(ir, second.op)) else { return false };
    let has_common = before.iter().any(|a| behind.iter().any(|b| a.memory == b.memory));
    has_common
        && before.iter().all(|a| {
            behind.iter().all(|b| {
                let is_harmless = !a.is_write && !b.is_write;
                is_harmless || !may_meet(a.origin, b.origin) || is_of_own_iteration(ir, a, b, [first, second])
            })
        })
}

fn join(ir: &mut Ir, first: &Loop, second: &Loop) -> Result<()> {
    let (Some((block, end)), Some((other, other_end))) =
        (ir.single_block(ir[first.op].regions()[0]), ir.single_block(ir[second.op].regions()[0]))
    else {
        return Ok(());
    };
    // What stands between the loops, and the second one needs, comes before both.
    let mut between = ir.next_op(first.op);
    while let Some(op) = between.filter(|op| *op != second.op) {
        between = ir.next_op(op);
        ir.detach(op);
        ir.insert(op, InsertionPoint::Before(first.op));
    }
    ir.replace_uses(second.counter, first.counter);
    for op in ir.block_ops(other).filter(|op| *op != other_end).collect::<Vec<_>>() {
        ir.detach(op);
        ir.insert(op, InsertionPoint::Before(end));
    }
    let _ = block;
    ir.erase(second.op)
}

/// Two loops, one within the other and nothing beside it, change places where that lets the inner one go through memory in its order.
pub fn interchange(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function) {
        if ir.get(op).is_none() {
            continue;
        }
        let Some(outer) = Loop::of(ir, op) else { continue };
        let Some((block, _)) = ir.single_block(ir[op].regions()[0]) else { continue };
        let body: Vec<Op> = ir.block_ops(block).collect();
        let [only, _] = body[..] else { continue };
        let Some(inner) = Loop::of(ir, only) else { continue };
        let is_square = inner.bounds.iter().all(|value| !is_within(ir, *value, op));
        if !is_square || strides(ir, &outer) <= strides(ir, &inner) {
            continue;
        }
        if !is_independent(ir, &outer) || !is_independent(ir, &inner) {
            continue;
        }
        for (place, (a, b)) in outer.bounds.into_iter().zip(inner.bounds).enumerate() {
            ir.set_operand(outer.op, place, b);
            ir.set_operand(inner.op, place, a);
        }
        let sites = ir.uses(outer.counter).to_vec();
        ir.replace_uses(inner.counter, outer.counter);
        for at in sites {
            ir.set_operand(at.op, at.operand, inner.counter);
        }
    }
    Ok(())
}

/// How many accesses a counter moves by one element, minus those that it moves by more.
fn strides(ir: &Ir, own: &Loop) -> i64 {
    let all = within(ir, own.op).unwrap_or_default();
    let of = |access: &Access| {
        let Some(place) = &access.place else { return 0 };
        let Some((last, others)) = place.split_last() else { return 0 };
        if others.iter().any(|sum| sum.factor(own.counter) != 0) {
            return -1;
        }
        i64::from(last.factor(own.counter).abs() == 1)
    };
    all.iter().map(of).sum()
}
