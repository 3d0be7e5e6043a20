//! Factorisations and solutions of systems, for stacks of matrices.
//!
//! Everything is computed in double precision, real or complex, and rounded once. Results follow the conventions of
//! LAPACK where programs can see them: packed reflectors, pivots from one, singular values in descending order.
//!
//! - `cholesky`: the Cholesky factorisation;
//! - `eigen`: eigenvalues and singular values of stacks of matrices;
//! - `jacobi`: Jacobi's method;
//! - `lu`: the LU factorisation with partial pivoting;
//! - `qr`: the QR factorisation by Householder reflections, in the packed form of LAPACK;
//! - `schur`: eigenvalues and eigenvectors of general matrices;
//! - `triangular`: systems with a triangular matrix.

mod cholesky;
mod eigen;
mod jacobi;
mod lu;
mod qr;
mod schur;
mod triangular;

pub use cholesky::cholesky;
pub use eigen::{GeneralEigen, Singular, SingularKind, eigen_general, eigen_hermitian, singular_values};
pub use lu::lu;
pub use qr::{qr, qr_basis};
pub use triangular::{Transpose, TriangularOptions, triangular_solve};

use crate::element::ElementType;
use crate::error::{Result, check};
use crate::number;
use crate::tensor::Tensor;
use num_complex::{Complex, ComplexFloat};

/// What matrices are computed in.
pub(crate) trait Field: ComplexFloat<Real = f64> + Default + Send + Sync + std::iter::Sum + 'static {
    fn load(x: &Tensor) -> Result<Vec<Self>>;
    fn store(element: ElementType, shape: &[usize], values: Vec<Self>) -> Result<Tensor>;
    fn real(value: f64) -> Self;
}

impl Field for f64 {
    fn load(x: &Tensor) -> Result<Vec<Self>> {
        x.to_f64()
    }

    fn store(element: ElementType, shape: &[usize], values: Vec<Self>) -> Result<Tensor> {
        Tensor::from_f64(element, shape, &values)
    }

    fn real(value: f64) -> Self {
        value
    }
}

impl Field for Complex<f64> {
    fn load(x: &Tensor) -> Result<Vec<Self>> {
        number::load_complex(x)
    }

    fn store(element: ElementType, shape: &[usize], values: Vec<Self>) -> Result<Tensor> {
        number::store_complex(element, shape, values)
    }

    fn real(value: f64) -> Self {
        Complex::new(value, 0.0)
    }
}

/// The shape of a stack of matrices: everything before, rows, columns.
pub(crate) fn matrix_shape(x: &Tensor) -> Result<(Vec<usize>, usize, usize)> {
    let [batch @ .., rows, columns] = x.shape() else {
        return Err(crate::error::Error::new(format!("{} is not a stack of matrices", x.describe())));
    };
    let element = x.element();
    check!(element.is_float() || element.is_complex(), "matrices of elements of type {element}");
    Ok((batch.to_vec(), *rows, *columns))
}

/// As [`matrix_shape`], for square matrices.
pub(crate) fn square_shape(x: &Tensor) -> Result<(Vec<usize>, usize)> {
    let (batch, rows, columns) = matrix_shape(x)?;
    check!(rows == columns, "{} does not hold square matrices", x.describe());
    Ok((batch, rows))
}

/// Calls a function that is generic over [`Field`] with the one for an element type.
macro_rules! in_field {
    ($element:expr, $function:ident($($argument:expr),*)) => {
        if $element.is_complex() {
            $function::<num_complex::Complex<f64>>($($argument),*)
        } else {
            $function::<f64>($($argument),*)
        }
    };
}

pub(crate) use in_field;

/// `y -= factor * x`
pub(crate) fn subtract_multiple<F: Field>(y: &mut [F], factor: F, x: &[F]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = *y - factor * *x;
    }
}

#[cfg(test)]
mod tests;
