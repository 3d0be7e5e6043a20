//! Eigenvalues and singular values, by faer.

use super::{Field, in_field, matrix_shape, square_shape};
use crate::element::ElementType;
use crate::error::{Result, check};
use crate::layout;
use crate::tensor::Tensor;
use faer::{Mat, MatRef, Side};
use num_complex::Complex;

/// The eigenvectors of each Hermitian matrix (as columns), of which one triangle is read, its eigenvalues in ascending
/// order, and 0, or 1 if they were not found.
pub fn eigen_hermitian(a: &Tensor, lower: bool) -> Result<(Tensor, Tensor, Tensor)> {
    in_field!(a.element(), hermitian(a, lower))
}

trait Decompose: Field + faer::traits::ComplexField<Real = f64> {}
impl Decompose for f64 {}
impl Decompose for Complex<f64> {}

fn real_part(element: ElementType) -> ElementType {
    element.part().unwrap_or(element)
}

/// Calls with each matrix of a stack; without it where it has elements that are not finite, which no iteration survives.
fn each_matrix<F: Decompose>(
    values: &[F],
    batch: &[usize],
    (rows, columns): (usize, usize),
    mut visit: impl FnMut(Option<MatRef<'_, F>>),
) {
    let size = rows * columns;
    for number in 0..layout::count(batch) {
        let matrix = &values[number * size..][..size];
        let is_finite = matrix.iter().all(|x| x.re().is_finite() && x.im().is_finite());
        visit((is_finite && size > 0).then(|| MatRef::from_row_major_slice(matrix, rows, columns)));
    }
}

/// Appends a matrix in row-major order.
fn append<F: Copy>(target: &mut Vec<F>, matrix: MatRef<'_, F>) {
    for i in 0..matrix.nrows() {
        target.extend((0..matrix.ncols()).map(|j| matrix[(i, j)]));
    }
}

fn hermitian<F: Decompose>(a: &Tensor, lower: bool) -> Result<(Tensor, Tensor, Tensor)> {
    let (batch, n) = square_shape(a)?;
    let values = F::load(a)?;
    let (mut vectors, mut numbers, mut infos) = (Vec::with_capacity(values.len()), Vec::new(), Vec::new());
    let side = if lower { Side::Lower } else { Side::Upper };
    each_matrix::<F>(&values, &batch, (n, n), |matrix| match matrix.and_then(|m| m.self_adjoint_eigen(side).ok()) {
        Some(found) => {
            append(&mut vectors, found.U());
            numbers.extend((0..n).map(|i| found.S()[i].re()));
            infos.push(0);
        }
        None => {
            vectors.extend(vec![F::real(f64::NAN); n * n]);
            numbers.extend(vec![f64::NAN; n]);
            infos.push(i32::from(n > 0));
        }
    });
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

fn singular<F: Decompose>(a: &Tensor, kind: SingularKind) -> Result<Singular> {
    let (batch, rows, columns) = matrix_shape(a)?;
    let count = rows.min(columns);
    let (u_size, v_size) = if kind == SingularKind::Full { (rows, columns) } else { (count, count) };
    let values = F::load(a)?;
    let (mut u, mut v, mut numbers, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    each_matrix::<F>(&values, &batch, (rows, columns), |matrix| {
        let found = matrix.and_then(|m| if kind == SingularKind::Full { m.svd().ok() } else { m.thin_svd().ok() });
        match found {
            Some(found) => {
                append(&mut u, found.U());
                let adjoint: Mat<F> = found.V().adjoint().to_owned();
                append(&mut v, adjoint.as_ref());
                numbers.extend((0..count).map(|i| found.S()[i].re()));
                infos.push(0);
            }
            None => {
                u.extend(vec![F::real(f64::NAN); rows * u_size]);
                v.extend(vec![F::real(f64::NAN); v_size * columns]);
                numbers.extend(vec![f64::NAN; count]);
                infos.push(i32::from(count > 0));
            }
        }
    });
    let shape = |sizes: &[usize]| [&batch[..], sizes].concat();
    let element = a.element();
    Ok(Singular {
        values: Tensor::from_f64(real_part(element), &shape(&[count]), &numbers)?,
        u: F::store(element, &shape(&[rows, u_size]), u)?,
        v_adjoint: F::store(element, &shape(&[v_size, columns]), v)?,
        info: Tensor::from_vec(ElementType::I32, &batch, infos)?,
    })
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
    each_matrix::<Complex<f64>>(&values, &batch, (n, n), |matrix| match matrix.and_then(|m| m.eigen().ok()) {
        Some(found) => {
            numbers.extend((0..n).map(|i| found.S()[i]));
            let norms: Vec<f64> = (0..n).map(|j| found.U().col(j).norm_l2()).collect();
            let scaled = Mat::from_fn(n, n, |i, j| found.U()[(i, j)] / norms[j]);
            append(&mut vectors, scaled.as_ref());
            infos.push(0);
        }
        None => {
            numbers.extend(vec![Complex::new(f64::NAN, f64::NAN); n]);
            vectors.extend(vec![Complex::new(f64::NAN, f64::NAN); n * n]);
            infos.push(i32::from(n > 0));
        }
    });
    Ok(GeneralEigen {
        values: Complex::store(complex, &[&batch[..], &[n]].concat(), numbers)?,
        vectors: Complex::store(complex, a.shape(), vectors)?,
        info: Tensor::from_vec(ElementType::I32, &batch, infos)?,
    })
}
