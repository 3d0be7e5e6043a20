//! Matrices.

use super::algebra::MatrixOf;
use super::operands::{Words, part_of};
use super::{Algebra, Argument, Operands, Part, Routine, Update};

/// `C += …` by a routine whose arguments are two flags, sizes, a factor, two matrices, and C.
fn accumulate<E: Algebra>(
    e: &mut E,
    routine: Routine,
    flags: (E::Flag, E::Flag),
    sizes: &[E::Size],
    alpha: E::Real,
    (a, b, c): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    let mut arguments = vec![Argument::Flag(flags.0), Argument::Flag(flags.1)];
    arguments.extend(sizes.iter().copied().map(Argument::Size));
    arguments.extend([Argument::Real(alpha), Argument::Matrix(a), Argument::Matrix(b)]);
    arguments.extend([Argument::Real(e.real(1.0)), Argument::Matrix(c)]);
    e.call(routine, &arguments);
}

/// `C += alpha op(A) op(B)`; the sizes are those of C and what is summed over.
pub fn multiply<E: Algebra>(
    e: &mut E,
    transposed: (E::Flag, E::Flag),
    inside: E::Size,
    alpha: E::Real,
    (a, b, c): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    accumulate(e, Routine::Gemm, transposed, &[c.rows, c.columns, inside], alpha, (a, b, c));
}

/// `C += alpha S B`, or `alpha B S`, with the triangle of S: flags for the side and the triangle.
pub fn multiply_symmetric<E: Algebra>(
    e: &mut E,
    left_and_lower: (E::Flag, E::Flag),
    alpha: E::Real,
    (s, b, c): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    accumulate(e, Routine::Symm, left_and_lower, &[c.rows, c.columns], alpha, (s, b, c));
}

/// The triangle `C += alpha (A B' + B A')`, transposed inside where the second flag says so.
pub fn symmetric_rank_two<E: Algebra>(
    e: &mut E,
    lower_and_transposed: (E::Flag, E::Flag),
    inside: E::Size,
    alpha: E::Real,
    (a, b, c): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    accumulate(e, Routine::Syr2k, lower_and_transposed, &[c.rows, inside], alpha, (a, b, c));
}

/// How a triangular matrix is applied.
#[derive(Clone, Copy)]
pub struct Triangular<F> {
    pub left: F,
    pub lower: F,
    pub trans: F,
    pub unit: F,
}

/// `B = alpha op(A) B` or `alpha B op(A)`; with [`Routine::Trsm`] the inverse of A.
pub fn triangular<E: Algebra>(
    e: &mut E,
    routine: Routine,
    how: Triangular<E::Flag>,
    alpha: E::Real,
    a: MatrixOf<E>,
    b: MatrixOf<E>,
) {
    let arguments = [
        Argument::Flag(how.left),
        Argument::Flag(how.lower),
        Argument::Flag(how.trans),
        Argument::Flag(how.unit),
        Argument::Size(b.rows),
        Argument::Size(b.columns),
        Argument::Real(alpha),
        Argument::Matrix(a),
        Argument::Matrix(b),
    ];
    e.call(routine, &arguments);
}

/// As the routine at hand applies its triangular matrix. Without a side it is on the left.
pub fn triangular_of<E: Algebra>(e: &mut E, o: &Operands<E>) -> Triangular<E::Flag> {
    let left = o.flags.get("side").copied().unwrap_or_else(|| e.flag(true));
    Triangular { left, lower: o.flag("uplo"), trans: o.flag("trans"), unit: o.flag("diag") }
}

pub fn flipped<E: Algebra>(e: &mut E, how: Triangular<E::Flag>) -> Triangular<E::Flag> {
    Triangular { trans: e.not(how.trans), ..how }
}

pub fn forward<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Trmm => forward_triangular_product(e, o),
        Routine::Trsm => return forward_triangular_solve(e, o),
        _ => forward_product(e, o),
    }
    e.primal();
}

/// `dC += alpha * product of A and B`, as the routine at hand forms it. Products of one matrix with itself, and sums
/// of two products, are taken twice: each with a half, for the terms (A, B) and (B, A).
fn add_product<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    alpha: E::Real,
    (a, b, c): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    match o.routine {
        Routine::Gemm => multiply(e, (o.flag("transa"), o.flag("transb")), o.size("k"), alpha, (a, b, c)),
        Routine::Symm => multiply_symmetric(e, (o.flag("side"), o.flag("uplo")), alpha, (a, b, c)),
        _ => symmetric_rank_two(e, (o.flag("uplo"), o.flag("trans")), o.size("k"), alpha, (a, b, c)),
    }
}

fn forward_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    let part = part_of(e, o.routine, o, "C");
    o.with_matrix(e, "C", &mut |e, dc| {
        let alpha = o.real("alpha");
        e.scale_part(part, o.real("beta"), dc);
        let second = if o.routine == Routine::Syrk { "A" } else { "B" };
        o.with_matrix(e, "A", &mut |e, da| {
            let b = o.matrix(e, second);
            add_product(e, o, alpha, (da, b, dc));
        });
        if second == "B" {
            o.with_matrix(e, "B", &mut |e, db| {
                let a = o.matrix(e, "A");
                add_product(e, o, alpha, (a, db, dc));
            });
        }
        o.with_tangent(e, "alpha", &mut |e, tangent| {
            let (a, b) = (o.matrix(e, "A"), o.matrix(e, second));
            // A A' is half of A A' + A A'.
            let weight = e.real(if o.routine == Routine::Syrk { 0.5 } else { 1.0 });
            let weight = e.times(weight, tangent);
            add_product(e, o, weight, (a, b, dc));
        });
        o.with_tangent(e, "beta", &mut |e, tangent| {
            let c = o.matrix(e, "C");
            e.add_part(part, tangent, c, dc);
        });
    });
}

/// `target += factor * op(dA) B` with the triangle of a shadow, without the diagonal where that is not referenced.
pub fn add_triangular_product<E: Algebra>(
    e: &mut E,
    how: Triangular<E::Flag>,
    factor: E::Real,
    (da, b, target): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    let product = e.copy_part(Part::All, b);
    let one = e.real(1.0);
    triangular(e, Routine::Trmm, how, one, da, product);
    e.add_matrix(factor, product, target);
    let opposite = e.negative(factor);
    e.when(how.unit, &mut |e| e.add_matrix(opposite, b, target));
}

fn forward_triangular_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let (how, alpha, a) = (triangular_of(e, o), o.real("alpha"), o.matrix(e, "A"));
        triangular(e, Routine::Trmm, how, alpha, a, db);
        o.with_matrix(e, "A", &mut |e, da| {
            let b = o.matrix(e, "B");
            add_triangular_product(e, how, alpha, (da, b, db));
        });
        o.with_tangent(e, "alpha", &mut |e, tangent| {
            let b = o.matrix(e, "B");
            let product = e.copy_part(Part::All, b);
            triangular(e, Routine::Trmm, how, tangent, a, product);
            let one = e.real(1.0);
            e.add_matrix(one, product, db);
        });
    });
}

fn forward_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        e.scale_part(Part::All, o.real("alpha"), db);
        o.with_tangent(e, "alpha", &mut |e, tangent| {
            let b = o.matrix(e, "B");
            e.add_matrix(tangent, b, db);
        });
    });
    e.primal();
    o.with_matrix(e, "B", &mut |e, db| {
        let how = triangular_of(e, o);
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.matrix_after(e, "B");
            let minus = e.real(-1.0);
            add_triangular_product(e, how, minus, (da, x, db));
        });
        let (one, a) = (e.real(1.0), o.matrix(e, "A"));
        triangular(e, Routine::Trsm, how, one, a, db);
    });
}

pub fn reverse<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Trmm => reverse_triangular_product(e, o),
        Routine::Trsm => reverse_triangular_solve(e, o),
        _ => {
            let part = part_of(e, o.routine, o, "C");
            o.with_matrix(e, "C", &mut |e, dc| {
                reverse_factors(e, o, part, dc);
                match routine {
                    Routine::Gemm => reverse_product(e, o, dc),
                    Routine::Symm => reverse_symmetric_product(e, o, dc),
                    _ => reverse_symmetric_rank(e, o, dc),
                }
                e.scale_part(part, o.real("beta"), dc);
            });
        }
    }
}

/// The adjoints of alpha and beta.
fn reverse_factors<E: Algebra>(e: &mut E, o: &Operands<E>, part: Part<E::Flag>, dc: MatrixOf<E>) {
    o.add_adjoint(e, "alpha", &mut |e| {
        let second = if o.routine == Routine::Syrk { "A" } else { "B" };
        let (a, b) = (o.matrix(e, "A"), o.matrix(e, second));
        let product = e.zeros(dc.rows, dc.columns);
        let weight = e.real(if o.routine == Routine::Syrk { 0.5 } else { 1.0 });
        add_product(e, o, weight, (a, b, product));
        e.inner_part(part, dc, product)
    });
    o.add_adjoint(e, "beta", &mut |e| {
        let c = o.matrix(e, "C");
        e.inner_part(part, dc, c)
    });
}

fn reverse_product<E: Algebra>(e: &mut E, o: &Operands<E>, dc: MatrixOf<E>) {
    let (ta, tb, alpha) = (o.flag("transa"), o.flag("transb"), o.real("alpha"));
    let (not_ta, not_tb, yes, no) = (e.not(ta), e.not(tb), e.flag(true), e.flag(false));
    o.with_matrix(e, "A", &mut |e, da| {
        let b = o.matrix(e, "B");
        e.when(ta, &mut |e| multiply(e, (tb, yes), dc.columns, alpha, (b, dc, da)));
        e.when(not_ta, &mut |e| multiply(e, (no, not_tb), dc.columns, alpha, (dc, b, da)));
    });
    o.with_matrix(e, "B", &mut |e, db| {
        let a = o.matrix(e, "A");
        e.when(tb, &mut |e| multiply(e, (yes, ta), dc.rows, alpha, (dc, a, db)));
        e.when(not_tb, &mut |e| multiply(e, (not_ta, no), dc.rows, alpha, (a, dc, db)));
    });
}

fn reverse_symmetric_product<E: Algebra>(e: &mut E, o: &Operands<E>, dc: MatrixOf<E>) {
    let (left, lower, alpha) = (o.flag("side"), o.flag("uplo"), o.real("alpha"));
    o.with_matrix(e, "A", &mut |e, da| {
        let b = o.matrix(e, "B");
        let right = e.not(left);
        let inside = e.choose_size(left, dc.columns, dc.rows);
        // An element beside the diagonal stands for two, one on it for one: what was added there twice goes once.
        symmetric_rank_two(e, (lower, right), inside, alpha, (dc, b, da));
        let (u, v) = (e.elements(dc), e.elements(b));
        let (u, v) = (e.choose_array(left, u, u.transposed()), e.choose_array(left, v, v.transposed()));
        let diagonal = e.diagonal(da);
        let (diagonal, opposite) = (e.repeated(diagonal, inside), e.negative(alpha));
        e.update(Part::All, Update::AddProduct, opposite, &[u, v], diagonal);
    });
    o.with_matrix(e, "B", &mut |e, db| {
        let a = o.matrix(e, "A");
        multiply_symmetric(e, (left, lower), alpha, (a, dc, db));
    });
}

/// `target += alpha (S + diagonal of S) A`, S the symmetric matrix whose triangle is the adjoint, or from the right.
fn reverse_symmetric_rank<E: Algebra>(e: &mut E, o: &Operands<E>, dc: MatrixOf<E>) {
    let pairs: &[(&str, &str)] = if o.routine == Routine::Syrk { &[("A", "A")] } else { &[("A", "B"), ("B", "A")] };
    let (trans, lower, alpha) = (o.flag("trans"), o.flag("uplo"), o.real("alpha"));
    let left = e.not(trans);
    for (name, other) in pairs {
        o.with_matrix(e, name, &mut |e, adjoint| {
            let other = o.matrix(e, other);
            multiply_symmetric(e, (left, lower), alpha, (dc, other, adjoint));
            let (u, t) = (e.elements(other), e.elements(adjoint));
            let (u, t) = (e.choose_array(trans, u.transposed(), u), e.choose_array(trans, t.transposed(), t));
            let diagonal = e.diagonal(dc);
            let diagonal = e.repeated(diagonal, o.size("k"));
            e.update(Part::All, Update::AddProduct, alpha, &[diagonal, u], t);
        });
    }
}

/// `triangle of dA += factor * (adjoint, value)`, summed over what is not the triangle's side, transposed where the
/// routine transposes.
pub fn add_outer_product<E: Algebra>(
    e: &mut E,
    how: Triangular<E::Flag>,
    factor: E::Real,
    (adjoint, value, da): (MatrixOf<E>, MatrixOf<E>, MatrixOf<E>),
) {
    let right = e.not(how.left);
    let value_first = e.same(how.trans, how.left);
    let first = e.choose_matrix(value_first, value, adjoint);
    let second = e.choose_matrix(value_first, adjoint, value);
    let inside = e.choose_size(how.left, value.columns, value.rows);
    let all = e.zeros(da.rows, da.columns);
    multiply(e, (right, how.left), inside, factor, (first, second, all));
    let one = e.real(1.0);
    e.add_part(Part::Triangle { lower: how.lower, strict: how.unit }, one, all, da);
}

fn reverse_triangular_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let (how, alpha, a) = (triangular_of(e, o), o.real("alpha"), o.matrix(e, "A"));
        o.with_matrix(e, "A", &mut |e, da| {
            let b = o.matrix(e, "B");
            add_outer_product(e, how, alpha, (db, b, da));
        });
        let (back, one) = (flipped(e, how), e.real(1.0));
        triangular(e, Routine::Trmm, back, one, a, db);
        o.add_adjoint(e, "alpha", &mut |e| {
            let b = o.matrix(e, "B");
            e.inner_part(Part::All, db, b)
        });
        e.scale_part(Part::All, alpha, db);
    });
}

fn reverse_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "B", &mut |e, db| {
        let (how, one, a) = (triangular_of(e, o), e.real(1.0), o.matrix(e, "A"));
        let back = flipped(e, how);
        triangular(e, Routine::Trsm, back, one, a, db);
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.matrix_after(e, "B");
            let minus = e.real(-1.0);
            add_outer_product(e, how, minus, (db, x, da));
        });
        o.add_adjoint(e, "alpha", &mut |e| {
            let b = o.matrix(e, "B");
            e.inner_part(Part::All, db, b)
        });
        e.scale_part(Part::All, o.real("alpha"), db);
    });
}
