//! Products of matrices and `dot_general`.
//!
//! Floats of at most 16 bits are multiplied and summed in `f32`, or in the type of the result if that is wider, and rounded
//! once. Integers wrap in the type of the result. Where an operand has its dimensions in the order that a product of
//! matrices wants, or in the transposed order, it is not copied.

use crate::convert::convert;
use crate::element::{Class, ElementType};
use crate::error::{Result, check};
use crate::gather::others;
use crate::layout::{self, check_dimensions};
use crate::movement;
use crate::number::{self, each_integer};
use crate::parallel;
use crate::storage::{Element, Storage};
use crate::tensor::Tensor;
use ndarray::ArrayView2;
use num_complex::Complex;

/// The dimension numbers of a product, named as in the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotDimensions {
    pub lhs_batching: Vec<usize>,
    pub rhs_batching: Vec<usize>,
    pub lhs_contracting: Vec<usize>,
    pub rhs_contracting: Vec<usize>,
}

/// A matrix in row-major order, or the transpose of one.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a, T> {
    pub values: &'a [T],
    pub rows: usize,
    pub columns: usize,
    pub is_transposed: bool,
}

impl<'a, T> Matrix<'a, T> {
    fn view(&self) -> Option<ArrayView2<'a, T>> {
        if self.is_transposed {
            return Some(ArrayView2::from_shape((self.columns, self.rows), self.values).ok()?.reversed_axes());
        }
        ArrayView2::from_shape((self.rows, self.columns), self.values).ok()
    }
}

/// Numbers of which matrices are multiplied.
pub(crate) trait Ring: Element {
    /// `a + b * c`
    fn add_product(a: Self, b: Self, c: Self) -> Self;

    /// Overwrites the target by a product of matrices.
    fn multiply(target: &mut [Self], a: Matrix<Self>, b: Matrix<Self>, in_parallel: bool);
}

macro_rules! fields {
    ($($host:ty, $one:expr, $zero:expr;)*) => {$(
        impl Ring for $host {
            fn add_product(a: Self, b: Self, c: Self) -> Self {
                a + b * c
            }

            fn multiply(target: &mut [Self], a: Matrix<Self>, b: Matrix<Self>, in_parallel: bool) {
                let (Some(left), Some(right)) = (a.view(), b.view()) else { return };
                let columns = b.columns;
                let block = |first: usize, rows: &mut [Self]| {
                    let count = rows.len() / columns;
                    let part = left.slice_axis(ndarray::Axis(0), ndarray::Slice::from(first..first + count));
                    if let Ok(mut rows) = ndarray::ArrayViewMut2::from_shape((count, columns), rows) {
                        ndarray::linalg::general_mat_mul($one, &part, &right, $zero, &mut rows);
                    }
                };
                let is_large = a.rows * a.columns * columns > LARGE_PRODUCT;
                if in_parallel && is_large && a.rows >= 2 * ROWS_OF_BLOCK {
                    let rows = a.rows.div_ceil(rayon::current_num_threads()).max(ROWS_OF_BLOCK);
                    parallel::heavy_rows(target, rows * columns, |number, part| block(number * rows, part));
                } else {
                    block(0, target);
                }
            }
        }
    )*};
}

fields! {
    f32, 1.0, 0.0;
    f64, 1.0, 0.0;
    Complex<f32>, Complex::new(1.0, 0.0), Complex::new(0.0, 0.0);
    Complex<f64>, Complex::new(1.0, 0.0), Complex::new(0.0, 0.0);
}

/// A product is spread over threads in blocks of at least this many rows.
const ROWS_OF_BLOCK: usize = 32;

/// With fewer multiplications than this a product is not spread over threads.
const LARGE_PRODUCT: usize = 1 << 18;

macro_rules! integer_rings {
    ($($host:ty)*) => {$(
        impl Ring for $host {
            fn add_product(a: Self, b: Self, c: Self) -> Self {
                a.wrapping_add(b.wrapping_mul(c))
            }

            fn multiply(target: &mut [Self], a: Matrix<Self>, b: Matrix<Self>, in_parallel: bool) {
                multiply_plainly(target, a, b, in_parallel);
            }
        }
    )*};
}

integer_rings! { i8 u8 i16 u16 i32 u32 i64 u64 }

fn multiply_plainly<T: Ring>(target: &mut [T], a: Matrix<T>, b: Matrix<T>, in_parallel: bool) {
    let columns = b.columns;
    let (a_step, a_row) = if a.is_transposed { (a.rows, 1) } else { (1, a.columns) };
    let row_of = |i: usize, row: &mut [T]| {
        row.fill(T::default());
        for k in 0..a.columns {
            let factor = a.values[i * a_row + k * a_step];
            if b.is_transposed {
                for (j, slot) in row.iter_mut().enumerate() {
                    *slot = T::add_product(*slot, factor, b.values[j * b.rows + k]);
                }
            } else {
                for (slot, value) in row.iter_mut().zip(&b.values[k * columns..]) {
                    *slot = T::add_product(*slot, factor, *value);
                }
            }
        }
    };
    if in_parallel && a.rows * a.columns * columns > LARGE_PRODUCT {
        parallel::heavy_rows(target, columns, row_of);
    } else {
        target.chunks_exact_mut(columns.max(1)).enumerate().for_each(|(i, row)| row_of(i, row));
    }
}

/// An operand as a stack of matrices.
struct Stack {
    tensor: Tensor,
    is_transposed: bool,
}

/// Brings an operand into the order batch, rows, columns, or finds that it is in the order batch, columns, rows.
fn stack(x: &Tensor, batch: &[usize], rows: &[usize], columns: &[usize]) -> Result<Stack> {
    let order: Vec<usize> = [batch, rows, columns].concat();
    if order.is_sorted() {
        return Ok(Stack { tensor: x.clone(), is_transposed: false });
    }
    if [batch, columns, rows].concat().is_sorted() {
        return Ok(Stack { tensor: x.clone(), is_transposed: true });
    }
    Ok(Stack { tensor: movement::transpose(x, &order)?, is_transposed: false })
}

/// In which type products are summed.
pub(crate) fn sum_type(operand: ElementType, result: ElementType) -> ElementType {
    if number::is_narrow_float(operand) && number::is_narrow_float(result) { ElementType::F32 } else { result }
}

/// Sums of products over contracted dimensions, for each place of the batch dimensions. The result has the batch
/// dimensions first, then those of the left operand, then those of the right one.
pub fn dot_general(a: &Tensor, b: &Tensor, dimensions: &DotDimensions, result: ElementType) -> Result<Tensor> {
    check_dimension_numbers(a, b, dimensions)?;
    let free = |x: &Tensor, batch: &[usize], contracted: &[usize]| others(x.rank(), &[batch, contracted].concat());
    let a_free = free(a, &dimensions.lhs_batching, &dimensions.lhs_contracting);
    let b_free = free(b, &dimensions.rhs_batching, &dimensions.rhs_contracting);
    let sizes = |x: &Tensor, dims: &[usize]| dims.iter().map(|d| x.shape()[*d]).collect::<Vec<_>>();
    let batch = sizes(a, &dimensions.lhs_batching);
    let shape = [batch.clone(), sizes(a, &a_free), sizes(b, &b_free)].concat();
    layout::checked_count(&shape, result.bytes())?;
    let sum = sum_type(a.element(), result);
    let a = stack(&convert(a, sum)?, &dimensions.lhs_batching, &a_free, &dimensions.lhs_contracting)?;
    let b = stack(&convert(b, sum)?, &dimensions.rhs_batching, &dimensions.rhs_contracting, &b_free)?;
    let rank = batch.len();
    let (rows, columns) =
        (layout::count(&shape[rank..rank + a_free.len()]), layout::count(&shape[rank + a_free.len()..]));
    let inner = a.tensor.count().checked_div(layout::count(&batch) * rows).unwrap_or(0);
    let size = Size { batch: layout::count(&batch), rows, inner, columns };
    let storage = match sum {
        ElementType::F32 => product::<f32>(&a, &b, size)?,
        ElementType::F64 => product::<f64>(&a, &b, size)?,
        ElementType::C64 => product::<Complex<f32>>(&a, &b, size)?,
        ElementType::C128 => product::<Complex<f64>>(&a, &b, size)?,
        ElementType::Bool => {
            let counted = dot_general_of_booleans(&a, &b, size)?;
            return convert(&Tensor::from_vec(ElementType::I32, &shape, counted)?, result);
        }
        _ => each_integer!(sum, T => product::<T>(&a, &b, size)?, Storage::W8(Vec::new())),
    };
    let product = Tensor::from_storage(sum, &shape, wrap(sum, storage))?;
    convert(&product, result)
}

/// Cuts integers of two and four bits.
pub(crate) fn wrap(element: ElementType, storage: Storage) -> Storage {
    match storage {
        Storage::W8(bytes) if element.class() != Class::Float && element.bits() < 8 => {
            Storage::W8(bytes.into_iter().map(|byte| number::normalise_byte(element, byte)).collect())
        }
        storage => storage,
    }
}

fn check_dimension_numbers(a: &Tensor, b: &Tensor, dimensions: &DotDimensions) -> Result<()> {
    let left = [&dimensions.lhs_batching[..], &dimensions.lhs_contracting].concat();
    let right = [&dimensions.rhs_batching[..], &dimensions.rhs_contracting].concat();
    check_dimensions(&left, a.rank(), "the left operand")?;
    check_dimensions(&right, b.rank(), "the right operand")?;
    let same_number = dimensions.lhs_batching.len() == dimensions.rhs_batching.len() && left.len() == right.len();
    check!(same_number, "the operands do not have as many batch and contracted dimensions as each other");
    for (i, j) in left.iter().zip(&right) {
        let fits = a.shape()[*i] == b.shape()[*j];
        check!(fits, "dimension {i} of {} meets dimension {j} of {}", a.describe(), b.describe());
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Size {
    batch: usize,
    rows: usize,
    inner: usize,
    columns: usize,
}

fn product<T: Ring>(a: &Stack, b: &Stack, size: Size) -> Result<Storage> {
    let (left, right) = (a.tensor.values::<T>()?, b.tensor.values::<T>()?);
    let mut target = vec![T::default(); size.batch * size.rows * size.columns];
    if target.is_empty() || size.inner == 0 {
        return Ok(T::store(target));
    }
    let one = |number: usize, target: &mut [T], in_parallel: bool| {
        let (a_size, b_size) = (size.rows * size.inner, size.inner * size.columns);
        let a_values = &left[number * a_size..][..a_size];
        let b_values = &right[number * b_size..][..b_size];
        let a = Matrix { values: a_values, rows: size.rows, columns: size.inner, is_transposed: a.is_transposed };
        let b = Matrix { values: b_values, rows: size.inner, columns: size.columns, is_transposed: b.is_transposed };
        T::multiply(target, a, b, in_parallel);
    };
    let piece = size.rows * size.columns;
    let few = size.batch < 4 || size.batch * piece * size.inner < LARGE_PRODUCT;
    if few {
        target.chunks_exact_mut(piece).enumerate().for_each(|(number, target)| one(number, target, true));
    } else {
        parallel::heavy_rows(&mut target, piece, |number, target| one(number, target, false));
    }
    Ok(T::store(target))
}

/// Whether any pair of booleans is true, as a number that is not zero.
fn dot_general_of_booleans(a: &Stack, b: &Stack, size: Size) -> Result<Vec<i32>> {
    let widened = |x: &Stack| -> Result<Stack> {
        Ok(Stack { tensor: convert(&x.tensor, ElementType::I32)?, is_transposed: x.is_transposed })
    };
    match product::<i32>(&widened(a)?, &widened(b)?, size)? {
        Storage::W32(counts) => Ok(counts.into_iter().map(|count| i32::from(count != 0)).collect()),
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(element: ElementType, shape: &[usize]) -> Tensor {
        let count = layout::count(shape) as i64;
        Tensor::from_i64(element, shape, &(0..count).map(|i| i % 7 - 3).collect::<Vec<_>>()).unwrap()
    }

    fn by_definition(a: &Tensor, b: &Tensor) -> Vec<f64> {
        let (x, y) = (a.to_f64().unwrap(), b.to_f64().unwrap());
        let (m, k, n) = (a.shape()[0], a.shape()[1], b.shape()[1]);
        let entry = |i: usize, j: usize| (0..k).map(|l| x[i * k + l] * y[l * n + j]).sum();
        (0..m * n).map(|place| entry(place / n, place % n)).collect()
    }

    #[test]
    fn every_order_of_dimensions() {
        let (a, b) = (numbers(ElementType::F64, &[3, 4]), numbers(ElementType::F64, &[4, 5]));
        let expected = by_definition(&a, &b);
        for element in [ElementType::F32, ElementType::BF16, ElementType::I8, ElementType::I32, ElementType::C64] {
            for (a_turned, b_turned) in [(false, false), (true, false), (false, true), (true, true)] {
                let turn = |x: &Tensor, turned: bool| {
                    let x = convert(x, element).unwrap();
                    if turned { movement::transpose(&x, &[1, 0]).unwrap() } else { x }
                };
                let dimensions = DotDimensions {
                    lhs_contracting: vec![usize::from(!a_turned)],
                    rhs_contracting: vec![usize::from(b_turned)],
                    ..Default::default()
                };
                let found = dot_general(&turn(&a, a_turned), &turn(&b, b_turned), &dimensions, element).unwrap();
                assert_eq!(convert(&found, ElementType::F64).unwrap().to_f64().unwrap(), expected);
            }
        }
    }

    #[test]
    fn batches_empty_sums_and_errors() {
        let a = numbers(ElementType::F32, &[2, 3, 2]);
        let dimensions = DotDimensions {
            lhs_batching: vec![0],
            rhs_batching: vec![2],
            lhs_contracting: vec![1],
            rhs_contracting: vec![0],
        };
        let b = numbers(ElementType::F32, &[3, 1, 2]);
        let found = dot_general(&a, &b, &dimensions, ElementType::F32).unwrap();
        assert_eq!(found.shape(), [2, 2, 1]);
        assert_eq!(found.to_f64().unwrap()[0], 11.0);
        let empty = Tensor::zeros(ElementType::F32, &[2, 0]).unwrap();
        let dimensions = DotDimensions { lhs_contracting: vec![1], rhs_contracting: vec![1], ..Default::default() };
        let found = dot_general(&empty, &empty, &dimensions, ElementType::F32).unwrap();
        assert_eq!(found.to_f64().unwrap(), [0.0; 4]);
        assert!(dot_general(&a, &empty, &dimensions, ElementType::F32).is_err());
        let wide = DotDimensions { lhs_contracting: vec![0], rhs_contracting: vec![0], ..Default::default() };
        let large = Tensor::from(&[100i8, 100][..]);
        assert_eq!(dot_general(&large, &large, &wide, ElementType::I32).unwrap().to_i64().unwrap(), [20000]);
    }
}
