//! Threads outside of what is differentiated: each may call the derivative.

use rayon::prelude::*;
use zymase::{autodiff_reverse, autodiff_split};

#[autodiff_reverse(d_total, Duplicated, Active)]
#[autodiff_split(s_total, Duplicated, Active)]
fn total(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
    squares.iter().sum::<f64>().sin()
}

fn gradient(x: &[f64; 3]) -> [f64; 3] {
    let mut dx = [0.0; 3];
    d_total(x, &mut dx, 1.0);
    dx
}

fn points() -> Vec<[f64; 3]> {
    (0..1000).map(|i| [0.01 * f64::from(i), 0.5, -0.3 * f64::from(i)]).collect()
}

#[test]
fn iterators_of_rayon() {
    let points = points();
    let serial: Vec<[f64; 3]> = points.iter().map(gradient).collect();
    let parallel: Vec<[f64; 3]> = points.par_iter().map(gradient).collect();
    assert_eq!(serial, parallel);
}

#[test]
fn threads_of_a_scope() {
    let points = points();
    let serial: Vec<[f64; 3]> = points.iter().map(gradient).collect();
    let parallel: Vec<[f64; 3]> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            points.chunks(250).map(|part| scope.spawn(move || part.iter().map(gradient).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(serial, parallel);
}

#[test]
fn each_thread_has_a_tape() {
    let points = points();
    let parallel: Vec<[f64; 3]> = points
        .par_iter()
        .map(|x| {
            let mut dx = [0.0; 3];
            let (_, mut tape) = s_total::augmented(x, &mut dx);
            tape.reverse(1.0);
            drop(tape);
            dx
        })
        .collect();
    assert_eq!(parallel, points.iter().map(gradient).collect::<Vec<_>>());
}
