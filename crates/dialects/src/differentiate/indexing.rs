//! Gathers, and what gathers and scatters are used for by other rules.
//!
//! A gather moves a window that would reach outside back inside; so its adjoint does the same with the index before it
//! scatters.

use super::Entry;
use super::constants::sizes_of;
use super::linear::first_forward;
use super::operations::{broadcast, combiner, convert, numbers, pad, reshape, shape, slice};
use super::sizes::broadcast_like;
use crate::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DYNAMIC, DenseElements, DialectAttribute, Region, Result, Type, TypeKind, Value};

pub(super) const TABLE: &[Entry] = &[("gather", ForwardRule(first_forward), ReverseRule(gather_reverse))];

pub(super) fn structure<T: DialectAttribute + Clone>(site: &Site, name: &str) -> Result<T> {
    let found = site.ir().attribute(site.op, name).and_then(Attribute::downcast::<T>).cloned();
    found.ok_or_else(|| site.error(format!("has no `{name}`")))
}

/// A constant of integers.
pub(super) fn integers(site: &mut Site, ty: Type, values: &[i64]) -> Result<Value> {
    let dense = DenseElements::of_integers(ty, values.iter().copied());
    let dense = dense.ok_or_else(|| site.error("has indices of an unexpected type"))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// One number for each part of an index, repeated to the shape of the indices.
pub(super) fn by_part(site: &mut Site, indices: Value, vector: i64, values: &[i64]) -> Result<Value> {
    let ty = site.ty(indices);
    let rank = shape(site, indices).len() as i64;
    let (sizes, dimensions) = if vector < rank { (vec![values.len() as i64], vec![vector]) } else { (vec![], vec![]) };
    let constant = integers(site, Type::tensor(sizes, ty.element().clone()), values)?;
    broadcast_like(site, constant, &dimensions, indices)
}

/// The sizes of the windows of a gather.
pub(super) enum Windows {
    Known(Vec<i64>),
    /// A vector that is known at run time.
    Given(Value),
}

/// The last place for each part of an index where a window lies inside, repeated to the shape of the indices.
fn last_places(site: &mut Site, gather: &GatherDimensionNumbers, windows: &Windows) -> Result<Value> {
    let (operand, indices) = (site.operand(0)?, site.operand(1)?);
    let (whole, element) = (shape(site, operand), site.ty(indices).element().clone());
    let most = largest(&element);
    if let (Windows::Known(sizes), false) = (windows, whole.contains(&DYNAMIC)) {
        let last = |dimension: &i64| (whole[*dimension as usize] - sizes[*dimension as usize]).min(most);
        let limits: Vec<i64> = gather.start_index_map.iter().map(last).collect();
        return by_part(site, indices, gather.index_vector_dim, &limits);
    }
    let sizes = match windows {
        Windows::Known(sizes) => {
            let ty = Type::tensor([sizes.len() as i64], Type::integer(32));
            integers(site, ty, sizes)?
        }
        Windows::Given(sizes) => convert(site, *sizes, &Type::integer(32))?,
    };
    let whole_rank = whole.len();
    let whole = sizes_of(&mut site.builder, operand)?;
    let last = site.value("stablehlo.subtract", &[whole, sizes], &[])?;
    let ty = site.ty(last);
    let most = integers(site, ty, &vec![most.min(i64::from(i32::MAX)); whole_rank])?;
    let last = site.value("stablehlo.minimum", &[last, most], &[])?;
    let mut parts = Vec::with_capacity(gather.start_index_map.len());
    for dimension in &gather.start_index_map {
        parts.push(slice(site, last, &[*dimension], &[*dimension + 1], &[1])?);
    }
    let last = match parts[..] {
        [only] => only,
        ref all => site.value("stablehlo.concatenate", all, &[("dimension", Attribute::i64(0))])?,
    };
    let last = convert(site, last, &element)?;
    let rank = shape(site, indices).len() as i64;
    if gather.index_vector_dim < rank {
        return broadcast_like(site, last, &[gather.index_vector_dim], indices);
    }
    let last = reshape(site, last, &Type::tensor([], element))?;
    broadcast_like(site, last, &[], indices)
}

/// The largest number that an integer type holds.
fn largest(ty: &Type) -> i64 {
    match ty.kind() {
        TypeKind::Integer { width, .. } => {
            let bits = if ty.is_unsigned() { *width } else { width.saturating_sub(1) };
            if bits >= 63 { i64::MAX } else { (1 << bits) - 1 }
        }
        _ => i64::MAX,
    }
}

/// The body of a scatter that adds or replaces, for elements of a type.
pub(super) fn body(site: &mut Site, element: &Type, adds: bool) -> Result<Region> {
    let scalar = Type::tensor([], element.clone());
    if adds {
        return combiner(site, "stablehlo.add", &scalar);
    }
    site.builder.region(&[scalar.clone(), scalar], |inner, arguments| {
        inner.build("stablehlo.return", &arguments[1..], &[], &[]);
        Ok(())
    })
}

pub(super) fn scatter(
    site: &mut Site,
    operands: &[Value],
    numbers: &ScatterDimensionNumbers,
    adds: bool,
) -> Result<Value> {
    let element = site.ty(operands[0]).element().clone();
    let region = body(site, &element, adds)?;
    scatter_by(site, operands, numbers, region)
}

/// A scatter of one input with any body.
pub(super) fn scatter_by(
    site: &mut Site,
    operands: &[Value],
    numbers: &ScatterDimensionNumbers,
    region: Region,
) -> Result<Value> {
    let attributes = [
        ("scatter_dimension_numbers", Attribute::dialect(numbers.clone())),
        ("indices_are_sorted", Attribute::bool(false)),
        ("unique_indices", Attribute::bool(false)),
    ];
    let mut state = site.builder.state("stablehlo.scatter", operands, &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

fn gather_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let sizes = numbers(site, "slice_sizes")?;
    adjoints[0] = Some(gather_adjoint(site, seed, Windows::Known(sizes))?);
    Ok(adjoints)
}

/// Adds windows of a seed where a gather took them.
pub(super) fn gather_adjoint(site: &mut Site, seed: Value, windows: Windows) -> Result<Value> {
    let gather: GatherDimensionNumbers = structure(site, "dimension_numbers")?;
    let (operand, indices) = (site.operand(0)?, site.operand(1)?);
    let limit = last_places(site, &gather, &windows)?;
    let zero = by_part(site, indices, gather.index_vector_dim, &vec![0; gather.start_index_map.len()])?;
    let inside = site.value("stablehlo.clamp", &[zero, indices, limit], &[])?;
    let scattered = ScatterDimensionNumbers {
        update_window_dims: gather.offset_dims,
        inserted_window_dims: gather.collapsed_slice_dims,
        input_batching_dims: gather.operand_batching_dims,
        scatter_indices_batching_dims: gather.start_indices_batching_dims,
        scatter_dims_to_operand_dims: gather.start_index_map,
        index_vector_dim: gather.index_vector_dim,
    };
    let null = site.null_like(operand)?;
    scatter(site, &[null, inside, seed], &scattered, true)
}

/// A margin of zeros in front of numbers of any kind.
pub(super) fn pad_any(site: &mut Site, value: Value, margin: &[i64]) -> Result<Value> {
    let none = vec![0; margin.len()];
    let element = site.ty(value).element().clone();
    if !element.is_integer() {
        return pad(site, value, margin, &none, &none);
    }
    let zero = integers(site, Type::tensor([], element), &[0])?;
    super::operations::pad_with(site, value, zero, [margin, &none, &none])
}

/// All dimensions but one.
pub(super) fn others(rank: usize, along: usize) -> Vec<i64> {
    (0..rank).filter(|dimension| *dimension != along).map(|dimension| dimension as i64).collect()
}

/// Takes each element from the place along a dimension that a tensor of the same shape names.
pub(super) fn move_along(site: &mut Site, value: Value, places: Value, along: usize) -> Result<Value> {
    let sizes = shape(site, value);
    // There is no slice of nothing.
    if sizes.contains(&0) {
        let ty = Type::tensor(shape(site, places), site.ty(value).element().clone());
        return site.null(&ty);
    }
    let rank = sizes.len();
    let gather = GatherDimensionNumbers {
        collapsed_slice_dims: vec![along as i64],
        operand_batching_dims: others(rank, along),
        start_indices_batching_dims: others(rank, along),
        start_index_map: vec![along as i64],
        index_vector_dim: rank as i64,
        ..GatherDimensionNumbers::default()
    };
    let sizes = Attribute::i64_array(vec![1; rank]);
    let attributes = [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", sizes)];
    site.value("stablehlo.gather", &[value, places], &attributes)
}

/// Adds each element at the place along a dimension that a tensor of the same shape names, to zeros of this shape.
pub(super) fn put_along(site: &mut Site, value: Value, places: Value, along: usize) -> Result<Value> {
    let ty = site.ty(value);
    let null = site.null(&ty)?;
    put_along_onto(site, null, value, places, along)
}

/// Adds each element to another tensor, at the place along a dimension that a tensor of the same shape names.
pub(super) fn put_along_onto(site: &mut Site, onto: Value, value: Value, places: Value, along: usize) -> Result<Value> {
    let rank = shape(site, value).len();
    let numbers = ScatterDimensionNumbers {
        inserted_window_dims: vec![along as i64],
        input_batching_dims: others(rank, along),
        scatter_indices_batching_dims: others(rank, along),
        scatter_dims_to_operand_dims: vec![along as i64],
        index_vector_dim: rank as i64,
        ..ScatterDimensionNumbers::default()
    };
    scatter(site, &[onto, places, value], &numbers, true)
}

/// The elements at places of a tensor; zeros at place -1.
pub(super) fn take(site: &mut Site, value: Value, places: Value) -> Result<Value> {
    let (count, element) = (shape(site, value).iter().product(), site.ty(value).element().clone());
    let flat = reshape(site, value, &Type::tensor([count], element))?;
    let wide = pad_any(site, flat, &[1])?;
    let ty = site.ty(places);
    let one = integers(site, Type::tensor([], Type::integer(64)), &[1])?;
    let ones = broadcast(site, one, &[], &ty)?;
    let shifted = site.value("stablehlo.add", &[places, ones], &[])?;
    let gather = GatherDimensionNumbers {
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: shape(site, places).len() as i64,
        ..GatherDimensionNumbers::default()
    };
    let attributes =
        [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(vec![1]))];
    site.value("stablehlo.gather", &[wide, shifted], &attributes)
}

/// Combines values with elements of a tensor at places, counted through the tensor, by a body; not at place -1.
pub(super) fn put(site: &mut Site, onto: Value, values: Value, places: Value, body: Region) -> Result<Value> {
    let ty = site.ty(onto);
    let count = shape(site, onto).iter().product::<i64>();
    let number = shape(site, values).iter().product::<i64>();
    let flat = reshape(site, onto, &Type::tensor([count], ty.element().clone()))?;
    let values = reshape(site, values, &Type::tensor([number], ty.element().clone()))?;
    let places = reshape(site, places, &Type::tensor([number], Type::integer(64)))?;
    let numbers = ScatterDimensionNumbers {
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..ScatterDimensionNumbers::default()
    };
    let result = scatter_by(site, &[flat, places, values], &numbers, body)?;
    reshape(site, result, &ty)
}
