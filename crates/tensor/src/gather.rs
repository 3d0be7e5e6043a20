//! Gather: windows of a tensor whose places are data.

use crate::error::{Result, check, fail};
use crate::layout::{self, Odometer, View, check_dimensions};
use crate::movement;
use crate::parallel;
use crate::storage::{Element, each_width};
use crate::tensor::Tensor;

/// The dimension numbers of a gather, named as in the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatherDimensions {
    pub offset_dims: Vec<usize>,
    pub collapsed_slice_dims: Vec<usize>,
    pub operand_batching_dims: Vec<usize>,
    pub start_indices_batching_dims: Vec<usize>,
    pub start_index_map: Vec<usize>,
    pub index_vector_dim: usize,
}

/// Where windows start: one place of the operand for each element of a batch shape.
pub(crate) struct Starts {
    pub batch_shape: Vec<usize>,
    /// For each batch element the index along every dimension of the operand.
    pub places: Vec<i64>,
}

/// How vectors of indices are spread over the dimensions of an operand; shared by gather and scatter.
pub(crate) struct IndexMap<'a> {
    pub rank: usize,
    pub index_map: &'a [usize],
    pub index_vector_dim: usize,
    pub operand_batching_dims: &'a [usize],
    pub indices_batching_dims: &'a [usize],
}

impl IndexMap<'_> {
    /// Reads index vectors and adds the indices of batching dimensions, which count themselves.
    pub fn starts(&self, indices: &Tensor) -> Result<Starts> {
        let vector_dim = self.index_vector_dim;
        check!(vector_dim <= indices.rank(), "indices {} have no dimension {vector_dim}", indices.describe());
        check!(indices.element().is_integer(), "indices are {}", indices.describe());
        check_dimensions(self.index_map, self.rank, "the index map")?;
        let length = indices.shape().get(vector_dim).copied().unwrap_or(1);
        check!(self.index_map.len() == length, "index vectors of length {length} for {:?}", self.index_map);
        let mut batch_shape = indices.shape().to_vec();
        let vectors = if vector_dim < indices.rank() {
            batch_shape.remove(vector_dim);
            let mut order: Vec<usize> = (0..indices.rank()).filter(|d| *d != vector_dim).collect();
            order.push(vector_dim);
            movement::transpose(indices, &order)?.to_i64()?
        } else {
            indices.to_i64()?
        };
        let batching = self.batching_places(indices)?;
        let batch_count = layout::count(&batch_shape);
        layout::checked_count(&[batch_count, self.rank.max(1)], 8)?;
        let mut places = vec![0; batch_count * self.rank];
        let mut batch = Odometer::at(&batch_shape, 0);
        for (number, place) in places.chunks_exact_mut(self.rank.max(1)).enumerate() {
            for (component, dimension) in self.index_map.iter().enumerate() {
                place[*dimension] = vectors[number * length + component];
            }
            for (dimension, position) in &batching {
                place[*dimension] = batch.index[*position] as i64;
            }
            batch.advance();
        }
        Ok(Starts { batch_shape, places })
    }

    /// Pairs of a batching dimension of the operand and a dimension of the batch shape.
    fn batching_places(&self, indices: &Tensor) -> Result<Vec<(usize, usize)>> {
        check_dimensions(self.operand_batching_dims, self.rank, "batching")?;
        check_dimensions(self.indices_batching_dims, indices.rank(), "batching of indices")?;
        let agrees = self.operand_batching_dims.len() == self.indices_batching_dims.len();
        check!(agrees, "operand and indices have different numbers of batching dimensions");
        let place = |(operand, index): (&usize, &usize)| {
            check!(*index != self.index_vector_dim, "index vectors lie along a batching dimension");
            Ok((*operand, if *index < self.index_vector_dim { *index } else { index - 1 }))
        };
        self.operand_batching_dims.iter().zip(self.indices_batching_dims).map(place).collect()
    }
}

/// The dimensions below a rank that are not in a list.
pub(crate) fn others(rank: usize, dimensions: &[usize]) -> Vec<usize> {
    (0..rank).filter(|dimension| !dimensions.contains(dimension)).collect()
}

/// Where elements lie that are placed along some dimensions of a tensor.
pub(crate) fn offsets_along(shape: &[usize], dimensions: &[usize]) -> Vec<usize> {
    let strides = layout::strides(shape);
    let sizes = dimensions.iter().map(|d| shape[*d]).collect();
    let strides = dimensions.iter().map(|d| strides[*d] as isize).collect();
    View { shape: sizes, offset: 0, strides }.offsets()
}

/// Slices of an operand, one for each index vector. Starts are moved so that slices lie inside.
pub fn gather(
    operand: &Tensor,
    indices: &Tensor,
    dimensions: &GatherDimensions,
    slice_sizes: &[usize],
) -> Result<Tensor> {
    let rank = operand.rank();
    check!(slice_sizes.len() == rank, "{} slice sizes for {}", slice_sizes.len(), operand.describe());
    for (d, size) in slice_sizes.iter().enumerate() {
        check!(*size <= operand.shape()[d], "slices of sizes {slice_sizes:?} of {}", operand.describe());
    }
    let mut left_out = dimensions.collapsed_slice_dims.clone();
    left_out.extend(&dimensions.operand_batching_dims);
    check_dimensions(&left_out, rank, "what slices leave out")?;
    check!(left_out.iter().all(|d| slice_sizes[*d] <= 1), "a dimension that is left out has a slice larger than one");
    let map = IndexMap {
        rank,
        index_map: &dimensions.start_index_map,
        index_vector_dim: dimensions.index_vector_dim,
        operand_batching_dims: &dimensions.operand_batching_dims,
        indices_batching_dims: &dimensions.start_indices_batching_dims,
    };
    let mut starts = map.starts(indices)?;
    let shape = result_shape(dimensions, slice_sizes, &left_out, &starts.batch_shape)?;
    layout::checked_count(&shape, operand.element().bytes())?;
    check!(
        layout::count(slice_sizes) > 0 || layout::count(&shape) == 0,
        "slices of sizes {slice_sizes:?} have no elements for a result of shape {shape:?}"
    );
    for place in starts.places.chunks_exact_mut(rank.max(1)) {
        for (d, start) in place.iter_mut().enumerate() {
            *start = (*start).clamp(0, (operand.shape()[d] - slice_sizes[d]) as i64);
        }
    }
    let storage = each_width!(operand.storage(), values => {
        Element::store(copy_windows(values, operand.shape(), &shape, dimensions, slice_sizes, &starts))
    });
    Tensor::from_storage(operand.element(), &shape, storage)
}

fn result_shape(
    dimensions: &GatherDimensions,
    slice_sizes: &[usize],
    left_out: &[usize],
    batch_shape: &[usize],
) -> Result<Vec<usize>> {
    let kept: Vec<usize> = others(slice_sizes.len(), left_out).iter().map(|d| slice_sizes[*d]).collect();
    let rank = kept.len() + batch_shape.len();
    check_dimensions(&dimensions.offset_dims, rank, "offset_dims")?;
    if dimensions.offset_dims.len() != kept.len() {
        fail!("{} offset dimensions for slices of rank {}", dimensions.offset_dims.len(), kept.len());
    }
    check!(dimensions.offset_dims.is_sorted(), "offset_dims are not sorted");
    let mut shape = vec![0; rank];
    for (d, size) in dimensions.offset_dims.iter().zip(&kept) {
        shape[*d] = *size;
    }
    for (d, size) in others(rank, &dimensions.offset_dims).iter().zip(batch_shape) {
        shape[*d] = *size;
    }
    Ok(shape)
}

fn copy_windows<T: Element>(
    operand: &[T],
    operand_shape: &[usize],
    shape: &[usize],
    dimensions: &GatherDimensions,
    slice_sizes: &[usize],
    starts: &Starts,
) -> Vec<T> {
    let total = layout::count(shape);
    if total == 0 {
        return Vec::new();
    }
    let rank = operand_shape.len();
    let strides = layout::strides(operand_shape);
    let window = View {
        shape: slice_sizes.to_vec(),
        offset: 0,
        strides: strides.iter().map(|stride| *stride as isize).collect(),
    };
    let (inner, outer) = (window.offsets(), offsets_along(shape, &dimensions.offset_dims));
    let batch = offsets_along(shape, &others(shape.len(), &dimensions.offset_dims));
    let run = common_run(&inner, &outer);
    let start_of = |number: usize| -> usize {
        let place = &starts.places[number * rank..][..rank];
        place.iter().zip(&strides).map(|(start, stride)| *start as usize * stride).sum()
    };
    let mut result = vec![T::default(); total];
    let batch_is_outermost = batch.windows(2).all(|pair| pair[1] == pair[0] + inner.len());
    if batch_is_outermost {
        parallel::rows(&mut result, inner.len(), |first, rows| {
            for (i, row) in rows.chunks_exact_mut(inner.len()).enumerate() {
                let start = start_of(first + i);
                for piece in (0..inner.len()).step_by(run) {
                    row[outer[piece]..][..run].copy_from_slice(&operand[start + inner[piece]..][..run]);
                }
            }
        });
    } else {
        for (number, target) in batch.iter().enumerate() {
            let start = start_of(number);
            for piece in (0..inner.len()).step_by(run) {
                let from = &operand[start + inner[piece]..][..run];
                result[target + outer[piece]..][..run].copy_from_slice(from);
            }
        }
    }
    result
}

/// The length of pieces in which two lists of offsets both count up by one.
fn common_run(a: &[usize], b: &[usize]) -> usize {
    let continues = |i: usize| a[i] == a[i - 1] + 1 && b[i] == b[i - 1] + 1;
    let run = (1..a.len()).find(|i| !continues(*i)).unwrap_or(a.len()).max(1);
    let holds = a.len().is_multiple_of(run) && (1..a.len()).all(|i| i % run == 0 || continues(i));
    if holds { run } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;

    fn grid(shape: &[usize]) -> Tensor {
        let count = layout::count(shape) as i64;
        Tensor::from_i64(ElementType::I32, shape, &(0..count).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn rows_are_looked_up_and_clamped() {
        let indices = Tensor::from_i64(ElementType::I32, &[3, 1], &[2, -5, 9]).unwrap();
        let dimensions = GatherDimensions {
            offset_dims: vec![1],
            collapsed_slice_dims: vec![0],
            start_index_map: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        };
        let result = gather(&grid(&[4, 2]), &indices, &dimensions, &[1, 2]).unwrap();
        assert_eq!(result.to_i64().unwrap(), [4, 5, 0, 1, 6, 7]);
        // A dimension that is left out may have no elements, but then the result has none either.
        assert!(gather(&grid(&[4, 2]), &indices, &dimensions, &[0, 2]).is_err());
        assert_eq!(gather(&grid(&[4, 2]), &indices, &dimensions, &[0, 0]).unwrap().shape(), [3, 0]);
    }

    #[test]
    fn the_example_of_the_specification() {
        // operand 2x3x4x2, indices 2x2x3x2 with batching, offsets along 3 and 4.
        let operand = Tensor::from_i64(ElementType::I32, &[2, 3, 4, 2], &(1..=48).collect::<Vec<_>>()).unwrap();
        let indices = [0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 5, 2, 1, 3];
        let indices = Tensor::from_i64(ElementType::I64, &[2, 2, 3, 2], &indices).unwrap();
        let dimensions = GatherDimensions {
            offset_dims: vec![3, 4],
            collapsed_slice_dims: vec![1],
            operand_batching_dims: vec![0],
            start_indices_batching_dims: vec![1],
            start_index_map: vec![2, 1],
            index_vector_dim: 3,
        };
        let result = gather(&operand, &indices, &dimensions, &[1, 1, 2, 2]).unwrap();
        assert_eq!(result.shape(), [2, 2, 3, 2, 2]);
        let start = result.to_i64().unwrap();
        assert_eq!(start[..12], [1, 2, 3, 4, 3, 4, 5, 6, 13, 14, 15, 16]);
        assert_eq!(start[12..24], [33, 34, 35, 36, 35, 36, 37, 38, 41, 42, 43, 44]);
    }

    #[test]
    fn wrong_parameters_are_errors() {
        let indices = Tensor::from_i64(ElementType::I32, &[1], &[0]).unwrap();
        let dimensions = GatherDimensions { offset_dims: vec![7], start_index_map: vec![3], ..Default::default() };
        assert!(gather(&grid(&[4, 2]), &indices, &dimensions, &[1, 2]).is_err());
        assert!(gather(&grid(&[4, 2]), &indices, &dimensions, &[1, 9]).is_err());
        assert!(gather(&grid(&[4, 2]), &indices, &dimensions, &[1]).is_err());
    }
}
