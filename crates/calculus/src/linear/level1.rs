//! Vectors alone. Their derivatives are loops, and call nothing.

use super::algebra::VectorOf;
use super::operands::Words;
use super::{Algebra, Argument, Operands, Part, Routine, Update};

pub fn forward<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) -> Option<E::Real> {
    match routine {
        Routine::Dot => forward_dot(e, o),
        Routine::Nrm2 => {
            let norm = e.primal().expect("a norm is a number");
            let tangent = inner_with_shadow(e, o, &mut |e| o.vector(e, "x"));
            Some(e.quotient_or_zero(tangent, norm))
        }
        Routine::Asum => {
            e.primal();
            Some(inner_with_shadow(e, o, &mut |e| {
                let x = o.vector(e, "x");
                let signs = e.zero_vector(x.length);
                let (from, to, one) = (e.column(x), e.column(signs), e.real(1.0));
                if_forwards(e, x, &mut |e| e.update(Part::All, Update::AddSign, one, &[from], to));
                signs
            }))
        }
        Routine::Amax => {
            e.primal();
            None
        }
        _ => {
            forward_update(e, routine, o);
            None
        }
    }
}

/// `scal` and `asum` do nothing where the step is not positive.
fn if_forwards<E: Algebra>(e: &mut E, v: VectorOf<E>, body: &mut dyn FnMut(&mut E)) {
    let forwards = e.is_positive(v.step);
    e.when(forwards, body);
}

fn forward_dot<E: Algebra>(e: &mut E, o: &Operands<E>) -> Option<E::Real> {
    let total = e.accumulator();
    for (name, other) in [("x", "y"), ("y", "x")] {
        o.with_vector(e, name, &mut |e, tangent| {
            let other = o.vector(e, other);
            let amount = e.inner_vectors(tangent, other);
            e.accumulate(total, amount);
        });
    }
    e.primal();
    Some(e.read(total))
}

/// The inner product of the tangent of x with what `of` gives; 0 where x has no tangent.
fn inner_with_shadow<E: Algebra>(e: &mut E, o: &Operands<E>, of: &mut dyn FnMut(&mut E) -> VectorOf<E>) -> E::Real {
    let total = e.accumulator();
    o.with_vector(e, "x", &mut |e, tangent| {
        let other = of(e);
        let amount = e.inner_vectors(tangent, other);
        e.accumulate(total, amount);
    });
    e.read(total)
}

/// Routines that change vectors: tangents first, while the old content is there.
fn forward_update<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>) {
    match routine {
        Routine::Axpy => o.with_vector(e, "y", &mut |e, dy| {
            let alpha = o.real("alpha");
            o.with_vector(e, "x", &mut |e, dx| e.add_vector(alpha, dx, dy));
            o.with_tangent(e, "alpha", &mut |e, tangent| {
                let x = o.vector(e, "x");
                e.add_vector(tangent, x, dy);
            });
        }),
        Routine::Scal => o.with_vector(e, "x", &mut |e, dx| {
            if_forwards(e, dx, &mut |e| {
                e.scale_vector(o.real("alpha"), dx);
                o.with_tangent(e, "alpha", &mut |e, tangent| {
                    let x = o.vector(e, "x");
                    e.add_vector(tangent, x, dx);
                });
            });
        }),
        Routine::Copy => o.with_vector(e, "y", &mut |e, dy| {
            let dx = o.vector_shadow_or_zeros(e, "x");
            let (from, to, one) = (e.column(dx), e.column(dy), e.real(1.0));
            e.update(Part::All, Update::Copy, one, &[from], to);
        }),
        Routine::Swap => {
            let (dx, dy) = (o.vector_shadow_or_zeros(e, "x"), o.vector_shadow_or_zeros(e, "y"));
            swap_shadows(e, dx, dy);
        }
        _ => {
            let (dx, dy) = (o.vector_shadow_or_zeros(e, "x"), o.vector_shadow_or_zeros(e, "y"));
            rotate(e, dx, dy, o.real("c"), o.real("s"));
            o.with_tangent(e, "c", &mut |e, tangent| {
                let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
                let tangent = spoiled(e, dx, dy, tangent);
                e.add_vector(tangent, x, dx);
                e.add_vector(tangent, y, dy);
            });
            o.with_tangent(e, "s", &mut |e, tangent| {
                let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
                let tangent = spoiled(e, dx, dy, tangent);
                let opposite = e.negative(tangent);
                e.add_vector(tangent, y, dx);
                e.add_vector(opposite, x, dy);
            });
        }
    }
    e.primal();
}

/// Is the step 0, so that all elements are one?
fn stays<E: Algebra>(e: &mut E, v: VectorOf<E>) -> E::Flag {
    let zero = e.size(0);
    let opposite = e.difference(zero, v.step);
    let (up, down) = (e.is_positive(v.step), e.is_positive(opposite));
    e.same(up, down)
}

/// The elements of `v` in the order in which a reverse sweep visits them. That is the opposite one, which matters only
/// where `other` is one element that is changed again and again.
fn backwards<E: Algebra>(e: &mut E, v: VectorOf<E>, other: VectorOf<E>) -> VectorOf<E> {
    let zero = e.size(0);
    let opposite = e.difference(zero, v.step);
    let alone = stays(e, other);
    VectorOf::<E> { step: e.choose_size(alone, opposite, v.step), ..v }
}

/// A number that is NaN where one of two vectors is a single element that `rot` changes again and again: the rule reads
/// the elements as they were before, and does not see the changes in between.
fn spoiled<E: Algebra>(e: &mut E, x: VectorOf<E>, y: VectorOf<E>, amount: E::Real) -> E::Real {
    let total = e.accumulator();
    e.accumulate(total, amount);
    for v in [x, y] {
        let alone = stays(e, v);
        e.when(alone, &mut |e| {
            let unknown = e.real(f64::NAN);
            e.accumulate(total, unknown);
        });
    }
    e.read(total)
}

fn swap_shadows<E: Algebra>(e: &mut E, x: VectorOf<E>, y: VectorOf<E>) {
    e.call(Routine::Swap, &[Argument::Size(x.length), Argument::Vector(x), Argument::Vector(y)]);
}

fn rotate<E: Algebra>(e: &mut E, x: VectorOf<E>, y: VectorOf<E>, c: E::Real, s: E::Real) {
    let arguments =
        [Argument::Size(x.length), Argument::Vector(x), Argument::Vector(y), Argument::Real(c), Argument::Real(s)];
    e.call(Routine::Rot, &arguments);
}

pub fn reverse<E: Algebra>(e: &mut E, routine: Routine, o: &Operands<E>, seed: Option<E::Real>) {
    match routine {
        Routine::Dot => {
            let seed = seed.expect("a product has a seed");
            for (name, other) in [("x", "y"), ("y", "x")] {
                o.with_vector(e, name, &mut |e, adjoint| {
                    let other = o.vector(e, other);
                    e.add_vector(seed, other, adjoint);
                });
            }
        }
        Routine::Nrm2 => o.with_vector(e, "x", &mut |e, adjoint| {
            let x = o.vector(e, "x");
            let norm = o.result.expect("the norm is kept");
            let factor = e.quotient_or_zero(seed.expect("a norm has a seed"), norm);
            e.add_vector(factor, x, adjoint);
        }),
        Routine::Asum => o.with_vector(e, "x", &mut |e, adjoint| {
            let x = o.vector(e, "x");
            let (from, to) = (e.column(x), e.column(adjoint));
            let seed = seed.expect("a sum has a seed");
            if_forwards(e, adjoint, &mut |e| e.update(Part::All, Update::AddSign, seed, &[from], to));
        }),
        Routine::Amax => {}
        Routine::Axpy => o.with_vector(e, "y", &mut |e, dy| {
            o.add_adjoint(e, "alpha", &mut |e| {
                let x = o.vector(e, "x");
                e.inner_vectors(dy, x)
            });
            let alpha = o.real("alpha");
            o.with_vector(e, "x", &mut |e, dx| e.add_vector(alpha, dy, dx));
        }),
        Routine::Scal => o.with_vector(e, "x", &mut |e, dx| {
            if_forwards(e, dx, &mut |e| {
                o.add_adjoint(e, "alpha", &mut |e| {
                    let x = o.vector(e, "x");
                    e.inner_vectors(dx, x)
                });
                e.scale_vector(o.real("alpha"), dx);
            });
        }),
        Routine::Copy => o.with_vector(e, "y", &mut |e, dy| {
            let dx = o.vector_shadow_or_zeros(e, "x");
            let dx = backwards(e, dx, dy);
            let (from, to, one) = (e.column(dy), e.column(dx), e.real(1.0));
            e.update(Part::All, Update::Take, one, &[from], to);
        }),
        Routine::Swap => {
            let (dx, dy) = (o.vector_shadow_or_zeros(e, "x"), o.vector_shadow_or_zeros(e, "y"));
            let (back, forth) = (backwards(e, dx, dy), backwards(e, dy, dx));
            swap_shadows(e, back, forth);
        }
        _ => reverse_rotation(e, o),
    }
}

fn reverse_rotation<E: Algebra>(e: &mut E, o: &Operands<E>) {
    let (dx, dy) = (o.vector_shadow_or_zeros(e, "x"), o.vector_shadow_or_zeros(e, "y"));
    o.add_adjoint(e, "c", &mut |e| {
        let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
        let (a, b) = (e.inner_vectors(dx, x), e.inner_vectors(dy, y));
        let sum = e.add(a, b);
        spoiled(e, dx, dy, sum)
    });
    o.add_adjoint(e, "s", &mut |e| {
        let (x, y) = (o.vector(e, "x"), o.vector(e, "y"));
        let (a, b) = (e.inner_vectors(dx, y), e.inner_vectors(dy, x));
        let b = e.negative(b);
        let sum = e.add(a, b);
        spoiled(e, dx, dy, sum)
    });
    let back = e.negative(o.real("s"));
    let (x, y) = (backwards(e, dx, dy), backwards(e, dy, dx));
    rotate(e, x, y, o.real("c"), back);
}
