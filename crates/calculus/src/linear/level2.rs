//! A matrix and vectors.

use super::algebra::{MatrixOf, VectorOf};
use super::operands::Words;
use super::{Algebra, Argument, Operands, Part, Routine, Update};

/// `y = alpha op(A) x + beta y`, with A general or symmetric.
fn multiply<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    trans: Option<E::Flag>,
    alpha: E::Real,
    (a, x, y): (MatrixOf<E>, VectorOf<E>, VectorOf<E>),
) {
    let one = e.real(1.0);
    let tail =
        [Argument::Real(alpha), Argument::Matrix(a), Argument::Vector(x), Argument::Real(one), Argument::Vector(y)];
    match o.routine {
        Routine::Gemv => {
            let trans = trans.unwrap_or_else(|| o.flag("trans"));
            let head = [Argument::Flag(trans), Argument::Size(a.rows), Argument::Size(a.columns)];
            e.call(Routine::Gemv, &[&head[..], &tail].concat());
        }
        _ => {
            let head = [Argument::Flag(o.flag("uplo")), Argument::Size(a.rows)];
            e.call(Routine::Symv, &[&head[..], &tail].concat());
        }
    }
}

/// `A += alpha x y'`
fn rank_one<E: Algebra>(e: &mut E, alpha: E::Real, x: VectorOf<E>, y: VectorOf<E>, a: MatrixOf<E>) {
    let sizes = [Argument::Size(x.length), Argument::Size(y.length)];
    let rest = [Argument::Real(alpha), Argument::Vector(x), Argument::Vector(y), Argument::Matrix(a)];
    e.call(Routine::Ger, &[&sizes[..], &rest].concat());
}

/// The triangle `A += alpha (x y' + y x')`
fn symmetric_rank_two<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    alpha: E::Real,
    (x, y, a): (VectorOf<E>, VectorOf<E>, MatrixOf<E>),
) {
    let arguments = [
        Argument::Flag(o.flag("uplo")),
        Argument::Size(x.length),
        Argument::Real(alpha),
        Argument::Vector(x),
        Argument::Vector(y),
        Argument::Matrix(a),
    ];
    e.call(Routine::Syr2, &arguments);
}

/// `x = op(A) x` or its inverse, with A triangular.
fn triangular<E: Algebra>(e: &mut E, o: &Operands<E>, routine: Routine, flip: bool, a: MatrixOf<E>, x: VectorOf<E>) {
    let trans = o.flag("trans");
    let trans = if flip { e.not(trans) } else { trans };
    let arguments = [
        Argument::Flag(o.flag("uplo")),
        Argument::Flag(trans),
        Argument::Flag(o.flag("diag")),
        Argument::Size(x.length),
        Argument::Matrix(a),
        Argument::Vector(x),
    ];
    e.call(routine, &arguments);
}

pub fn forward<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Gemv | Routine::Symv => forward_product(e, o),
        Routine::Ger | Routine::Syr | Routine::Syr2 => forward_rank(e, o),
        Routine::Trmv => forward_triangular_product(e, o),
        _ => return forward_triangular_solve(e, o),
    }
    e.primal();
}

fn forward_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_vector(e, "y", &mut |e, dy| {
        let alpha = o.real("alpha");
        e.scale_vector(o.real("beta"), dy);
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector(e, "x");
            multiply(e, o, None, alpha, (da, x, dy));
        });
        o.with_vector(e, "x", &mut |e, dx| {
            let a = o.matrix(e, "A");
            multiply(e, o, None, alpha, (a, dx, dy));
        });
        o.with_tangent(e, "alpha", &mut |e, tangent| {
            let (a, x) = (o.matrix(e, "A"), o.vector(e, "x"));
            multiply(e, o, None, tangent, (a, x, dy));
        });
        o.with_tangent(e, "beta", &mut |e, tangent| {
            let y = o.vector(e, "y");
            e.add_vector(tangent, y, dy);
        });
    });
}

/// The update of a matrix that a routine of rank one or two makes, with other vectors.
fn rank_update<E: Algebra>(e: &mut E, o: &Operands<E>, alpha: E::Real, x: VectorOf<E>, y: VectorOf<E>, a: MatrixOf<E>) {
    match o.routine {
        Routine::Ger => rank_one(e, alpha, x, y, a),
        _ => symmetric_rank_two(e, o, alpha, (x, y, a)),
    }
}

fn forward_rank<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let alpha = o.real("alpha");
        if o.routine == Routine::Syr {
            o.with_vector(e, "x", &mut |e, dx| {
                let x = o.vector(e, "x");
                symmetric_rank_two(e, o, alpha, (x, dx, da));
            });
            o.with_tangent(e, "alpha", &mut |e, tangent| {
                let x = o.vector(e, "x");
                let half = e.real(0.5);
                let half = e.times(half, tangent);
                symmetric_rank_two(e, o, half, (x, x, da));
            });
            return;
        }
        o.with_vector(e, "x", &mut |e, dx| {
            let y = o.vector(e, "y");
            rank_update(e, o, alpha, dx, y, da);
        });
        o.with_vector(e, "y", &mut |e, dy| {
            let x = o.vector(e, "x");
            rank_update(e, o, alpha, x, dy, da);
        });
        o.with_tangent(e, "alpha", &mut |e, tangent| {
            let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
            rank_update(e, o, tangent, x, y, da);
        });
    });
}

/// `target += factor * (triangle of dA) x`, without the diagonal where that is not referenced.
fn add_triangular_product<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    factor: f64,
    (da, x, target): (MatrixOf<E>, VectorOf<E>, VectorOf<E>),
) {
    let product = e.copy_vector(x);
    triangular(e, o, Routine::Trmv, false, da, product);
    let factor = e.real(factor);
    e.add_vector(factor, product, target);
    let opposite = e.negative(factor);
    e.when(o.flag("diag"), &mut |e| e.add_vector(opposite, x, target));
}

fn forward_triangular_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_vector(e, "x", &mut |e, dx| {
        let a = o.matrix(e, "A");
        triangular(e, o, Routine::Trmv, false, a, dx);
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector(e, "x");
            add_triangular_product(e, o, 1.0, (da, x, dx));
        });
    });
}

fn forward_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    e.primal();
    o.with_vector(e, "x", &mut |e, dx| {
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector_after(e, "x");
            add_triangular_product(e, o, -1.0, (da, x, dx));
        });
        let a = o.matrix(e, "A");
        triangular(e, o, Routine::Trsv, false, a, dx);
    });
}

pub fn reverse<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Gemv | Routine::Symv => reverse_product(e, o),
        Routine::Ger => reverse_rank_one(e, o),
        Routine::Syr | Routine::Syr2 => reverse_symmetric_rank(e, o),
        Routine::Trmv => reverse_triangular_product(e, o),
        _ => reverse_triangular_solve(e, o),
    }
}

fn reverse_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_vector(e, "y", &mut |e, dy| {
        let alpha = o.real("alpha");
        o.add_adjoint(e, "alpha", &mut |e| {
            let (a, x) = (o.matrix(e, "A"), o.vector(e, "x"));
            let product = e.zero_vector(dy.length);
            let one = e.real(1.0);
            multiply(e, o, None, one, (a, x, product));
            e.inner_vectors(dy, product)
        });
        o.add_adjoint(e, "beta", &mut |e| {
            let y = o.vector(e, "y");
            e.inner_vectors(dy, y)
        });
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector(e, "x");
            if o.routine == Routine::Gemv {
                let trans = o.flag("trans");
                e.when(trans, &mut |e| rank_one(e, alpha, x, dy, da));
                let plain = e.not(trans);
                e.when(plain, &mut |e| rank_one(e, alpha, dy, x, da));
            } else {
                // An element beside the diagonal stands for two, one on it for one.
                symmetric_rank_two(e, o, alpha, (dy, x, da));
                let (u, v, diagonal) = (e.column(dy), e.column(x), e.diagonal(da));
                let opposite = e.negative(alpha);
                e.update(Part::All, Update::AddProduct, opposite, &[u, v], diagonal);
            }
        });
        o.with_vector(e, "x", &mut |e, dx| {
            let a = o.matrix(e, "A");
            let trans = o.flags.get("trans").copied().map(|t| e.not(t));
            multiply(e, o, trans, alpha, (a, dy, dx));
        });
        e.scale_vector(o.real("beta"), dy);
    });
}

/// `y += alpha op(dA) x` with the shadow of a general matrix.
fn multiply_shadow<E: Algebra>(
    e: &mut E,
    trans: bool,
    alpha: E::Real,
    (a, x, y): (MatrixOf<E>, VectorOf<E>, VectorOf<E>),
) {
    let (one, trans) = (e.real(1.0), e.flag(trans));
    let arguments = [
        Argument::Flag(trans),
        Argument::Size(a.rows),
        Argument::Size(a.columns),
        Argument::Real(alpha),
        Argument::Matrix(a),
        Argument::Vector(x),
        Argument::Real(one),
        Argument::Vector(y),
    ];
    e.call(Routine::Gemv, &arguments);
}

fn reverse_rank_one<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_matrix(e, "A", &mut |e, da| {
        let alpha = o.real("alpha");
        o.with_vector(e, "x", &mut |e, dx| {
            let y = o.vector(e, "y");
            multiply_shadow(e, false, alpha, (da, y, dx));
        });
        o.with_vector(e, "y", &mut |e, dy| {
            let x = o.vector(e, "x");
            multiply_shadow(e, true, alpha, (da, x, dy));
        });
        o.add_adjoint(e, "alpha", &mut |e| {
            let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
            let product = e.zero_vector(x.length);
            let one = e.real(1.0);
            multiply_shadow(e, false, one, (da, y, product));
            e.inner_vectors(x, product)
        });
    });
}

/// `target += alpha (S + diagonal of S) x`, S the symmetric matrix whose triangle is the adjoint.
fn add_folded_product<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    alpha: E::Real,
    (da, x, target): (MatrixOf<E>, VectorOf<E>, VectorOf<E>),
) {
    multiply(e, o, None, alpha, (da, x, target));
    let (diagonal, x, target) = (e.diagonal(da), e.column(x), e.column(target));
    e.update(Part::All, Update::AddProduct, alpha, &[diagonal, x], target);
}

fn reverse_symmetric_rank<E: Algebra>(e: &mut E, o: &Operands<E>) {
    let pairs: &[(&str, &str)] = if o.routine == Routine::Syr { &[("x", "x")] } else { &[("x", "y"), ("y", "x")] };
    o.with_matrix(e, "A", &mut |e, da| {
        let alpha = o.real("alpha");
        for (name, other) in pairs {
            o.with_vector(e, name, &mut |e, adjoint| {
                let other = o.vector(e, other);
                add_folded_product(e, o, alpha, (da, other, adjoint));
            });
        }
        o.add_adjoint(e, "alpha", &mut |e| {
            let (name, other) = pairs[0];
            let (x, y) = (o.vector(e, name), o.vector(e, other));
            let product = e.zero_vector(x.length);
            // Of rank one every element is counted once, not twice.
            let weight = e.real(if o.routine == Routine::Syr { 0.5 } else { 1.0 });
            add_folded_product(e, o, weight, (da, y, product));
            e.inner_vectors(x, product)
        });
    });
}

/// `triangle of dA += factor * (adjoint) (value)'`, transposed where the routine transposes.
fn add_outer_product<E: Algebra>(
    e: &mut E,
    o: &Operands<E>,
    factor: f64,
    (adjoint, value, da): (VectorOf<E>, VectorOf<E>, MatrixOf<E>),
) {
    let trans = o.flag("trans");
    let (adjoint, value) = (e.column(adjoint), e.column(value));
    let (down, across) = (e.choose_array(trans, value, adjoint), e.choose_array(trans, adjoint, value));
    let (left, right) = (e.repeated(down, da.columns), e.repeated(across, da.rows).transposed());
    let part = Part::Triangle { lower: o.flag("uplo"), strict: o.flag("diag") };
    let (factor, target) = (e.real(factor), e.elements(da));
    e.update(part, Update::AddProduct, factor, &[left, right], target);
}

fn reverse_triangular_product<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_vector(e, "x", &mut |e, dx| {
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector(e, "x");
            add_outer_product(e, o, 1.0, (dx, x, da));
        });
        let a = o.matrix(e, "A");
        triangular(e, o, Routine::Trmv, true, a, dx);
    });
}

fn reverse_triangular_solve<E: Algebra>(e: &mut E, o: &Operands<E>) {
    o.with_vector(e, "x", &mut |e, dx| {
        let a = o.matrix(e, "A");
        triangular(e, o, Routine::Trsv, true, a, dx);
        o.with_matrix(e, "A", &mut |e, da| {
            let x = o.vector_after(e, "x");
            add_outer_product(e, o, -1.0, (dx, x, da));
        });
    });
}
