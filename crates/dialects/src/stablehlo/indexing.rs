//! Gathers and scatters.

use super::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use super::checks::*;
use zymase_ir::{
    Attribute, Count, DYNAMIC, Ir, OpDefinition, OperationState, TensorType, Trait, Type, define_operation,
};

define_operation! {
    pub Gather = "stablehlo.gather" {
        operands { operand: One, start_indices: One }
        results { result: One }
        attributes {
            dimension_numbers: Dialect("stablehlo.gather<") required, slice_sizes: I64Array required,
            indices_are_sorted: Bool optional,
        }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| {
            let sizes = required_numbers(state, "slice_sizes")?.to_vec();
            infer_gather(ir, state, &sizes)
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub DynamicGather = "stablehlo.dynamic_gather" {
        operands { operand: One, start_indices: One, slice_sizes: One }
        results { result: One }
        attributes { dimension_numbers: Dialect("stablehlo.gather<") required, indices_are_sorted: Bool optional }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| {
            let sizes = operand_tensor(ir, state, 2)?;
            let rank = operand_tensor(ir, state, 0)?.rank();
            ensure(sizes.rank() == 1 && sizes_agree(sizes.shape[0], rank as i64), || {
                "slice_sizes must have one number for each dimension of the operand".into()
            })?;
            infer_gather(ir, state, &vec![DYNAMIC; rank])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Scatter = "stablehlo.scatter" {
        operands { inputs: Variadic, scatter_indices: One, updates: Variadic }
        results { results: Variadic }
        attributes {
            scatter_dimension_numbers: Dialect("stablehlo.scatter<") required, indices_are_sorted: Bool optional,
            unique_indices: Bool optional,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::Pure, Trait::SameVariadicSize, Trait::SingleBlock],
        infer_types: Some(infer_scatter),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Takes slices along a dimension.
    pub TorchIndexSelect = "stablehlo.torch_index_select" {
        operands { operand: One, index: One }
        results { result: One }
        attributes { dim: I64 required, batch_dims: I64 required }
        traits: &[Trait::Pure],
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let index = operand_tensor(ir, state, 1)?;
            let dimension = required_dimension(state, "dim", operand.rank())?;
            let batch = usize::try_from(required_number(state, "batch_dims")?).unwrap_or(usize::MAX);
            ensure(batch <= index.rank() && batch <= dimension, || "batch_dims is too large".into())?;
            let shape: Vec<i64> = operand.shape[..dimension].iter().chain(&index.shape[batch..])
                .chain(&operand.shape[dimension + 1..]).copied().collect();
            Ok(vec![Type::tensor(shape, operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![Gather::definition(), DynamicGather::definition(), Scatter::definition(), TorchIndexSelect::definition()]
}

/// The dimensions of an array of indices but the one that holds the parts of an index.
fn batch_shape(indices: &TensorType, index_vector: i64) -> Check<Vec<i64>> {
    expect_elements(&indices.element, INTEGERS)?;
    let rank = indices.rank() as i64;
    ensure((0..=rank).contains(&index_vector), || {
        format!("index_vector_dim = {index_vector} with indices of rank {rank}")
    })?;
    let mut shape = indices.shape.clone();
    if index_vector < rank {
        shape.remove(index_vector as usize);
    }
    Ok(shape)
}

/// Checks that indices have as many parts as the map from them to dimensions has entries.
fn expect_index_parts(indices: &TensorType, index_vector: i64, name: &str, map: &[i64]) -> Check<()> {
    let parts = indices.shape.get(index_vector as usize).copied().unwrap_or(1);
    ensure(sizes_agree(parts, map.len() as i64), || format!("indices have {parts} parts, but {name} has {}", map.len()))
}

/// Checks batching dimensions of the operand against those of the indices.
fn expect_batching(
    operand: &TensorType,
    operand_dims: &[i64],
    indices: &TensorType,
    index_dims: &[i64],
    index_vector: i64,
) -> Check<()> {
    expect_count("batching dimensions of the indices", index_dims.len(), operand_dims.len())?;
    expect_dimensions("batching dimensions of the operand", operand_dims, operand.rank())?;
    expect_sorted("batching dimensions of the operand", operand_dims)?;
    expect_dimensions("batching dimensions of the indices", index_dims, indices.rank())?;
    ensure(!index_dims.contains(&index_vector), || "index_vector_dim cannot be a batching dimension".into())?;
    for (one, other) in operand_dims.iter().zip(index_dims) {
        join_sizes(operand.shape[*one as usize], indices.shape[*other as usize])?;
    }
    Ok(())
}

/// Checks one place for each dimension of the operand: collapsed, batching, or in a window; the window's dimensions.
fn window_dimensions(rank: usize, collapsed: &[i64], batching: &[i64], map: &[i64]) -> Check<Vec<usize>> {
    expect_sorted("collapsed or inserted dimensions", collapsed)?;
    expect_dimensions("collapsed and batching dimensions", &[collapsed, batching].concat(), rank)?;
    expect_dimensions("indexed and batching dimensions", &[map, batching].concat(), rank)?;
    let is_window = |index: &usize| !collapsed.contains(&(*index as i64)) && !batching.contains(&(*index as i64));
    Ok((0..rank).filter(is_window).collect())
}

fn infer_gather(ir: &Ir, state: &OperationState, sizes: &[i64]) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    let indices = operand_tensor(ir, state, 1)?;
    let Some(gather) = state.attribute("dimension_numbers").and_then(Attribute::downcast::<GatherDimensionNumbers>)
    else {
        return Err("needs dimension_numbers".into());
    };
    expect_count("slice_sizes", sizes.len(), operand.rank())?;
    let batch = batch_shape(indices, gather.index_vector_dim)?;
    expect_index_parts(indices, gather.index_vector_dim, "start_index_map", &gather.start_index_map)?;
    expect_batching(
        operand,
        &gather.operand_batching_dims,
        indices,
        &gather.start_indices_batching_dims,
        gather.index_vector_dim,
    )?;
    let window = window_dimensions(
        operand.rank(),
        &gather.collapsed_slice_dims,
        &gather.operand_batching_dims,
        &gather.start_index_map,
    )?;
    for (index, (size, whole)) in sizes.iter().zip(&operand.shape).enumerate() {
        let fits = *size == DYNAMIC || (*size >= 0 && (*whole == DYNAMIC || size <= whole));
        ensure(fits, || format!("a slice of {size} of dimension {index}, which has {whole}"))?;
        let is_window = window.contains(&index);
        ensure(is_window || *size == DYNAMIC || *size <= 1, || {
            format!("dimension {index} is collapsed, but of size {size}")
        })?;
    }
    let rank = batch.len() + window.len();
    expect_count("offset_dims", gather.offset_dims.len(), window.len())?;
    expect_dimensions("offset_dims", &gather.offset_dims, rank)?;
    expect_sorted("offset_dims", &gather.offset_dims)?;
    let mut offsets = window.iter().map(|index| sizes[*index]);
    let mut batches = batch.into_iter();
    let size = |index: usize| {
        let next = if gather.offset_dims.contains(&(index as i64)) { offsets.next() } else { batches.next() };
        next.unwrap_or(DYNAMIC)
    };
    let shape: Vec<i64> = (0..rank).map(size).collect();
    Ok(vec![Type::tensor(shape, operand.element.clone())])
}

fn infer_scatter(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operands = tensors(ir, &state.operands)?;
    ensure(operands.len() >= 3 && operands.len() % 2 == 1, || "needs inputs, indices and as many updates".into())?;
    let count = operands.len() / 2;
    let (inputs, indices, updates) = (&operands[..count], operands[count], &operands[count + 1..]);
    let numbers = state.attribute("scatter_dimension_numbers").and_then(Attribute::downcast::<ScatterDimensionNumbers>);
    let Some(scatter) = numbers else { return Err("needs scatter_dimension_numbers".into()) };
    let mut shape = inputs[0].shape.clone();
    for input in inputs {
        shape = join_shapes(&shape, &input.shape)?;
    }
    let mut update_shape = updates[0].shape.clone();
    for (input, update) in inputs.iter().zip(updates) {
        update_shape = join_shapes(&update_shape, &update.shape)?;
        expect_same_element(&input.element, &update.element)?;
    }
    expect_update_shape(inputs[0], indices, &update_shape, scatter)?;
    let elements: Vec<&Type> = inputs.iter().map(|input| &input.element).collect();
    let results = expect_reducer(&state_region(ir, state, 0)?, &elements)?;
    Ok(results.into_iter().map(|element| Type::tensor(shape.clone(), element)).collect())
}

fn expect_update_shape(
    input: &TensorType,
    indices: &TensorType,
    updates: &[i64],
    scatter: &ScatterDimensionNumbers,
) -> Check<()> {
    let batch = batch_shape(indices, scatter.index_vector_dim)?;
    let map = &scatter.scatter_dims_to_operand_dims;
    expect_index_parts(indices, scatter.index_vector_dim, "scatter_dims_to_operand_dims", map)?;
    expect_batching(
        input,
        &scatter.input_batching_dims,
        indices,
        &scatter.scatter_indices_batching_dims,
        scatter.index_vector_dim,
    )?;
    let window = window_dimensions(input.rank(), &scatter.inserted_window_dims, &scatter.input_batching_dims, map)?;
    expect_count("update_window_dims", scatter.update_window_dims.len(), window.len())?;
    expect_count("the shape of the updates", updates.len(), batch.len() + window.len())?;
    expect_dimensions("update_window_dims", &scatter.update_window_dims, updates.len())?;
    expect_sorted("update_window_dims", &scatter.update_window_dims)?;
    let (mut windows, mut batches) = (window.iter(), batch.iter());
    for (index, size) in updates.iter().enumerate() {
        if scatter.update_window_dims.contains(&(index as i64)) {
            let whole = windows.next().map_or(DYNAMIC, |dimension| input.shape[*dimension]);
            let fits = *size == DYNAMIC || whole == DYNAMIC || *size <= whole;
            ensure(fits, || format!("a window of {size} does not fit into {whole}"))?;
        } else {
            join_sizes(*size, batches.next().copied().unwrap_or(DYNAMIC))
                .map_err(|message| format!("updates and indices: {message}"))?;
        }
    }
    Ok(())
}
