//! `join`, scopes and pools of rayon in what is differentiated.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use std::sync::Mutex;
use suite::case;

const X: [f64; 7] = [0.5, -1.25, 2.0, 0.75, 1.5, -0.3, 0.9];

case!(join, X, |x| {
    let (left, right) = x.split_at(3);
    let (a, b) = rayon::join(|| left.iter().map(|x| x * x).sum::<f64>(), || right.iter().product::<f64>());
    a * b
});

/// Sums up halves of halves.
fn squares(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [one] => one * one,
        _ => {
            let (left, right) = x.split_at(x.len() / 2);
            let (a, b) = rayon::join(|| squares(left), || squares(right));
            a + b
        }
    }
}

case!(recursive_join, X, |x| { squares(x) }, gradient: |x| x.iter().map(|x| 2.0 * x).collect());

/// Writes exponentials into halves of halves.
fn exponentials(x: &[f64], y: &mut [f64]) {
    if x.len() <= 2 {
        for (x, y) in x.iter().zip(y) {
            *y = x.exp();
        }
        return;
    }
    let middle = x.len() / 2;
    let (left, right) = y.split_at_mut(middle);
    rayon::join(|| exponentials(&x[..middle], left), || exponentials(&x[middle..], right));
}

case!(recursive_join_that_writes, X, |x| {
    let mut y = vec![0.0; x.len()];
    exponentials(x, &mut y);
    y.iter().sum::<f64>()
}, gradient: |x| x.iter().map(|x| x.exp()).collect());

case!(scope, X, |x| {
    let (mut a, mut b) = (0.0, 0.0);
    rayon::scope(|scope| {
        scope.spawn(|_| a = x.iter().sum());
        scope.spawn(|_| b = x.iter().map(|x| x * x).sum());
    });
    a * b
});

case!(nested_spawns, X, |x| {
    let mut parts = [0.0; 4];
    rayon::scope(|scope| {
        let (left, right) = parts.split_at_mut(2);
        scope.spawn(move |scope| {
            let (first, second) = left.split_at_mut(1);
            scope.spawn(move |_| first[0] = x[0] * x[1]);
            second[0] = x[2].sin();
        });
        scope.spawn(move |_| right.iter_mut().zip(&x[3..]).for_each(|(part, x)| *part = x.exp()));
    });
    parts.iter().product()
});

case!(in_place_scope, X, |x| {
    let mut y = vec![0.0; x.len()];
    rayon::in_place_scope(|scope| {
        for (y, x) in y.chunks_mut(2).zip(x.chunks(2)) {
            scope.spawn(move |_| y.iter_mut().zip(x).for_each(|(y, x)| *y = x * x * x));
        }
    });
    y.iter().sum::<f64>()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());

case!(sums_behind_a_mutex, X, |x| {
    let total = Mutex::new(0.0);
    x.par_chunks(2).for_each(|part| {
        let sum: f64 = part.iter().map(|x| x.sin()).sum();
        *total.lock().unwrap() += sum;
    });
    total.into_inner().unwrap()
}, gradient: |x| x.iter().map(|x| x.cos()).collect());

case!(index_of_the_thread, X, |x| {
    let sums: Vec<Mutex<f64>> = (0..rayon::current_num_threads()).map(|_| Mutex::new(0.0)).collect();
    x.par_iter().for_each(|x| {
        let mut sum = sums[rayon::current_thread_index().unwrap()].lock().unwrap();
        *sum += x * x;
    });
    sums.into_iter().map(|sum| sum.into_inner().unwrap()).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 2.0 * x).collect());
