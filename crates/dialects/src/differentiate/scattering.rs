//! Scatters: additions, differences, replacements, largest and smallest elements at once; other bodies where no element is updated
//! twice as a gather, the body, and a replacement; and else update by update (`repeated.rs`).
//!
//! Adjoints of updates are read back from where these went (`places.rs`). Tangents go through a scatter beside the values, by a
//! body that computes both. Elements that tie for the largest or smallest share the derivative equally.

use super::Entry;
use super::bodies::{apply, body, combined_elements};
use super::derived::{self, Expansion};
use super::indexing::scatter;
use super::matrices::{compare, negate, select};
use super::operations::convert;
use super::places::{read_back, winners};
use super::repeated;
use super::scatter_shape::{Scatter, ScatterBody, read};
use super::space::splat;
use std::collections::HashMap;
use zymase_ir::derivative::{Carries, Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{InsertionPoint, Region, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[("scatter", ForwardRule(forward), ReverseRule(reverse))];

/// Whether the body combines numbers of a wider type than those that it is given.
fn widens(site: &Site) -> Result<bool> {
    let elements = combined_elements(site, body(site)?);
    let operands = site.operands();
    Ok(operands.iter().zip(&elements).any(|(input, element)| site.ty(*input).element() != element))
}

/// A scatter of numbers that have the type that the body combines.
struct Widened;

impl Expansion for Widened {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let elements = combined_elements(site, body(site)?);
        let (count, mut wide) = (elements.len(), operands.to_vec());
        for (place, element) in elements.iter().enumerate() {
            wide[place] = convert(site, wide[place], element)?;
            wide[count + 1 + place] = convert(site, wide[count + 1 + place], element)?;
        }
        Ok(site.again(&wide))
    }
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if widens(site)? {
        return derived::forward::<Widened>(site, tangents);
    }
    let what = read(site)?;
    match what.body {
        ScatterBody::Add | ScatterBody::Subtract | ScatterBody::Replace => {
            let (input, update) = (site.ty(what.inputs[0]), site.ty(what.updates[0]));
            let input = site.or_null(tangents[0], &input)?;
            let update = site.or_null(tangents[2], &update)?;
            Ok(vec![Some(site.again(&[input, what.indices, update])[0])])
        }
        ScatterBody::Extremum => extremum_forward(site, tangents),
        ScatterBody::Other => beside_values(site, &what, tangents),
    }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    if widens(site)? {
        return derived::reverse::<Widened>(site, seeds, wanted);
    }
    let what = read(site)?;
    match what.body {
        ScatterBody::Add | ScatterBody::Subtract | ScatterBody::Replace => {}
        ScatterBody::Extremum => return derived::transpose(site, seeds, wanted, extremum_forward),
        ScatterBody::Other if what.is_unique => return derived::reverse::<Once>(site, seeds, wanted),
        ScatterBody::Other => return repeated::reverse(site, &what, seeds, wanted),
    }
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let found = if wanted[2] { Some(read_back(site, &what, seed)?) } else { None };
    if what.body == ScatterBody::Add {
        return Ok(vec![Some(seed), None, found]);
    }
    if what.body == ScatterBody::Subtract {
        let taken = found.map(|found| negate(site, found)).transpose()?;
        return Ok(vec![Some(seed), None, taken]);
    }
    if what.is_unique {
        let ty = site.ty(what.updates[0]);
        let zeros = site.null(&ty)?;
        let covered = if wanted[0] { Some(site.again(&[seed, what.indices, zeros])[0]) } else { None };
        return Ok(vec![covered, None, found]);
    }
    let winners = winners(site, &what)?;
    if wanted[0] {
        adjoints[0] = Some(keep_where(site, winners.0, winners.1, seed)?);
    }
    if let Some(found) = found {
        let there = read_back(site, &what, winners.0)?;
        adjoints[2] = Some(keep_where(site, there, winners.2, found)?);
    }
    Ok(adjoints)
}

/// The value where two tensors of integers agree, else zero.
fn keep_where(site: &mut Site, a: Value, b: Value, value: Value) -> Result<Value> {
    let agree = compare(site, "EQ", a, b)?;
    let ty = site.ty(value);
    let zero = site.null(&ty)?;
    select(site, agree, value, zero)
}

/// Tangents of the elements that are the largest or smallest, shared.
fn extremum_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let what = read(site)?;
    let (input, update, result) = (what.inputs[0], what.updates[0], site.result(0)?);
    let there = read_back(site, &what, result)?;
    let mut shares = Vec::new();
    for (value, extremum, tangent) in [(input, result, tangents[0]), (update, there, tangents[2])] {
        let ty = site.ty(value);
        let is_chosen = compare(site, "EQ", value, extremum)?;
        let (one, zero) = (splat(&mut site.builder, &ty, 1.0)?, site.null(&ty)?);
        let tangent = site.or_null(tangent, &ty)?;
        shares.push((select(site, is_chosen, one, zero)?, select(site, is_chosen, tangent, zero)?));
    }
    let [(old, old_tangent), (new, new_tangent)] = shares[..] else { return Err(site.error("has other operands")) };
    let count = scatter(site, &[old, what.indices, new], &what.numbers, true)?;
    let sum = scatter(site, &[old_tangent, what.indices, new_tangent], &what.numbers, true)?;
    Ok(vec![Some(site.value("stablehlo.divide", &[sum, count], &[])?)])
}

/// The same scatter with tangents as further inputs and updates, and a body that computes them beside the values.
fn beside_values(site: &mut Site, what: &Scatter, tangents: &[Derivative]) -> Derivatives {
    let count = what.inputs.len();
    let carries = |value: Value| site.ir().context().carries(site.ir().ty(value)) == Carries::Derivatives;
    let active: Vec<usize> = (0..count).filter(|place| carries(what.inputs[*place])).collect();
    let mut operands = what.inputs.clone();
    let mut updates = what.updates.clone();
    for place in &active {
        let (input, update) = (site.ty(what.inputs[*place]), site.ty(what.updates[*place]));
        operands.push(site.or_null(tangents[*place], &input)?);
        updates.push(site.or_null(tangents[count + 1 + *place], &update)?);
    }
    let elements: Vec<Type> = operands.iter().map(|value| site.ty(*value).element().clone()).collect();
    let region = body_with_tangents(site, &elements, count, &active)?;
    operands.push(what.indices);
    operands.extend(updates);
    let mut state = site.ir().state_of(site.op);
    let inputs: Vec<Type> = operands[..elements.len()].iter().map(|value| site.ty(*value)).collect();
    (state.operands, state.result_types, state.regions) = (operands, inputs, vec![region]);
    let op = site.builder.insert(state);
    let results = site.ir()[op].results().to_vec();
    let mut found = vec![None; count];
    for (place, result) in active.iter().zip(&results[count..]) {
        found[*place] = Some(*result);
    }
    site.replacement = Some(results[..count].to_vec());
    Ok(found)
}

/// A body of `count` values and of tangents of some of them.
fn body_with_tangents(site: &mut Site, elements: &[Type], count: usize, active: &[usize]) -> Result<Region> {
    let original = body(site)?;
    let scalars: Vec<Type> = elements.iter().map(|element| Type::tensor([], element.clone())).collect();
    let region = site.builder.ir.create_region();
    let block = site.builder.ir.create_block(region, &[&scalars[..], &scalars].concat());
    let arguments = site.ir().arguments(block).to_vec();
    let (old, new) = arguments.split_at(scalars.len());
    let outside = site.builder.point();
    site.builder.set_point(InsertionPoint::End(block));
    let values = [&old[..count], &new[..count]].concat();
    let (mut results, ops) = derived::recorded(site, |site| apply(site, original, &values))?;
    let mut known: HashMap<Value, Value> = HashMap::new();
    for (at, place) in active.iter().enumerate() {
        known.insert(old[*place], old[count + at]);
        known.insert(new[*place], new[count + at]);
    }
    known.extend(derived::captured_tangents(site));
    for op in ops {
        derived::push(site, op, &mut known)?;
    }
    for (place, scalar) in active.iter().zip(&scalars[count..]) {
        let tangent = known.get(&results[*place]).copied();
        let tangent = site.or_null(tangent, scalar)?;
        results.push(tangent);
    }
    site.builder.build("stablehlo.return", &results, &[], &[]);
    site.builder.set_point(outside);
    Ok(region)
}

/// A scatter that updates no element twice.
struct Once;

impl Expansion for Once {
    fn expand(site: &mut Site, _: &[Value]) -> Result<Vec<Value>> {
        let what = read(site)?;
        let region = body(site)?;
        let mut arguments = Vec::with_capacity(2 * what.inputs.len());
        for input in &what.inputs {
            arguments.push(read_back(site, &what, *input)?);
        }
        arguments.extend(&what.updates);
        let updates = apply(site, region, &arguments)?;
        let mut results = Vec::with_capacity(updates.len());
        for (input, update) in what.inputs.iter().zip(updates) {
            results.push(scatter(site, &[*input, what.indices, update], &what.numbers, false)?);
        }
        Ok(results)
    }
}
