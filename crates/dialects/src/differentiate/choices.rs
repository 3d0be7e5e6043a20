//! Windows that choose one of their elements: largest and smallest elements of windows, and `select_and_scatter`.
//!
//! Which element a window chooses is found by letting its place in the operand go through the window with it. A window
//! that has only padding chooses nothing, which is place -1. Of elements that tie the first is chosen.

use super::Entry;
use super::bodies::{apply, body};
use super::derived::{self, Expansion};
use super::indexing::{integers, put, take};
use super::matrices::{compare, select, word};
use super::operations::{combiner, convert, reshape, shape};
use super::window_shape::{numbers_or_one, paddings};
use crate::evaluate::bodies::known_combiner;
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Builder, InsertionPoint, Mapping, Region, Result, Type, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] =
    &[("select_and_scatter", ForwardRule(selection_forward), ReverseRule(selection_reverse))];

const WINDOW_ATTRIBUTES: [&str; 5] =
    ["window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding"];

/// What asks whether the first of two elements stays chosen.
enum Choice {
    Body(Region),
    Comparison(&'static str),
}

/// For each window the place of the element that it chooses, counted through the operand.
fn places(site: &mut Site, operand: Value, choice: Choice) -> Result<Value> {
    let ty = site.ty(operand);
    let long = Type::integer(64);
    let sizes = shape(site, operand);
    let count: i64 = sizes.iter().product();
    let counted = [("iota_dimension", Attribute::i64(0))];
    let row = site.typed("stablehlo.iota", &[], &counted, Type::tensor([count], long.clone()))?;
    let numbers = reshape(site, row, &Type::tensor(sizes, long.clone()))?;
    let scalars = [Type::tensor([], ty.element().clone()), Type::tensor([], long)];
    let start = site.null(&scalars[0])?;
    let nothing = integers(site, scalars[1].clone(), &[-1])?;
    let region = choosing_body(site, &scalars, choice)?;
    let kept = WINDOW_ATTRIBUTES.iter().filter_map(|name| Some((*name, site.ir().attribute(site.op, name)?.clone())));
    let kept: Vec<(&str, Attribute)> = kept.collect();
    let mut state = site.builder.state("stablehlo.reduce_window", &[operand, numbers, start, nothing], &kept);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[1])
}

/// Chooses between two elements with their places: the one that is there, or the one that the choice prefers.
fn choosing_body(site: &mut Site, scalars: &[Type; 2], choice: Choice) -> Result<Region> {
    let region = site.builder.ir.create_region();
    let [value, place] = scalars.clone();
    let block = site.builder.ir.create_block(region, &[value.clone(), place.clone(), value, place.clone()]);
    let outside = site.builder.point();
    site.builder.set_point(InsertionPoint::End(block));
    let arguments = site.ir().arguments(block).to_vec();
    let made = (|| {
        let [a, a_place, b, b_place] = arguments[..] else { return Err(site.error("has a body that cannot be made")) };
        let preferred = match choice {
            Choice::Body(body) => apply(site, body, &[a, b])?[0],
            Choice::Comparison(direction) => compare(site, direction, a, b)?,
        };
        let nothing = integers(site, place, &[-1])?;
        let is_alone = compare(site, "EQ", b_place, nothing)?;
        let is_there = compare(site, "NE", a_place, nothing)?;
        let wins = site.value("stablehlo.and", &[preferred, is_there], &[])?;
        let stays = site.value("stablehlo.or", &[is_alone, wins], &[])?;
        let chosen = [select(site, stays, a, b)?, select(site, stays, a_place, b_place)?];
        site.builder.build("stablehlo.return", &chosen, &[], &[]);
        Ok(())
    })();
    site.builder.set_point(outside);
    made.map(|()| region)
}

/// A window whose largest or smallest element is wanted.
pub(super) struct Extremum {
    comparison: &'static str,
}

/// Whether the operation asks for the largest or smallest elements of windows, and what it starts with cannot be one.
pub(super) fn extremum(site: &Site) -> Result<Option<Extremum>> {
    let operands = site.operands();
    let [operand, start] = operands[..] else { return Ok(None) };
    let (comparison, limit) = match known_combiner(site.ir(), body(site)?) {
        Some(Combiner::Binary(Binary::Maximum)) => ("GE", f64::NEG_INFINITY),
        Some(Combiner::Binary(Binary::Minimum)) => ("LE", f64::INFINITY),
        _ => return Ok(None),
    };
    let is_real = site.ty(operand).element().is_float() && site.ty(operand).element() == site.ty(start).element();
    let constant = site.ir().defining_op(start).and_then(|op| site.ir().attribute(op, "value")?.as_dense()?.float(0));
    Ok((is_real && constant == Some(limit)).then_some(Extremum { comparison }))
}

pub(super) fn extremum_forward(site: &mut Site, what: &Extremum, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let operand = site.operand(0)?;
    let places = places(site, operand, Choice::Comparison(what.comparison))?;
    Ok(vec![Some(take(site, tangent, places)?)])
}

/// Seeds go where windows chose: by the operation that does just this, if it can.
pub(super) fn extremum_reverse(site: &mut Site, what: &Extremum, seeds: &[Derivative]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    let operand = site.operand(0)?;
    let rank = shape(site, operand).len();
    let dilations = [numbers_or_one(site, "base_dilations", rank)?, numbers_or_one(site, "window_dilations", rank)?];
    let is_dense = dilations.concat().iter().all(|dilation| *dilation == 1);
    let is_inside = paddings(site, rank)?.iter().all(|(low, high)| *low >= 0 && *high >= 0);
    let ty = site.ty(operand);
    if !is_dense || !is_inside {
        let places = places(site, operand, Choice::Comparison(what.comparison))?;
        let null = site.null(&ty)?;
        let add = combiner(site, "stablehlo.add", &Type::tensor([], ty.element().clone()))?;
        return Ok(vec![Some(put(site, null, seed, places, add)?), None]);
    }
    let scalar = Type::tensor([], ty.element().clone());
    let zero = site.null(&scalar)?;
    let direction = word(site, "comparison_direction", what.comparison)?;
    let choose = site.builder.region(&[scalar.clone(), scalar.clone()], |inner: &mut Builder, arguments| {
        let stays = inner.value("stablehlo.compare", arguments, &[("comparison_direction", direction)])?;
        inner.build("stablehlo.return", &[stays], &[], &[]);
        Ok(())
    })?;
    let add = combiner(site, "stablehlo.add", &scalar)?;
    let names = ["window_dimensions", "window_strides", "padding"];
    let kept = names.iter().filter_map(|name| Some((*name, site.ir().attribute(site.op, name)?.clone())));
    let kept: Vec<(&str, Attribute)> = kept.collect();
    let mut state = site.builder.state("stablehlo.select_and_scatter", &[operand, seed, zero], &kept);
    state.regions = vec![choose, add];
    state.result_types = vec![ty];
    let op = site.builder.insert(state);
    Ok(vec![Some(site.ir()[op].results()[0]), None])
}

/// `select_and_scatter` as a scatter to the chosen places.
struct Selection;

impl Expansion for Selection {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let [operand, source, start] = operands[..] else { return Err(site.error("needs three operands")) };
        let [choose, combine] = site.ir()[site.op].regions() else { return Err(site.error("needs two bodies")) };
        let (choose, combine) = (*choose, *combine);
        let places = places(site, operand, Choice::Body(choose))?;
        let ty = site.ty(site.result(0)?);
        // A body may combine numbers of a wider type than those that it is given.
        let (source, start) = (convert(site, source, ty.element())?, convert(site, start, ty.element())?);
        let whole = super::operations::broadcast(site, start, &[], &ty)?;
        let combine = site.builder.ir.clone_region(combine, &mut Mapping::default());
        Ok(vec![put(site, whole, source, places, combine)?])
    }
}

/// Whether numbers are added, in their own type.
fn adds(site: &Site) -> bool {
    let combine = site.ir()[site.op].regions().get(1).copied();
    let known = combine.and_then(|combine| known_combiner(site.ir(), combine));
    let (Ok(source), Ok(result)) = (site.operand(1), site.result(0)) else { return false };
    matches!(known, Some(Combiner::Binary(Binary::Add))) && site.ty(source).element() == site.ty(result).element()
}

/// The operand, and what the choice uses besides, decide by steps only.
fn selection_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (adds, captures) = (adds(site), !site.captures.tangents.is_empty());
    if tangents[1].is_none() && tangents[2].is_none() && (adds || !captures) {
        site.captures.are_seen = true;
        return Ok(vec![None]);
    }
    if !adds {
        return derived::forward::<Selection>(site, &[None, tangents[1], tangents[2]]);
    }
    site.captures.are_seen = true;
    let mut operands = site.operands();
    for place in [1, 2] {
        let ty = site.ty(operands[place]);
        operands[place] = site.or_null(tangents[place], &ty)?;
    }
    Ok(vec![Some(site.again(&operands)[0])])
}

fn selection_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    derived::reverse::<Selection>(site, seeds, &[false, wanted[1], wanted[2]])
}
