//! Control flow. Where all examples go the same way it stays as it is, around regions that compute many examples.
//!
//! Where they go different ways, a branch is computed for all examples if one of them takes it, and a loop goes on as long as
//! one of them does. An example that does not take part computes with the values of one that does, and what it
//! computes is not taken: so nothing is computed that no example asked for, no loop within runs on values it was not
//! meant for, and no derivative is spoilt by an infinity on a way not taken.

use super::Entry;
use super::each::take;
use super::flow::carried;
use super::support::{Batch, integers, reshape, reshape_to, scalars_as, zeros};
use crate::stablehlo::attributes::enumeration;
use zymase_ir::batching::{BatchRule, BatchSite, Examples, repeat};
use zymase_ir::{Attribute, Block, InsertionPoint, Region, Result, Type, Value};
use zymase_support::hash::FastSet;

pub(super) const TABLE: &[Entry] =
    &[("case", BatchRule(branch)), ("if", BatchRule(branch)), ("while", BatchRule(repeat_while))];

/// The only block of a region of the operation.
fn block_of(site: &BatchSite, index: usize) -> Result<Block> {
    let region = site.ir()[site.op].regions().get(index).copied();
    let block = region.and_then(|region| site.ir().entry(region));
    block.ok_or_else(|| site.error(format!("has no region {index}")))
}

/// An empty region to be filled, and its block.
fn open_region(site: &mut BatchSite, arguments: &[Type]) -> (Region, Block) {
    let region = site.builder.ir.create_region();
    (region, site.builder.ir.create_block(region, arguments))
}

/// Runs something that writes at the end of a block.
fn within<T>(site: &mut BatchSite, block: Block, write: impl FnOnce(&mut BatchSite) -> Result<T>) -> Result<T> {
    let outer = site.builder.point();
    site.builder.set_point(InsertionPoint::End(block));
    let written = write(site);
    site.builder.set_point(outer);
    written
}

/// Ends a block.
fn give(site: &mut BatchSite, block: Block, values: &[Value]) -> Result<()> {
    within(site, block, |site| {
        site.builder.build("stablehlo.return", values, &[], &[]);
        Ok(())
    })
}

/// The operation with other regions.
fn rebuild(site: &mut BatchSite, name: &str, operands: &[Value], regions: Vec<Region>, types: Vec<Type>) -> Vec<Value> {
    let mut state = site.builder.state(name, operands, &[]);
    state.regions = regions;
    state.result_types = types;
    let op = site.builder.insert(state);
    site.ir()[op].results().to_vec()
}

/// Values as they are where marked shared, and stacked elsewhere, at the end of a block.
fn settle(site: &mut BatchSite, block: Block, examples: &[Examples], stacked: &[bool]) -> Result<Vec<Value>> {
    within(site, block, |site| {
        let settled = examples.iter().zip(stacked).map(|(examples, stacked)| match (examples, stacked) {
            (examples, true) => site.spread(*examples),
            (Examples::Shared(value), false) => Ok(*value),
            (Examples::Batched(_), false) => Err(site.error("carries a batched value where a shared one was expected")),
        });
        settled.collect()
    })
}

fn branch(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let count = site.ir()[site.op].regions().len();
    let results = site.ir()[site.op].results().len();
    let Examples::Shared(choice) = examples[0] else { return branch_by_example(site, examples[0].value(), count) };
    let (mut filled, mut stacked) = (Vec::with_capacity(count), vec![false; results]);
    for index in 0..count {
        let from = block_of(site, index)?;
        let (region, to) = open_region(site, &[]);
        let examples = site.batcher.inline(site.builder.ir, from, to, &[])?;
        stacked.iter_mut().zip(&examples).for_each(|(stacked, examples)| *stacked |= examples.is_batched());
        filled.push((region, to, examples));
    }
    let mut types = site.result_types();
    for (ty, _) in types.iter_mut().zip(&stacked).filter(|(_, stacked)| **stacked) {
        *ty = site.stacked(ty)?;
    }
    let mut regions = Vec::with_capacity(count);
    for (region, block, examples) in filled {
        let values = settle(site, block, &examples, &stacked)?;
        give(site, block, &values)?;
        regions.push(region);
    }
    let name = site.ir()[site.op].name().as_str().to_owned();
    let values = rebuild(site, &name, &[choice], regions, types);
    let examples = values.into_iter().zip(stacked);
    Ok(examples
        .map(|(value, stacked)| if stacked { Examples::Batched(value) } else { Examples::Shared(value) })
        .collect())
}

/// Examples go different ways: every branch that one of them takes, then each example's own results.
fn branch_by_example(site: &mut BatchSite, choice: Value, count: usize) -> Batch {
    let choice = reshape_to(site, choice, vec![site.size])?;
    let types = site.stacked_results()?;
    let mut chosen: Option<Vec<Value>> = None;
    for index in 0..count {
        let mask = takes(site, choice, index, count)?;
        let values = one_branch(site, index, mask, &types)?;
        chosen = Some(match chosen {
            None => values,
            Some(before) => choose(site, mask, &values, &before)?,
        });
    }
    Ok(chosen.unwrap_or_default().into_iter().map(Examples::Batched).collect())
}

/// Which examples take a branch: the first of `if` is for true; an index that no branch of `case` has means the last.
fn takes(site: &mut BatchSite, choice: Value, index: usize, count: usize) -> Result<Value> {
    let ty = site.ty(choice);
    if ty.element().is_bool() {
        return if index == 0 { Ok(choice) } else { site.value("stablehlo.not", &[choice], &[]) };
    }
    let compare = |site: &mut BatchSite, direction: &str, number: usize| {
        let number = integers(site, &Type::tensor([], ty.element().clone()), &[number as i64])?;
        let number = super::support::broadcast(site, number, &[], &ty)?;
        let direction = enumeration("comparison_direction", direction).map_err(|message| site.error(message))?;
        site.value("stablehlo.compare", &[choice, number], &[("comparison_direction", direction)])
    };
    if index + 1 < count {
        return compare(site, "EQ", index);
    }
    let (above, below) = (compare(site, "GE", index)?, compare(site, "LT", 0)?);
    site.value("stablehlo.or", &[above, below], &[])
}

/// The results of a branch for all examples if one takes it, else zeros.
fn one_branch(site: &mut BatchSite, index: usize, mask: Value, types: &[Type]) -> Result<Vec<Value>> {
    let from = block_of(site, index)?;
    let (region, block) = open_region(site, &[]);
    let given = within(site, block, |site| borrowed(site, from, mask, &[]))?;
    let examples = site.batcher.inline(site.builder.ir, from, block, &given)?;
    let values = settle(site, block, &examples, &vec![true; examples.len()])?;
    give(site, block, &values)?;
    let (otherwise, empty) = open_region(site, &[]);
    let nothing = within(site, empty, |site| types.iter().map(|ty| zeros(site, ty)).collect::<Result<Vec<_>>>())?;
    give(site, empty, &nothing)?;
    let any = any_of(site, mask)?;
    Ok(rebuild(site, "stablehlo.if", &[any], vec![region, otherwise], types.to_vec()))
}

/// What stands for the batched values that a block takes from outside, and for others, where examples that a mask leaves
/// out have the values of one that it does not.
fn borrowed(
    site: &mut BatchSite,
    from: Block,
    mask: Value,
    others: &[(Value, Value)],
) -> Result<Vec<(Value, Examples)>> {
    let mut all = others.to_vec();
    let ir = site.ir();
    let inner = ir.block_ops(from).flat_map(|op| ir.walk(op));
    let used: FastSet<Value> = inner.flat_map(|op| ir[op].operands().collect::<Vec<_>>()).collect();
    for value in ir.captured(site.op).into_iter().filter(|value| used.contains(value)) {
        if let Examples::Batched(batched) = site.batcher.examples(value) {
            all.push((value, batched));
        }
    }
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let counter = Type::tensor([site.size], Type::integer(64));
    let numbers = site.typed("stablehlo.iota", &[], &[("iota_dimension", Attribute::i64(0))], counter.clone())?;
    let none = zeros(site, &counter)?;
    let marked = site.value("stablehlo.select", &[mask, numbers, none], &[])?;
    let place = fold(site, marked, "stablehlo.maximum")?;
    let size = site.size;
    let mut given = Vec::with_capacity(all.len());
    for (value, batched) in all {
        let ty = site.ty(value);
        let one = take(&mut site.builder, batched, place, &ty)?;
        let one = repeat(&mut site.builder, one, size)?;
        given.push((value, Examples::Batched(choose(site, mask, &[batched], &[one])?[0])));
    }
    Ok(given)
}

/// For each example the first of two values if it is marked, else the second.
fn choose(site: &mut BatchSite, mask: Value, on_true: &[Value], on_false: &[Value]) -> Result<Vec<Value>> {
    let mut chosen = Vec::with_capacity(on_true.len());
    for (on_true, on_false) in on_true.iter().zip(on_false) {
        let ty = site.ty(*on_true);
        let mask = scalars_as(site, mask, &ty)?;
        chosen.push(site.value("stablehlo.select", &[mask, *on_true, *on_false], &[])?);
    }
    Ok(chosen)
}

/// All elements of a vector put together by an operation for which zero changes nothing.
fn fold(site: &mut BatchSite, vector: Value, name: &str) -> Result<Value> {
    let scalar = Type::tensor([], site.ty(vector).element().clone());
    let zero = zeros(site, &scalar)?;
    let region = site.builder.region(&[scalar.clone(), scalar], |builder, arguments| {
        let both = builder.value(name, arguments, &[])?;
        builder.build("stablehlo.return", &[both], &[], &[]);
        Ok(())
    })?;
    let dimensions = [("dimensions", Attribute::i64_array([0]))];
    let mut state = site.builder.state("stablehlo.reduce", &[vector, zero], &dimensions);
    state.regions = vec![region];
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

fn any_of(site: &mut BatchSite, mask: Value) -> Result<Value> {
    fold(site, mask, "stablehlo.or")
}

fn repeat_while(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let flow = carried(site, examples);
    if flow.condition {
        return while_any(site, examples);
    }
    let start: Vec<Value> = examples
        .iter()
        .zip(&flow.values)
        .map(|(examples, stacked)| if *stacked { site.spread(*examples) } else { Ok(examples.value()) })
        .collect::<Result<_>>()?;
    let types = site.ir().types(&start);
    let mut regions = Vec::with_capacity(2);
    for index in 0..2 {
        let from = block_of(site, index)?;
        let (region, to) = open_region(site, &types);
        let given = arguments(site, from, to, &flow.values);
        let examples = site.batcher.inline(site.builder.ir, from, to, &given)?;
        let marks = if index == 0 { &[false][..] } else { &flow.values };
        let values = settle(site, to, &examples, marks)?;
        give(site, to, &values)?;
        regions.push(region);
    }
    let values = rebuild(site, "stablehlo.while", &start, regions, types);
    let examples = values.into_iter().zip(flow.values);
    Ok(examples
        .map(|(value, stacked)| if stacked { Examples::Batched(value) } else { Examples::Shared(value) })
        .collect())
}

/// What stands for the arguments of a block of the original: those of a new one.
fn arguments(site: &BatchSite, from: Block, to: Block, stacked: &[bool]) -> Vec<(Value, Examples)> {
    let (from, to) = (site.ir().arguments(from).to_vec(), site.ir().arguments(to).to_vec());
    let pairs = from.into_iter().zip(to).zip(stacked);
    pairs
        .map(|((from, to), stacked)| (from, if *stacked { Examples::Batched(to) } else { Examples::Shared(to) }))
        .collect()
}

/// Examples leave the loop at different times. Which ones go on is carried in front of what the loop carries.
fn while_any(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let (condition, body) = (block_of(site, 0)?, block_of(site, 1)?);
    let start = site.spread_all(examples)?;
    let InsertionPoint::End(here) = site.builder.point() else {
        return Err(site.error("is batched at a place where nothing can be put"));
    };
    let going = goes_on(site, condition, here, &start)?;
    let mut carried = vec![going];
    carried.extend(&start);
    let types = site.ir().types(&carried);
    let (test, to) = open_region(site, &types);
    let going = site.ir().arguments(to)[0];
    let any = within(site, to, |site| any_of(site, going))?;
    give(site, to, &[any])?;

    let (region, to) = open_region(site, &types);
    let state = site.ir().arguments(to).to_vec();
    let (going, values) = (state[0], &state[1..]);
    let own = site.ir().arguments(body).to_vec();
    let pairs: Vec<(Value, Value)> = own.into_iter().zip(values.iter().copied()).collect();
    let given = within(site, to, |site| borrowed(site, body, going, &pairs))?;
    let made = site.batcher.inline(site.builder.ir, body, to, &given)?;
    let made = settle(site, to, &made, &vec![true; values.len()])?;
    let mut next = within(site, to, |site| choose(site, going, &made, values))?;
    let still = goes_on(site, condition, to, &next)?;
    let still = within(site, to, |site| site.value("stablehlo.and", &[going, still], &[]))?;
    next.insert(0, still);
    give(site, to, &next)?;
    let results = rebuild(site, "stablehlo.while", &carried, vec![test, region], types);
    Ok(results[1..].iter().copied().map(Examples::Batched).collect())
}

/// Computes the condition of a loop for all examples at the end of a block.
fn goes_on(site: &mut BatchSite, condition: Block, to: Block, values: &[Value]) -> Result<Value> {
    let own = site.ir().arguments(condition).to_vec();
    let given: Vec<(Value, Examples)> = own.into_iter().zip(values.iter().copied().map(Examples::Batched)).collect();
    let made = site.batcher.inline(site.builder.ir, condition, to, &given)?;
    let Some(first) = made.first().copied() else { return Err(site.error("has a condition without a result")) };
    let vector = Type::tensor([site.size], Type::integer(1));
    within(site, to, |site| {
        let all = site.spread(first)?;
        reshape(site, all, &vector)
    })
}
