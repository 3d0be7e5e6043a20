//! The QR factorisation by Householder reflections, in the packed form of LAPACK.

use super::{Field, in_field, matrix_shape};
use crate::error::{Result, check};
use crate::tensor::Tensor;

/// For each matrix `R` above the diagonal and the vectors of reflections `I - τ v vᴴ` below it (with a one on the
/// diagonal that is not stored), and the factors `τ`.
pub fn qr(a: &Tensor) -> Result<(Tensor, Tensor)> {
    in_field!(a.element(), factor(a))
}

fn factor<F: Field>(a: &Tensor) -> Result<(Tensor, Tensor)> {
    let (batch, rows, columns) = matrix_shape(a)?;
    let steps = rows.min(columns);
    let mut values = F::load(a)?;
    let mut factors = Vec::new();
    for matrix in values.chunks_exact_mut((rows * columns).max(1)) {
        for k in 0..steps {
            let tau = make_reflection(matrix, k, rows, columns);
            factors.push(tau);
            let vector: Vec<F> = (k..rows).map(|i| if i == k { F::one() } else { matrix[i * columns + k] }).collect();
            reflect(matrix, &vector, tau.conj(), k, k + 1..columns, columns);
        }
    }
    let shape = [&batch[..], &[steps]].concat();
    Ok((F::store(a.element(), a.shape(), values)?, F::store(a.element(), &shape, factors)?))
}

/// Replaces column `k` from the diagonal on by the vector of the reflection that clears it; answers its factor.
fn make_reflection<F: Field>(matrix: &mut [F], k: usize, rows: usize, columns: usize) -> F {
    let alpha = matrix[k * columns + k];
    let below = (k + 1..rows).map(|i| matrix[i * columns + k].abs()).fold(0.0, f64::hypot);
    if below == 0.0 && alpha.im() == 0.0 {
        return F::default();
    }
    let norm = below.hypot(alpha.abs());
    let beta = if alpha.re() >= 0.0 { -norm } else { norm };
    let tau = (F::real(beta) - alpha) / F::real(beta);
    let scale = alpha - F::real(beta);
    for i in k + 1..rows {
        matrix[i * columns + k] = matrix[i * columns + k] / scale;
    }
    matrix[k * columns + k] = F::real(beta);
    tau
}

/// Applies `I - τ v vᴴ`, where `v` starts at row `first`, to some columns.
fn reflect<F: Field>(
    matrix: &mut [F],
    vector: &[F],
    tau: F,
    first: usize,
    range: std::ops::Range<usize>,
    columns: usize,
) {
    let mut products = vec![F::default(); range.len()];
    for (i, v) in vector.iter().enumerate() {
        let row = &matrix[(first + i) * columns..][range.clone()];
        products.iter_mut().zip(row).for_each(|(sum, x)| *sum = *sum + v.conj() * *x);
    }
    for (i, v) in vector.iter().enumerate() {
        let row = &mut matrix[(first + i) * columns..][range.clone()];
        row.iter_mut().zip(&products).for_each(|(x, product)| *x = *x - tau * *v * *product);
    }
}

/// The first columns of the unitary matrix that packed reflections stand for.
pub fn qr_basis(packed: &Tensor, factors: &Tensor) -> Result<Tensor> {
    in_field!(packed.element(), basis(packed, factors))
}

fn basis<F: Field>(packed: &Tensor, factors: &Tensor) -> Result<Tensor> {
    let (batch, rows, columns) = matrix_shape(packed)?;
    let steps = factors.shape().last().copied().unwrap_or(0);
    let fits = factors.element() == packed.element()
        && factors.shape() == [&batch[..], &[steps]].concat()
        && steps <= columns
        && columns <= rows;
    check!(fits, "reflections {} with factors {}", packed.describe(), factors.describe());
    let reflections = F::load(packed)?;
    let taus = F::load(factors)?;
    let mut result = vec![F::default(); reflections.len()];
    let size = rows * columns;
    for (number, matrix) in result.chunks_exact_mut(size.max(1)).enumerate() {
        (0..columns).for_each(|i| matrix[i * columns + i] = F::one());
        let source = &reflections[number * size..][..size];
        for k in (0..steps).rev() {
            let vector: Vec<F> = (k..rows).map(|i| if i == k { F::one() } else { source[i * columns + k] }).collect();
            reflect(matrix, &vector, taus[number * steps + k], k, 0..columns, columns);
        }
    }
    F::store(packed.element(), packed.shape(), result)
}
