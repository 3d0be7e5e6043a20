//! What a rule of linear algebra may say: the operations an implementation has to realise.

use super::Routine;

/// A matrix as routines take it: by columns or by rows, as the layout of the whole call says.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<P, S> {
    pub data: P,
    pub rows: S,
    pub columns: S,
    pub leading: S,
}

/// A vector as routines take it. With a negative step `data` is the place of the last element.
#[derive(Clone, Copy, Debug)]
pub struct Vector<P, S> {
    pub data: P,
    pub length: S,
    pub step: S,
}

/// Elements in memory: (i, j) lies `i * down + j * right` elements after `data`. A distance of 0 repeats an element.
#[derive(Clone, Copy, Debug)]
pub struct Array<P, S> {
    pub data: P,
    pub rows: S,
    pub columns: S,
    pub down: S,
    pub right: S,
}

impl<P: Copy, S: Copy> Array<P, S> {
    pub fn transposed(self) -> Self {
        Array { data: self.data, rows: self.columns, columns: self.rows, down: self.right, right: self.down }
    }
}

/// Which elements an operation is about.
#[derive(Clone, Copy, Debug)]
pub enum Part<F> {
    All,
    /// `strict`: without the diagonal.
    Triangle {
        lower: F,
        strict: F,
    },
}

/// What happens to each element t of an array; s and r are the elements of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// t += factor * s
    Add,
    /// t += factor * s * r
    AddProduct,
    /// t += factor * sign of s
    AddSign,
    /// t += factor * s, and s = 0: s first, so that they may be the same.
    Take,
    /// t = factor * t, 0 if the factor is 0
    Scale,
    /// t = s
    Copy,
    /// t = factor
    Fill,
    /// t = NaN unless t is 0
    Spoil,
}

/// An argument of a routine: matrices and vectors stand for address and distance.
#[derive(Clone, Copy, Debug)]
pub enum Argument<P, S, F, R> {
    Flag(F),
    Size(S),
    Real(R),
    Matrix(Matrix<P, S>),
    Vector(Vector<P, S>),
    /// The exchanges of rows of the routine at hand.
    Pivots,
}

pub type MatrixOf<E> = Matrix<<E as Algebra>::Pointer, <E as Algebra>::Size>;
pub type VectorOf<E> = Vector<<E as Algebra>::Pointer, <E as Algebra>::Size>;
pub type ArrayOf<E> = Array<<E as Algebra>::Pointer, <E as Algebra>::Size>;
pub type ArgumentOf<E> =
    Argument<<E as Algebra>::Pointer, <E as Algebra>::Size, <E as Algebra>::Flag, <E as Algebra>::Real>;

/// A builder of code for arrays.
pub trait Algebra: Sized {
    type Size: Copy;
    type Flag: Copy;
    type Real: Copy;
    /// The place of an element.
    type Pointer: Copy;

    fn size(&mut self, n: i64) -> Self::Size;
    fn difference(&mut self, a: Self::Size, b: Self::Size) -> Self::Size;
    fn sum(&mut self, a: Self::Size, b: Self::Size) -> Self::Size;
    fn smaller(&mut self, a: Self::Size, b: Self::Size) -> Self::Size;
    fn is_positive(&mut self, a: Self::Size) -> Self::Flag;
    fn choose_size(&mut self, c: Self::Flag, a: Self::Size, b: Self::Size) -> Self::Size;

    fn flag(&mut self, value: bool) -> Self::Flag;
    fn not(&mut self, a: Self::Flag) -> Self::Flag;
    fn same(&mut self, a: Self::Flag, b: Self::Flag) -> Self::Flag;

    fn real(&mut self, x: f64) -> Self::Real;
    fn negative(&mut self, a: Self::Real) -> Self::Real;
    fn add(&mut self, a: Self::Real, b: Self::Real) -> Self::Real;
    fn times(&mut self, a: Self::Real, b: Self::Real) -> Self::Real;
    /// a / b, 0 where b is 0.
    fn quotient_or_zero(&mut self, a: Self::Real, b: Self::Real) -> Self::Real;
    fn is_nonzero(&mut self, a: Self::Real) -> Self::Flag;

    fn choose_pointer(&mut self, c: Self::Flag, a: Self::Pointer, b: Self::Pointer) -> Self::Pointer;
    /// What `body` emits happens only where `c` holds.
    fn when(&mut self, c: Self::Flag, body: &mut dyn FnMut(&mut Self));
    /// A place of its own that holds 0.
    fn accumulator(&mut self) -> Self::Pointer;
    /// `*place += amount`
    fn accumulate(&mut self, place: Self::Pointer, amount: Self::Real);
    /// `*place`
    fn read(&mut self, place: Self::Pointer) -> Self::Real;

    /// The elements of a matrix.
    fn elements(&mut self, m: MatrixOf<Self>) -> ArrayOf<Self>;
    /// The elements of a vector, as one column.
    fn column(&mut self, v: VectorOf<Self>) -> ArrayOf<Self>;
    /// The matrix that begins at (row, column) of another.
    fn block(
        &mut self,
        m: MatrixOf<Self>,
        at: (Self::Size, Self::Size),
        extent: (Self::Size, Self::Size),
    ) -> MatrixOf<Self>;
    /// A matrix in memory of its own, of whatever content.
    fn fresh(&mut self, rows: Self::Size, columns: Self::Size) -> MatrixOf<Self>;
    fn fresh_vector(&mut self, length: Self::Size) -> VectorOf<Self>;

    /// Changes each element of `target` in the part.
    fn update(
        &mut self,
        part: Part<Self::Flag>,
        update: Update,
        factor: Self::Real,
        sources: &[ArrayOf<Self>],
        target: ArrayOf<Self>,
    );
    /// The sum of the products of elements in the part.
    fn inner(&mut self, part: Part<Self::Flag>, a: ArrayOf<Self>, b: ArrayOf<Self>) -> Self::Real;
    /// Exchanges rows as the pivots of the routine at hand say; `backwards` undoes it.
    fn exchange_rows(&mut self, m: MatrixOf<Self>, backwards: bool);

    /// Runs another routine of the same family.
    fn call(&mut self, routine: Routine, arguments: &[ArgumentOf<Self>]);
    /// Runs the routine at hand on its own operands; its result where it is a number.
    fn primal(&mut self) -> Option<Self::Real>;
    /// Did the routine at hand succeed (`info` is 0)?
    fn succeeded(&mut self) -> Self::Flag;
}
