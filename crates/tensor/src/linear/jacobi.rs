//! Jacobi's method: plane rotations that make a Hermitian matrix diagonal, or the columns of any matrix orthogonal.
//!
//! Slower than reduction to a narrow band for large matrices, but short, and accurate to the last digits also of small
//! eigenvalues and singular values. Matrices are lists of columns.

use super::Field;

/// More sweeps over all pairs than any matrix needs.
const MAX_SWEEPS: usize = 60;

/// The rotation that makes two numbers `a`, `d` on the diagonal independent, which `c` couples: the columns `(p, q)`
/// become `(cos p - sin φ̄ q, sin p + cos φ̄ q)`, where `φ` is the phase of the coupling.
struct Rotation<F> {
    cos: f64,
    sin: f64,
    phase: F,
}

impl<F: Field> Rotation<F> {
    fn new(a: f64, d: f64, coupling: F) -> Self {
        let size = coupling.abs();
        let tau = (d - a) / (2.0 * size);
        let tan = if tau.is_infinite() { 0.0 } else { 1f64.copysign(tau) / (tau.abs() + tau.hypot(1.0)) };
        let cos = 1.0 / tan.hypot(1.0);
        Self { cos, sin: tan * cos, phase: coupling.conj() / F::real(size) }
    }

    fn turn(&self, p: &mut F, q: &mut F) {
        let (x, y) = (*p, *q * self.phase);
        *p = x * F::real(self.cos) - y * F::real(self.sin);
        *q = x * F::real(self.sin) + y * F::real(self.cos);
    }

    fn turn_columns(&self, columns: &mut [Vec<F>], p: usize, q: usize) {
        let (before, after) = columns.split_at_mut(q);
        before[p].iter_mut().zip(&mut after[0]).for_each(|(x, y)| self.turn(x, y));
    }
}

fn identity<F: Field>(n: usize) -> Vec<Vec<F>> {
    (0..n).map(|j| (0..n).map(|i| if i == j { F::one() } else { F::default() }).collect()).collect()
}

/// Eigenvalues in ascending order and eigenvectors of a Hermitian matrix, given as its columns.
pub(super) fn hermitian<F: Field>(mut a: Vec<Vec<F>>) -> Option<(Vec<f64>, Vec<Vec<F>>)> {
    let n = a.len();
    let mut vectors = identity::<F>(n);
    let norm = a.iter().flatten().map(|x| x.abs()).fold(0.0, f64::hypot);
    let mut sweeps = 0;
    loop {
        let mut is_diagonal = true;
        for p in 0..n {
            for q in p + 1..n {
                let coupling = a[q][p];
                let (first, second) = (a[p][p].re(), a[q][q].re());
                let small = f64::EPSILON * 0.25 * (first.abs() * second.abs()).sqrt();
                if coupling.abs() <= small || coupling.abs() <= f64::MIN_POSITIVE.max(norm * 1e-20) {
                    continue;
                }
                is_diagonal = false;
                let rotation = Rotation::new(first, second, coupling);
                rotation.turn_columns(&mut a, p, q);
                for column in &mut a {
                    let (mut x, mut y) = (column[p].conj(), column[q].conj());
                    rotation.turn(&mut x, &mut y);
                    (column[p], column[q]) = (x.conj(), y.conj());
                }
                (a[q][p], a[p][q]) = (F::default(), F::default());
                rotation.turn_columns(&mut vectors, p, q);
            }
        }
        sweeps += 1;
        if is_diagonal {
            break;
        }
        if sweeps > MAX_SWEEPS {
            return None;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| a[*i][*i].re().total_cmp(&a[*j][*j].re()));
    let values = order.iter().map(|i| a[*i][*i].re()).collect();
    Some((values, order.iter().map(|i| vectors[*i].clone()).collect()))
}

/// `values` in descending order, and the columns of `u` and `v` with `a = u diag(values) vᴴ`.
pub(super) struct Decomposition<F> {
    pub values: Vec<f64>,
    pub u: Vec<Vec<F>>,
    pub v: Vec<Vec<F>>,
}

fn inner<F: Field>(x: &[F], y: &[F]) -> F {
    x.iter().zip(y).map(|(x, y)| x.conj() * *y).sum()
}

fn length<F: Field>(x: &[F]) -> f64 {
    x.iter().map(|x| x.abs()).fold(0.0, f64::hypot)
}

/// The singular value decomposition of a matrix with at least as many rows as columns, given as its columns.
pub(super) fn singular<F: Field>(mut a: Vec<Vec<F>>, rows: usize) -> Option<Decomposition<F>> {
    let n = a.len();
    let mut v = identity::<F>(n);
    let mut sweeps = 0;
    loop {
        let mut is_orthogonal = true;
        for p in 0..n {
            for q in p + 1..n {
                let (first, second) = (length(&a[p]).powi(2), length(&a[q]).powi(2));
                let coupling = inner(&a[p], &a[q]);
                if coupling.abs() <= f64::EPSILON * (first * second).sqrt() || coupling.abs() < f64::MIN_POSITIVE {
                    continue;
                }
                is_orthogonal = false;
                let rotation = Rotation::new(first, second, coupling);
                rotation.turn_columns(&mut a, p, q);
                rotation.turn_columns(&mut v, p, q);
            }
        }
        sweeps += 1;
        if is_orthogonal {
            break;
        }
        if sweeps > MAX_SWEEPS {
            return None;
        }
    }
    let lengths: Vec<f64> = a.iter().map(|column| length(column)).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| lengths[*j].total_cmp(&lengths[*i]));
    let largest = order.first().map_or(0.0, |i| lengths[*i]);
    let mut u: Vec<Vec<F>> = Vec::with_capacity(n);
    for i in &order {
        // Columns of length zero have no direction: one is chosen that is orthogonal to the others.
        if lengths[*i] > largest * 1e-300 && lengths[*i] > 0.0 {
            u.push(a[*i].iter().map(|x| *x / F::real(lengths[*i])).collect());
        } else {
            let wanted = u.len() + 1;
            complete(&mut u, rows, wanted);
        }
    }
    let values = order.iter().map(|i| lengths[*i]).collect();
    Some(Decomposition { values, u, v: order.iter().map(|i| v[*i].clone()).collect() })
}

/// Adds columns of length one, orthogonal to all before, until there are as many as wanted.
pub(super) fn complete<F: Field>(columns: &mut Vec<Vec<F>>, rows: usize, wanted: usize) {
    while columns.len() < wanted.min(rows) {
        // The unit vector that the columns so far cover least.
        let covered = |i: &usize| columns.iter().map(|column| column[*i].abs().powi(2)).sum::<f64>();
        let Some(best) = (0..rows).min_by(|i, j| covered(i).total_cmp(&covered(j))) else { return };
        let mut column: Vec<F> = (0..rows).map(|i| if i == best { F::one() } else { F::default() }).collect();
        for _ in 0..2 {
            for other in columns.iter() {
                let along = inner(other, &column);
                column.iter_mut().zip(other).for_each(|(x, y)| *x = *x - along * *y);
            }
        }
        let size = F::real(length(&column));
        column.iter_mut().for_each(|x| *x = *x / size);
        columns.push(column);
    }
}
