//! Gather, scatter and sorting.

use crate::evaluate::attributes::{to_size, to_sizes};
use crate::evaluate::bodies::{known_order, region, with_body};
use crate::evaluate::rules::{Entry, one, operands, result_type};
use crate::evaluate::values::tensors;
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use crate::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::Op;
use zymase_tensor::gather::{self, GatherDimensions};
use zymase_tensor::scatter::{self, ScatterDimensions};
use zymase_tensor::sort;

pub(super) const TABLE: &[Entry] = &[
    ("gather", Evaluate(gather_windows)),
    ("scatter", Evaluate(scatter_windows)),
    ("sort", Evaluate(sort_rows)),
    ("torch_index_select", Evaluate(torch_index_select)),
];

pub(super) fn gather_dimensions(machine: &Machine, op: Op) -> Result<GatherDimensions> {
    let numbers: &GatherDimensionNumbers = machine.structure(op, "dimension_numbers")?;
    Ok(GatherDimensions {
        offset_dims: to_sizes(&numbers.offset_dims, "offset_dims")?,
        collapsed_slice_dims: to_sizes(&numbers.collapsed_slice_dims, "collapsed_slice_dims")?,
        operand_batching_dims: to_sizes(&numbers.operand_batching_dims, "operand_batching_dims")?,
        start_indices_batching_dims: to_sizes(&numbers.start_indices_batching_dims, "start_indices_batching_dims")?,
        start_index_map: to_sizes(&numbers.start_index_map, "start_index_map")?,
        index_vector_dim: to_size(numbers.index_vector_dim, "index_vector_dim")?,
    })
}

fn gather_windows(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, indices] = operands(values)?;
    let dimensions = gather_dimensions(machine, op)?;
    one(gather::gather(&x, &indices, &dimensions, &machine.sizes(op, "slice_sizes")?)?)
}

fn scatter_dimensions(machine: &Machine, op: Op) -> Result<ScatterDimensions> {
    let numbers: &ScatterDimensionNumbers = machine.structure(op, "scatter_dimension_numbers")?;
    Ok(ScatterDimensions {
        update_window_dims: to_sizes(&numbers.update_window_dims, "update_window_dims")?,
        inserted_window_dims: to_sizes(&numbers.inserted_window_dims, "inserted_window_dims")?,
        input_batching_dims: to_sizes(&numbers.input_batching_dims, "input_batching_dims")?,
        scatter_indices_batching_dims: to_sizes(
            &numbers.scatter_indices_batching_dims,
            "scatter_indices_batching_dims",
        )?,
        scatter_dims_to_operand_dims: to_sizes(&numbers.scatter_dims_to_operand_dims, "scatter_dims_to_operand_dims")?,
        index_vector_dim: to_size(numbers.index_vector_dim, "index_vector_dim")?,
    })
}

fn scatter_windows(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let dimensions = scatter_dimensions(machine, op)?;
    let mut inputs = tensors(values)?;
    let count = inputs.len() / 2;
    if inputs.len() != 2 * count + 1 {
        return Err("it does not have as many updates as inputs".into());
    }
    let updates = inputs.split_off(count + 1);
    let indices = inputs.pop().ok_or("it has no indices")?;
    let region = region(machine, op, 0)?;
    let results = with_body(machine, region, |body| scatter::scatter(inputs, &indices, &updates, &dimensions, body))?;
    Ok(results.into_iter().map(RuntimeValue::Tensor).collect())
}

fn sort_rows(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let inputs = tensors(values)?;
    let rank = inputs.first().map_or(0, zymase_tensor::Tensor::rank) as i64;
    let dimension = match machine.attribute(op, "dimension") {
        Some(_) => machine.number(op, "dimension")?,
        None => -1,
    };
    let dimension = if dimension < 0 { dimension + rank } else { dimension };
    let dimension = usize::try_from(dimension).map_err(|_| Problem::Here("it sorts no dimension".into()))?;
    let region = region(machine, op, 0)?;
    let known = known_order(machine, region);
    let sorted = with_body(machine, region, |body| sort::sort(&inputs, dimension, known, body))?;
    Ok(sorted.into_iter().map(RuntimeValue::Tensor).collect())
}

/// Looks up slices along one dimension, for indices that share batch dimensions with the operand.
fn torch_index_select(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, indices] = operands(values)?;
    let (dimension, batch) = (machine.size(op, "dim")?, machine.size(op, "batch_dims")?);
    if dimension >= x.rank() || batch > dimension || batch > indices.rank() {
        return Err("its dimensions do not exist".into());
    }
    let result_rank = result_type(machine, op, 0)?.shape().unwrap_or_default().len();
    let batch_dims: Vec<usize> = (0..batch).collect();
    // Result: batch and outer dimensions, those of the indices, the rest.
    let index_places: Vec<usize> = (dimension..dimension + indices.rank() - batch).collect();
    let dimensions = GatherDimensions {
        offset_dims: (0..result_rank).filter(|d| *d >= batch && !index_places.contains(d)).collect(),
        collapsed_slice_dims: vec![dimension],
        operand_batching_dims: batch_dims.clone(),
        start_indices_batching_dims: batch_dims,
        start_index_map: vec![dimension],
        index_vector_dim: indices.rank(),
    };
    let mut sizes = x.shape().to_vec();
    sizes[dimension] = 1;
    sizes[..batch].fill(1);
    one(gather::gather(&x, &indices, &dimensions, &sizes)?)
}
