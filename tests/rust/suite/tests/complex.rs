//! num-complex.

use num_complex::Complex64;
use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_reverse(d_iterate, Active, Active, Active)]
#[autodiff_forward(b_iterate, Dual, Dual, DualOnly)]
fn iterate(re: f64, im: f64) -> f64 {
    let c = Complex64::new(re, im);
    let z = (0..5).fold(Complex64::new(0.1, 0.2), |z, _| z * z + c);
    (z / (c + 1.0)).norm_sqr() + z.exp().arg()
}

#[test]
fn arithmetic() {
    let (_, re, im) = d_iterate(-0.2, 0.3, 1.0);
    let tangent = |x: &[f64], v: &[f64]| b_iterate(x[0], v[0], x[1], v[1]);
    three_ways(|x| iterate(x[0], x[1]), &[re, im], tangent, &[-0.2, 0.3], None);
}

#[autodiff_reverse(d_transform, Duplicated, Active)]
#[autodiff_forward(b_transform, Dual, DualOnly)]
fn transform(x: &[Complex64]) -> f64 {
    let n = x.len();
    let term = |j: usize, k: usize| Complex64::cis(-std::f64::consts::TAU * (j * k) as f64 / n as f64);
    (0..n).map(|k| (0..n).map(|j| x[j] * term(j, k)).sum::<Complex64>().norm() * k as f64).sum()
}

#[test]
fn slices() {
    let x = [0.3, -0.4, 0.9, 1.1, 0.2, -0.7];
    let pairs = |x: &[f64]| x.chunks(2).map(|c| Complex64::new(c[0], c[1])).collect::<Vec<_>>();
    let mut dx = [Complex64::ZERO; 3];
    d_transform(&pairs(&x), &mut dx, 1.0);
    let flat: Vec<f64> = dx.iter().flat_map(|c| [c.re, c.im]).collect();
    three_ways(|x| transform(&pairs(x)), &flat, |x, v| b_transform(&pairs(x), &pairs(v)), &x, None);
}
