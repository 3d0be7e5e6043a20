//! Shapes, strides, and copies between strided ranges: what broadcasts, slices, transpositions and reversals share.

use crate::error::{Error, Result, check};
use crate::parallel;
use crate::storage::Element;
use std::cell::Cell;

/// The most bytes a tensor may have. A program that asks for more is refused before memory is.
pub const MAX_BYTES: usize = 1 << 32;

thread_local! {
    /// How large a tensor may be that this thread makes.
    static BYTES_ALLOWED: Cell<usize> = const { Cell::new(MAX_BYTES) };
}

/// Runs something during which this thread makes no tensor of more bytes.
pub fn with_bytes_allowed<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    let before = BYTES_ALLOWED.replace(bytes.min(MAX_BYTES));
    let result = run();
    BYTES_ALLOWED.set(before);
    result
}

/// The most dimensions a tensor may have.
pub const MAX_RANK: usize = 64;

/// The number of elements of a shape, if a tensor of them may exist.
pub fn checked_count(shape: &[usize], bytes_per_element: usize) -> Result<usize> {
    check!(shape.len() <= MAX_RANK, "a tensor of rank {} has more than {MAX_RANK} dimensions", shape.len());
    if shape.contains(&0) {
        return Ok(0);
    }
    let count = shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
    let allowed = BYTES_ALLOWED.get();
    let too_large = || Error::new(format!("a tensor of shape {shape:?} is larger than {allowed} bytes"));
    let count = count.ok_or_else(too_large)?;
    match count.checked_mul(bytes_per_element) {
        Some(bytes) if bytes <= allowed => Ok(count),
        _ => Err(too_large()),
    }
}

/// The number of elements of a shape that is known to be allowed.
pub fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// The distance between neighbours along each dimension, in row-major order.
pub fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for dimension in (1..shape.len()).rev() {
        strides[dimension - 1] = strides[dimension] * shape[dimension].max(1);
    }
    strides
}

/// Checks that the numbers are different dimensions of a tensor of this rank.
pub fn check_dimensions(dimensions: &[usize], rank: usize, what: &str) -> Result<()> {
    let mut seen = vec![false; rank];
    for dimension in dimensions {
        check!(*dimension < rank, "{what} names dimension {dimension} of a tensor of rank {rank}");
        check!(!seen[*dimension], "{what} names dimension {dimension} twice");
        seen[*dimension] = true;
    }
    Ok(())
}

/// A place in a tensor, where the last dimension moves first.
pub struct Odometer<'a> {
    shape: &'a [usize],
    pub index: Vec<usize>,
}

impl<'a> Odometer<'a> {
    /// Starts at the given element in row-major order.
    pub fn at(shape: &'a [usize], mut linear: usize) -> Self {
        let mut index = vec![0; shape.len()];
        for dimension in (0..shape.len()).rev() {
            let size = shape[dimension].max(1);
            index[dimension] = linear % size;
            linear /= size;
        }
        Self { shape, index }
    }

    /// Moves to the next element; false after the last, when it stands at the first again.
    pub fn advance(&mut self) -> bool {
        for dimension in (0..self.shape.len()).rev() {
            self.index[dimension] += 1;
            if self.index[dimension] < self.shape[dimension] {
                return true;
            }
            self.index[dimension] = 0;
        }
        false
    }
}

/// Elements at regular distances: element `i` lies at `offset + Σ i[d] * strides[d]`.
#[derive(Clone, Debug)]
pub struct View {
    pub shape: Vec<usize>,
    pub offset: usize,
    pub strides: Vec<isize>,
}

impl View {
    /// All elements of a tensor in their order.
    pub fn whole(shape: &[usize]) -> Self {
        let strides = strides(shape).into_iter().map(|stride| stride as isize).collect();
        Self { shape: shape.to_vec(), offset: 0, strides }
    }

    /// The same elements in the same order with as few dimensions as possible, none of size one.
    fn merged(&self) -> Self {
        let mut merged = Self { shape: Vec::new(), offset: self.offset, strides: Vec::new() };
        for (size, stride) in self.shape.iter().zip(&self.strides) {
            if *size == 1 {
                continue;
            }
            match (merged.shape.last_mut(), merged.strides.last_mut()) {
                (Some(last), Some(last_stride)) if *last_stride == stride * *size as isize => {
                    *last *= size;
                    *last_stride = *stride;
                }
                _ => {
                    merged.shape.push(*size);
                    merged.strides.push(*stride);
                }
            }
        }
        merged
    }

    fn start_of_row(&self, index: &[usize]) -> isize {
        let moved: isize = index.iter().zip(&self.strides).map(|(i, stride)| *i as isize * stride).sum();
        self.offset as isize + moved
    }

    /// Where each element lies, in order.
    pub fn offsets(&self) -> Vec<usize> {
        let mut offsets = Vec::with_capacity(count(&self.shape));
        self.each_row(|start, length, stride| {
            offsets.extend((0..length).map(|i| (start + i as isize * stride) as usize));
        });
        offsets
    }

    /// Calls with the start, the length and the stride of each innermost row, in order.
    fn each_row(&self, mut visit: impl FnMut(isize, usize, isize)) {
        if count(&self.shape) == 0 {
            return;
        }
        let merged = self.merged();
        let Some((length, outer)) = merged.shape.split_last() else {
            visit(merged.offset as isize, 1, 1);
            return;
        };
        let stride = merged.strides[outer.len()];
        let mut place = Odometer::at(outer, 0);
        loop {
            visit(merged.start_of_row(&place.index), *length, stride);
            if !place.advance() {
                return;
            }
        }
    }
}

/// The elements of a view, one after the other.
pub fn read_view<T: Element>(source: &[T], view: &View) -> Vec<T> {
    let total = count(&view.shape);
    if total == 0 {
        return Vec::new();
    }
    let merged = view.merged();
    let Some((length, outer)) = merged.shape.split_last() else {
        return vec![source[merged.offset]; 1];
    };
    let (length, stride) = (*length, merged.strides[outer.len()]);
    let mut result = vec![T::default(); total];
    parallel::rows(&mut result, length, |first, rows| {
        let mut place = Odometer::at(outer, first);
        for row in rows.chunks_exact_mut(length) {
            let start = merged.start_of_row(&place.index);
            match stride {
                1 => row.copy_from_slice(&source[start as usize..][..length]),
                0 => row.fill(source[start as usize]),
                _ => {
                    for (i, slot) in row.iter_mut().enumerate() {
                        *slot = source[(start + i as isize * stride) as usize];
                    }
                }
            }
            place.advance();
        }
    });
    result
}

/// Writes values, one after the other, to the elements of a view.
pub fn write_view<T: Element>(target: &mut [T], view: &View, values: &[T]) {
    let mut values = values;
    view.each_row(|start, length, stride| {
        let (row, rest) = values.split_at(length);
        values = rest;
        if stride == 1 {
            target[start as usize..][..length].copy_from_slice(row);
        } else {
            for (i, value) in row.iter().enumerate() {
                target[(start + i as isize * stride) as usize] = *value;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_limited() {
        assert_eq!(checked_count(&[2, 3], 4), Ok(6));
        assert_eq!(checked_count(&[usize::MAX, 0], 4), Ok(0));
        assert!(checked_count(&[usize::MAX, 2], 1).is_err());
        assert!(checked_count(&[MAX_BYTES], 2).is_err());
        assert_eq!(checked_count(&[], 16), Ok(1));
    }

    #[test]
    fn views_merge_and_reverse() {
        let source: Vec<u8> = (0..6).collect();
        let whole = View::whole(&[2, 3]);
        assert_eq!(whole.merged().shape, [6]);
        let turned = View { shape: vec![3, 2], offset: 5, strides: vec![-1, -3] };
        assert_eq!(read_view(&source, &turned), [5, 2, 4, 1, 3, 0]);
        assert_eq!(turned.offsets(), [5, 2, 4, 1, 3, 0]);
        let mut target = vec![0; 6];
        write_view(&mut target, &turned, &[5, 2, 4, 1, 3, 0]);
        assert_eq!(target, source);
    }
}
