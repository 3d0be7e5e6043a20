//! Other iterators of rayon, in what is differentiated.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use suite::case;

const X: [f64; 7] = [0.5, -1.25, 2.0, 0.75, 1.5, -0.3, 0.9];

case!(filter, X, |x| { x.par_iter().filter(|x| **x > 0.0).map(|x| x * x).sum::<f64>() }, gradient: |x| {
    x.iter().map(|x| if *x > 0.0 { 2.0 * x } else { 0.0 }).collect()
});

case!(filter_map, X, |x| { x.par_iter().filter_map(|x| (*x > 0.6).then(|| x.ln())).sum::<f64>() }, gradient: |x| {
    x.iter().map(|x| if *x > 0.6 { 1.0 / x } else { 0.0 }).collect()
});

case!(collect, X, |x| {
    let squares: Vec<f64> = x.par_iter().map(|x| x * x).collect();
    squares.iter().zip(x).map(|(square, x)| square * x).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());

case!(collect_into_vec, X, |x| {
    let mut squares = Vec::new();
    x.par_iter().map(|x| x * x).collect_into_vec(&mut squares);
    squares.iter().zip(x).map(|(square, x)| square * x).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());

case!(collect_filtered, X, |x| {
    let kept: Vec<f64> = x.par_iter().copied().filter(|x| *x > 0.0).collect();
    kept.iter().enumerate().map(|(i, x)| x * x * (i + 1) as f64).sum::<f64>()
}, gradient: |x| {
    let mut count = 0.0;
    x.iter().map(|x| if *x > 0.0 { count += 1.0; 2.0 * x * count } else { 0.0 }).collect()
});

case!(min_by, X, |x| { *x.par_iter().min_by(|a, b| a.total_cmp(b)).unwrap() * 3.0 }, gradient: |x| {
    x.iter().map(|x| if *x == -1.25 { 3.0 } else { 0.0 }).collect()
});

case!(flat_map, X, |x| {
    (0..3usize).into_par_iter().flat_map_iter(|i| x.iter().map(move |x| x.powi(i as i32 + 1))).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 1.0 + 2.0 * x + 3.0 * x * x).collect());

case!(lengths_of_pieces, X, |x| {
    x.par_iter().with_min_len(2).with_max_len(3).map(|x| x.cosh()).sum::<f64>()
}, gradient: |x| x.iter().map(|x| x.sinh()).collect());

case!(map_with_a_buffer, X, |x| {
    x.par_iter()
        .map_init(Vec::new, |buffer: &mut Vec<f64>, x| {
            buffer.clear();
            buffer.extend((1..4).map(|i| x / f64::from(i)));
            buffer.iter().map(|y| y * y).sum::<f64>()
        })
        .sum::<f64>()
}, gradient: |x| x.iter().map(|x| 2.0 * x * (1.0 + 0.25 + 1.0 / 9.0)).collect());

case!(unzip, X, |x| {
    let (sines, cosines): (Vec<f64>, Vec<f64>) = x.par_iter().map(|x| (x.sin(), x.cos())).unzip();
    sines.iter().zip(&cosines).map(|(s, c)| s * c).sum::<f64>()
}, gradient: |x| x.iter().map(|x| (2.0 * x).cos()).collect());

case!(collect_results, X, |x| {
    let found: Result<Vec<f64>, String> =
        x.par_iter().map(|x| if x.is_nan() { Err("no number".to_owned()) } else { Ok(x * 2.0) }).collect();
    found.unwrap().iter().map(|y| y * y).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 8.0 * x).collect());

case!(any_and_count, X, |x| {
    let large = x.par_iter().filter(|x| **x > 1.0).count();
    let any = x.par_iter().any(|x| *x > 1.9);
    x[0] * x[1] * large as f64 + if any { x[2] * x[2] } else { 0.0 }
}, gradient: |x| vec![2.0 * x[1], 2.0 * x[0], 2.0 * x[2], 0.0, 0.0, 0.0, 0.0]);
