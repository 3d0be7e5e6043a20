//! Sorts: a sort moves elements, and where they go is found by sorting their places along with them.
//!
//! The places come from a second sort. So that elements which compare equal go the same way in both, the first one is
//! made stable too, which is among what an unstable sort may do.

use super::Entry;
use super::indexing::{move_along, put_along};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Location, Mapping, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[("sort", ForwardRule(forward), ReverseRule(reverse))];

/// For each element of a result the place it came from, and the dimension along which it moved.
fn places(site: &mut Site) -> Result<(Value, usize)> {
    let operands = site.operands();
    let shape = site.ty(site.operand(0)?).shape().unwrap_or_default().to_vec();
    let dimension = site.ir().attribute(site.op, "dimension").and_then(Attribute::as_i64).unwrap_or(-1);
    let dimension = if dimension < 0 { dimension + shape.len() as i64 } else { dimension };
    let along = usize::try_from(dimension).ok().filter(|along| *along < shape.len());
    let along = along.ok_or_else(|| site.error("sorts along a dimension that there is not"))?;
    let integer = Type::integer(64);
    let counted = [("iota_dimension", Attribute::i64(dimension))];
    let numbers = site.typed("stablehlo.iota", &[], &counted, Type::tensor(shape, integer.clone()))?;
    // What a comparison depends on changes the order by steps only.
    site.captures.are_seen = true;
    let op = site.op;
    site.builder.ir.set_attribute(op, "is_stable", Attribute::bool(true));
    let mut state = site.ir().state_of(op);
    let mut mapping = Mapping::default();
    for region in &mut state.regions {
        *region = site.builder.ir.clone_region(*region, &mut mapping);
        for block in site.ir().blocks(*region).to_vec() {
            for _ in 0..2 {
                site.builder.ir.add_argument(block, Type::tensor([], integer.clone()), Location::Unset);
            }
        }
    }
    state.result_types.push(site.ty(numbers));
    state.operands = operands.into_iter().chain([numbers]).collect();
    let op = site.builder.insert(state);
    let places = site.ir()[op].results().last().copied();
    Ok((places.ok_or_else(|| site.error("has no results"))?, along))
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let (places, along) = places(site)?;
    let moved = |tangent: &Derivative| tangent.map(|tangent| move_along(site, tangent, places, along)).transpose();
    tangents.iter().map(moved).collect()
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let (places, along) = places(site)?;
    let mut adjoints = Vec::with_capacity(seeds.len());
    for (seed, wanted) in seeds.iter().zip(wanted) {
        adjoints.push(match seed {
            Some(seed) if *wanted => Some(put_along(site, *seed, places, along)?),
            _ => None,
        });
    }
    Ok(adjoints)
}
