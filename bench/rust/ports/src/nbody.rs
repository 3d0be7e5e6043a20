//! `bench/workloads/nbody.c` in Rust: gravitation of bodies in three dimensions by leapfrog steps; the total energy at the end.

use zymase::autodiff_reverse;

#[autodiff_reverse(d_simulate, Const, Duplicated, Duplicated, Duplicated, Active)]
pub fn simulate(steps: usize, mass: &[f64], x: &mut [[f64; 3]], v: &mut [[f64; 3]]) -> f64 {
    let (n, h) = (mass.len(), 1e-3);
    // One check here instead of one wherever they are read.
    let (x, v) = (&mut x[..n], &mut v[..n]);
    for _ in 0..steps {
        for i in 0..n {
            for j in i + 1..n {
                let mut d = [0.0; 3];
                let mut square: f64 = 0.01;
                for k in 0..3 {
                    d[k] = x[i][k] - x[j][k];
                    square += d[k] * d[k];
                }
                let pull = h / (square * square.sqrt());
                for k in 0..3 {
                    v[i][k] -= d[k] * mass[j] * pull;
                    v[j][k] += d[k] * mass[i] * pull;
                }
            }
        }
        for (x, v) in x.as_flattened_mut().iter_mut().zip(v.as_flattened()) {
            *x += h * v;
        }
    }
    let mut energy = 0.0;
    for i in 0..n {
        energy += 0.5 * mass[i] * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
        for j in i + 1..n {
            let mut square: f64 = 0.01;
            for (a, b) in x[i].iter().zip(&x[j]) {
                square += (a - b) * (a - b);
            }
            energy -= mass[i] * mass[j] / square.sqrt();
        }
    }
    energy
}
