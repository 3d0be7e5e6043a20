//! Tapes.

use suite::{DIFFERENCES, ROUNDING, difference, near};
use zymase::{autodiff_reverse, autodiff_split};

#[autodiff_split(s_model, Duplicated, Active, Active)]
#[autodiff_reverse(d_model, Duplicated, Active, Active)]
fn model(x: &[f64], rate: f64) -> f64 {
    let mut state: Vec<f64> = x.to_vec();
    for _ in 0..4 {
        for i in 0..state.len() {
            state[i] += rate * state[(i + 1) % x.len()].sin();
        }
    }
    state.iter().product()
}

const AT: [f64; 3] = [0.4, 0.9, 0.3];

#[test]
fn a_tape_is_replayed() {
    let mut dx = [0.0; 3];
    let (value, mut tape) = s_model::augmented(&AT, &mut dx, 0.2);
    assert_eq!(value, model(&AT, 0.2));
    let drate = tape.reverse(1.0);
    near("seed", tape.reverse(-3.0), -3.0 * drate, ROUNDING);
    drop(tape);
    let mut expected = [0.0; 3];
    let (_, drate_at_once) = d_model(&AT, &mut expected, 0.2, 1.0);
    near("rate", drate, drate_at_once, ROUNDING);
    near("rate", drate, difference(|rate| model(&AT, rate[0]), &[0.2], 0), DIFFERENCES);
    for index in 0..3 {
        near("sum of both sweeps", dx[index], -2.0 * expected[index], ROUNDING);
        near("differences", expected[index], difference(|x| model(x, 0.2), &AT, index), DIFFERENCES);
    }
}

#[test]
fn a_tape_is_dropped() {
    let mut dx = [7.0; 3];
    for _ in 0..100 {
        let (value, _tape) = s_model::augmented(&AT, &mut dx, 0.2);
        assert_eq!(value, model(&AT, 0.2));
    }
    assert_eq!(dx, [7.0; 3]);
}

#[autodiff_split(s_scaled, Const, Duplicated)]
fn scale<T: Copy + Into<f64>>(factor: &T, x: &mut [f64]) {
    for x in x {
        *x = x.powi(2) * (*factor).into();
    }
}

#[test]
fn what_is_overwritten_is_on_the_tape() {
    let (mut x, mut dx) = ([2.0, 3.0], [1.0, 10.0]);
    let ((), mut tape) = s_scaled::augmented(&4.0f32, &mut x, &mut dx);
    tape.reverse(());
    drop(tape);
    assert_eq!((x, dx), ([16.0, 36.0], [16.0, 240.0]));
}

#[test]
fn several_tapes_at_once() {
    let points = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9]];
    let mut gradients = [[0.0; 3]; 3];
    let mut tapes: Vec<_> = points.iter().zip(&mut gradients).map(|(x, dx)| s_model::augmented(x, dx, 0.1).1).collect();
    for tape in tapes.iter_mut().rev() {
        tape.reverse(1.0);
    }
    drop(tapes);
    for (x, dx) in points.iter().zip(gradients) {
        let mut expected = [0.0; 3];
        d_model(x, &mut expected, 0.1, 1.0);
        for index in 0..3 {
            near("alone", dx[index], expected[index], ROUNDING);
        }
    }
}
