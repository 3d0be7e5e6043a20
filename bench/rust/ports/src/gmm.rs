//! `bench/workloads/gmm.c` in Rust: the log-likelihood of a mixture of Gaussians. Covariances are given by the inverse Cholesky
//! factor (log diagonal first, then the lower triangle by columns), with a Wishart prior.

use zymase::autodiff_reverse;

/// What stays the same: how many dimensions and components, and the parameters of the prior.
#[derive(Clone, Copy)]
pub struct Shape {
    pub dimensions: usize,
    pub components: usize,
    pub gamma: f64,
    pub m: f64,
}

impl Shape {
    /// The numbers that describe one covariance.
    pub fn covariance(&self) -> usize {
        self.dimensions * (self.dimensions + 1) / 2
    }
}

fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for &value in &x[1..] {
        if value > largest {
            largest = value;
        }
    }
    let mut sum = 0.0;
    for value in x {
        sum += (value - largest).exp();
    }
    largest + sum.ln()
}

fn multiply(diagonal: &[f64], lower: &[f64], x: &[f64], y: &mut [f64]) {
    let d = x.len();
    for i in 0..d {
        y[i] = diagonal[i] * x[i];
    }
    let mut at = 0;
    for column in 0..d {
        for row in column + 1..d {
            y[row] += lower[at] * x[column];
            at += 1;
        }
    }
}

#[autodiff_reverse(d_log_likelihood, Const, Duplicated, Duplicated, Duplicated, Const, Active)]
pub fn log_likelihood(shape: Shape, alphas: &[f64], means: &[f64], covariances: &[f64], x: &[f64]) -> f64 {
    let (d, k, size) = (shape.dimensions, shape.components, shape.covariance());
    let n = x.len() / d;
    let mut diagonals = vec![0.0; means.len()];
    let mut sums = vec![0.0; k];
    let (mut centred, mut scaled, mut terms) = (vec![0.0; d], vec![0.0; d], vec![0.0; k]);
    for c in 0..k {
        for i in 0..d {
            let q = covariances[c * size + i];
            sums[c] += q;
            diagonals[c * d + i] = q.exp();
        }
    }
    let mut total = 0.0;
    for point in x.chunks_exact(d) {
        for c in 0..k {
            for i in 0..d {
                centred[i] = point[i] - means[c * d + i];
            }
            multiply(&diagonals[c * d..], &covariances[c * size + d..], &centred, &mut scaled);
            let mut square = 0.0;
            for value in &scaled {
                square += value * value;
            }
            terms[c] = alphas[c] + sums[c] - 0.5 * square;
        }
        total += log_sum_exp(&terms);
    }
    let mut prior = 0.0;
    for c in 0..k {
        let mut frobenius = 0.0;
        for value in &diagonals[c * d..(c + 1) * d] {
            frobenius += value * value;
        }
        for value in &covariances[c * size + d..(c + 1) * size] {
            frobenius += value * value;
        }
        prior += 0.5 * shape.gamma * shape.gamma * frobenius - shape.m * sums[c];
    }
    total - n as f64 * log_sum_exp(alphas) + prior
}
