//! `bench/workloads/nbody.c` in Rust: gravitation of bodies in three dimensions by leapfrog steps; the total energy at the end.

use zymase::autodiff_reverse;

#[autodiff_reverse(d_simulate, Const, Duplicated, Duplicated, Duplicated, Active)]
pub fn simulate(steps: usize, mass: &[f64], x: &mut [f64], v: &mut [f64]) -> f64 {
    let (n, h) = (mass.len(), 1e-3);
    for _ in 0..steps {
        for i in 0..n {
            for j in i + 1..n {
                let mut d = [0.0; 3];
                let mut square: f64 = 0.01;
                for k in 0..3 {
                    d[k] = x[3 * i + k] - x[3 * j + k];
                    square += d[k] * d[k];
                }
                let pull = h / (square * square.sqrt());
                for k in 0..3 {
                    v[3 * i + k] -= d[k] * mass[j] * pull;
                    v[3 * j + k] += d[k] * mass[i] * pull;
                }
            }
        }
        for i in 0..3 * n {
            x[i] += h * v[i];
        }
    }
    let mut energy = 0.0;
    for i in 0..n {
        energy += 0.5 * mass[i] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
        for j in i + 1..n {
            let mut square: f64 = 0.01;
            for k in 0..3 {
                square += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
            }
            energy -= mass[i] * mass[j] / square.sqrt();
        }
    }
    energy
}
