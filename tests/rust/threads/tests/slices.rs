//! Slices and vectors that rayon goes through or writes, in what is differentiated.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use suite::case;

const X: [f64; 7] = [0.5, -1.25, 2.0, 0.75, 1.5, -0.3, 0.9];

case!(for_each_writes, X, |x| {
    let mut y = vec![0.0; x.len()];
    y.par_iter_mut().zip(x.par_iter()).for_each(|(y, x)| *y = x.sin() * x);
    y.iter().sum::<f64>().powi(2)
});

case!(for_each_enumerated, X, |x| {
    let mut y = x.to_vec();
    y.par_iter_mut().enumerate().for_each(|(i, y)| *y *= *y * (i + 1) as f64);
    y.iter().sum::<f64>()
}, gradient: |x| x.iter().enumerate().map(|(i, x)| 2.0 * x * (i + 1) as f64).collect());

case!(chunks, X, |x| { x.par_chunks(3).map(|part| part.iter().product::<f64>()).sum::<f64>() });

case!(chunks_mut, X, |x| {
    let mut y = vec![1.0; 6];
    y.par_chunks_mut(2).enumerate().for_each(|(i, part)| {
        for (j, y) in part.iter_mut().enumerate() {
            *y = x[i] * x[j + 3];
        }
    });
    y.iter().map(|y| y * y).sum::<f64>()
});

case!(exact_chunks, X, |x| { x.par_chunks_exact(2).map(|pair| pair[0] * pair[1].cos()).sum::<f64>() });

case!(windows, X, |x| {
    x.par_windows(2).map(|w| (1.0 - w[0]).powi(2) + 100.0 * (w[1] - w[0] * w[0]).powi(2)).sum::<f64>()
});

case!(zip_of_three, X, |x| {
    let (a, b) = x.split_at(3);
    a.par_iter().zip(b).zip(b.par_iter().rev()).map(|((a, b), c)| a * b + a * c * c).sum::<f64>()
});

case!(chained, X, |x| { x[..3].par_iter().chain(&x[4..]).map(|x| x.tan()).sum::<f64>() });

case!(take_skip_step, X, |x| {
    x.par_iter().skip(1).take(5).step_by(2).map(|x| x * x).sum::<f64>()
}, gradient: |x| x.iter().enumerate().map(|(i, x)| if [1, 3, 5].contains(&i) { 2.0 * x } else { 0.0 }).collect());

case!(into_iterator_of_a_vector, X, |x| {
    let y: Vec<f64> = x.iter().map(|x| x + 1.0).collect();
    y.into_par_iter().map(|y| y * y).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 2.0 * (x + 1.0)).collect());

case!(sorted, X, |x| {
    let mut y = x.to_vec();
    y.par_sort_by(|a, b| a.partial_cmp(b).unwrap());
    y.iter().enumerate().map(|(i, y)| y * y * i as f64).sum::<f64>()
});

case!(sorted_unstably, X, |x| {
    let mut y = x.to_vec();
    y.par_sort_unstable_by(|a, b| b.partial_cmp(a).unwrap());
    y.iter().enumerate().map(|(i, y)| y * y * i as f64).sum::<f64>()
});
