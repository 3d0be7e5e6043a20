//! Where the updates of a scatter go, and what lies there.
//!
//! A scatter leaves out windows that do not lie inside as a whole; so what is read back comes from a tensor with a margin of
//! zeros as wide as a window, and the indices of those windows are moved into the margin.

use super::indexing::{by_part, integers, others, pad_any, scatter};
use super::matrices::{compare, select};
use super::operations::{broadcast, combiner, reshape, shape};
use super::scatter_shape::Scatter;
use super::space::splat;
use crate::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Result, Type, Value};

/// The numbers from one on, one for each element of a shape.
fn counted_from_one(site: &mut Site, sizes: Vec<i64>) -> Result<Value> {
    let integer = Type::integer(64);
    let count = zymase_ir::types::element_count(&sizes).and_then(|count| i64::try_from(count).ok());
    let row = Type::tensor([count.ok_or_else(|| site.error("is too large"))?], integer.clone());
    let counted = site.typed("stablehlo.iota", &[], &[("iota_dimension", Attribute::i64(0))], row.clone())?;
    let one = integers(site, Type::tensor([], integer.clone()), &[1])?;
    let ones = broadcast(site, one, &[], &row)?;
    let counted = site.value("stablehlo.add", &[counted, ones], &[])?;
    reshape(site, counted, &Type::tensor(sizes, integer))
}

/// Which update each element of the result is: their numbers counted from one, scattered; zeros of the same shape; and
/// the numbers themselves.
pub(super) fn winners(site: &mut Site, what: &Scatter) -> Result<(Value, Value, Value)> {
    let integer = Type::integer(64);
    let sizes = shape(site, what.updates[0]);
    let names = counted_from_one(site, sizes)?;
    let nobody = integers(site, Type::tensor([], integer.clone()), &[0])?;
    let places = Type::tensor(shape(site, what.inputs[0]), integer);
    let nobody = broadcast(site, nobody, &[], &places)?;
    let winners = scatter(site, &[nobody, what.indices, names], &what.numbers, false)?;
    Ok((winners, nobody, names))
}

/// The dimensions of updates in the order in which a scatter goes through them: those that count windows first.
pub(super) fn order_of_updates(site: &Site, what: &Scatter) -> Vec<i64> {
    let windows = &what.numbers.update_window_dims;
    let rank = shape(site, what.updates[0]).len() as i64;
    (0..rank).filter(|dimension| !windows.contains(dimension)).chain(windows.iter().copied()).collect()
}

/// For each element of an update the place where it goes, counted through the input; -1 for those that fall outside.
pub(super) fn targets(site: &mut Site, what: &Scatter) -> Result<Value> {
    let sizes = shape(site, what.inputs[0]);
    let names = counted_from_one(site, sizes)?;
    let found = read_back(site, what, names)?;
    let ty = site.ty(found);
    let one = integers(site, Type::tensor([], Type::integer(64)), &[1])?;
    let ones = broadcast(site, one, &[], &ty)?;
    site.value("stablehlo.subtract", &[found, ones], &[])
}

/// What lies where the updates went; zero for those that fell outside.
pub(super) fn read_back(site: &mut Site, what: &Scatter, from: Value) -> Result<Value> {
    let numbers = &what.numbers;
    let update = shape(site, what.updates[0]);
    let whole = shape(site, what.inputs[0]);
    if whole.contains(&0) || update.contains(&0) {
        // No window fits, and nothing is read.
        let element = site.ty(from).element().clone();
        return splat(&mut site.builder, &Type::tensor(update, element), 0.0);
    }
    let mut windows = numbers.update_window_dims.iter().map(|dimension| update[*dimension as usize]);
    let taken = |dimension: i64| {
        numbers.inserted_window_dims.contains(&dimension) || numbers.input_batching_dims.contains(&dimension)
    };
    let sizes: Vec<i64> = (0..whole.len() as i64)
        .map(|dimension| if taken(dimension) { 1 } else { windows.next().unwrap_or(1) })
        .collect();
    let is_indexed = |dimension: usize| numbers.scatter_dims_to_operand_dims.contains(&(dimension as i64));
    let margin: Vec<i64> =
        sizes.iter().enumerate().map(|(dimension, size)| if is_indexed(dimension) { *size } else { 0 }).collect();
    let shift: Vec<i64> =
        numbers.scatter_dims_to_operand_dims.iter().map(|dimension| margin[*dimension as usize]).collect();
    let wide = pad_any(site, from, &margin)?;
    let limits: Vec<i64> = numbers
        .scatter_dims_to_operand_dims
        .iter()
        .map(|dimension| whole[*dimension as usize] - sizes[*dimension as usize])
        .collect();
    let indices = outside_in_front(site, what, &limits, &shift)?;
    let shift = by_part(site, indices, numbers.index_vector_dim, &shift)?;
    let indices = site.value("stablehlo.add", &[indices, shift], &[])?;
    let gather = GatherDimensionNumbers {
        offset_dims: numbers.update_window_dims.clone(),
        collapsed_slice_dims: numbers.inserted_window_dims.clone(),
        operand_batching_dims: numbers.input_batching_dims.clone(),
        start_indices_batching_dims: numbers.scatter_indices_batching_dims.clone(),
        start_index_map: numbers.scatter_dims_to_operand_dims.clone(),
        index_vector_dim: numbers.index_vector_dim,
    };
    let attributes = [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(sizes))];
    site.value("stablehlo.gather", &[wide, indices], &attributes)
}

/// The indices of a scatter as wide integers; those of windows that do not lie inside as a whole are moved in front of
/// the tensor, by the size of a window.
fn outside_in_front(site: &mut Site, what: &Scatter, limits: &[i64], window: &[i64]) -> Result<Value> {
    let vector = what.numbers.index_vector_dim;
    let sizes = shape(site, what.indices);
    let long = Type::tensor(sizes.clone(), Type::integer(64));
    let indices = site.typed("stablehlo.convert", &[what.indices], &[], long)?;
    let zero = by_part(site, indices, vector, &vec![0; limits.len()])?;
    let limit = by_part(site, indices, vector, limits)?;
    let nearest = site.value("stablehlo.clamp", &[zero, indices, limit], &[])?;
    let mut inside = compare(site, "EQ", indices, nearest)?;
    if (vector as usize) < sizes.len() {
        let whole = site.ty(inside);
        let scalar = Type::tensor([], Type::integer(1));
        let body = combiner(site, "stablehlo.and", &scalar)?;
        let truth = integers(site, scalar, &[1])?;
        let along = [("dimensions", Attribute::i64_array(vec![vector]))];
        let mut state = site.builder.state("stablehlo.reduce", &[inside, truth], &along);
        state.regions.push(body);
        let all = site.builder.insert_inferred(state)?;
        let all = site.ir()[all].results()[0];
        inside = broadcast(site, all, &others(sizes.len(), vector as usize), &whole)?;
    }
    let front: Vec<i64> = window.iter().map(|size| -size).collect();
    let front = by_part(site, indices, vector, &front)?;
    select(site, inside, indices, front)
}
