//! Eigenvalues and singular values of stacks of matrices.

use super::jacobi::{self, Decomposition, complete};
use super::{Field, in_field, matrix_shape, schur, square_shape};
use crate::element::ElementType;
use crate::error::{Result, check};
use crate::layout;
use crate::tensor::Tensor;
use num_complex::Complex;

/// The eigenvectors of each Hermitian matrix (as columns), of which one triangle is read, its eigenvalues in ascending
/// order, and 0, or 1 if they were not found.
pub fn eigen_hermitian(a: &Tensor, lower: bool) -> Result<(Tensor, Tensor, Tensor)> {
    in_field!(a.element(), hermitian(a, lower))
}

fn real_part(element: ElementType) -> ElementType {
    element.part().unwrap_or(element)
}

/// Each matrix of a stack as a list of rows; nothing where it has elements that are not finite, which no iteration
/// survives.
fn matrices<F: Field>(values: &[F], batch: &[usize], (rows, columns): (usize, usize)) -> Vec<Option<Vec<Vec<F>>>> {
    let size = rows * columns;
    let one = |number: usize| {
        let matrix = &values[number * size..][..size];
        let is_finite = matrix.iter().all(|x| x.re().is_finite() && x.im().is_finite());
        is_finite.then(|| (0..rows).map(|i| matrix[i * columns..][..columns].to_vec()).collect())
    };
    (0..layout::count(batch)).map(one).collect()
}

/// Appends a matrix that is given by its columns.
fn append<F: Field>(target: &mut Vec<F>, columns: &[Vec<F>], rows: usize) {
    (0..rows).for_each(|i| target.extend(columns.iter().map(|column| column[i])));
}

fn hermitian<F: Field>(a: &Tensor, lower: bool) -> Result<(Tensor, Tensor, Tensor)> {
    let (batch, n) = square_shape(a)?;
    let values = F::load(a)?;
    let (mut vectors, mut numbers, mut infos) = (Vec::with_capacity(values.len()), Vec::new(), Vec::new());
    for rows in matrices(&values, &batch, (n, n)) {
        let found = rows.and_then(|rows| {
            // Column j from one triangle: what is on the other side is conjugated.
            let entry = |i: usize, j: usize| match (i == j, (i > j) == lower) {
                (true, _) => F::real(rows[i][i].re()),
                (false, true) => rows[i][j],
                (false, false) => rows[j][i].conj(),
            };
            jacobi::hermitian((0..n).map(|j| (0..n).map(|i| entry(i, j)).collect()).collect())
        });
        infos.push(i32::from(found.is_none()));
        let nan = || (vec![f64::NAN; n], vec![vec![F::real(f64::NAN); n]; n]);
        let (found_values, columns) = found.unwrap_or_else(nan);
        numbers.extend(found_values);
        append(&mut vectors, &columns, n);
    }
    let row = [&batch[..], &[n]].concat();
    Ok((
        F::store(a.element(), a.shape(), vectors)?,
        Tensor::from_f64(real_part(a.element()), &row, &numbers)?,
        Tensor::from_vec(ElementType::I32, &batch, infos)?,
    ))
}

/// Which vectors a singular value decomposition answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SingularKind {
    /// Square matrices of vectors.
    Full,
    /// As many vectors as there are values.
    Thin,
    /// No vectors.
    ValuesOnly,
}

/// `a = u diag(values) vᴴ`, with values in descending order; `info` is 1 where they were not found.
pub struct Singular {
    pub values: Tensor,
    pub u: Tensor,
    pub v_adjoint: Tensor,
    pub info: Tensor,
}

pub fn singular_values(a: &Tensor, kind: SingularKind) -> Result<Singular> {
    in_field!(a.element(), singular(a, kind))
}

fn singular<F: Field>(a: &Tensor, kind: SingularKind) -> Result<Singular> {
    let (batch, rows, columns) = matrix_shape(a)?;
    let count = rows.min(columns);
    let (u_size, v_size) = if kind == SingularKind::Full { (rows, columns) } else { (count, count) };
    let values = F::load(a)?;
    let (mut u, mut v, mut numbers, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for matrix in matrices(&values, &batch, (rows, columns)) {
        let found = matrix.and_then(|matrix| decompose(&matrix, rows, columns));
        infos.push(i32::from(found.is_none()));
        let mut found = found.unwrap_or_else(|| Decomposition {
            values: vec![f64::NAN; count],
            u: vec![vec![F::real(f64::NAN); rows]; u_size],
            v: vec![vec![F::real(f64::NAN); columns]; v_size],
        });
        complete(&mut found.u, rows, u_size);
        complete(&mut found.v, columns, v_size);
        append(&mut u, &found.u, rows);
        v.extend(found.v.iter().flatten().map(|x| x.conj()));
        numbers.extend(found.values);
    }
    let shape = |sizes: &[usize]| [&batch[..], sizes].concat();
    let element = a.element();
    Ok(Singular {
        values: Tensor::from_f64(real_part(element), &shape(&[count]), &numbers)?,
        u: F::store(element, &shape(&[rows, u_size]), u)?,
        v_adjoint: F::store(element, &shape(&[v_size, columns]), v)?,
        info: Tensor::from_vec(ElementType::I32, &batch, infos)?,
    })
}

/// Decomposes a matrix, or its adjoint if that has fewer columns.
fn decompose<F: Field>(matrix: &[Vec<F>], rows: usize, columns: usize) -> Option<Decomposition<F>> {
    if rows >= columns {
        let by_column = (0..columns).map(|j| matrix.iter().map(|row| row[j]).collect()).collect();
        return jacobi::singular(by_column, rows);
    }
    let adjoint = matrix.iter().map(|row| row.iter().map(|x| x.conj()).collect()).collect();
    let found = jacobi::singular(adjoint, columns)?;
    Some(Decomposition { values: found.values, u: found.v, v: found.u })
}

/// The eigenvalues of a general matrix, complex, in no particular order, and its right eigenvectors as columns of length
/// one; `info` is 1 where they were not found.
pub struct GeneralEigen {
    pub values: Tensor,
    pub vectors: Tensor,
    pub info: Tensor,
}

pub fn eigen_general(a: &Tensor) -> Result<GeneralEigen> {
    let (batch, n) = square_shape(a)?;
    let element = a.element();
    let complex = if element.is_complex() { Some(element) } else { element.complex() };
    check!(complex.is_some(), "there are no complex numbers for elements of type {element}");
    let complex = complex.unwrap_or(ElementType::C128);
    let values = Complex::<f64>::load(a)?;
    let (mut numbers, mut vectors, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for rows in matrices(&values, &batch, (n, n)) {
        let found = rows.and_then(|rows| schur::eigen(rows.concat(), n));
        infos.push(i32::from(found.is_none()));
        let nan = Complex::new(f64::NAN, f64::NAN);
        let (found_values, found_vectors) = found.unwrap_or_else(|| (vec![nan; n], vec![nan; n * n]));
        numbers.extend(found_values);
        vectors.extend(found_vectors);
    }
    Ok(GeneralEigen {
        values: Complex::store(complex, &[&batch[..], &[n]].concat(), numbers)?,
        vectors: Complex::store(complex, a.shape(), vectors)?,
        info: Tensor::from_vec(ElementType::I32, &batch, infos)?,
    })
}
