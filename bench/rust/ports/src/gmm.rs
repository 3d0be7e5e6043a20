//! `bench/workloads/gmm.c` in Rust: the log-likelihood of a mixture of Gaussians. Covariances are given by the inverse Cholesky
//! factor (log diagonal first, then the lower triangle by columns), with a Wishart prior.

use zymase::autodiff_reverse;

/// What stays the same: how many dimensions, components and points, and the parameters of the prior.
#[derive(Clone, Copy)]
pub struct Shape {
    pub dimensions: usize,
    pub components: usize,
    pub points: usize,
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
    for ((y, diagonal), x) in y.iter_mut().zip(diagonal).zip(x) {
        *y = diagonal * x;
    }
    let mut at = 0;
    for (column, x) in x.iter().enumerate() {
        let rows = &mut y[column + 1..];
        let length = rows.len();
        for (y, lower) in rows.iter_mut().zip(&lower[at..at + length]) {
            *y += lower * x;
        }
        at += length;
    }
}

#[autodiff_reverse(d_log_likelihood, Const, Duplicated, Duplicated, Duplicated, Const, Active)]
pub fn log_likelihood(shape: Shape, alphas: &[f64], means: &[f64], covariances: &[f64], x: &[f64]) -> f64 {
    let (d, k, size) = (shape.dimensions, shape.components, shape.covariance());
    let n = shape.points;
    let (mut diagonals, mut sums) = (vec![0.0; means.len()], vec![0.0; k]);
    let (mut centred, mut scaled, mut terms) = (vec![0.0; d], vec![0.0; d], vec![0.0; k]);
    for ((covariance, diagonal), sum) in
        covariances.chunks_exact(size).zip(diagonals.chunks_exact_mut(d)).zip(&mut sums)
    {
        for (q, diagonal) in covariance.iter().zip(diagonal) {
            *sum += q;
            *diagonal = q.exp();
        }
    }
    let mut total = 0.0;
    for p in 0..n {
        let point = &x[p * d..(p + 1) * d];
        for c in 0..k {
            for ((centred, x), mean) in centred.iter_mut().zip(point).zip(&means[c * d..(c + 1) * d]) {
                *centred = x - mean;
            }
            multiply(&diagonals[c * d..(c + 1) * d], &covariances[c * size + d..(c + 1) * size], &centred, &mut scaled);
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
