//! The adjoint of scatters that may update an element several times, by any body.
//!
//! A first loop goes through the updates, in the order of the scatter, in rounds, no element being updated twice in one, and keeps for every update
//! its round and what it met. A second loop goes through the rounds backwards with the derivative of the body. There
//! are as many rounds as the element that is updated most often has updates.

use super::bodies::{apply, body};
use super::derived;
use super::indexing::{body as known_body, integers, put, take};
use super::matrices::{compare, select};
use super::operations::{broadcast, combiner, inverse, reshape, shape, transpose};
use super::places::{order_of_updates, targets};
use super::scatter_shape::Scatter;
use zymase_ir::derivative::{Carries, Derivative, Derivatives, Site};
use zymase_ir::{InsertionPoint, Result, Type, Value};

/// A loop over values: the first function says whether to go on, the second makes the next values.
pub(super) fn repeat(
    site: &mut Site,
    initial: &[Value],
    goes_on: impl FnOnce(&mut Site, &[Value]) -> Result<Value>,
    step: impl FnOnce(&mut Site, &[Value]) -> Result<Vec<Value>>,
) -> Result<Vec<Value>> {
    let types = site.ir().types(initial);
    let outside = site.builder.point();
    let regions = [(); 2].map(|()| site.builder.ir.create_region());
    let [first, second] = regions.map(|region| site.builder.ir.create_block(region, &types));
    let arguments = site.ir().arguments(first).to_vec();
    site.builder.set_point(InsertionPoint::End(first));
    let condition = goes_on(site, &arguments)?;
    site.builder.build("stablehlo.return", &[condition], &[], &[]);
    let arguments = site.ir().arguments(second).to_vec();
    site.builder.set_point(InsertionPoint::End(second));
    let next = step(site, &arguments)?;
    site.builder.build("stablehlo.return", &next, &[], &[]);
    site.builder.set_point(outside);
    let mut state = site.builder.state("stablehlo.while", initial, &[]);
    (state.result_types, state.regions) = (types, regions.to_vec());
    let op = site.builder.insert(state);
    Ok(site.ir()[op].results().to_vec())
}

fn long(sizes: &[i64]) -> Type {
    Type::tensor(sizes, Type::integer(64))
}

/// A whole number everywhere in a shape.
pub(super) fn number(site: &mut Site, sizes: &[i64], value: i64) -> Result<Value> {
    let scalar = integers(site, long(&[]), &[value])?;
    if sizes.is_empty() { Ok(scalar) } else { broadcast(site, scalar, &[], &long(sizes)) }
}

fn flat(site: &mut Site, value: Value) -> Result<Value> {
    let (count, element) = (shape(site, value).iter().product::<i64>(), site.ty(value).element().clone());
    reshape(site, value, &Type::tensor([count], element))
}

/// The places where a mark is set; -1 elsewhere.
fn only(site: &mut Site, mark: Value, places: Value) -> Result<Value> {
    let sizes = shape(site, places);
    let nowhere = number(site, &sizes, -1)?;
    select(site, mark, places, nowhere)
}

/// Replaces elements at places.
fn replace(site: &mut Site, onto: Value, values: Value, places: Value) -> Result<Value> {
    let element = site.ty(onto).element().clone();
    let body = known_body(site, &element, false)?;
    put(site, onto, values, places, body)
}

/// What the rounds were: for each update its round, -1 if it fell outside, and what its elements met; and how many there
/// were.
struct Rounds {
    count: Value,
    of: Value,
    met: Vec<Value>,
}

fn rounds(site: &mut Site, inputs: &[Value], updates: &[Value], places: Value) -> Result<Rounds> {
    let (region, count) = (body(site)?, inputs.len());
    let sizes = shape(site, places);
    let (round, of) = (number(site, &[], 0)?, number(site, &sizes, -1)?);
    let mut initial = vec![round, of, places];
    initial.extend(inputs);
    initial.extend(updates);
    for update in updates {
        initial.push(*update);
    }
    let done = repeat(
        site,
        &initial,
        |site, values| {
            let open = open(site, values[1], values[2])?;
            let marks = site.typed("stablehlo.convert", &[open], &[], long(&sizes))?;
            let left = sum_of_integers(site, marks)?;
            let none = number(site, &[], 0)?;
            compare(site, "GT", left, none)
        },
        |site, values| {
            let (round, of, places) = (values[0], values[1], values[2]);
            let (inputs, rest) = values[3..].split_at(count);
            let (updates, met) = rest.split_at(count);
            let chosen = first_of_each(site, of, places, inputs[0])?;
            let mut now = Vec::with_capacity(count);
            for input in inputs {
                now.push(take(site, *input, places)?);
            }
            let made = apply(site, region, &[&now[..], updates].concat())?;
            let targets = only(site, chosen, places)?;
            let spread = broadcast(site, round, &[], &long(&sizes))?;
            let one = number(site, &[], 1)?;
            let mut next =
                vec![site.value("stablehlo.add", &[round, one], &[])?, select(site, chosen, spread, of)?, places];
            for (input, made) in inputs.iter().zip(made) {
                next.push(replace(site, *input, made, targets)?);
            }
            next.extend(updates);
            for (now, met) in now.iter().zip(met) {
                next.push(select(site, chosen, *now, *met)?);
            }
            Ok(next)
        },
    )?;
    Ok(Rounds { count: done[0], of: done[1], met: done[3 + 2 * count..].to_vec() })
}

/// The updates that have had no round yet and fall inside.
fn open(site: &mut Site, of: Value, places: Value) -> Result<Value> {
    let sizes = shape(site, places);
    let none = number(site, &sizes, -1)?;
    let waits = compare(site, "EQ", of, none)?;
    let is_inside = compare(site, "NE", places, none)?;
    site.value("stablehlo.and", &[waits, is_inside], &[])
}

/// Of the updates that are open the first one for each place.
fn first_of_each(site: &mut Site, of: Value, places: Value, input: Value) -> Result<Value> {
    let sizes = shape(site, places);
    let open = open(site, of, places)?;
    let counted = [("iota_dimension", zymase_ir::Attribute::i64(0))];
    let names = site.typed("stablehlo.iota", &[], &counted, long(&sizes))?;
    let many = number(site, &sizes, i64::MAX)?;
    let bids = select(site, open, names, many)?;
    let free = shape(site, input);
    let nobody = number(site, &free, i64::MAX)?;
    let smallest = combiner(site, "stablehlo.minimum", &long(&[]))?;
    let first = put(site, nobody, bids, places, smallest)?;
    let first = take(site, first, places)?;
    let wins = compare(site, "EQ", first, names)?;
    site.value("stablehlo.and", &[open, wins], &[])
}

fn sum_of_integers(site: &mut Site, value: Value) -> Result<Value> {
    let zero = number(site, &[], 0)?;
    let region = combiner(site, "stablehlo.add", &long(&[]))?;
    let attributes = [("dimensions", zymase_ir::Attribute::i64_array(vec![0]))];
    let mut state = site.builder.state("stablehlo.reduce", &[value, zero], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

/// The adjoints of a scatter.
pub(super) fn reverse(site: &mut Site, what: &Scatter, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let count = what.inputs.len();
    let carries = |value: &Value| site.ir().context().carries(site.ir().ty(*value)) == Carries::Derivatives;
    let active: Vec<usize> = (0..count).filter(|place| carries(&what.inputs[*place])).collect();
    let order = order_of_updates(site, what);
    let in_order = |site: &mut Site, value: Value| {
        let turned = transpose(site, value, &order)?;
        flat(site, turned)
    };
    let places = targets(site, what)?;
    let places = in_order(site, places)?;
    let inputs: Result<Vec<Value>> = what.inputs.iter().map(|value| flat(site, *value)).collect();
    let updates: Result<Vec<Value>> = what.updates.iter().map(|value| in_order(site, *value)).collect();
    let (inputs, updates) = (inputs?, updates?);
    let rounds = rounds(site, &inputs, &updates, places)?;
    let mut initial = vec![rounds.count, rounds.of, places];
    for place in &active {
        let ty = site.ty(inputs[*place]);
        let seed = match seeds[*place] {
            Some(seed) => flat(site, seed)?,
            None => site.null(&ty)?,
        };
        initial.push(seed);
    }
    for place in &active {
        let ty = site.ty(updates[*place]);
        initial.push(site.null(&ty)?);
    }
    let captured = derived::captured_sources(site);
    for value in &captured {
        let ty = site.ty(*value);
        initial.push(site.null(&ty)?);
    }
    initial.extend(&rounds.met);
    initial.extend(&updates);
    let done = repeat(
        site,
        &initial,
        |site, values| {
            let none = number(site, &[], 0)?;
            compare(site, "GT", values[0], none)
        },
        |site, values| step_back(site, values, &active, &captured),
    )?;
    let sums = &done[3 + 2 * active.len()..][..captured.len()];
    site.captures.adjoints = captured.iter().copied().zip(sums.iter().copied()).collect();
    let mut adjoints = vec![None; 2 * count + 1];
    for (at, place) in active.iter().enumerate() {
        let (input, update) = (site.ty(what.inputs[*place]), site.ty(what.updates[*place]));
        adjoints[*place] = Some(reshape(site, done[3 + at], &input)?);
        let sizes = shape(site, what.updates[*place]);
        let turned: Vec<i64> = order.iter().map(|dimension| sizes[*dimension as usize]).collect();
        let found = done[3 + active.len() + at];
        let found = reshape(site, found, &Type::tensor(turned, update.element().clone()))?;
        adjoints[count + 1 + *place] = Some(transpose(site, found, &inverse(&order))?);
    }
    Ok(adjoints.into_iter().zip(wanted).map(|(adjoint, wanted)| adjoint.filter(|_| *wanted)).collect())
}

/// One round backwards: the number of rounds that are left, their numbers, places, adjoints of inputs and updates and of values
/// that the body captures, what was met and with what.
fn step_back(site: &mut Site, values: &[Value], active: &[usize], captured: &[Value]) -> Result<Vec<Value>> {
    let region = body(site)?;
    let (of, places) = (values[1], values[2]);
    let (seeds, rest) = values[3..].split_at(active.len());
    let (found, rest) = rest.split_at(active.len());
    let (sums, arguments) = rest.split_at(captured.len());
    let count = arguments.len() / 2;
    let one = number(site, &[], 1)?;
    let round = site.value("stablehlo.subtract", &[values[0], one], &[])?;
    let sizes = shape(site, places);
    let spread = broadcast(site, round, &[], &long(&sizes))?;
    let chosen = compare(site, "EQ", of, spread)?;
    let targets = only(site, chosen, places)?;
    let mut at_places = vec![None; count];
    for (place, seed) in active.iter().zip(seeds) {
        let seed = take(site, *seed, places)?;
        let ty = site.ty(seed);
        let zero = site.null(&ty)?;
        at_places[*place] = Some(select(site, chosen, seed, zero)?);
    }
    let (results, ops) = derived::recorded(site, |site| apply(site, region, arguments))?;
    let mut sources: Vec<Value> =
        active.iter().flat_map(|place| [arguments[*place], arguments[count + *place]]).collect();
    sources.extend(captured);
    // Updates that are not of this round have zeros, whatever the body makes of them.
    let before = std::mem::replace(&mut site.zero_stays, true);
    let adjoints = derived::pull(site, &ops, &results, &at_places, &sources)?;
    site.zero_stays = before;
    let mut next = vec![round, of, places];
    for (place, seed) in active.iter().zip(seeds) {
        let ty = site.ty(arguments[*place]);
        let adjoint = site.or_null(adjoints.get(&arguments[*place]).copied(), &ty)?;
        next.push(replace(site, *seed, adjoint, targets)?);
    }
    for (place, found) in active.iter().zip(found) {
        let ty = site.ty(*found);
        let adjoint = site.or_null(adjoints.get(&arguments[count + *place]).copied(), &ty)?;
        next.push(select(site, chosen, adjoint, *found)?);
    }
    for (value, sum) in captured.iter().zip(sums) {
        next.extend(site.sum(Some(*sum), adjoints.get(value).copied())?);
    }
    next.extend(arguments);
    Ok(next)
}
