//! Systems with a triangular matrix.

use super::{Field, in_field, matrix_shape, square_shape, subtract_multiple};
use crate::error::{Result, check};
use crate::parallel;
use crate::tensor::Tensor;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transpose {
    No,
    Transpose,
    Adjoint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangularOptions {
    /// `op(a) x = b`, or else `x op(a) = b`.
    pub left_side: bool,
    pub lower: bool,
    pub unit_diagonal: bool,
    pub transpose: Transpose,
}

/// Solves a system for each pair of matrices; only one triangle of `a` is read.
pub fn triangular_solve(a: &Tensor, b: &Tensor, options: TriangularOptions) -> Result<Tensor> {
    let (batch, n) = square_shape(a)?;
    let (b_batch, rows, columns) = matrix_shape(b)?;
    let size = if options.left_side { rows } else { columns };
    let fits = batch == b_batch && size == n && a.element() == b.element();
    check!(fits, "a system of {} and {}", a.describe(), b.describe());
    in_field!(a.element(), solve(a, b, options, n, rows, columns))
}

fn solve<F: Field>(
    a: &Tensor,
    b: &Tensor,
    options: TriangularOptions,
    n: usize,
    rows: usize,
    columns: usize,
) -> Result<Tensor> {
    let matrices = F::load(a)?;
    let mut right = F::load(b)?;
    let size = rows * columns;
    parallel::rows(&mut right, size, |first, stack| {
        for (i, b) in stack.chunks_exact_mut(size.max(1)).enumerate() {
            let matrix = &matrices[(first + i) * n * n..][..n * n];
            if options.left_side {
                solve_left(matrix, b, options, n, columns);
            } else {
                // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
                let mut turned = transposed(b, rows, columns);
                solve_turned(matrix, &mut turned, options, n, rows);
                b.copy_from_slice(&transposed(&turned, columns, rows));
            }
        }
    });
    F::store(b.element(), b.shape(), right)
}

fn transposed<F: Field>(x: &[F], rows: usize, columns: usize) -> Vec<F> {
    (0..columns).flat_map(|j| (0..rows).map(move |i| x[i * columns + j])).collect()
}

fn solve_left<F: Field>(a: &[F], b: &mut [F], options: TriangularOptions, n: usize, columns: usize) {
    match options.transpose {
        Transpose::No => substitute(|i, j| a[i * n + j], options.lower, options.unit_diagonal, b, n, columns),
        Transpose::Transpose => {
            substitute(|i, j| a[j * n + i], !options.lower, options.unit_diagonal, b, n, columns);
        }
        Transpose::Adjoint => {
            substitute(|i, j| a[j * n + i].conj(), !options.lower, options.unit_diagonal, b, n, columns);
        }
    }
}

fn solve_turned<F: Field>(a: &[F], b: &mut [F], options: TriangularOptions, n: usize, columns: usize) {
    match options.transpose {
        Transpose::No => substitute(|i, j| a[j * n + i], !options.lower, options.unit_diagonal, b, n, columns),
        Transpose::Transpose => {
            substitute(|i, j| a[i * n + j], options.lower, options.unit_diagonal, b, n, columns);
        }
        Transpose::Adjoint => {
            substitute(|i, j| a[i * n + j].conj(), options.lower, options.unit_diagonal, b, n, columns);
        }
    }
}

/// Solves for the rows of `b`, from the first to the last if the matrix is lower triangular.
fn substitute<F: Field>(
    entry: impl Fn(usize, usize) -> F,
    lower: bool,
    unit_diagonal: bool,
    b: &mut [F],
    n: usize,
    columns: usize,
) {
    for step in 0..n {
        let i = if lower { step } else { n - 1 - step };
        if !unit_diagonal {
            let pivot = entry(i, i);
            b[i * columns..][..columns].iter_mut().for_each(|x| *x = *x / pivot);
        }
        let solved = b[i * columns..][..columns].to_vec();
        let rest = if lower { i + 1..n } else { 0..i };
        for k in rest {
            subtract_multiple(&mut b[k * columns..][..columns], entry(k, i), &solved);
        }
    }
}
