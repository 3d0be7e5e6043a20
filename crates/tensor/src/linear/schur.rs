//! Eigenvalues and eigenvectors of general matrices: reduction to Hessenberg form, the QR algorithm with single shifts to a
//! triangular matrix, and back substitution. Everything is complex. Matrices are in row-major order.

use num_complex::{Complex, ComplexFloat};

type C = Complex<f64>;

/// More iterations for each eigenvalue than any matrix needs.
const MAX_ITERATIONS: usize = 100;

/// Eigenvalues, and eigenvectors as columns of length one whose largest component is real; nothing if they are not found.
pub(super) fn eigen(mut a: Vec<C>, n: usize) -> Option<(Vec<C>, Vec<C>)> {
    let mut z: Vec<C> = (0..n * n).map(|i| C::from(if i % (n + 1) == 0 { 1.0 } else { 0.0 })).collect();
    to_hessenberg(&mut a, &mut z, n);
    to_triangular(&mut a, &mut z, n)?;
    let values = (0..n).map(|i| a[i * n + i]).collect();
    Some((values, vectors(&a, &z, n)))
}

/// Clears what lies below the first subdiagonal by reflections.
fn to_hessenberg(a: &mut [C], z: &mut [C], n: usize) {
    for k in 0..n.saturating_sub(2) {
        let norm = (k + 1..n).map(|i| a[i * n + k].abs()).fold(0.0, f64::hypot);
        if norm == 0.0 {
            continue;
        }
        let first = a[(k + 1) * n + k];
        let phase = if first.abs() == 0.0 { C::from(1.0) } else { first / first.abs() };
        let mut v: Vec<C> = (k + 1..n).map(|i| a[i * n + k]).collect();
        v[0] += phase * norm;
        let size = v.iter().map(|x| x.abs()).fold(0.0, f64::hypot);
        v.iter_mut().for_each(|x| *x /= size);
        for j in 0..n {
            let along: C = v.iter().enumerate().map(|(i, x)| x.conj() * a[(k + 1 + i) * n + j]).sum();
            v.iter().enumerate().for_each(|(i, x)| a[(k + 1 + i) * n + j] -= 2.0 * along * x);
        }
        for matrix in [&mut *a, &mut *z] {
            for row in matrix.chunks_exact_mut(n) {
                let along: C = row[k + 1..].iter().zip(&v).map(|(x, v)| x * v).sum();
                row[k + 1..].iter_mut().zip(&v).for_each(|(x, v)| *x -= 2.0 * along * v.conj());
            }
        }
    }
}

/// Clears the subdiagonal by QR steps from the bottom up.
fn to_triangular(a: &mut [C], z: &mut [C], n: usize) -> Option<()> {
    let mut end = n;
    let mut iterations = 0;
    while end > 1 {
        let is_small = |a: &[C], i: usize| {
            let around = a[(i - 1) * n + i - 1].abs() + a[i * n + i].abs();
            a[i * n + i - 1].abs() <= f64::EPSILON * around.max(f64::MIN_POSITIVE)
        };
        let start = (1..end).rev().find(|i| is_small(a, *i)).unwrap_or(0);
        if start > 0 {
            a[start * n + start - 1] = C::from(0.0);
        }
        if start == end - 1 {
            end -= 1;
            iterations = 0;
            continue;
        }
        iterations += 1;
        if iterations > MAX_ITERATIONS {
            return None;
        }
        let shift = shift(a, n, end, iterations);
        step(a, z, n, start, end, shift);
    }
    Some(())
}

/// The eigenvalue of the last two by two block that is closer to its last element; now and then something else, against
/// cycles.
fn shift(a: &[C], n: usize, end: usize, iterations: usize) -> C {
    let at = |i: usize, j: usize| a[(end - 2 + i) * n + end - 2 + j];
    if iterations.is_multiple_of(10) {
        return at(1, 1) + at(1, 0).abs();
    }
    let half = (at(0, 0) - at(1, 1)) / 2.0;
    let root = (half * half + at(0, 1) * at(1, 0)).sqrt();
    let (plus, minus) = (half + root, half - root);
    let larger = if plus.abs() >= minus.abs() { plus } else { minus };
    if larger.abs() == 0.0 { at(1, 1) } else { at(1, 1) - at(0, 1) * at(1, 0) / larger }
}

/// One QR step on the rows and columns from `start` to `end`, by plane rotations.
fn step(a: &mut [C], z: &mut [C], n: usize, start: usize, end: usize, shift: C) {
    (start..end).for_each(|i| a[i * n + i] -= shift);
    let mut rotations = Vec::with_capacity(end - start);
    for i in start..end - 1 {
        let (x, y) = (a[i * n + i], a[(i + 1) * n + i]);
        let size = x.abs().hypot(y.abs());
        let (c, s) = if size == 0.0 { (C::from(1.0), C::from(0.0)) } else { (x / size, y / size) };
        rotations.push((c, s));
        for j in i..n {
            let (x, y) = (a[i * n + j], a[(i + 1) * n + j]);
            a[i * n + j] = c.conj() * x + s.conj() * y;
            a[(i + 1) * n + j] = c * y - s * x;
        }
    }
    for (offset, (c, s)) in rotations.into_iter().enumerate() {
        let i = start + offset;
        let turn = |matrix: &mut [C], rows: usize| {
            for k in 0..rows {
                let (x, y) = (matrix[k * n + i], matrix[k * n + i + 1]);
                matrix[k * n + i] = x * c + y * s;
                matrix[k * n + i + 1] = y * c.conj() - x * s.conj();
            }
        };
        turn(a, (i + 2).min(end));
        turn(z, n);
    }
    (start..end).for_each(|i| a[i * n + i] += shift);
}

/// Eigenvectors of a triangular matrix, turned back by `z`.
fn vectors(t: &[C], z: &[C], n: usize) -> Vec<C> {
    let norm = t.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let smallest = (f64::EPSILON * norm).max(f64::MIN_POSITIVE);
    let mut result = vec![C::from(0.0); n * n];
    for k in 0..n {
        let mut x = vec![C::from(0.0); k + 1];
        x[k] = C::from(1.0);
        for i in (0..k).rev() {
            let sum: C = (i + 1..=k).map(|j| t[i * n + j] * x[j]).sum();
            let difference = t[i * n + i] - t[k * n + k];
            x[i] = -sum / if difference.abs() < smallest { C::from(smallest) } else { difference };
        }
        let column: Vec<C> = (0..n).map(|i| (0..=k).map(|j| z[i * n + j] * x[j]).sum()).collect();
        let size = column.iter().map(|x| x.abs()).fold(0.0, f64::hypot);
        let largest = column.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(C::from(1.0));
        let factor = if largest.abs() == 0.0 { C::from(1.0) } else { (largest / largest.abs()).conj() / size };
        (0..n).for_each(|i| result[i * n + k] = column[i] * factor);
    }
    result
}
