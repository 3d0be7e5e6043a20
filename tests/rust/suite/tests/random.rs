//! Generators of random numbers inside of differentiated functions.

use rand::rngs::{SmallRng, StdRng};
use rand::{Rng, SeedableRng};
use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

/// A mean over points and places that are drawn.
fn mean(x: &[f64], generator: &mut impl Rng) -> f64 {
    let draws = 40;
    let term = |_| {
        let (u, k): (f64, usize) = (generator.random(), generator.random_range(0..x.len()));
        (u * x[k]).sin() * x[0]
    };
    (0..draws).map(term).sum::<f64>() / f64::from(draws)
}

#[autodiff_reverse(d_standard, Duplicated, Const, ActiveOnly)]
#[autodiff_forward(t_standard, Dual, Const, DualOnly)]
fn standard(x: &[f64], seed: u64) -> f64 {
    mean(x, &mut StdRng::seed_from_u64(seed))
}

#[autodiff_reverse(d_small, Duplicated, Const, ActiveOnly)]
#[autodiff_forward(t_small, Dual, Const, DualOnly)]
fn small(x: &[f64], seed: u64) -> f64 {
    mean(x, &mut SmallRng::seed_from_u64(seed))
}

#[autodiff_reverse(d_given, Duplicated, Const, ActiveOnly)]
#[autodiff_forward(t_given, Dual, Const, DualOnly)]
fn given(x: &[f64], generator: &mut StdRng) -> f64 {
    mean(x, generator)
}

const AT: [f64; 4] = [0.4, 0.9, 1.3, 1.7];

#[test]
fn standard_generators() {
    let mut gradient = [0.0; 4];
    d_standard(&AT, &mut gradient, 7, 1.0);
    three_ways(|x| standard(x, 7), &gradient, |x, v| t_standard(x, v, 7), &AT, None);
}

#[test]
fn small_generators() {
    let mut gradient = [0.0; 4];
    d_small(&AT, &mut gradient, 7, 1.0);
    three_ways(|x| small(x, 7), &gradient, |x, v| t_small(x, v, 7), &AT, None);
}

#[test]
fn generators_of_the_caller() {
    let generator = || StdRng::seed_from_u64(11);
    let (mut gradient, mut used) = ([0.0; 4], generator());
    d_given(&AT, &mut gradient, &mut used, 1.0);
    three_ways(|x| given(x, &mut generator()), &gradient, |x, v| t_given(x, v, &mut generator()), &AT, None);
    let mut other = generator();
    given(&AT, &mut other);
    assert_eq!(used, other, "the generator went on as far as it does in the function");
}
