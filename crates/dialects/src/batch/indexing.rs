//! Gathers and scatters. Examples that share indices are one more dimension of every window; examples with indices of
//! their own pair up by batching dimensions.
//!
//! Slices at places that differ between examples are gathers and scatters. A gather moves windows inside as
//! `dynamic_slice` does; a scatter leaves them out, so the places of `dynamic_update_slice` are moved before.

use super::Entry;
use super::each::one_by_one;
use super::support::{
    Batch, broadcast, integers, largest, numbers, rank, reshape, shifted, shifted_number, structure, with_first,
    with_operands,
};
use crate::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("dynamic_gather", BatchRule(dynamic_gather)),
    ("dynamic_slice", BatchRule(dynamic_slice)),
    ("dynamic_update_slice", BatchRule(dynamic_update_slice)),
    ("gather", BatchRule(gather)),
    ("scatter", BatchRule(scatter)),
    ("torch_index_select", BatchRule(torch_index_select)),
];

/// The dimension numbers of a gather with examples in operand, indices or both, and the size of a slice along the
/// operand's first dimension if it has one.
fn gather_numbers(site: &BatchSite, examples: &[Examples]) -> Result<(GatherDimensionNumbers, Option<i64>)> {
    let mut gather: GatherDimensionNumbers = structure(site, "dimension_numbers")?;
    let (in_operand, in_indices) = (examples[0].is_batched(), examples[1].is_batched());
    gather.offset_dims = shifted(&gather.offset_dims);
    if in_operand {
        gather.collapsed_slice_dims = shifted(&gather.collapsed_slice_dims);
        gather.operand_batching_dims = shifted(&gather.operand_batching_dims);
        gather.start_index_map = shifted(&gather.start_index_map);
    }
    if in_indices {
        gather.start_indices_batching_dims = shifted(&gather.start_indices_batching_dims);
        gather.index_vector_dim += 1;
    }
    let size = match (in_operand, in_indices) {
        (true, true) => {
            gather.operand_batching_dims.insert(0, 0);
            gather.start_indices_batching_dims.insert(0, 0);
            Some(1)
        }
        (true, false) => {
            gather.offset_dims.insert(0, 0);
            Some(site.size)
        }
        _ => None,
    };
    Ok((gather, size))
}

fn gather(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let (gather, size) = gather_numbers(site, examples)?;
    let mut sizes = numbers(site, "slice_sizes")?;
    if let Some(size) = size {
        sizes.insert(0, size);
    }
    let mut changes =
        vec![("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(sizes))];
    if examples[1].is_batched() && site.ir().attribute(site.op, "indices_are_sorted").is_some() {
        changes.push(("indices_are_sorted", Attribute::bool(false)));
    }
    with_operands(site, &[examples[0].value(), examples[1].value()], &changes)
}

fn dynamic_gather(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if examples[2].is_batched() {
        return one_by_one(site, examples);
    }
    let (gather, size) = gather_numbers(site, examples)?;
    let mut sizes = examples[2].value();
    if let Some(size) = size {
        let element = site.ty(sizes).element().clone();
        let first = integers(site, &Type::tensor([1], element), &[size])?;
        sizes = site.value("stablehlo.concatenate", &[first, sizes], &[("dimension", Attribute::i64(0))])?;
    }
    let mut changes = vec![("dimension_numbers", Attribute::dialect(gather))];
    if examples[1].is_batched() && site.ir().attribute(site.op, "indices_are_sorted").is_some() {
        changes.push(("indices_are_sorted", Attribute::bool(false)));
    }
    with_operands(site, &[examples[0].value(), examples[1].value(), sizes], &changes)
}

fn scatter(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() {
        return one_by_one(site, examples);
    }
    let count = examples.len() / 2;
    let in_indices = examples[count].is_batched();
    let mut numbers: ScatterDimensionNumbers = structure(site, "scatter_dimension_numbers")?;
    numbers.update_window_dims = shifted(&numbers.update_window_dims);
    numbers.inserted_window_dims = shifted(&numbers.inserted_window_dims);
    numbers.input_batching_dims = shifted(&numbers.input_batching_dims);
    numbers.scatter_dims_to_operand_dims = shifted(&numbers.scatter_dims_to_operand_dims);
    let mut changes = Vec::new();
    if in_indices {
        numbers.scatter_indices_batching_dims = with_first(0, &shifted(&numbers.scatter_indices_batching_dims));
        numbers.input_batching_dims.insert(0, 0);
        numbers.index_vector_dim += 1;
        if site.ir().attribute(site.op, "indices_are_sorted").is_some() {
            changes.push(("indices_are_sorted", Attribute::bool(false)));
        }
    } else {
        numbers.update_window_dims.insert(0, 0);
    }
    changes.push(("scatter_dimension_numbers", Attribute::dialect(numbers)));
    let mut operands = Vec::with_capacity(examples.len());
    for (place, examples) in examples.iter().enumerate() {
        operands.push(if place == count { examples.value() } else { site.spread(*examples)? });
    }
    with_operands(site, &operands, &changes)
}

fn torch_index_select(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let changes = [("dim", shifted_number(site, "dim")?), ("batch_dims", shifted_number(site, "batch_dims")?)];
    super::support::with_changes(site, examples, &changes)
}

/// Places that are the same for all examples, with a zero along the first dimension.
fn shared_starts(site: &mut BatchSite, starts: &[Examples]) -> Result<Vec<Value>> {
    let Some(first) = starts.first() else { return Ok(Vec::new()) };
    let ty = site.ty(first.value());
    let mut values = vec![integers(site, &ty, &[0])?];
    values.extend(starts.iter().map(|start| start.value()));
    Ok(values)
}

/// Places that differ between examples as one tensor: a row for each example.
fn rows(site: &mut BatchSite, starts: &[Examples]) -> Result<Value> {
    let mut columns = Vec::with_capacity(starts.len());
    for start in starts {
        let all = site.spread(*start)?;
        let ty = Type::tensor([site.size, 1], site.ty(all).element().clone());
        columns.push(reshape(site, all, &ty)?);
    }
    match columns.as_slice() {
        [only] => Ok(*only),
        _ => site.value("stablehlo.concatenate", &columns, &[("dimension", Attribute::i64(1))]),
    }
}

fn dynamic_slice(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let (operand, starts) = (examples[0], &examples[1..]);
    let sizes = numbers(site, "slice_sizes")?;
    if starts.is_empty() {
        return Ok(vec![operand]);
    }
    if !starts.iter().any(|start| start.is_batched()) {
        let mut operands = vec![operand.value()];
        operands.extend(shared_starts(site, starts)?);
        let sizes = Attribute::i64_array(with_first(site.size, &sizes));
        return with_operands(site, &operands, &[("slice_sizes", sizes)]);
    }
    let windows: Vec<i64> = (1..=sizes.len() as i64).collect();
    let mut gather = GatherDimensionNumbers { offset_dims: windows.clone(), index_vector_dim: 1, ..Default::default() };
    let sizes = match operand {
        Examples::Batched(_) => {
            gather.operand_batching_dims = vec![0];
            gather.start_indices_batching_dims = vec![0];
            gather.start_index_map = windows;
            with_first(1, &sizes)
        }
        Examples::Shared(_) => {
            gather.start_index_map = (0..sizes.len() as i64).collect();
            sizes
        }
    };
    let indices = rows(site, starts)?;
    let attributes = [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(sizes))];
    Ok(vec![Examples::Batched(site.value("stablehlo.gather", &[operand.value(), indices], &attributes)?)])
}

fn dynamic_update_slice(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let starts = &examples[2..];
    let mut operands = site.spread_all(&examples[..2])?;
    if starts.is_empty() {
        return Ok(vec![Examples::Batched(operands[1])]);
    }
    if !starts.iter().any(|start| start.is_batched()) {
        operands.extend(shared_starts(site, starts)?);
        return with_operands(site, &operands, &[]);
    }
    let (whole, part) = (site.operand_type(0)?, site.operand_type(1)?);
    let indices = rows(site, starts)?;
    let ty = site.ty(indices);
    let room: Vec<i64> = whole
        .shape()
        .unwrap_or_default()
        .iter()
        .zip(part.shape().unwrap_or_default())
        .map(|(whole, part)| (whole - part).min(largest(ty.element())))
        .collect();
    let row = Type::tensor([room.len() as i64], ty.element().clone());
    let most = integers(site, &row, &room)?;
    let most = broadcast(site, most, &[1], &ty)?;
    let least = integers(site, &Type::tensor([], ty.element().clone()), &[0])?;
    let indices = site.value("stablehlo.clamp", &[least, indices, most], &[])?;
    let own: Vec<i64> = (1..=rank(&whole) as i64).collect();
    let numbers = ScatterDimensionNumbers {
        update_window_dims: own.clone(),
        input_batching_dims: vec![0],
        scatter_indices_batching_dims: vec![0],
        scatter_dims_to_operand_dims: own,
        index_vector_dim: 1,
        ..ScatterDimensionNumbers::default()
    };
    let scalar = Type::tensor([], whole.element().clone());
    let region = site.builder.region(&[scalar.clone(), scalar], |builder, arguments| {
        builder.build("stablehlo.return", &arguments[1..], &[], &[]);
        Ok(())
    })?;
    let attributes =
        [("scatter_dimension_numbers", Attribute::dialect(numbers)), ("unique_indices", Attribute::bool(true))];
    let mut state = site.builder.state("stablehlo.scatter", &[operands[0], indices, operands[1]], &attributes);
    state.regions = vec![region];
    state.result_types = site.stacked_results()?;
    let op = site.builder.insert(state);
    Ok(vec![Examples::Batched(site.ir()[op].results()[0])])
}
