//! Sums over points: what one point needs is kept in vectors that are made before the loop, and every index is checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

/// How many dimensions, components and points.
#[derive(Clone, Copy)]
struct Shape {
    d: usize,
    k: usize,
    n: usize,
}

fn log_sum_exp(x: &[f64]) -> f64 {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + x.iter().map(|x| (x - largest).exp()).sum::<f64>().ln()
}

/// With indices.
#[autodiff_reverse(d_indexed, Const, Duplicated, Duplicated, Const, Active)]
#[autodiff_forward(b_indexed, Const, Dual, Dual, Const, DualOnly)]
fn indexed(shape: Shape, means: &[f64], factors: &[f64], points: &[f64]) -> f64 {
    let Shape { d, k, n } = shape;
    let size = d * (d + 1) / 2;
    let (mut centred, mut scaled, mut terms) = (vec![0.0; d], vec![0.0; d], vec![0.0; k]);
    let mut total = 0.0;
    for p in 0..n {
        for c in 0..k {
            for i in 0..d {
                centred[i] = points[p * d + i] - means[c * d + i];
            }
            for i in 0..d {
                scaled[i] = factors[c * size + i].exp() * centred[i];
            }
            let mut at = c * size + d;
            for column in 0..d {
                for row in column + 1..d {
                    scaled[row] += factors[at] * centred[column];
                    at += 1;
                }
            }
            let mut square = 0.0;
            for i in 0..d {
                square += scaled[i] * scaled[i];
            }
            terms[c] = -0.5 * square;
        }
        total += log_sum_exp(&terms);
    }
    total
}

/// With slices and iterators.
#[autodiff_reverse(d_sliced, Const, Duplicated, Duplicated, Const, Active)]
#[autodiff_forward(b_sliced, Const, Dual, Dual, Const, DualOnly)]
fn sliced(shape: Shape, means: &[f64], factors: &[f64], points: &[f64]) -> f64 {
    let Shape { d, k, n } = shape;
    let size = d * (d + 1) / 2;
    let (mut centred, mut scaled, mut terms) = (vec![0.0; d], vec![0.0; d], vec![0.0; k]);
    let mut total = 0.0;
    for p in 0..n {
        let point = &points[p * d..(p + 1) * d];
        for c in 0..k {
            let factor = &factors[c * size..(c + 1) * size];
            for ((centred, x), mean) in centred.iter_mut().zip(point).zip(&means[c * d..(c + 1) * d]) {
                *centred = x - mean;
            }
            for ((scaled, log), x) in scaled.iter_mut().zip(&factor[..d]).zip(&centred) {
                *scaled = log.exp() * x;
            }
            let mut at = d;
            for (column, x) in centred.iter().enumerate() {
                let rows = &mut scaled[column + 1..];
                let length = rows.len();
                for (y, lower) in rows.iter_mut().zip(&factor[at..at + length]) {
                    *y += lower * x;
                }
                at += length;
            }
            terms[c] = -0.5 * scaled.iter().map(|x| x * x).sum::<f64>();
        }
        total += log_sum_exp(&terms);
    }
    total
}

const SHAPE: Shape = Shape { d: 3, k: 2, n: 4 };
const MEANS: [f64; 6] = [0.2, 0.7, 0.5, 0.1, 0.9, 0.4];
const FACTORS: [f64; 12] = [0.1, -0.2, 0.3, 0.25, -0.15, 0.4, -0.3, 0.05, 0.2, -0.1, 0.35, 0.45];
const POINTS: [f64; 12] = [0.31, 0.72, 0.55, 0.18, 0.93, 0.41, 0.27, 0.86, 0.64, 0.09, 0.5, 0.77];

type Primal = fn(Shape, &[f64], &[f64], &[f64]) -> f64;

/// Means and factors one behind the other.
fn apart(x: &[f64]) -> (&[f64], &[f64]) {
    x.split_at(MEANS.len())
}

#[test]
fn both_ways_of_writing_it() {
    let x: Vec<f64> = MEANS.iter().chain(&FACTORS).copied().collect();
    let mut gradients = Vec::new();
    for is_indexed in [true, false] {
        let (mut dm, mut df) = ([0.0; 6], [0.0; 12]);
        let reverse = if is_indexed { d_indexed } else { d_sliced };
        reverse(SHAPE, &MEANS, &mut dm, &FACTORS, &mut df, &POINTS, 1.0);
        let gradient: Vec<f64> = dm.into_iter().chain(df).collect();
        let primal: Primal = if is_indexed { indexed } else { sliced };
        let forward = |x: &[f64], v: &[f64]| {
            let ((means, factors), (vm, vf)) = (apart(x), apart(v));
            let forward = if is_indexed { b_indexed } else { b_sliced };
            forward(SHAPE, means, vm, factors, vf, &POINTS)
        };
        three_ways(|x| primal(SHAPE, apart(x).0, apart(x).1, &POINTS), &gradient, forward, &x, None);
        gradients.push(gradient);
    }
    for (one, other) in gradients[0].iter().zip(&gradients[1]) {
        suite::near("both ways", *one, *other, suite::ROUNDING);
    }
}

/// The third point is not whole: what the first two would add is not added either.
#[test]
fn a_point_that_is_cut_off() {
    for is_indexed in [true, false] {
        let (mut dm, mut df) = ([0.0; 6], [0.0; 12]);
        let reverse = if is_indexed { d_indexed } else { d_sliced };
        let call = || reverse(SHAPE, &MEANS, &mut dm, &FACTORS, &mut df, &POINTS[..8], 1.0);
        let panic = catch_unwind(AssertUnwindSafe(call)).unwrap_err();
        let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
        let expected = if is_indexed { "the len is 8 but the index is 8" } else { "range end index 9 out of range" };
        assert!(text.contains(expected), "{text}");
        assert!(dm.iter().chain(&df).all(|d| *d == 0.0));
    }
}

#[test]
fn no_points_and_no_dimensions() {
    let (mut dm, mut df) = ([0.0; 6], [0.0; 12]);
    d_indexed(Shape { n: 0, ..SHAPE }, &MEANS, &mut dm, &FACTORS, &mut df, &[], 1.0);
    d_sliced(Shape { n: 0, ..SHAPE }, &MEANS, &mut dm, &FACTORS, &mut df, &[], 1.0);
    d_indexed(Shape { d: 0, ..SHAPE }, &MEANS, &mut dm, &FACTORS, &mut df, &[], 1.0);
    d_sliced(Shape { d: 0, ..SHAPE }, &MEANS, &mut dm, &FACTORS, &mut df, &[], 1.0);
    assert!(dm.iter().chain(&df).all(|d| *d == 0.0));
}

/// A vector that is made anew for every point, and a limit that is read from memory.
#[autodiff_reverse(d_windows, Duplicated, Const, Active)]
#[autodiff_forward(b_windows, Dual, Const, DualOnly)]
fn windows(x: &[f64], lengths: &[usize]) -> f64 {
    let mut total = 0.0;
    for (start, length) in lengths.iter().enumerate() {
        let window: Vec<f64> = x[start..start + length].iter().map(|x| x.sin()).collect();
        let mut sum = 0.0;
        for i in 0..*length {
            sum += window[i] * window[*length - 1 - i];
        }
        total += (1.0 + sum * sum).ln();
    }
    total
}

#[test]
fn a_vector_for_every_window() {
    let (x, lengths) = ([0.4, 1.3, -0.2, 0.8, 0.6], [2, 3, 1, 2]);
    let mut dx = [0.0; 5];
    d_windows(&x, &mut dx, &lengths, 1.0);
    three_ways(|x| windows(x, &lengths), &dx, |x, v| b_windows(x, v, &lengths), &x, None);
    let mut dx = [0.0; 5];
    assert!(catch_unwind(AssertUnwindSafe(|| d_windows(&x, &mut dx, &[2, 9], 1.0))).is_err());
    assert_eq!(dx, [0.0; 5]);
}

/// Indices that are computed anew for every point decide what is read, and where it stops.
#[autodiff_reverse(d_shuffled, Duplicated, Const, Active)]
#[autodiff_forward(b_shuffled, Dual, Const, DualOnly)]
fn shuffled(x: &[f64], steps: &[usize]) -> f64 {
    let mut order = vec![0; x.len()];
    let mut total = 0.0;
    for (p, step) in steps.iter().enumerate() {
        for i in 0..order.len() {
            order[i] = i * step + p;
        }
        let places: Vec<usize> = order.iter().map(|i| i % (x.len() + p / 3)).collect();
        let mut product = 1.0;
        for (i, place) in places.iter().enumerate() {
            product *= 1.0 + x[*place] * x[order[i] % x.len()];
        }
        total += product.ln();
    }
    total
}

#[test]
fn indices_for_every_point() {
    let x = [0.4, 1.3, 0.2, 0.8, 0.6];
    let mut dx = [0.0; 5];
    d_shuffled(&x, &mut dx, &[1, 2, 3], 1.0);
    three_ways(|x| shuffled(x, &[1, 2, 3]), &dx, |x, v| b_shuffled(x, v, &[1, 2, 3]), &x, None);
    let mut dx = [0.0; 5];
    let panic = catch_unwind(AssertUnwindSafe(|| d_shuffled(&x, &mut dx, &[1, 2, 3, 1], 1.0))).unwrap_err();
    let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(text.contains("the len is 5 but the index is 5"), "{text}");
    assert_eq!(dx, [0.0; 5]);
}
