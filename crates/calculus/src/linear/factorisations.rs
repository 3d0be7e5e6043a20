//! LAPACK: factorisations, solutions with factors, and copies.
//!
//! What a factorisation that failed (`info` is not 0) leaves behind has no derivative: tangents become NaN, and so do
//! adjoints, but for those that are 0 because the program did not use it.

use super::algebra::MatrixOf;
use super::level3::{
    Triangular, add_outer_product, add_triangular_product, flipped, multiply, triangular, triangular_of,
};
use super::operands::Words;
use super::{Algebra, Argument, Operands, Part, Routine, Update};

pub fn forward<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    e.primal();
    match routine {
        Routine::Potrf => forward_cholesky(e, o),
        Routine::Potrs => forward_cholesky_solve(e, o),
        Routine::Getrf => forward_lu(e, o),
        Routine::Getrs => forward_lu_solve(e, o),
        Routine::Trtrs => forward_triangular_solve(e, o),
        Routine::Lacpy => forward_copy(e, o),
        _ => forward_set(e, o),
    }
}

pub fn reverse<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Potrf => reverse_cholesky(e, o),
        Routine::Potrs => reverse_cholesky_solve(e, o),
        Routine::Getrf => reverse_lu(e, o),
        Routine::Getrs => reverse_lu_solve(e, o),
        Routine::Trtrs => reverse_triangular_solve(e, o),
        Routine::Lacpy => reverse_copy(e, o),
        _ => reverse_set(e, o),
    }
}

/// Emits `body` where the routine succeeded; elsewhere the shadow of A is spoilt.
fn where_it_worked<E: Algebra>(
    e: &mut E,
    (da, part): (MatrixOf<E>, Part<E::Flag>),
    spoil: Update,
    body: &mut dyn FnMut(&mut E),
) {
    let worked = e.succeeded();
    e.when(worked, body);
    let failed = e.not(worked);
    e.when(failed, &mut |e| {
        let (target, nan) = (e.elements(da), e.real(f64::NAN));
        e.update(part, spoil, nan, &[], target);
    });
}

/// The triangle of a Cholesky factor.
fn factor_part<E: Algebra>(e: &mut E, o: &Operands<E>) -> Part<E::Flag> {
    Part::Triangle { lower: o.flag("uplo"), strict: e.flag(false) }
}

/// How the Cholesky factor stands to the left or right of a symmetric matrix: A = L L' or U' U. `inner` is the side
/// nearer to the factor's own index: L' from the left and L from the right in the lower case.
struct Cholesky<F> {
    lower: F,
    unit: F,
    yes: F,
    no: F,
}

impl<F: Copy> Cholesky<F> {
    /// The factor applied from the left (or right), transposed or not.
    fn on(&self, left: bool, trans: F) -> Triangular<F> {
        Triangular { left: if left { self.yes } else { self.no }, lower: self.lower, trans, unit: self.unit }
    }
}

fn cholesky<E: Algebra>(e: &mut E, o: &Operands<E>) -> Cholesky<E::Flag> {
    let (yes, no) = (e.flag(true), e.flag(false));
    Cholesky { lower: o.flag("uplo"), unit: no, yes, no }
}

/// Keeps the triangle with half of the diagonal.
fn halve_diagonal<E: Algebra>(e: &mut E, m: MatrixOf<E>) {
    let (diagonal, half) = (e.diagonal(m), e.real(0.5));
    e.update(Part::All, Update::Scale, half, &[], diagonal);
}

/// dL = L F(L^-1 dA L^-T), dU = F(U^-T dA U^-1) U; F takes the triangle with half of the diagonal.
fn forward_cholesky<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let part = factor_part(e, o);
        where_it_worked(e, (da, part), Update::Fill, &mut |e| {
            let (f, factor, one) = (cholesky(e, o), o.matrix_after(e, "A"), e.real(1.0));
            let upper = e.not(f.lower);
            let full = e.copy_part(part, da);
            let mirrored = Part::Triangle { lower: upper, strict: f.yes };
            let (from, to) = (e.elements(da).transposed(), e.elements(full));
            e.update(mirrored, Update::Copy, one, &[from], to);
            triangular(e, Routine::Trsm, f.on(true, upper), one, factor, full);
            triangular(e, Routine::Trsm, f.on(false, f.lower), one, factor, full);
            let kept = e.copy_part(part, full);
            halve_diagonal(e, kept);
            e.when(f.lower, &mut |e| triangular(e, Routine::Trmm, f.on(true, f.no), one, factor, kept));
            e.when(upper, &mut |e| triangular(e, Routine::Trmm, f.on(false, f.no), one, factor, kept));
            e.copy_part_to(part, kept, da);
        });
    });
}

/// The adjoint of A is G + G' below the diagonal and G on it, G = L^-T F(L' dL) L^-1, or U^-1 F(dU U') U^-T.
fn reverse_cholesky<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let part = factor_part(e, o);
        where_it_worked(e, (da, part), Update::Spoil, &mut |e| {
            let (f, factor, one) = (cholesky(e, o), o.matrix_after(e, "A"), e.real(1.0));
            let upper = e.not(f.lower);
            let product = e.copy_part(part, da);
            e.when(f.lower, &mut |e| triangular(e, Routine::Trmm, f.on(true, f.yes), one, factor, product));
            e.when(upper, &mut |e| triangular(e, Routine::Trmm, f.on(false, f.yes), one, factor, product));
            let g = e.copy_part(part, product);
            halve_diagonal(e, g);
            triangular(e, Routine::Trsm, f.on(true, f.lower), one, factor, g);
            triangular(e, Routine::Trsm, f.on(false, upper), one, factor, g);
            e.copy_part_to(part, g, da);
            let beside = Part::Triangle { lower: f.lower, strict: f.yes };
            let (from, to) = (e.elements(g).transposed(), e.elements(da));
            e.update(beside, Update::Add, one, &[from], to);
        });
    });
}

/// `B = A^-1 B` with the factor of A.
fn cholesky_solve<E: Algebra>(e: &mut E, o: &Operands<E>, factor: MatrixOf<E>, b: MatrixOf<E>) {
    let arguments = [
        Argument::Flag(o.flag("uplo")),
        Argument::Size(b.rows),
        Argument::Size(b.columns),
        Argument::Matrix(factor),
        Argument::Matrix(b),
    ];
    e.call(Routine::Potrs, &arguments);
}

/// dX = A^-1 (dB - (dL L' + L dL') X), with L for U'.
fn forward_cholesky_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let factor = o.matrix(e, "A");
        o.with_matrix(e, "A", &mut |e, da| {
            let (f, one, minus, x) = (cholesky(e, o), e.real(1.0), e.real(-1.0), o.matrix_after(e, "B"));
            let upper = e.not(f.lower);
            for (first, second) in [(factor, da), (da, factor)] {
                let product = e.copy_part(Part::All, x);
                triangular(e, Routine::Trmm, f.on(true, f.lower), one, first, product);
                triangular(e, Routine::Trmm, f.on(true, upper), one, second, product);
                e.add_matrix(minus, product, db);
            }
        });
        cholesky_solve(e, o, factor, db);
    });
}

/// With Z = A^-1 dX: dB = Z and dA = -(Z X' + X Z') L for the lower, -U (Z X' + X Z') for the upper factor.
fn reverse_cholesky_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let factor = o.matrix(e, "A");
        cholesky_solve(e, o, factor, db);
        o.with_matrix(e, "A", &mut |e, da| {
            let (f, one, minus, x) = (cholesky(e, o), e.real(1.0), e.real(-1.0), o.matrix_after(e, "B"));
            let both = e.zeros(da.rows, da.columns);
            multiply(e, (f.no, f.yes), db.columns, minus, (db, x, both));
            multiply(e, (f.no, f.yes), db.columns, minus, (x, db, both));
            let upper = e.not(f.lower);
            e.when(f.lower, &mut |e| triangular(e, Routine::Trmm, f.on(false, f.no), one, factor, both));
            e.when(upper, &mut |e| triangular(e, Routine::Trmm, f.on(true, f.no), one, factor, both));
            let part = factor_part(e, o);
            e.add_part(part, one, both, da);
        });
    });
}

/// The two factors in one matrix: L below the diagonal with ones on it, U on and above.
struct Lu<F> {
    yes: F,
    no: F,
}

impl<F: Copy> Lu<F> {
    fn lower(&self, left: bool, trans: F) -> Triangular<F> {
        Triangular { left: if left { self.yes } else { self.no }, lower: self.yes, trans, unit: self.yes }
    }

    fn upper(&self, left: bool, trans: F) -> Triangular<F> {
        Triangular { left: if left { self.yes } else { self.no }, lower: self.no, trans, unit: self.no }
    }

    /// Where L is.
    fn below(&self) -> Part<F> {
        Part::Triangle { lower: self.yes, strict: self.yes }
    }

    /// Where U is.
    fn above(&self) -> Part<F> {
        Part::Triangle { lower: self.no, strict: self.no }
    }
}

fn lu<E: Algebra>(e: &mut E) -> Lu<E::Flag> {
    Lu { yes: e.flag(true), no: e.flag(false) }
}

/// The square corner, the rows below it and the columns beside it; one of these two is empty.
fn corners<E: Algebra>(e: &mut E, m: MatrixOf<E>) -> (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>) {
    let (zero, p) = (e.size(0), e.smaller(m.rows, m.columns));
    let (below, beside) = (e.difference(m.rows, p), e.difference(m.columns, p));
    let corner = e.block(m, (zero, zero), (p, p));
    (corner, e.block(m, (p, zero), (below, p)), e.block(m, (zero, p), (p, beside)))
}

/// With M = L^-1 P dA U^-1: dL = L (M below the diagonal), dU = (M on and above) U. What lies below the corner follows
/// from L2 = A2 U^-1, what lies beside it from U2 = L^-1 A2.
fn forward_lu<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        where_it_worked(e, (da, Part::All), Update::Fill, &mut |e| {
            let (f, one, minus, factors) = (lu(e), e.real(1.0), e.real(-1.0), o.matrix_after(e, "A"));
            e.exchange_rows(da, false);
            let (corner, below, beside) = corners(e, factors);
            let (d_corner, d_below, d_beside) = corners(e, da);
            triangular(e, Routine::Trsm, f.lower(true, f.no), one, corner, d_corner);
            triangular(e, Routine::Trsm, f.upper(false, f.no), one, corner, d_corner);
            let (dl, du) = (e.copy_part(f.below(), d_corner), e.copy_part(f.above(), d_corner));
            triangular(e, Routine::Trmm, f.lower(true, f.no), one, corner, dl);
            triangular(e, Routine::Trmm, f.upper(false, f.no), one, corner, du);
            e.copy_part_to(f.below(), dl, d_corner);
            e.copy_part_to(f.above(), du, d_corner);
            multiply(e, (f.no, f.no), corner.rows, minus, (below, du, d_below));
            triangular(e, Routine::Trsm, f.upper(false, f.no), one, corner, d_below);
            multiply(e, (f.no, f.no), corner.rows, minus, (dl, beside, d_beside));
            triangular(e, Routine::Trsm, f.lower(true, f.no), one, corner, d_beside);
        });
    });
}

/// The forward rule transposed, from its end to its beginning.
fn reverse_lu<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        where_it_worked(e, (da, Part::All), Update::Spoil, &mut |e| {
            let (f, one, minus, factors) = (lu(e), e.real(1.0), e.real(-1.0), o.matrix_after(e, "A"));
            let (corner, below, beside) = corners(e, factors);
            let (d_corner, d_below, d_beside) = corners(e, da);
            triangular(e, Routine::Trsm, f.lower(true, f.yes), one, corner, d_beside);
            let dl = e.copy_part(f.below(), d_corner);
            multiply(e, (f.no, f.yes), beside.columns, minus, (d_beside, beside, dl));
            triangular(e, Routine::Trsm, f.upper(false, f.yes), one, corner, d_below);
            let du = e.copy_part(f.above(), d_corner);
            multiply(e, (f.yes, f.no), below.rows, minus, (below, d_below, du));
            let (dl, du) = (e.copy_part(f.below(), dl), e.copy_part(f.above(), du));
            triangular(e, Routine::Trmm, f.lower(true, f.yes), one, corner, dl);
            triangular(e, Routine::Trmm, f.upper(false, f.yes), one, corner, du);
            e.copy_part_to(f.below(), dl, d_corner);
            e.copy_part_to(f.above(), du, d_corner);
            triangular(e, Routine::Trsm, f.lower(true, f.yes), one, corner, d_corner);
            triangular(e, Routine::Trsm, f.upper(false, f.yes), one, corner, d_corner);
            e.exchange_rows(da, true);
        });
    });
}

/// `B = op(A)^-1 B` with the factors of A.
fn lu_solve<E: Algebra>(e: &mut E, trans: E::Flag, factors: MatrixOf<E>, b: MatrixOf<E>) {
    let arguments = [
        Argument::Flag(trans),
        Argument::Size(b.rows),
        Argument::Size(b.columns),
        Argument::Matrix(factors),
        Argument::Pivots,
        Argument::Matrix(b),
    ];
    e.call(Routine::Getrs, &arguments);
}

/// dX = op(A)^-1 (dB - op(dA) X), with P dA = dL U + L dU.
fn forward_lu_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let (trans, factors) = (o.flag("trans"), o.matrix(e, "A"));
        o.with_matrix(e, "A", &mut |e, da| {
            let (f, one, minus, x) = (lu(e), e.real(1.0), e.real(-1.0), o.matrix_after(e, "B"));
            let plain = e.not(trans);
            // op(A) is U' L' P or P' L U: P comes first or last.
            e.when(trans, &mut |e| {
                let y = e.copy_part(Part::All, x);
                e.exchange_rows(y, false);
                let first = e.copy_part(Part::All, y);
                triangular(e, Routine::Trmm, f.lower(true, f.yes), one, factors, first);
                add_triangular_product(e, f.upper(true, f.yes), minus, (da, first, db));
                let second = e.zeros(y.rows, y.columns);
                add_triangular_product(e, f.lower(true, f.yes), one, (da, y, second));
                triangular(e, Routine::Trmm, f.upper(true, f.yes), one, factors, second);
                e.add_matrix(minus, second, db);
            });
            e.when(plain, &mut |e| {
                let product = e.zeros(x.rows, x.columns);
                add_triangular_product(e, f.upper(true, f.no), one, (da, x, product));
                triangular(e, Routine::Trmm, f.lower(true, f.no), one, factors, product);
                let ux = e.copy_part(Part::All, x);
                triangular(e, Routine::Trmm, f.upper(true, f.no), one, factors, ux);
                add_triangular_product(e, f.lower(true, f.no), one, (da, ux, product));
                e.exchange_rows(product, true);
                e.add_matrix(minus, product, db);
            });
        });
        lu_solve(e, trans, factors, db);
    });
}

/// With Z = op(A)^-T dX: dB = Z; the adjoint of A is -Z X', or -X Z' where it is transposed; with G = P times that, the
/// factors get (G U') below and (L' G) on and above the diagonal.
fn reverse_lu_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let (trans, factors) = (o.flag("trans"), o.matrix(e, "A"));
        let plain = e.not(trans);
        lu_solve(e, plain, factors, db);
        o.with_matrix(e, "A", &mut |e, da| {
            let (f, one, minus, x) = (lu(e), e.real(1.0), e.real(-1.0), o.matrix_after(e, "B"));
            let (first, second) = (e.choose_matrix(trans, x, db), e.choose_matrix(trans, db, x));
            let g = e.zeros(da.rows, da.columns);
            multiply(e, (f.no, f.yes), db.columns, minus, (first, second, g));
            e.exchange_rows(g, false);
            let dl = e.copy_part(Part::All, g);
            triangular(e, Routine::Trmm, f.upper(false, f.yes), one, factors, dl);
            e.add_part(f.below(), one, dl, da);
            triangular(e, Routine::Trmm, f.lower(true, f.yes), one, factors, g);
            e.add_part(f.above(), one, g, da);
        });
    });
}

/// A singular matrix leaves the right-hand sides, and so their derivatives, as they were.
fn forward_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let worked = e.succeeded();
        e.when(worked, &mut |e| {
            let (how, one, minus, a) = (triangular_of(e, o), e.real(1.0), e.real(-1.0), o.matrix(e, "A"));
            o.with_matrix(e, "A", &mut |e, da| {
                let x = o.matrix_after(e, "B");
                add_triangular_product(e, how, minus, (da, x, db));
            });
            triangular(e, Routine::Trsm, how, one, a, db);
        });
    });
}

fn reverse_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let worked = e.succeeded();
        e.when(worked, &mut |e| {
            let (how, one, minus, a) = (triangular_of(e, o), e.real(1.0), e.real(-1.0), o.matrix(e, "A"));
            let back = flipped(e, how);
            triangular(e, Routine::Trsm, back, one, a, db);
            o.with_matrix(e, "A", &mut |e, da| {
                let x = o.matrix_after(e, "B");
                add_outer_product(e, how, minus, (db, x, da));
            });
        });
    });
}

/// Emits `body` for the part that a copying routine is about: a triangle, or all.
fn each_part<E: Algebra>(e: &mut E, o: &Operands<E>, strict: bool, body: &mut dyn FnMut(&mut E, Part<E::Flag>)) {
    let whole = o.flag("whole");
    let triangle = e.not(whole);
    let strict = e.flag(strict);
    e.when(whole, &mut |e| body(e, Part::All));
    e.when(triangle, &mut |e| body(e, Part::Triangle { lower: o.flag("uplo"), strict }));
}

fn forward_copy<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        each_part(e, o, false, &mut |e, part| {
            let (target, zero) = (e.elements(db), e.real(0.0));
            if o.arrays["A"].shadow.is_none_or(|shadow| shadow.exists.is_some()) {
                e.update(part, Update::Fill, zero, &[], target);
            }
            o.with_matrix(e, "A", &mut |e, da| e.copy_part_to(part, da, db));
        });
    });
}

fn reverse_copy<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        each_part(e, o, false, &mut |e, part| {
            let one = e.real(1.0);
            o.with_matrix(e, "A", &mut |e, da| {
                let (source, target) = (e.elements(db), e.elements(da));
                e.update(part, Update::Take, one, &[source], target);
            });
            if o.arrays["A"].shadow.is_none_or(|shadow| shadow.exists.is_some()) {
                let (target, zero) = (e.elements(db), e.real(0.0));
                e.update(part, Update::Fill, zero, &[], target);
            }
        });
    });
}

fn forward_set<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let zero = e.real(0.0);
        each_part(e, o, true, &mut |e, part| {
            let target = e.elements(da);
            e.update(part, Update::Fill, zero, &[], target);
            o.with_tangent(e, "alpha", &mut |e, tangent| e.update(part, Update::Fill, tangent, &[], target));
        });
        let diagonal = e.diagonal(da);
        e.update(Part::All, Update::Fill, zero, &[], diagonal);
        o.with_tangent(e, "beta", &mut |e, tangent| e.update(Part::All, Update::Fill, tangent, &[], diagonal));
    });
}

fn reverse_set<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let (zero, diagonal) = (e.real(0.0), e.diagonal(da));
        for (name, on_diagonal) in [("beta", true), ("alpha", false)] {
            let take = &mut |e: &mut E, part: Part<E::Flag>| {
                let target = if on_diagonal { diagonal } else { e.elements(da) };
                o.with_real(e, name, &mut |e, place| {
                    // One number stands for all of them.
                    let none = e.size(0);
                    let sum = super::Array { data: place, down: none, right: none, ..target };
                    let one = e.real(1.0);
                    e.update(part, Update::Add, one, &[target], sum);
                });
                e.update(part, Update::Fill, zero, &[], target);
            };
            if on_diagonal { take(e, Part::All) } else { each_part(e, o, true, take) }
        }
    });
}
