//! Sizes that are known at run time only: repetitions and parts in the shape of another value, and which rules ask for them.

use super::constants::{are_known, integers, size_of, sizes_of};
use super::matrices::{compare, select};
use super::operations::{broadcast, reshape, shape, sum_over, transpose};
use zymase_ir::derivative::{AnySize, Site};
use zymase_ir::{Attribute, DYNAMIC, Dialect, Result, Type, Value};

/// The operations whose rules ask values for their sizes, beside those on single elements.
const ANY_SIZE: &[&str] = &[
    "stablehlo.broadcast_in_dim",
    "stablehlo.clamp",
    "stablehlo.complex",
    "stablehlo.concatenate",
    "stablehlo.convert",
    "stablehlo.convolution",
    "stablehlo.dot_general",
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.dynamic_gather",
    "stablehlo.dynamic_reshape",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.gather",
    "stablehlo.imag",
    "stablehlo.optimization_barrier",
    "stablehlo.pad",
    "stablehlo.real",
    "stablehlo.reduce",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.select",
    "stablehlo.slice",
    "stablehlo.transpose",
    "func.call",
];

/// Marks the operations of a dialect whose rules do not look at sizes, or ask for them.
pub(super) fn attach(dialect: &mut Dialect) {
    let prefix = format!("{}.", dialect.name);
    let elementwise = super::elementwise::FUNCTIONS.iter().map(|(name, _)| *name);
    for name in elementwise.chain(ANY_SIZE.iter().copied()).filter(|name| name.starts_with(&prefix)) {
        dialect.attach(name, AnySize);
    }
}

/// Repeats a value along the dimensions that `dimensions` does not name, to the shape of another value.
pub(super) fn broadcast_like(site: &mut Site, value: Value, dimensions: &[i64], model: Value) -> Result<Value> {
    let ty = Type::tensor(shape(site, model), site.ty(value).element().clone());
    if are_known(&ty) {
        return broadcast(site, value, dimensions, &ty);
    }
    let sizes = sizes_of(&mut site.builder, model)?;
    let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
    site.typed("stablehlo.dynamic_broadcast_in_dim", &[value, sizes], &attributes, ty)
}

/// The elements of a value, in the shape of another.
pub(super) fn reshape_like(site: &mut Site, value: Value, model: Value) -> Result<Value> {
    let ty = Type::tensor(shape(site, model), site.ty(value).element().clone());
    if site.ty(value) == ty {
        return Ok(value);
    }
    if are_known(&ty) && are_known(&site.ty(value)) {
        return reshape(site, value, &ty);
    }
    let sizes = sizes_of(&mut site.builder, model)?;
    site.typed("stablehlo.dynamic_reshape", &[value, sizes], &[], ty)
}

/// A vector of one number, as sizes are counted.
pub(super) fn number_of(site: &mut Site, number: i64) -> Result<Value> {
    integers(&mut site.builder, Type::tensor([1], Type::integer(32)), &[number])
}

/// A number and the size of a value in one dimension, added or otherwise combined.
pub(super) fn between(site: &mut Site, op: &str, number: Value, model: Value, dimension: usize) -> Result<Value> {
    let size = size_of(&mut site.builder, model, dimension)?;
    site.value(op, &[number, size], &[])
}

/// A vector with one number for each dimension: `number` at one place, and another everywhere else.
fn at_place(site: &mut Site, rank: usize, place: usize, number: Value, elsewhere: i64) -> Result<Value> {
    let other = number_of(site, elsewhere)?;
    let all: Vec<Value> = (0..rank).map(|dimension| if dimension == place { number } else { other }).collect();
    match all[..] {
        [only] => Ok(only),
        ref all => site.value("stablehlo.concatenate", all, &[("dimension", Attribute::i64(0))]),
    }
}

/// What begins at a place along one dimension and has the sizes of a model.
pub(super) fn part(site: &mut Site, whole: Value, dimension: usize, start: Value, model: Value) -> Result<Value> {
    let ty = Type::tensor(shape(site, model), site.ty(whole).element().clone());
    let rank = shape(site, whole).len();
    let start = at_place(site, rank, dimension, start, 0)?;
    let sizes = sizes_of(&mut site.builder, model)?;
    let limit = site.value("stablehlo.add", &[start, sizes], &[])?;
    let step = number_of(site, 1)?;
    let steps = at_place(site, rank, dimension, step, 1)?;
    site.typed("stablehlo.real_dynamic_slice", &[whole, start, limit, steps], &[], ty)
}

/// The adjoint of a value that was repeated: `places[i]` is the dimension of the seed that dimension `i` of the value went
/// to. Those in `kept` are known not to have been repeated.
pub(super) fn unrepeated(site: &mut Site, seed: Value, places: &[i64], value: Value, kept: &[i64]) -> Result<Value> {
    let from = shape(site, value);
    let mut seed = seed;
    for (dimension, place) in places.iter().enumerate() {
        if from[dimension] == DYNAMIC && !kept.contains(&(dimension as i64)) {
            seed = unrepeated_if_one(site, seed, *place as usize, value, dimension)?;
        }
    }
    let to = shape(site, seed);
    // Dimensions of the value that were not repeated, by where they are in the result.
    let is_kept = |(place, size): &(&i64, &i64)| **size != 1 || to[**place as usize] == 1;
    let stay: Vec<i64> = places.iter().zip(&from).filter(is_kept).map(|(place, _)| *place).collect();
    let summed: Vec<i64> = (0..to.len() as i64).filter(|dimension| !stay.contains(dimension)).collect();
    let sum = sum_over(site, seed, &summed)?;
    let mut in_order = stay.clone();
    in_order.sort_unstable();
    let rank_of = |place: &i64| in_order.iter().position(|other| other == place).unwrap_or_default() as i64;
    let permutation: Vec<i64> = stay.iter().map(rank_of).collect();
    let turned = transpose(site, sum, &permutation)?;
    reshape_like(site, turned, value)
}

/// A size that is known at run time only was repeated if it is 1 there: then the sum stands for it, else the seed, which
/// is as long as the value.
fn unrepeated_if_one(site: &mut Site, seed: Value, place: usize, value: Value, dimension: usize) -> Result<Value> {
    let mut lengths = shape(site, seed);
    let rank = lengths.len();
    lengths[place] = DYNAMIC;
    let ty = Type::tensor(lengths, site.ty(seed).element().clone());
    let size = size_of(&mut site.builder, value, dimension)?;
    let mut sizes = Vec::with_capacity(rank);
    for other in 0..rank {
        sizes.push(if other == place { size } else { size_of(&mut site.builder, seed, other)? });
    }
    let sizes = match sizes[..] {
        [only] => only,
        ref all => site.value("stablehlo.concatenate", all, &[("dimension", Attribute::i64(0))])?,
    };
    let (none, one) = (number_of(site, 0)?, number_of(site, 1)?);
    let (starts, steps) = (at_place(site, rank, place, none, 0)?, at_place(site, rank, place, one, 1)?);
    let same = site.typed("stablehlo.real_dynamic_slice", &[seed, starts, sizes, steps], &[], ty.clone())?;
    let sum = sum_over(site, seed, &[place as i64])?;
    let others: Vec<i64> = (0..rank as i64).filter(|other| *other != place as i64).collect();
    let attributes = [("broadcast_dimensions", Attribute::i64_array(others))];
    let sum = site.typed("stablehlo.dynamic_broadcast_in_dim", &[sum, sizes], &attributes, ty)?;
    let is_one = compare(site, "EQ", size, one)?;
    let is_one = reshape(site, is_one, &Type::tensor([], Type::integer(1)))?;
    select(site, is_one, sum, same)
}
