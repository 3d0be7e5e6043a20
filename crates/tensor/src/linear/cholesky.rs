//! The Cholesky factorisation.

use super::{Field, in_field, square_shape};
use crate::error::Result;
use crate::parallel;
use crate::tensor::Tensor;

/// The triangular factor of each Hermitian matrix, of which one triangle is read; zeros in the other triangle. Where a
/// matrix is not positive definite, every element of its factor in the triangle is NaN.
pub fn cholesky(a: &Tensor, lower: bool) -> Result<Tensor> {
    in_field!(a.element(), factor(a, lower))
}

fn factor<F: Field>(a: &Tensor, lower: bool) -> Result<Tensor> {
    let (_, n) = square_shape(a)?;
    let mut values = F::load(a)?;
    parallel::rows(&mut values, n * n, |_, matrices| {
        for matrix in matrices.chunks_exact_mut((n * n).max(1)) {
            // The lower triangle of the transpose of an upper triangle, conjugated, is the same matrix.
            if !lower {
                adjoint(matrix, n);
            }
            if !factor_one(matrix, n) {
                (0..n).for_each(|i| matrix[i * n..][..=i].fill(F::real(f64::NAN)));
            }
            (0..n).for_each(|i| matrix[i * n..][i + 1..n].fill(F::default()));
            if !lower {
                adjoint(matrix, n);
            }
        }
    });
    F::store(a.element(), a.shape(), values)
}

fn adjoint<F: Field>(matrix: &mut [F], n: usize) {
    for i in 0..n {
        matrix[i * n + i] = matrix[i * n + i].conj();
        for j in 0..i {
            let (below, above) = (matrix[i * n + j], matrix[j * n + i]);
            matrix[i * n + j] = above.conj();
            matrix[j * n + i] = below.conj();
        }
    }
}

/// Overwrites the lower triangle by the factor; false if the matrix is not positive definite.
fn factor_one<F: Field>(a: &mut [F], n: usize) -> bool {
    for i in 0..n {
        let (before, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..n];
        for j in 0..i {
            let other = &before[j * n..][..n];
            let known: F = row[..j].iter().zip(other).map(|(x, y)| *x * y.conj()).sum();
            row[j] = (row[j] - known) / other[j];
        }
        let square: f64 = row[..i].iter().map(|x| x.re() * x.re() + x.im() * x.im()).sum();
        let pivot = row[i].re() - square;
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        row[i] = F::real(pivot.sqrt());
    }
    true
}
