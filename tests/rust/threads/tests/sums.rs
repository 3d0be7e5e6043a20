//! Sums and reductions of rayon, in what is differentiated.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use suite::case;

const X: [f64; 7] = [0.5, -1.25, 2.0, 0.75, 1.5, -0.3, 0.9];

case!(map_and_sum, X, |x| { x.par_iter().map(|x| x * x * x).sum() }, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());

case!(product, X, |x| { x.par_iter().product() }, gradient: |x| {
    let all: f64 = x.iter().product();
    x.iter().map(|x| all / x).collect()
});

case!(ranges, X, |x| {
    (0..x.len()).into_par_iter().map(|i| x[i] * x[(i + 1) % x.len()] * (i as f64 + 1.0)).sum::<f64>()
});

case!(inclusive_ranges, X, |x| { (1..=x.len()).into_par_iter().map(|i| x[i - 1].powi(i as i32)).sum::<f64>() });

case!(reduce, X, |x| { x.par_iter().map(|x| x.exp()).reduce(|| 0.0, |a, b| a + b) }, gradient: |x| {
    x.iter().map(|x| x.exp()).collect()
});

case!(greatest, X, |x| { x.par_iter().map(|x| x.sin()).reduce(|| f64::MIN, |a, b| a.max(b)) }, gradient: |x| {
    // 1.5 has the largest sine.
    x.iter().map(|x| if *x == 1.5 { x.cos() } else { 0.0 }).collect()
});

case!(reduce_with, X, |x| { x.par_iter().copied().reduce_with(|a, b| a * b).unwrap() });

case!(fold, X, |x| { x.par_iter().fold(|| 0.0, |sum, x| sum + x * x).sum::<f64>() }, gradient: |x| {
    x.iter().map(|x| 2.0 * x).collect()
});

case!(fold_to_pairs, X, |x| {
    let (sum, squares) =
        x.par_iter().fold(|| (0.0, 0.0), |(a, b), x| (a + x, b + x * x)).reduce(|| (0.0, 0.0), |l, r| (l.0 + r.0, l.1 + r.1));
    squares / x.len() as f64 - (sum / x.len() as f64).powi(2)
}, gradient: |x| {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    x.iter().map(|x| 2.0 * (x - mean) / n).collect()
});

case!(nested, X, |x| {
    (0..x.len()).into_par_iter().map(|i| x.par_iter().map(|y| (x[i] - y).powi(2)).sum::<f64>()).sum::<f64>()
}, gradient: |x| {
    let all: f64 = x.iter().sum();
    x.iter().map(|y| 4.0 * (x.len() as f64 * y - all)).collect()
});

case!(number_of_threads, X, |x| {
    let parts = rayon::current_num_threads().min(x.len());
    let size = x.len().div_ceil(parts);
    x.par_chunks(size).map(|part| part.iter().map(|x| x * x).sum::<f64>()).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 2.0 * x).collect());
