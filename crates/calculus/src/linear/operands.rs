//! The operands of one call, with their shadows; their shapes; and which of them a reverse rule reads.

use super::algebra::{ArrayOf, MatrixOf, VectorOf};
use super::{Algebra, Matrix, Part, Routine, Update, Vector};
use std::collections::BTreeMap;

/// Where the derivative of an operand is.
#[derive(Clone, Copy, Debug)]
pub struct Shadow<P, F> {
    pub place: P,
    /// None: it exists. Otherwise known only when the program runs.
    pub exists: Option<F>,
}

/// A number among the operands.
#[derive(Clone, Copy, Debug)]
pub struct RealOperand<R, P, F> {
    pub value: R,
    pub shadow: Option<Shadow<P, F>>,
}

/// A vector or matrix among the operands.
#[derive(Clone, Copy, Debug)]
pub struct ArrayOperand<P, S, F> {
    /// Its content before the routine ran, where it can still be read.
    pub before: Option<(P, S)>,
    /// Its content after the routine ran, where it can still be read.
    pub after: Option<(P, S)>,
    /// The distance of columns (rows, elements) in the shadow.
    pub distance: S,
    pub shadow: Option<Shadow<P, F>>,
}

type ArrayOperandOf<E> = ArrayOperand<<E as Algebra>::Pointer, <E as Algebra>::Size, <E as Algebra>::Flag>;
type RealOperandOf<E> = RealOperand<<E as Algebra>::Real, <E as Algebra>::Pointer, <E as Algebra>::Flag>;

/// All operands of a call, by the names in the table of routines.
pub struct Operands<E: Algebra> {
    pub routine: Routine,
    pub sizes: BTreeMap<&'static str, E::Size>,
    pub flags: BTreeMap<&'static str, E::Flag>,
    pub reals: BTreeMap<&'static str, RealOperandOf<E>>,
    pub arrays: BTreeMap<&'static str, ArrayOperandOf<E>>,
    /// What the routine returned, where a rule reads it.
    pub result: Option<E::Real>,
}

/// Which content of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    Before,
    After,
}

/// The arrays whose content the reverse rule reads, when those of which `active` says so have adjoints. Of what is only
/// read, content before and after are the same.
pub fn reads(routine: Routine, active: &dyn Fn(&str) -> bool) -> Vec<(&'static str, When)> {
    use When::*;
    let mut found = Vec::new();
    let mut read = |name, when, if_any: &[&str]| {
        if if_any.iter().any(|other| active(other)) {
            found.push((name, when));
        }
    };
    match routine {
        Routine::Dot => {
            read("x", Before, &["y"]);
            read("y", Before, &["x"]);
        }
        Routine::Axpy => read("x", Before, &["alpha"]),
        Routine::Scal => read("x", Before, &["alpha"]),
        Routine::Copy | Routine::Swap | Routine::Amax | Routine::Lacpy | Routine::Laset => {}
        Routine::Nrm2 | Routine::Asum => read("x", Before, &["x"]),
        Routine::Rot => {
            read("x", Before, &["c", "s"]);
            read("y", Before, &["c", "s"]);
        }
        Routine::Gemv | Routine::Symv => {
            read("A", Before, &["x", "alpha"]);
            read("x", Before, &["A", "alpha"]);
            read("y", Before, &["beta"]);
        }
        Routine::Ger | Routine::Syr2 => {
            read("x", Before, &["y", "alpha"]);
            read("y", Before, &["x", "alpha"]);
        }
        Routine::Syr => read("x", Before, &["x", "alpha"]),
        Routine::Trmv => {
            read("A", Before, &["x"]);
            read("x", Before, &["A"]);
        }
        Routine::Trsv => {
            read("A", Before, &["x"]);
            read("x", After, &["A"]);
        }
        Routine::Gemm | Routine::Symm | Routine::Syr2k => {
            read("A", Before, &["B", "alpha"]);
            read("B", Before, &["A", "alpha"]);
            read("C", Before, &["beta"]);
        }
        Routine::Syrk => {
            read("A", Before, &["A", "alpha"]);
            read("C", Before, &["beta"]);
        }
        Routine::Trmm => {
            read("A", Before, &["B"]);
            read("B", Before, &["A", "alpha"]);
        }
        Routine::Trsm => {
            read("A", Before, &["B"]);
            read("B", Before, &["alpha"]);
            read("B", After, &["A"]);
        }
        Routine::Potrf | Routine::Getrf => read("A", After, &["A"]),
        Routine::Potrs | Routine::Getrs | Routine::Trtrs => {
            read("A", Before, &["B"]);
            read("B", After, &["A"]);
        }
    }
    found
}

/// Rows and columns of a matrix operand as it is stored.
pub fn matrix_shape<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, name: &str) -> (E::Size, E::Size) {
    let size = |name: &str| o.size(name);
    match (routine, name) {
        (Routine::Gemm, "A") => e.swapped(o.flag("transa"), size("m"), size("k")),
        (Routine::Gemm, "B") => e.swapped(o.flag("transb"), size("k"), size("n")),
        (Routine::Symm | Routine::Trmm | Routine::Trsm, "A") => {
            let order = e.choose_size(o.flag("side"), size("m"), size("n"));
            (order, order)
        }
        (Routine::Syrk | Routine::Syr2k, "A" | "B") => e.swapped(o.flag("trans"), size("n"), size("k")),
        (Routine::Potrs | Routine::Getrs | Routine::Trtrs, "B") => (size("n"), size("nrhs")),
        (Routine::Gemm | Routine::Symm, "C") | (Routine::Symm | Routine::Trmm | Routine::Trsm, "B") => {
            (size("m"), size("n"))
        }
        (Routine::Gemv | Routine::Ger | Routine::Getrf | Routine::Lacpy | Routine::Laset, _) => (size("m"), size("n")),
        _ => (size("n"), size("n")),
    }
}

/// The number of elements of a vector operand.
fn vector_length<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, name: &str) -> E::Size {
    match (routine, name) {
        (Routine::Gemv, "x") => e.choose_size(o.flag("trans"), o.size("m"), o.size("n")),
        (Routine::Gemv, _) => e.choose_size(o.flag("trans"), o.size("n"), o.size("m")),
        (Routine::Ger, "x") => o.size("m"),
        _ => o.size("n"),
    }
}

/// The part of a matrix operand that the routine references.
pub fn part_of<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, name: &str) -> Part<E::Flag> {
    use Routine::*;
    let triangular = match routine {
        Symv | Syr | Syr2 | Trmv | Trsv | Symm | Trmm | Trsm | Potrf | Potrs | Trtrs => name == "A",
        Syrk | Syr2k => name == "C",
        _ => false,
    };
    if !triangular {
        return Part::All;
    }
    let strict = o.flags.get("diag").copied().unwrap_or_else(|| e.flag(false));
    Part::Triangle { lower: o.flag("uplo"), strict }
}

impl<E: Algebra> Operands<E> {
    pub fn size(&self, name: &str) -> E::Size {
        self.sizes[name]
    }

    pub fn flag(&self, name: &str) -> E::Flag {
        self.flags[name]
    }

    pub fn real(&self, name: &str) -> E::Real {
        self.reals[name].value
    }

    /// The content of a matrix that is only read, or that it had before.
    pub fn matrix(&self, e: &mut E, name: &str) -> MatrixOf<E> {
        let content = self.arrays[name].before.expect("the rule reads what it said it would");
        self.matrix_at(e, name, content)
    }

    /// The content a matrix has afterwards.
    pub fn matrix_after(&self, e: &mut E, name: &str) -> MatrixOf<E> {
        let content = self.arrays[name].after.expect("the rule reads what it said it would");
        self.matrix_at(e, name, content)
    }

    fn matrix_at(&self, e: &mut E, name: &str, (data, leading): (E::Pointer, E::Size)) -> MatrixOf<E> {
        let (rows, columns) = matrix_shape(e, self.routine, self, name);
        Matrix { data, rows, columns, leading }
    }

    pub fn vector(&self, e: &mut E, name: &str) -> VectorOf<E> {
        let content = self.arrays[name].before.expect("the rule reads what it said it would");
        self.vector_at(e, name, content)
    }

    pub fn vector_after(&self, e: &mut E, name: &str) -> VectorOf<E> {
        let content = self.arrays[name].after.expect("the rule reads what it said it would");
        self.vector_at(e, name, content)
    }

    fn vector_at(&self, e: &mut E, name: &str, (data, step): (E::Pointer, E::Size)) -> VectorOf<E> {
        let length = vector_length(e, self.routine, self, name);
        Vector { data, length, step }
    }

    /// Emits `body` for the shadow of a matrix, where it has one.
    pub fn with_matrix(&self, e: &mut E, name: &str, body: &mut dyn FnMut(&mut E, MatrixOf<E>)) {
        let operand = self.arrays[name];
        self.with_shadow(e, operand.shadow, &mut |e, place| {
            let matrix = self.matrix_at(e, name, (place, operand.distance));
            body(e, matrix);
        });
    }

    /// Emits `body` for the shadow of a vector, where it has one.
    pub fn with_vector(&self, e: &mut E, name: &str, body: &mut dyn FnMut(&mut E, VectorOf<E>)) {
        let operand = self.arrays[name];
        self.with_shadow(e, operand.shadow, &mut |e, place| {
            let vector = self.vector_at(e, name, (place, operand.distance));
            body(e, vector);
        });
    }

    /// Emits `body` for the place of the derivative of a number, where it has one.
    pub fn with_real(&self, e: &mut E, name: &str, body: &mut dyn FnMut(&mut E, E::Pointer)) {
        self.with_shadow(e, self.reals[name].shadow, body);
    }

    /// Emits `body` for the tangent of a number where that is not 0: what it is multiplied with may be undefined.
    pub fn with_tangent(&self, e: &mut E, name: &str, body: &mut dyn FnMut(&mut E, E::Real)) {
        self.with_real(e, name, &mut |e, place| {
            let tangent = e.read(place);
            let any = e.is_nonzero(tangent);
            e.when(any, &mut |e| body(e, tangent));
        });
    }

    /// `adjoint of the number += amount`
    pub fn add_adjoint(&self, e: &mut E, name: &str, amount: &mut dyn FnMut(&mut E) -> E::Real) {
        self.with_real(e, name, &mut |e, place| {
            let amount = amount(e);
            e.accumulate(place, amount);
        });
    }

    fn with_shadow(
        &self,
        e: &mut E,
        shadow: Option<Shadow<E::Pointer, E::Flag>>,
        body: &mut dyn FnMut(&mut E, E::Pointer),
    ) {
        match shadow {
            None => {}
            Some(Shadow { place, exists: None }) => body(e, place),
            Some(Shadow { place, exists: Some(exists) }) => e.when(exists, &mut |e| body(e, place)),
        }
    }

    /// The shadow of a vector, or zeros that nobody else sees.
    pub fn vector_shadow_or_zeros(&self, e: &mut E, name: &str) -> VectorOf<E> {
        let operand = self.arrays[name];
        let length = vector_length(e, self.routine, self, name);
        match operand.shadow {
            Some(Shadow { place, exists: None }) => Vector { data: place, length, step: operand.distance },
            Some(Shadow { place, exists: Some(exists) }) => {
                let zeros = e.zero_vector(length);
                let data = e.choose_pointer(exists, place, zeros.data);
                let step = e.choose_size(exists, operand.distance, zeros.step);
                Vector { data, length, step }
            }
            None => e.zero_vector(length),
        }
    }
}

/// Words that most rules are written in.
pub trait Words: Algebra {
    /// (a, b), or (b, a) where the flag holds.
    fn swapped(&mut self, c: Self::Flag, a: Self::Size, b: Self::Size) -> (Self::Size, Self::Size) {
        (self.choose_size(c, b, a), self.choose_size(c, a, b))
    }

    /// A matrix of zeros in memory of its own.
    fn zeros(&mut self, rows: Self::Size, columns: Self::Size) -> MatrixOf<Self> {
        let fresh = self.fresh(rows, columns);
        let (target, zero) = (self.elements(fresh), self.real(0.0));
        self.update(Part::All, Update::Fill, zero, &[], target);
        fresh
    }

    fn zero_vector(&mut self, length: Self::Size) -> VectorOf<Self> {
        let fresh = self.fresh_vector(length);
        let (target, zero) = (self.column(fresh), self.real(0.0));
        self.update(Part::All, Update::Fill, zero, &[], target);
        fresh
    }

    /// `target += factor * source` in the part.
    fn add_part(&mut self, part: Part<Self::Flag>, factor: Self::Real, source: MatrixOf<Self>, target: MatrixOf<Self>) {
        let (source, target) = (self.elements(source), self.elements(target));
        self.update(part, Update::Add, factor, &[source], target);
    }

    fn add_matrix(&mut self, factor: Self::Real, source: MatrixOf<Self>, target: MatrixOf<Self>) {
        self.add_part(Part::All, factor, source, target);
    }

    fn add_vector(&mut self, factor: Self::Real, source: VectorOf<Self>, target: VectorOf<Self>) {
        let (source, target) = (self.column(source), self.column(target));
        self.update(Part::All, Update::Add, factor, &[source], target);
    }

    fn scale_part(&mut self, part: Part<Self::Flag>, factor: Self::Real, target: MatrixOf<Self>) {
        let target = self.elements(target);
        self.update(part, Update::Scale, factor, &[], target);
    }

    fn scale_vector(&mut self, factor: Self::Real, target: VectorOf<Self>) {
        let target = self.column(target);
        self.update(Part::All, Update::Scale, factor, &[], target);
    }

    fn inner_part(&mut self, part: Part<Self::Flag>, a: MatrixOf<Self>, b: MatrixOf<Self>) -> Self::Real {
        let (a, b) = (self.elements(a), self.elements(b));
        self.inner(part, a, b)
    }

    fn inner_vectors(&mut self, a: VectorOf<Self>, b: VectorOf<Self>) -> Self::Real {
        let (a, b) = (self.column(a), self.column(b));
        self.inner(Part::All, a, b)
    }

    /// A copy of the part, zero elsewhere.
    fn copy_part(&mut self, part: Part<Self::Flag>, source: MatrixOf<Self>) -> MatrixOf<Self> {
        let fresh = match part {
            Part::All => self.fresh(source.rows, source.columns),
            Part::Triangle { .. } => self.zeros(source.rows, source.columns),
        };
        self.copy_part_to(part, source, fresh);
        fresh
    }

    fn copy_part_to(&mut self, part: Part<Self::Flag>, source: MatrixOf<Self>, target: MatrixOf<Self>) {
        let (source, target) = (self.elements(source), self.elements(target));
        let one = self.real(1.0);
        self.update(part, Update::Copy, one, &[source], target);
    }

    fn copy_vector(&mut self, source: VectorOf<Self>) -> VectorOf<Self> {
        let fresh = self.fresh_vector(source.length);
        let (from, to) = (self.column(source), self.column(fresh));
        let one = self.real(1.0);
        self.update(Part::All, Update::Copy, one, &[from], to);
        fresh
    }

    /// The diagonal as a column.
    fn diagonal(&mut self, m: MatrixOf<Self>) -> ArrayOf<Self> {
        let all = self.elements(m);
        let down = self.sum(all.down, all.right);
        let rows = self.smaller(all.rows, all.columns);
        let (columns, right) = (self.size(1), self.size(0));
        ArrayOf::<Self> { data: all.data, rows, columns, down, right }
    }

    /// A column repeated `columns` times.
    fn repeated(&mut self, column: ArrayOf<Self>, columns: Self::Size) -> ArrayOf<Self> {
        let right = self.size(0);
        ArrayOf::<Self> { columns, right, ..column }
    }

    fn choose_matrix(&mut self, c: Self::Flag, a: MatrixOf<Self>, b: MatrixOf<Self>) -> MatrixOf<Self> {
        Matrix {
            data: self.choose_pointer(c, a.data, b.data),
            rows: self.choose_size(c, a.rows, b.rows),
            columns: self.choose_size(c, a.columns, b.columns),
            leading: self.choose_size(c, a.leading, b.leading),
        }
    }

    fn choose_array(&mut self, c: Self::Flag, a: ArrayOf<Self>, b: ArrayOf<Self>) -> ArrayOf<Self> {
        ArrayOf::<Self> {
            data: self.choose_pointer(c, a.data, b.data),
            rows: self.choose_size(c, a.rows, b.rows),
            columns: self.choose_size(c, a.columns, b.columns),
            down: self.choose_size(c, a.down, b.down),
            right: self.choose_size(c, a.right, b.right),
        }
    }
}

impl<E: Algebra> Words for E {}
