//! Operations that only move elements: shapes, slices, padding, concatenation, and counting along a dimension.

use crate::convert;
use crate::element::ElementType;
use crate::error::{Error, Result, check};
use crate::layout::{self, View, check_dimensions, read_view, write_view};
use crate::number;
use crate::parallel;
use crate::storage::{Element, Storage, each_width};
use crate::tensor::Tensor;

fn read(x: &Tensor, view: &View) -> Result<Tensor> {
    layout::checked_count(&view.shape, x.element().bytes())?;
    let storage = each_width!(x.storage(), values => Element::store(read_view(values, view)));
    Tensor::from_storage(x.element(), &view.shape, storage)
}

/// Numbers 0, 1, 2, … along a dimension.
pub fn iota(element: ElementType, shape: &[usize], dimension: usize) -> Result<Tensor> {
    layout::checked_count(shape, element.bytes())?;
    check!(dimension < shape.len(), "iota along dimension {dimension} of shape {shape:?}");
    let row = parallel::tabulate(shape[dimension], |i| i as i64);
    let row = Tensor::from_storage(element, &[shape[dimension]], number::store_i64(element, &row))?;
    broadcast_in_dim(&row, shape, &[dimension])
}

/// Repeats a tensor: its dimension `i` becomes `dimensions[i]` of the result, and is repeated if it has size one.
pub fn broadcast_in_dim(x: &Tensor, shape: &[usize], dimensions: &[usize]) -> Result<Tensor> {
    check!(dimensions.len() == x.rank(), "{} dimensions are named for {}", dimensions.len(), x.describe());
    check_dimensions(dimensions, shape.len(), "a broadcast")?;
    let own = layout::strides(x.shape());
    let mut strides = vec![0; shape.len()];
    for (i, dimension) in dimensions.iter().enumerate() {
        let (from, to) = (x.shape()[i], shape[*dimension]);
        check!(from == to || from == 1, "dimension {i} of {} is not broadcast to size {to}", x.describe());
        strides[*dimension] = if from == 1 { 0 } else { own[i] as isize };
    }
    read(x, &View { shape: shape.to_vec(), offset: 0, strides })
}

/// Permutes dimensions: dimension `i` of the result is `permutation[i]` of the operand.
pub fn transpose(x: &Tensor, permutation: &[usize]) -> Result<Tensor> {
    check!(permutation.len() == x.rank(), "a permutation of {} dimensions for {}", permutation.len(), x.describe());
    check_dimensions(permutation, x.rank(), "a permutation")?;
    let own = layout::strides(x.shape());
    let shape = permutation.iter().map(|dimension| x.shape()[*dimension]).collect();
    let strides = permutation.iter().map(|dimension| own[*dimension] as isize).collect();
    read(x, &View { shape, offset: 0, strides })
}

/// Turns dimensions around.
pub fn reverse(x: &Tensor, dimensions: &[usize]) -> Result<Tensor> {
    check_dimensions(dimensions, x.rank(), "a reversal")?;
    let mut view = View::whole(x.shape());
    if x.count() > 0 {
        for dimension in dimensions {
            view.offset += (x.shape()[*dimension] - 1) * view.strides[*dimension] as usize;
            view.strides[*dimension] = -view.strides[*dimension];
        }
    }
    read(x, &view)
}

/// Every `strides[d]`-th element from `starts[d]` up to, not including, `limits[d]`.
pub fn slice(x: &Tensor, starts: &[usize], limits: &[usize], strides: &[usize]) -> Result<Tensor> {
    let rank = x.rank();
    let fits = starts.len() == rank && limits.len() == rank && strides.len() == rank;
    check!(fits, "the bounds of a slice do not have the rank of {}", x.describe());
    let own = layout::strides(x.shape());
    let mut view = View { shape: Vec::with_capacity(rank), offset: 0, strides: Vec::with_capacity(rank) };
    for d in 0..rank {
        let (start, limit, stride) = (starts[d], limits[d], strides[d]);
        let size = x.shape()[d];
        check!(stride > 0, "a slice with stride zero");
        check!(start <= limit && limit <= size, "slice {start}:{limit} of dimension {d} of {}", x.describe());
        view.shape.push((limit - start).div_ceil(stride));
        view.offset += start * own[d];
        view.strides.push(own[d].saturating_mul(stride).min(isize::MAX as usize) as isize);
    }
    read(x, &view)
}

/// Brings starts into the range in which a window of this size lies inside.
fn clamped_starts(shape: &[usize], starts: &[i64], window: &[usize]) -> Result<Vec<usize>> {
    let fits = starts.len() == shape.len() && window.len() == shape.len();
    check!(fits, "{} start indices and {} sizes for shape {shape:?}", starts.len(), window.len());
    let clamp = |d: usize| {
        check!(window[d] <= shape[d], "a window of shape {window:?} does not fit into shape {shape:?}");
        Ok((starts[d].max(0) as u64 as usize).min(shape[d] - window[d]))
    };
    (0..shape.len()).map(clamp).collect()
}

/// A slice of the given sizes whose start is known only now, moved inside if it reaches out.
pub fn dynamic_slice(x: &Tensor, starts: &[i64], sizes: &[usize]) -> Result<Tensor> {
    let starts = clamped_starts(x.shape(), starts, sizes)?;
    let limits: Vec<usize> = starts.iter().zip(sizes).map(|(start, size)| start + size).collect();
    slice(x, &starts, &limits, &vec![1; x.rank()])
}

/// A tensor with a part of it replaced; the part is moved inside if it reaches out.
pub fn dynamic_update_slice(mut x: Tensor, update: &Tensor, starts: &[i64]) -> Result<Tensor> {
    check!(x.element() == update.element(), "an update of {} by {}", x.describe(), update.describe());
    let starts = clamped_starts(x.shape(), starts, update.shape())?;
    let mut view = View::whole(x.shape());
    view.offset = starts.iter().zip(&view.strides).map(|(start, stride)| start * *stride as usize).sum();
    view.shape = update.shape().to_vec();
    write(&mut x, &view, update)?;
    Ok(x)
}

/// Overwrites the elements of a view of one tensor by all those of another of the same type.
fn write(target: &mut Tensor, view: &View, source: &Tensor) -> Result<()> {
    fn into<T: Element>(target: &mut [T], view: &View, source: &Tensor) -> Result<()> {
        write_view(target, view, source.values::<T>()?);
        Ok(())
    }
    each_width!(target.storage_mut(), values => into(values, view, source))
}

/// How a tensor is padded along one dimension; negative amounts at the edges cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padding {
    pub low: i64,
    pub high: i64,
    pub interior: i64,
}

/// Puts a value around and between elements.
pub fn pad(x: &Tensor, value: &Tensor, padding: &[Padding]) -> Result<Tensor> {
    check!(padding.len() == x.rank(), "padding of {} dimensions for {}", padding.len(), x.describe());
    let fits = value.rank() == 0 && value.element() == x.element();
    check!(fits, "{} is padded with {}", x.describe(), value.describe());
    let too_large = || Error::new("a padded size does not fit into 64 bits");
    let mut shape = Vec::with_capacity(x.rank());
    let (mut first, mut kept) = (Vec::new(), Vec::new());
    for (size, padding) in x.shape().iter().zip(padding) {
        check!(padding.interior >= 0, "negative padding between elements");
        let step = padding.interior.checked_add(1).ok_or_else(too_large)?;
        let spread = (*size as i64).saturating_sub(1).max(0).checked_mul(step).ok_or_else(too_large)?;
        let inner = if *size == 0 { 0 } else { spread.checked_add(1).ok_or_else(too_large)? };
        let total = inner.checked_add(padding.low).and_then(|sum| sum.checked_add(padding.high));
        let total = total.ok_or_else(too_large)?;
        check!(total >= 0, "padding cuts away more than there is");
        shape.push(total as usize);
        // Element i lands at low + i * step: those inside are a range of i.
        let start = if padding.low >= 0 { 0 } else { padding.low.unsigned_abs().div_ceil(step as u64) as usize };
        let end = match total - padding.low {
            room if room <= 0 => 0,
            room => ((room - 1) / step + 1) as usize,
        };
        first.push(start.min(*size));
        kept.push(end.min(*size));
    }
    let mut result = Tensor::splat(value, &shape)?;
    let starts_before_ends = first.iter().zip(&kept).all(|(first, end)| first < end);
    if x.count() == 0 || !starts_before_ends {
        return Ok(result);
    }
    let inside = slice(x, &first, &kept, &vec![1; x.rank()])?;
    let strides = layout::strides(&shape);
    let mut view = View { shape: inside.shape().to_vec(), offset: 0, strides: Vec::new() };
    for (d, padding) in padding.iter().enumerate() {
        let place = padding.low + first[d] as i64 * (padding.interior + 1);
        view.offset += place as usize * strides[d];
        // The step is not used where there is one element; it could be absurdly large.
        let step = if view.shape[d] > 1 { padding.interior as usize + 1 } else { 1 };
        view.strides.push((strides[d] * step) as isize);
    }
    write(&mut result, &view, &inside)?;
    Ok(result)
}

/// Puts tensors one after the other along a dimension.
pub fn concatenate(operands: &[&Tensor], dimension: usize) -> Result<Tensor> {
    let Some(first) = operands.first() else {
        return Err(Error::new("nothing to concatenate"));
    };
    check!(dimension < first.rank(), "concatenation along dimension {dimension} of {}", first.describe());
    let mut shape = first.shape().to_vec();
    shape[dimension] = 0;
    for operand in operands {
        let agrees = operand.element() == first.element()
            && operand.rank() == first.rank()
            && (0..first.rank()).all(|d| d == dimension || operand.shape()[d] == first.shape()[d]);
        check!(agrees, "{} and {} cannot be concatenated", first.describe(), operand.describe());
        shape[dimension] = shape[dimension].saturating_add(operand.shape()[dimension]);
    }
    let total = layout::checked_count(&shape, first.element().bytes())?;
    let outer = layout::count(&shape[..dimension]);
    fn join<T: Element>(_: &[T], operands: &[&Tensor], outer: usize, total: usize) -> Result<Storage> {
        let sources: Vec<&[T]> = operands.iter().map(|operand| operand.values::<T>()).collect::<Result<_>>()?;
        let mut values = Vec::with_capacity(total);
        for i in 0..if total == 0 { 0 } else { outer } {
            for source in &sources {
                let length = source.len() / outer;
                values.extend_from_slice(&source[i * length..][..length]);
            }
        }
        Ok(T::store(values))
    }
    let storage = each_width!(first.storage(), values => join(values, operands, outer, total)?);
    Tensor::from_storage(first.element(), &shape, storage)
}

/// The size of a dimension.
pub fn get_dimension_size(x: &Tensor, dimension: usize) -> Result<Tensor> {
    check!(dimension < x.rank(), "the size of dimension {dimension} of {}", x.describe());
    convert::convert(&Tensor::from(x.shape()[dimension] as i64), ElementType::I32)
}

/// The first elements along a dimension, as many as a size that is known only now.
pub fn set_dimension_size(x: &Tensor, size: &Tensor, dimension: usize) -> Result<Tensor> {
    check!(dimension < x.rank(), "the size of dimension {dimension} of {}", x.describe());
    let sizes = size.to_sizes()?;
    check!(sizes.len() == 1, "a dimension has one size, not {}", sizes.len());
    let mut limits = x.shape().to_vec();
    check!(sizes[0] <= limits[dimension], "size {} is larger than the bound {}", sizes[0], limits[dimension]);
    limits[dimension] = sizes[0];
    slice(x, &vec![0; x.rank()], &limits, &vec![1; x.rank()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(shape: &[usize]) -> Tensor {
        let count = layout::count(shape) as i64;
        Tensor::from_i64(ElementType::I32, shape, &(0..count).collect::<Vec<_>>()).unwrap()
    }

    fn padding(low: i64, high: i64, interior: i64) -> Padding {
        Padding { low, high, interior }
    }

    #[test]
    fn padding_in_all_directions() {
        let pad_row = |size: usize, how: Padding| {
            pad(&ramp(&[size]), &Tensor::from(-1i32), &[how]).map(|padded| padded.to_i64().unwrap())
        };
        assert_eq!(pad_row(3, padding(1, 2, 1)).unwrap(), [-1, 0, -1, 1, -1, 2, -1, -1]);
        assert_eq!(pad_row(4, padding(-1, -2, 0)).unwrap(), [1]);
        assert_eq!(pad_row(3, padding(-1, 0, 1)).unwrap(), [-1, 1, -1, 2]);
        assert_eq!(pad_row(3, padding(-2, -1, 2)).unwrap(), [-1, 1, -1, -1]);
        assert_eq!(pad_row(0, padding(1, 1, 5)).unwrap(), [-1, -1]);
        assert_eq!(pad_row(2, padding(-5, 5, 0)).unwrap(), [-1, -1]);
        assert_eq!(pad_row(1, padding(0, 0, i64::MAX - 1)).unwrap(), [0]);
        assert!(pad_row(3, padding(-4, 0, 0)).is_err());
        assert!(pad_row(3, padding(0, 0, -1)).is_err());
        assert!(pad_row(3, padding(i64::MAX, i64::MAX, 0)).is_err());
        assert!(pad_row(3, padding(0, 0, i64::MAX)).is_err());
    }

    #[test]
    fn slices() {
        let x = ramp(&[3, 4]);
        assert_eq!(slice(&x, &[0, 1], &[3, 4], &[2, 2]).unwrap().to_i64().unwrap(), [1, 3, 9, 11]);
        assert_eq!(slice(&x, &[1, 1], &[1, 4], &[1, 1]).unwrap().shape(), [0, 3]);
        assert!(slice(&x, &[0, 1], &[3, 5], &[1, 1]).is_err());
        assert!(slice(&x, &[2, 1], &[1, 4], &[1, 1]).is_err());
        assert!(slice(&x, &[0, 0], &[1, 1], &[0, 1]).is_err());
        assert_eq!(slice(&x, &[0, 0], &[3, 1], &[usize::MAX, 1]).unwrap().to_i64().unwrap(), [0]);
        assert_eq!(dynamic_slice(&x, &[-7, i64::MAX], &[1, 2]).unwrap().to_i64().unwrap(), [2, 3]);
        let updated =
            dynamic_update_slice(x, &Tensor::from_i64(ElementType::I32, &[1, 2], &[70, 80]).unwrap(), &[9, 1]);
        assert_eq!(updated.unwrap().to_i64().unwrap()[8..], [8, 70, 80, 11]);
    }

    #[test]
    fn shapes_change() {
        let x = ramp(&[2, 3]);
        assert_eq!(transpose(&x, &[1, 0]).unwrap().to_i64().unwrap(), [0, 3, 1, 4, 2, 5]);
        assert_eq!(reverse(&x, &[1]).unwrap().to_i64().unwrap(), [2, 1, 0, 5, 4, 3]);
        assert_eq!(reverse(&ramp(&[0, 2]), &[0, 1]).unwrap().shape(), [0, 2]);
        let repeated = broadcast_in_dim(&ramp(&[2, 1]), &[2, 2, 2], &[2, 1]).unwrap();
        assert_eq!(repeated.to_i64().unwrap(), [0, 1, 0, 1, 0, 1, 0, 1]);
        assert!(broadcast_in_dim(&x, &[2, 4], &[0, 1]).is_err());
        assert!(transpose(&x, &[0, 0]).is_err());
        assert_eq!(iota(ElementType::F32, &[2, 3], 1).unwrap().to_f64().unwrap(), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
        assert_eq!(iota(ElementType::U2, &[6], 0).unwrap().to_i64().unwrap(), [0, 1, 2, 3, 0, 1]);
        assert!(iota(ElementType::F32, &[1 << 40], 0).is_err());
    }

    #[test]
    fn concatenation() {
        let joined = concatenate(&[&ramp(&[2, 1]), &ramp(&[2, 0]), &ramp(&[2, 2])], 1).unwrap();
        assert_eq!(joined.to_i64().unwrap(), [0, 0, 1, 1, 2, 3]);
        assert!(concatenate(&[&ramp(&[2, 1]), &ramp(&[3, 1])], 1).is_err());
        assert!(concatenate(&[], 0).is_err());
        assert_eq!(get_dimension_size(&ramp(&[2, 7]), 1).unwrap().to_i64().unwrap(), [7]);
        let shorter = set_dimension_size(&ramp(&[4]), &Tensor::from(2i32), 0).unwrap();
        assert_eq!(shorter.to_i64().unwrap(), [0, 1]);
    }
}
