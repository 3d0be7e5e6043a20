//! Derivatives of derivatives of what uses rayon, and other forms of derivatives.

use rayon::prelude::*;
use suite::near;
use zymase::{autodiff_forward, autodiff_reverse, autodiff_split};

#[autodiff_reverse(d_energy, Duplicated, Active)]
#[autodiff_forward(f_energy, Dual, DualOnly)]
#[autodiff_forward(lanes, 2, Dual, DualOnly)]
#[autodiff_split(s_energy, Duplicated, Active)]
fn energy(x: &[f64]) -> f64 {
    (1..x.len()).into_par_iter().map(|i| x[i] * x[i] * x[i - 1].sin()).sum()
}

/// The gradient along a direction, and its own derivative: the Hessian times that direction.
#[autodiff_reverse(d_along, Duplicated, Const, Active)]
fn along(x: &[f64], v: &[f64]) -> f64 {
    f_energy(x, v)
}

#[autodiff_forward(hessian_times, Dual, Dual)]
fn gradient(x: &[f64], dx: &mut [f64]) {
    d_energy(x, dx, 1.0);
}

const X: [f64; 4] = [0.3, 1.1, -0.7, 0.9];
const V: [f64; 4] = [0.2, -0.4, 1.0, 0.5];

/// The Hessian times V, by hand.
fn expected() -> [f64; 4] {
    let mut product = [0.0; 4];
    for i in 1..4 {
        let (a, b) = (X[i - 1], X[i]);
        product[i - 1] += -b * b * a.sin() * V[i - 1] + 2.0 * b * a.cos() * V[i];
        product[i] += 2.0 * b * a.cos() * V[i - 1] + 2.0 * a.sin() * V[i];
    }
    product
}

#[test]
fn reverse_over_forward() {
    let mut product = [0.0; 4];
    d_along(&X, &mut product, &V, 1.0);
    for (product, expected) in product.into_iter().zip(expected()) {
        near("reverse over forward", product, expected, suite::ROUNDING);
    }
}

#[test]
fn forward_over_reverse() {
    let (mut dx, mut product) = ([0.0; 4], [0.0; 4]);
    hessian_times(&X, &V, &mut dx, &mut product);
    for (product, expected) in product.into_iter().zip(expected()) {
        near("forward over reverse", product, expected, suite::ROUNDING);
    }
    for i in 0..4 {
        let at = |step: f64| {
            let moved: Vec<f64> = X.iter().zip(V).map(|(x, v)| x + step * v).collect();
            let mut dx = [0.0; 4];
            d_energy(&moved, &mut dx, 1.0);
            dx[i]
        };
        near("forward over reverse and differences", product[i], (at(1e-6) - at(-1e-6)) / 2e-6, suite::DIFFERENCES);
    }
}

#[test]
fn lanes_and_tapes() {
    let mut dx = [0.0; 4];
    d_energy(&X, &mut dx, 1.0);
    let along: f64 = dx.iter().zip(V).map(|(d, v)| d * v).sum();
    let [first, second] = lanes(&X, &V, &[0.0, 1.0, 0.0, 0.0]);
    near("the first lane", first, along, suite::ROUNDING);
    near("the second lane", second, dx[1], suite::ROUNDING);
    let mut by_tape = [0.0; 4];
    let (_, mut tape) = s_energy::augmented(&X, &mut by_tape);
    tape.reverse(1.0);
    tape.reverse(1.0);
    drop(tape);
    for (tape, dx) in by_tape.into_iter().zip(dx) {
        near("a tape that is used twice", tape, 2.0 * dx, suite::ROUNDING);
    }
}

#[test]
fn values_are_those_of_the_program() {
    let x: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.01).collect();
    let mut dx = vec![0.0; x.len()];
    near("the value", d_energy(&x, &mut dx, 1.0), energy(&x), 1e-12);
}

/// The pool is made outside.
#[autodiff_reverse(d_in_pool, Const, Duplicated, Active)]
#[autodiff_forward(f_in_pool, Const, Dual, DualOnly)]
fn in_pool(pool: &rayon::ThreadPool, x: &[f64]) -> f64 {
    pool.install(|| x.par_iter().map(|x| x.sinh()).sum())
}

#[test]
fn pools() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut dx = [0.0; 4];
    d_in_pool(&pool, &X, &mut dx, 1.0);
    let expected = X.map(f64::cosh);
    suite::three_ways(|x| in_pool(&pool, x), &dx, |x, v| f_in_pool(&pool, x, v), &X, Some(&expected));
}

#[test]
fn a_panic_leaves_the_derivative() {
    #[autodiff_reverse(d_picky, Duplicated, Active)]
    fn picky(x: &[f64]) -> f64 {
        x.par_iter().map(|x| if *x < 0.0 { panic!("no roots of {x}") } else { x.sqrt() }).sum()
    }
    let outcome = std::panic::catch_unwind(|| d_picky(&[1.0, -4.0], &mut [0.0; 2], 1.0));
    assert_eq!(outcome.unwrap_err().downcast_ref::<String>().unwrap(), "no roots of -4");
    let mut dx = [0.0; 2];
    d_picky(&[1.0, 4.0], &mut dx, 1.0);
    assert_eq!(dx, [0.5, 0.25]);
}
