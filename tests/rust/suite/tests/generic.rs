//! Functions that are generic over types, constants, closures and traits.

use std::iter::Sum;
use std::ops::{Add, Mul};
use suite::{ROUNDING, near, three_ways};
use zymase::{autodiff_forward, autodiff_reverse};

trait Number: Copy + Add<Output = Self> + Mul<Output = Self> + Sum {
    fn sine(self) -> Self;
}

impl Number for f64 {
    fn sine(self) -> f64 {
        self.sin()
    }
}

impl Number for f32 {
    fn sine(self) -> f32 {
        self.sin()
    }
}

#[autodiff_reverse(d_energy, Duplicated, Active)]
#[autodiff_forward(b_energy, Dual, DualOnly)]
fn energy<T: Number + zymase::Active>(x: &[T]) -> T {
    x.iter().map(|x| *x * *x + x.sine()).sum()
}

#[test]
fn over_the_type_of_numbers() {
    let x = [0.5, 0.7, 0.2];
    let mut dx = [0.0; 3];
    d_energy(&x, &mut dx, 1.0);
    let expected = x.map(|x: f64| 2.0 * x + x.cos());
    three_ways(|x| energy(x), &dx, |x, v| b_energy(x, v), &x, Some(&expected));
    let mut single = [0.0f32; 3];
    d_energy(&x.map(|x| x as f32), &mut single, 1.0);
    for (a, b) in single.iter().zip(dx) {
        near("f32", f64::from(*a), b, 1e-6);
    }
}

#[autodiff_reverse(d_horner, Duplicated, Active, Active)]
#[autodiff_forward(b_horner, Dual, Dual, DualOnly)]
fn horner<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[test]
fn over_a_constant() {
    let x = [1.0, -2.0, 0.5, 0.25, 1.5];
    let mut dc = [0.0; 4];
    let (_, dx) = d_horner(&[1.0, -2.0, 0.5, 0.25], &mut dc, 1.5, 1.0);
    let cut = |x: &[f64]| [x[0], x[1], x[2], x[3]];
    let f = |x: &[f64]| horner(&cut(x), x[4]);
    let tangent = |x: &[f64], v: &[f64]| b_horner(&cut(x), &cut(v), x[4], v[4]);
    let expected = [1.0, 1.5, 2.25, 3.375, -2.0 + 1.5 + 3.0 * 0.25 * 2.25];
    three_ways(f, &[dc[0], dc[1], dc[2], dc[3], dx], tangent, &x, Some(&expected));
}

#[autodiff_reverse(d_integrate, Const, Active, Active, Const, Active)]
#[autodiff_forward(b_integrate, Const, Dual, Dual, Const, DualOnly)]
fn integrate<F: Fn(f64) -> f64>(f: F, from: f64, to: f64, n: usize) -> f64 {
    let h = (to - from) / n as f64;
    (0..n).map(|k| h * f(from + h * (k as f64 + 0.5))).sum()
}

#[test]
fn over_a_closure() {
    let scale = 1.3;
    let f = |x: f64| (scale * x).sin() + x;
    let x = [0.2, 1.4];
    let (_, a, b) = d_integrate(f, x[0], x[1], 40, 1.0);
    let tangent = |x: &[f64], v: &[f64]| b_integrate(f, x[0], v[0], x[1], v[1], 40);
    three_ways(|x| integrate(f, x[0], x[1], 40), &[a, b], tangent, &x, None);
    near("the fundamental theorem", b, f(1.4), 1e-3);
}

trait Activation {
    const SLOPE: f64;
    fn apply(x: f64) -> f64;
}

struct Leaky;
struct Smooth;

impl Activation for Leaky {
    const SLOPE: f64 = 0.1;
    fn apply(x: f64) -> f64 {
        if x > 0.0 { x } else { Self::SLOPE * x }
    }
}

impl Activation for Smooth {
    const SLOPE: f64 = 2.0;
    fn apply(x: f64) -> f64 {
        (Self::SLOPE * x).tanh()
    }
}

#[autodiff_reverse(d_layer, Duplicated, Duplicated, Active)]
#[autodiff_forward(b_layer, Dual, Dual, DualOnly)]
fn layer<A: Activation, const IN: usize, const OUT: usize>(weights: &[[f64; IN]; OUT], x: &[f64; IN]) -> f64 {
    weights.iter().map(|row| A::apply(row.iter().zip(x).map(|(w, x)| w * x).sum())).sum()
}

fn check_layer<A: Activation>() {
    let x = [0.3, -0.4, 0.9, 1.1, 0.2, -0.7, 0.6, -0.8];
    let unpack = |x: &[f64]| ([[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]], [x[6], x[7]]);
    let (w, input) = unpack(&x);
    let (mut dw, mut dx) = ([[0.0; 2]; 3], [0.0; 2]);
    d_layer::<A, 2, 3>(&w, &mut dw, &input, &mut dx, 1.0);
    let f = |x: &[f64]| layer::<A, 2, 3>(&unpack(x).0, &unpack(x).1);
    let tangent = |x: &[f64], v: &[f64]| {
        let ((w, x), (dw, dx)) = (unpack(x), unpack(v));
        b_layer::<A, 2, 3>(&w, &dw, &x, &dx)
    };
    three_ways(f, &[dw.concat(), dx.to_vec()].concat(), tangent, &x, None);
}

#[test]
fn over_traits_with_constants() {
    check_layer::<Leaky>();
    check_layer::<Smooth>();
}

#[autodiff_reverse(d_sum, Duplicated, Active)]
fn sum<'a, I: zymase::Mirror>(items: &'a I) -> f64
where
    &'a I: IntoIterator<Item = &'a f64>,
{
    items.into_iter().map(|x| x * x).sum()
}

#[test]
fn over_what_can_be_iterated() {
    let mut dx = [0.0; 3];
    near("value", d_sum(&[1.0, 2.0, 3.0], &mut dx, 1.0), 14.0, ROUNDING);
    assert_eq!(dx, [2.0, 4.0, 6.0]);
}
