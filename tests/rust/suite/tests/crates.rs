//! Functions of another crate: differentiated there, here, and through its generic functions.

use models::{Objective, b_chain, chain, d_chain, descend, spring};
use suite::{ROUNDING, near, three_ways};
use zymase::{autodiff_forward, autodiff_reverse};

#[test]
fn derivatives_of_another_crate() {
    let x = [0.1, 0.4, 0.3, 2.0];
    let mut dx = [0.0; 3];
    let (_, stiffness) = d_chain(&x[..3], &mut dx, x[3], 1.0);
    let f = |x: &[f64]| chain(&x[..3], x[3]);
    let tangent = |x: &[f64], v: &[f64]| b_chain(&x[..3], &v[..3], x[3], v[3]);
    three_ways(f, &[dx[0], dx[1], dx[2], stiffness], tangent, &x, None);
}

#[autodiff_reverse(d_here, Active, Active)]
#[autodiff_forward(b_here, Dual, DualOnly)]
fn here(x: f64) -> f64 {
    spring(x) * spring(2.0 * x)
}

#[test]
fn functions_of_another_crate() {
    let (_, dx) = d_here(0.6, 1.0);
    three_ways(|x| here(x[0]), &[dx], |x, v| b_here(x[0], v[0]), &[0.6], None);
}

struct Bowl {
    center: Vec<f64>,
}

impl Objective for Bowl {
    fn value(&self, x: &[f64]) -> f64 {
        x.iter().zip(&self.center).map(|(x, c)| (x - c) * (x - c)).sum()
    }
}

#[test]
fn generic_functions_of_another_crate() {
    let bowl = Bowl { center: vec![1.0, -2.0] };
    let mut x = [0.0, 0.0];
    descend(&bowl, &mut x, 0.25);
    assert_eq!(x, [0.5, -1.0]);
    for _ in 0..60 {
        descend(&bowl, &mut x, 0.25);
    }
    near("minimum", x[0], 1.0, ROUNDING);
    near("minimum", x[1], -2.0, ROUNDING);
}
