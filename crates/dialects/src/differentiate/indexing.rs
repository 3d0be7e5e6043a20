//! Gathers and scatters.
//!
//! A gather moves a window that would reach outside back inside; so its adjoint does the same with the index before it
//! scatters. A scatter leaves out windows that do not lie inside as a whole; so its adjoint reads from a seed with a margin
//! of zeros as wide as a window, and the indices of those windows are moved into the margin.

use super::Entry;
use super::movement::{first_forward, numbers, pad, shape};
use super::reduction::combiner;
use crate::evaluate::bodies::known_combiner;
use crate::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers, enumeration};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, DenseElements, DialectAttribute, Result, Type, TypeKind, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[
    ("gather", ForwardRule(first_forward), ReverseRule(gather_reverse)),
    ("scatter", ForwardRule(scatter_forward), ReverseRule(scatter_reverse)),
];

fn structure<T: DialectAttribute + Clone>(site: &Site, name: &str) -> Result<T> {
    let found = site.ir().attribute(site.op, name).and_then(Attribute::downcast::<T>).cloned();
    found.ok_or_else(|| site.error(format!("has no `{name}`")))
}

fn integers(site: &mut Site, ty: Type, values: &[i64]) -> Result<Value> {
    let dense = DenseElements::of_integers(ty, values.iter().copied());
    let dense = dense.ok_or_else(|| site.error("has indices of an unexpected type"))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// One number for each part of an index, repeated to the shape of the indices.
fn by_part(site: &mut Site, indices: Value, vector: i64, values: &[i64]) -> Result<Value> {
    let ty = site.ty(indices);
    let rank = shape(site, indices).len() as i64;
    let (sizes, dimensions) = if vector < rank { (vec![values.len() as i64], vec![vector]) } else { (vec![], vec![]) };
    let constant = integers(site, Type::tensor(sizes, ty.element().clone()), values)?;
    super::movement::broadcast(site, constant, &dimensions, &ty)
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
fn body(site: &mut Site, element: &Type, adds: bool) -> Result<zymase_ir::Region> {
    let scalar = Type::tensor([], element.clone());
    if adds {
        return combiner(site, "stablehlo.add", &scalar);
    }
    site.builder.region(&[scalar.clone(), scalar], |inner, arguments| {
        inner.build("stablehlo.return", &arguments[1..], &[], &[]);
        Ok(())
    })
}

fn scatter(site: &mut Site, operands: &[Value], numbers: &ScatterDimensionNumbers, adds: bool) -> Result<Value> {
    let element = site.ty(operands[0]).element().clone();
    let region = body(site, &element, adds)?;
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
    let gather: GatherDimensionNumbers = structure(site, "dimension_numbers")?;
    let (operand, indices) = (site.operand(0)?, site.operand(1)?);
    let (ty, element) = (site.ty(operand), site.ty(indices).element().clone());
    let (whole, sizes) = (shape(site, operand), numbers(site, "slice_sizes")?);
    let last = |dimension: &i64| (whole[*dimension as usize] - sizes[*dimension as usize]).min(largest(&element));
    let limits: Vec<i64> = gather.start_index_map.iter().map(last).collect();
    let limit = by_part(site, indices, gather.index_vector_dim, &limits)?;
    let zero = by_part(site, indices, gather.index_vector_dim, &vec![0; limits.len()])?;
    let inside = site.value("stablehlo.clamp", &[zero, indices, limit], &[])?;
    let scattered = ScatterDimensionNumbers {
        update_window_dims: gather.offset_dims,
        inserted_window_dims: gather.collapsed_slice_dims,
        input_batching_dims: gather.operand_batching_dims,
        scatter_indices_batching_dims: gather.start_indices_batching_dims,
        scatter_dims_to_operand_dims: gather.start_index_map,
        index_vector_dim: gather.index_vector_dim,
    };
    let null = site.null(&ty)?;
    adjoints[0] = Some(scatter(site, &[null, inside, seed], &scattered, true)?);
    Ok(adjoints)
}

/// What a scatter of one input does.
struct Scatter {
    adds: bool,
    numbers: ScatterDimensionNumbers,
    input: Value,
    indices: Value,
    update: Value,
}

fn read(site: &Site) -> Result<Scatter> {
    const HELP: &str = "scatter one input at a time, and add or replace elements";
    let operands = site.operands();
    let [input, indices, update] = operands[..] else {
        return Err(site.refuse("scatters into several inputs at once, which is not differentiated yet", HELP));
    };
    let region = site.ir()[site.op].regions().first().copied();
    let adds = match region.and_then(|region| known_combiner(site.ir(), region)) {
        Some(Combiner::Binary(Binary::Add)) => true,
        Some(Combiner::Second) => false,
        _ => return Err(site.refuse("has a body that is not differentiated yet", HELP)),
    };
    let numbers = structure(site, "scatter_dimension_numbers")?;
    Ok(Scatter { adds, numbers, input, indices, update })
}

fn scatter_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let scatter = read(site)?;
    let (input, update) = (site.ty(scatter.input), site.ty(scatter.update));
    let input = site.or_null(tangents[0], &input)?;
    let update = site.or_null(tangents[2], &update)?;
    Ok(vec![Some(site.again(&[input, scatter.indices, update])[0])])
}

fn scatter_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let mut adjoints = vec![None; wanted.len()];
    let Some(seed) = seeds[0] else { return Ok(adjoints) };
    let scatter = read(site)?;
    if scatter.adds {
        adjoints[0] = Some(seed);
        if wanted[2] {
            adjoints[2] = Some(read_back(site, &scatter, seed)?);
        }
        return Ok(adjoints);
    }
    let winners = winners(site, &scatter)?;
    if wanted[0] {
        adjoints[0] = Some(keep_where(site, winners.0, winners.1, seed)?);
    }
    if wanted[2] {
        let there = read_back(site, &scatter, winners.0)?;
        let found = read_back(site, &scatter, seed)?;
        adjoints[2] = Some(keep_where(site, there, winners.2, found)?);
    }
    Ok(adjoints)
}

/// The value where two tensors of integers agree, else zero.
fn keep_where(site: &mut Site, a: Value, b: Value, value: Value) -> Result<Value> {
    let direction = enumeration("comparison_direction", "EQ").map_err(|message| site.error(message))?;
    let agree = site.value("stablehlo.compare", &[a, b], &[("comparison_direction", direction)])?;
    let ty = site.ty(value);
    let zero = site.null(&ty)?;
    site.value("stablehlo.select", &[agree, value, zero], &[])
}

/// Which update each element of the result is: their numbers counted from one, scattered; zeros of the same shape; and
/// the numbers themselves.
fn winners(site: &mut Site, what: &Scatter) -> Result<(Value, Value, Value)> {
    let integer = Type::integer(64);
    let sizes = shape(site, what.update);
    let count = zymase_ir::types::element_count(&sizes).and_then(|count| i64::try_from(count).ok());
    let count = count.ok_or_else(|| site.error("is too large"))?;
    let row = Type::tensor([count], integer.clone());
    let counted = site.typed("stablehlo.iota", &[], &[("iota_dimension", Attribute::i64(0))], row.clone())?;
    let one = integers(site, Type::tensor([], integer.clone()), &[1])?;
    let ones = super::movement::broadcast(site, one, &[], &row)?;
    let counted = site.value("stablehlo.add", &[counted, ones], &[])?;
    let names = super::movement::reshape(site, counted, &Type::tensor(sizes, integer.clone()))?;
    let nobody = integers(site, Type::tensor([], integer.clone()), &[0])?;
    let places = Type::tensor(shape(site, what.input), integer);
    let nobody = super::movement::broadcast(site, nobody, &[], &places)?;
    let winners = scatter(site, &[nobody, what.indices, names], &what.numbers, false)?;
    Ok((winners, nobody, names))
}

/// What lies where the updates went; zero for those that fell outside.
fn read_back(site: &mut Site, what: &Scatter, from: Value) -> Result<Value> {
    let numbers = &what.numbers;
    let update = shape(site, what.update);
    let whole = shape(site, what.input);
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
    let direction = enumeration("comparison_direction", "EQ").map_err(|message| site.error(message))?;
    let mut inside = site.value("stablehlo.compare", &[indices, nearest], &[("comparison_direction", direction)])?;
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
        inside = super::movement::broadcast(site, all, &others(sizes.len(), vector as usize), &whole)?;
    }
    let front: Vec<i64> = window.iter().map(|size| -size).collect();
    let front = by_part(site, indices, vector, &front)?;
    site.value("stablehlo.select", &[inside, indices, front], &[])
}

/// A margin of zeros in front of numbers of any kind.
fn pad_any(site: &mut Site, value: Value, margin: &[i64]) -> Result<Value> {
    let none = vec![0; margin.len()];
    let element = site.ty(value).element().clone();
    if !element.is_integer() {
        return pad(site, value, margin, &none, &none);
    }
    let zero = integers(site, Type::tensor([], element), &[0])?;
    super::movement::pad_with(site, value, zero, [margin, &none, &none])
}

/// All dimensions but one.
fn others(rank: usize, along: usize) -> Vec<i64> {
    (0..rank).filter(|dimension| *dimension != along).map(|dimension| dimension as i64).collect()
}

/// Takes each element from the place along a dimension that a tensor of the same shape names.
pub(super) fn move_along(site: &mut Site, value: Value, places: Value, along: usize) -> Result<Value> {
    let rank = shape(site, value).len();
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

/// Adds each element at the place along a dimension that a tensor of the same shape names.
pub(super) fn put_along(site: &mut Site, value: Value, places: Value, along: usize) -> Result<Value> {
    let rank = shape(site, value).len();
    let numbers = ScatterDimensionNumbers {
        inserted_window_dims: vec![along as i64],
        input_batching_dims: others(rank, along),
        scatter_indices_batching_dims: others(rank, along),
        scatter_dims_to_operand_dims: vec![along as i64],
        index_vector_dim: rank as i64,
        ..ScatterDimensionNumbers::default()
    };
    let ty = site.ty(value);
    let null = site.null(&ty)?;
    scatter(site, &[null, places, value], &numbers, true)
}
