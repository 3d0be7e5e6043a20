//! Numbers, arrays and tuples that are passed by value.

use suite::{ROUNDING, near, three_ways};
use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_reverse(d_product, Active, Active, Active)]
#[autodiff_forward(b_product, Dual, Dual, Dual)]
fn product(x: f64, y: f64) -> f64 {
    x * y.sin()
}

#[test]
fn numbers() {
    let (value, dx, dy) = d_product(3.0, 0.5, 1.0);
    assert_eq!(value, product(3.0, 0.5));
    let tangent = |x: &[f64], v: &[f64]| b_product(x[0], v[0], x[1], v[1]).1;
    three_ways(|x| product(x[0], x[1]), &[dx, dy], tangent, &[3.0, 0.5], Some(&[0.5f64.sin(), 3.0 * 0.5f64.cos()]));
}

#[test]
fn seeds_multiply() {
    let (_, dx, dy) = d_product(3.0, 0.5, 1.0);
    let (_, dx_twice, dy_twice) = d_product(3.0, 0.5, -2.0);
    near("x", dx_twice, -2.0 * dx, ROUNDING);
    near("y", dy_twice, -2.0 * dy, ROUNDING);
}

#[autodiff_reverse(d_scaled, Active, Const, ActiveOnly)]
#[autodiff_forward(b_scaled, Dual, Const, DualOnly)]
fn scaled(x: f64, times: i32) -> f64 {
    (0..times).fold(x, |sum, k| sum + (sum * f64::from(k)).cos())
}

#[test]
fn a_constant_integer() {
    let dx = d_scaled(0.4, 7, 1.0);
    three_ways(|x| scaled(x[0], 7), &[dx], |x, v| b_scaled(x[0], v[0], 7), &[0.4], None);
}

#[autodiff_reverse(d_single, Active, Active)]
#[autodiff_forward(b_single, Dual, DualOnly)]
fn single(x: f32) -> f32 {
    x * x * x
}

#[test]
fn single_precision() {
    let (value, dx) = d_single(1.5, 1.0);
    assert_eq!((value, dx), (3.375, 6.75));
    assert_eq!(b_single(1.5, 2.0), 13.5);
    let difference = (f64::from(single(1.51)) - f64::from(single(1.49))) / 0.02;
    near("differences", f64::from(dx), difference, 1e-3);
}

#[autodiff_reverse(d_norm, Active, Active)]
#[autodiff_forward(b_norm, Dual, DualOnly)]
fn norm(x: [f64; 3]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn an_array_by_value() {
    let x = [1.0, 2.0, 2.0];
    let (value, dx) = d_norm(x, 1.0);
    assert_eq!(value, 3.0);
    let array = |x: &[f64]| [x[0], x[1], x[2]];
    three_ways(
        |x| norm(array(x)),
        &dx,
        |x, v| b_norm(array(x), array(v)),
        &x,
        Some(&[1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]),
    );
}

#[autodiff_reverse(d_polar, Active, Active)]
#[autodiff_forward(b_polar, Dual, Dual)]
fn polar(x: (f64, f64)) -> (f64, f64) {
    (x.0.hypot(x.1), x.1.atan2(x.0))
}

#[test]
fn tuples_in_and_out() {
    let x = [0.6, 0.8];
    for seed in [[1.0, 0.0], [0.0, 1.0], [0.3, -2.0]] {
        let (_, dx) = d_polar((x[0], x[1]), (seed[0], seed[1]));
        let dot = |y: (f64, f64)| y.0 * seed[0] + y.1 * seed[1];
        let tangent = |x: &[f64], v: &[f64]| dot(b_polar((x[0], x[1]), (v[0], v[1])).1);
        let expected = [seed[0] * 0.6 - seed[1] * 0.8, seed[0] * 0.8 + seed[1] * 0.6];
        three_ways(|x| dot(polar((x[0], x[1]))), &[dx.0, dx.1], tangent, &x, Some(&expected));
    }
}

#[autodiff_reverse(d_piecewise, Active, Const, Active)]
#[autodiff_forward(b_piecewise, Dual, Const, DualOnly)]
fn piecewise(x: f64, flipped: bool) -> f64 {
    match x {
        x if flipped && x > 1.0 => x.ln(),
        x if x > 0.0 => x.powf(1.5),
        x => x.exp(),
    }
}

#[test]
fn branches() {
    for (x, flipped, expected) in [(2.0, true, 0.5), (4.0, false, 3.0), (-1.0, true, (-1f64).exp())] {
        let (value, dx) = d_piecewise(x, flipped, 1.0);
        assert_eq!(value, piecewise(x, flipped));
        three_ways(
            |x| piecewise(x[0], flipped),
            &[dx],
            |x, v| b_piecewise(x[0], v[0], flipped),
            &[x],
            Some(&[expected]),
        );
    }
}

#[autodiff_reverse(d_root, Active, Active, Active)]
#[autodiff_forward(b_root, Dual, Dual, DualOnly)]
fn root(a: f64, start: f64) -> f64 {
    let mut x = start;
    while (x * x - a).abs() > 1e-13 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[test]
fn a_loop_that_ends_when_it_has_converged() {
    let (_, da, dstart) = d_root(2.0, 1.0, 1.0);
    let tangent = |x: &[f64], v: &[f64]| b_root(x[0], v[0], x[1], v[1]);
    near("by a", da, 0.5 / 2f64.sqrt(), 1e-9);
    three_ways(|x| root(x[0], x[1]), &[da, dstart], tangent, &[2.0, 1.0], None);
}

#[autodiff_reverse(d_fibonacci, Active, Const, Active)]
#[autodiff_forward(b_fibonacci, Dual, Const, DualOnly)]
fn fibonacci(x: f64, n: u32) -> f64 {
    if n < 2 { x.powi(n as i32 + 1) } else { fibonacci(x, n - 1).sin() + fibonacci(x, n - 2) * x }
}

#[test]
fn recursion() {
    let (_, dx) = d_fibonacci(0.7, 9, 1.0);
    three_ways(|x| fibonacci(x[0], 9), &[dx], |x, v| b_fibonacci(x[0], v[0], 9), &[0.7], None);
}

#[autodiff_reverse(d_nothing, Active, Const, Active)]
fn nothing(x: f64, y: f64) -> f64 {
    y + 0.0 * x.floor()
}

#[test]
fn no_derivative_is_zero() {
    assert_eq!(d_nothing(0.7, 9.0, 1.0), (9.0, 0.0));
}

/// Parameters with which the names of shadows would be words of the language.
#[zymase::autodiff_reverse(d_words, Duplicated, Duplicated, Active)]
#[zymase::autodiff_forward(b_words, Dual, Dual, DualOnly)]
fn words(o: &[f64], ox: &[f64]) -> f64 {
    o[0] * o[1].sin() * ox[0]
}

#[test]
fn names_that_would_be_words() {
    let (o, ox) = ([0.7, 1.1], [1.3]);
    let (mut first, mut second) = ([0.0; 2], [0.0; 1]);
    d_words(&o, &mut first, &ox, &mut second, 1.0);
    let all = [first[0], first[1], second[0]];
    let expected = [1.1f64.sin() * 1.3, 0.7 * 1.1f64.cos() * 1.3, 0.7 * 1.1f64.sin()];
    suite::three_ways(
        |x| words(&x[..2], &x[2..]),
        &all,
        |x, v| b_words(&x[..2], &v[..2], &x[2..], &v[2..]),
        &[0.7, 1.1, 1.3],
        Some(&expected),
    );
}

/// A parameter may have the name of its function.
#[autodiff_reverse(d_cube, Active, ActiveOnly)]
#[autodiff_forward(b_cube, Dual, DualOnly)]
fn cube(cube: f64) -> f64 {
    cube * cube * cube
}

#[test]
fn a_parameter_with_the_name_of_the_function() {
    three_ways(|x| cube(x[0]), &[d_cube(1.5, 1.0)], |x, v| b_cube(x[0], v[0]), &[1.5], Some(&[6.75]));
}
