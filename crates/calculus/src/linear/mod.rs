//! Derivatives of linear algebra: the routines of BLAS and LAPACK as whole operations.
//!
//! A rule is a program over [`Algebra`]: calls of other routines, and loops over the elements of arrays. Run over an
//! instruction builder it becomes code; run over plain numbers (`tests/linear.rs`) it is compared with differences. [`forward`]
//! runs the routine and computes the tangents of what it writes, [`reverse`] adds to the adjoints of what it read and
//! leaves in the adjoints of what it wrote those of the old content. [`reads`] says which operands a reverse rule reads.
//!
//! Flags are truths: `trans` transposed, `uplo` lower, `side` left, `diag` unit. Where only a triangle of a matrix is
//! referenced, only that triangle of its shadow is read and written.
//!
//! - `algebra`: what a rule of linear algebra may say;
//! - `factorisations`: factorisations of LAPACK, solutions with factors, and copies;
//! - `level1`: vectors alone;
//! - `level2`: a matrix and vectors;
//! - `level3`: matrices;
//! - `operands`: the operands of one call, with their shadows.

mod algebra;
mod factorisations;
mod level1;
mod level2;
mod level3;
mod operands;

pub use algebra::{Algebra, Argument, Array, Matrix, Part, Update, Vector};
pub use operands::{ArrayOperand, Operands, RealOperand, Shadow, When, reads};
use operands::{Words, matrix_shape, part_of};

/// A routine of BLAS or LAPACK, whatever its precision and conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Routine {
    Dot,
    Axpy,
    Scal,
    Copy,
    Swap,
    Nrm2,
    Asum,
    /// The index of the largest element.
    Amax,
    Rot,
    Gemv,
    Ger,
    Symv,
    Syr,
    Syr2,
    Trmv,
    Trsv,
    Gemm,
    Symm,
    Syrk,
    Syr2k,
    Trmm,
    Trsm,
    Potrf,
    Potrs,
    Getrf,
    Getrs,
    Trtrs,
    Lacpy,
    Laset,
}

impl Routine {
    /// Is it one of LAPACK?
    pub fn is_lapack(self) -> bool {
        use Routine::*;
        matches!(self, Potrf | Potrs | Getrf | Getrs | Trtrs | Lacpy | Laset)
    }
}

/// Rows and columns of a matrix operand as it is stored.
pub fn shape<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, name: &str) -> (E::Size, E::Size) {
    matrix_shape(e, routine, o, name)
}

/// The part of a matrix operand that the routine references.
pub fn referenced<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, name: &str) -> Part<E::Flag> {
    part_of(e, routine, o, name)
}

/// A copy of a part of a matrix, without gaps; zero elsewhere.
pub fn copy_of_part<E: Algebra>(
    e: &mut E,
    part: Part<E::Flag>,
    m: Matrix<E::Pointer, E::Size>,
) -> Matrix<E::Pointer, E::Size> {
    e.copy_part(part, m)
}

/// A copy of a vector, without gaps.
pub fn copy_of_vector<E: Algebra>(e: &mut E, v: Vector<E::Pointer, E::Size>) -> Vector<E::Pointer, E::Size> {
    e.copy_vector(v)
}

/// Runs the routine and computes the tangents of what it writes; the tangent of its result, where it has one.
pub fn forward<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) -> Option<E::Real> {
    use Routine::*;
    match routine {
        Dot | Axpy | Scal | Copy | Swap | Nrm2 | Asum | Amax | Rot => level1::forward(e, routine, o),
        Gemv | Ger | Symv | Syr | Syr2 | Trmv | Trsv => {
            level2::forward(e, routine, o);
            None
        }
        Gemm | Symm | Syrk | Syr2k | Trmm | Trsm => {
            level3::forward(e, routine, o);
            None
        }
        Potrf | Potrs | Getrf | Getrs | Trtrs | Lacpy | Laset => {
            factorisations::forward(e, routine, o);
            None
        }
    }
}

/// Adds what the adjoints of the results say to the adjoints of the operands. `seed` is that of the returned number.
pub fn reverse<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, seed: Option<E::Real>) {
    use Routine::*;
    match routine {
        Dot | Axpy | Scal | Copy | Swap | Nrm2 | Asum | Amax | Rot => level1::reverse(e, routine, o, seed),
        Gemv | Ger | Symv | Syr | Syr2 | Trmv | Trsv => level2::reverse(e, routine, o),
        Gemm | Symm | Syrk | Syr2k | Trmm | Trsm => level3::reverse(e, routine, o),
        Potrf | Potrs | Getrf | Getrs | Trtrs | Lacpy | Laset => factorisations::reverse(e, routine, o),
    }
}
