//! Small products that share a factor, as one: what is left of a loop that was written out, `x₁·W`, `x₂·W`, …, becomes parts of
//! `[x₁, x₂, …]·W`. Each small product would read the shared factor again, and start a kernel.
//!
//! The other factors may come later in the program than the first product, if they do not depend on one of the products: what they are
//! made of then moves before it. Large products stay apart: they gain nothing, and joining them copies much.

use super::cost::{Costs, bytes};
use super::make::Make;
use super::read::{from, is_op, numbers};
use crate::dead::Purity;
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::{Attribute, Block, InsertionPoint, Ir, Op, Result, Trait, Value};
use zymase_support::hash::{FastMap, FastSet};

/// Operations that may move before the first product, for one factor.
const MOVED: usize = 32;
/// Products that are joined, at most.
const TOGETHER: usize = 256;
/// How many starts of kernels the arithmetic of a small product takes at most.
const STARTS: u64 = 20;

/// Products with a factor in common.
struct Group {
    /// Which of the factors differs: 0 or 1.
    side: usize,
    /// The dimension of it along which factors are joined, and that of the results.
    along: i64,
    out: i64,
    numbers: DotDimensionNumbers,
    ops: Vec<Op>,
}

/// Joins small products of a block and of those within; how many products have gone.
pub fn join_products(ir: &mut Ir, block: Block, costs: &mut Costs) -> Result<usize> {
    let mut gone = 0;
    for op in ir.block_ops(block).collect::<Vec<_>>() {
        let is_whole = ir[op].has_trait(Trait::IsolatedFromAbove);
        if !is_whole && (ir.control_flow(op).is_some() || is_op(ir, op, "while")) {
            for inner in
                ir[op].regions().to_vec().iter().flat_map(|region| ir.blocks(*region).to_vec()).collect::<Vec<_>>()
            {
                gone += join_products(ir, inner, costs)?;
            }
        }
    }
    for group in groups(ir, block, costs) {
        let joined = independent(ir, block, &group);
        if joined.len() > 1 && pays(ir, &group, &joined, costs) {
            gone += join(ir, &group, &joined)?.unwrap_or(0);
        }
    }
    Ok(gone)
}

fn groups(ir: &Ir, block: Block, costs: &mut Costs) -> Vec<Group> {
    let mut places: FastMap<(usize, Value, String), usize> = FastMap::default();
    let mut found: Vec<Group> = Vec::new();
    for op in ir.block_ops(block) {
        for side in [0, 1] {
            let Some(group) = single(ir, op, side, costs) else { continue };
            let Some((other, shared)) = ir[op].operand(side).zip(ir[op].operand(1 - side)) else { continue };
            let attributes: Vec<String> =
                ["precision_config", "algorithm"].iter().map(|name| format!("{:?}", ir.attribute(op, name))).collect();
            let kind = format!("{:?} {} {attributes:?}", group.numbers, ir.ty(other));
            match places.get(&(side, shared, kind.clone())) {
                Some(place) if found[*place].ops.len() < TOGETHER => found[*place].ops.push(op),
                Some(_) => {}
                None => {
                    places.insert((side, shared, kind), found.len());
                    found.push(group);
                }
            }
        }
    }
    found.retain(|group| group.ops.len() > 1);
    found
}

/// A small product, as the first of a group.
fn single(ir: &Ir, op: Op, side: usize, costs: &mut Costs) -> Option<Group> {
    if !is_op(ir, op, "dot_general") {
        return None;
    }
    let numbers =
        ir.attribute(op, "dot_dimension_numbers").and_then(Attribute::downcast::<DotDimensionNumbers>)?.clone();
    let result = *ir[op].results().first()?;
    let is_plain = |value: Value| {
        ir.ty(value).as_tensor().is_some_and(|tensor| tensor.has_static_shape() && tensor.encoding.is_none())
    };
    let small = costs.arithmetic(ir, op) <= STARTS * costs.start();
    if !numbers.lhs_batching.is_empty() || !small || !is_plain(result) || !ir[op].operands().all(is_plain) {
        return None;
    }
    let shape = |at: usize| ir[op].operand(at).and_then(|value| ir.ty(value).shape());
    let summed = [&numbers.lhs_contracting, &numbers.rhs_contracting];
    let along = (0..shape(side)?.len() as i64).find(|dimension| !summed[side].contains(dimension))?;
    let before = if side == 0 { 0 } else { shape(0)?.len() - summed[0].len() };
    Some(Group { side, along, out: before as i64, numbers, ops: vec![op] })
}

/// What a value of the block is made of behind an operation, in order; nothing where that has effects or is too much.
fn made_of(ir: &Ir, block: Block, value: Value, behind: &FastSet<Op>, purity: &mut Purity) -> Option<Vec<Op>> {
    let (mut open, mut seen) = (vec![value], FastSet::default());
    while let Some(value) = open.pop() {
        let Some(op) = ir.defining_op(value).filter(|op| ir[*op].parent() == Some(block) && behind.contains(op)) else {
            continue;
        };
        if seen.insert(op) {
            if seen.len() > MOVED || !purity.is_pure(ir, op) {
                return None;
            }
            open.extend(ir.inputs(op));
        }
    }
    Some(ir.block_ops(block).filter(|op| seen.contains(op)).collect())
}

/// The first product and those whose other factors can stand before it.
fn independent(ir: &mut Ir, block: Block, group: &Group) -> Vec<Op> {
    let mut purity = Purity::default();
    let Some(first) = group.ops.first().copied().filter(|op| ir.get(*op).is_some()) else { return Vec::new() };
    let mut behind: FastSet<Op> = std::iter::successors(Some(first), |op| ir.next_op(*op)).collect();
    let mut joined = vec![first];
    for op in &group.ops[1..] {
        let Some(factor) = ir.get(*op).and_then(|_| ir[*op].operand(group.side)) else { continue };
        let Some(moved) = made_of(ir, block, factor, &behind, &mut purity) else { continue };
        if moved.iter().any(|inner| is_op(ir, *inner, "dot_general") || !ir[*inner].regions().is_empty()) {
            continue;
        }
        for inner in moved {
            ir.detach(inner);
            ir.insert(inner, InsertionPoint::Before(first));
            behind.remove(&inner);
        }
        joined.push(*op);
    }
    joined
}

/// Whether joining costs less than what it saves: reading the shared factor again, and starting kernels.
fn pays(ir: &Ir, group: &Group, joined: &[Op], costs: &Costs) -> bool {
    let size = |value: Option<Value>| value.map_or(0, |value| bytes(ir.ty(value)));
    let (first, count) = (joined[0], joined.len() as u64);
    let (other, shared) = (size(ir[first].operand(group.side)), size(ir[first].operand(1 - group.side)));
    let results = size(ir[first].results().first().copied());
    let saved = (count - 1).saturating_mul(costs.start().saturating_add(costs.traffic(shared)));
    // Factors are copied; parts of the result are read where they are used.
    saved > count.saturating_mul(costs.traffic(2 * other).saturating_add(costs.traffic(results) / 8))
}

/// The tensor of which values are rows that follow each other, and the first and the last of them.
fn rows(make: &Make, factors: &[Value]) -> Option<(Value, i64, i64)> {
    let ir = make.ir();
    let row = |value: &Value| {
        let slice = from(ir, ir[from(ir, *value, "reshape")?].operand(0)?, "slice")?;
        let tensor = ir[slice].operand(0)?;
        let shape = ir.ty(tensor).shape()?;
        let start = *numbers(ir, slice, "start_indices")?.first()?;
        let size = ir.ty(ir[slice].results()[0]).shape()?;
        let is_row = size.first() == Some(&1) && size[1..] == shape[1..] && ir.ty(*value).shape()? == &shape[1..];
        (is_row && shape.len() > 1).then_some((tensor, start))
    };
    let first = row(factors.first()?)?;
    let follows = |(at, value): (usize, &Value)| row(value) == Some((first.0, first.1 + at as i64));
    factors.iter().enumerate().all(follows).then_some((first.0, first.1, first.1 + factors.len() as i64))
}

fn join(ir: &mut Ir, group: &Group, joined: &[Op]) -> Result<Option<usize>> {
    let (first, side) = (joined[0], group.side);
    let factors: Vec<Value> = joined.iter().filter_map(|op| ir[*op].operand(side)).collect();
    let Some(shared) = ir[first].operand(1 - side) else { return Ok(None) };
    let element = ir.ty(ir[first].results()[0]).element().clone();
    let mut make = Make::before(ir, first);
    let size = make.shape(factors[0])[group.along as usize];
    let together = rows(&make, &factors).filter(|_| group.along == 0);
    let all = match together {
        Some((tensor, from, to)) => make.slice_along(tensor, 0, from, to).and_then(|part| {
            let shape = make.shape(part);
            let merged: Vec<i64> = std::iter::once(shape[0] * shape[1]).chain(shape[2..].iter().copied()).collect();
            make.reshape(part, &merged)
        }),
        None => make.concatenate(&factors, group.along),
    };
    let made = all.and_then(|all| {
        let (a, b) = if side == 0 { (all, shared) } else { (shared, all) };
        let product = make.dot(a, b, group.numbers.clone(), &element, Some(first))?;
        let part = |at: usize| (at as i64 * size, (at as i64 + 1) * size);
        let parts = (0..factors.len()).map(part);
        parts.map(|(from, to)| make.slice_along(product, group.out as usize, from, to)).collect::<Option<Vec<Value>>>()
    });
    let Some(made) = made else { return Ok(None) };
    for (op, value) in joined.iter().zip(made) {
        ir.replace(*op, &[value])?;
    }
    Ok(Some(joined.len() - 1))
}
