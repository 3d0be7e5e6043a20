//! What forward mode returns, and several derivatives in one call.

use suite::{DIFFERENCES, ROUNDING, difference, near};
use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_forward(b_dual, Dual, Dual)]
#[autodiff_forward(b_only, Dual, DualOnly)]
#[autodiff_forward(b_const, Const, Const)]
#[autodiff_forward(b_wide, 3, Dual, Dual)]
#[autodiff_forward(b_wide_only, 3, Dual, DualOnly)]
#[autodiff_forward(b_joint, 3, Dualv, DualvOnly)]
#[autodiff_forward(b_joint_both, 3, Dualv, Dualv)]
fn f(x: &[f64]) -> f64 {
    x[0] * x[1].sin() + x[2].exp()
}

const AT: [f64; 3] = [0.4, 0.9, -0.3];
const UNITS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

#[track_caller]
fn check(index: usize, derivative: f64) {
    near("expected", derivative, [AT[1].sin(), AT[0] * AT[1].cos(), AT[2].exp()][index], ROUNDING);
    near("differences", derivative, difference(f, &AT, index), DIFFERENCES);
}

#[test]
fn one_direction() {
    for (index, direction) in UNITS.iter().enumerate() {
        let (value, tangent) = b_dual(&AT, direction);
        assert_eq!(value, f(&AT));
        check(index, tangent);
        check(index, b_only(&AT, direction));
    }
    assert_eq!(b_const(&AT), f(&AT));
}

#[test]
fn three_directions() {
    let [value, tangents @ ..] = b_wide(&AT, &UNITS[0], &UNITS[1], &UNITS[2]);
    assert_eq!(value, f(&AT));
    for (index, tangent) in tangents.into_iter().enumerate() {
        check(index, tangent);
    }
    assert_eq!(b_wide_only(&AT, &UNITS[0], &UNITS[1], &UNITS[2]), tangents);
}

#[test]
fn three_directions_in_one_slice() {
    let tangents = b_joint(&AT, &UNITS.concat());
    for (index, tangent) in tangents.into_iter().enumerate() {
        check(index, tangent);
    }
    assert_eq!(b_joint_both(&AT, &UNITS.concat()), (f(&AT), tangents));
}

#[autodiff_forward(b_pair, Dual, Dual)]
#[autodiff_forward(b_pair_wide, 2, Dual, DualOnly)]
fn pair(x: f64) -> [f64; 2] {
    [x.sin(), x.cos()]
}

#[test]
fn results_that_are_arrays() {
    let (value, tangent) = b_pair(0.4, 2.0);
    assert_eq!(value, pair(0.4));
    near("sine", tangent[0], 2.0 * 0.4f64.cos(), ROUNDING);
    near("cosine", tangent[1], -2.0 * 0.4f64.sin(), ROUNDING);
    let lanes = b_pair_wide(0.4, 1.0, 2.0);
    near("lane", lanes[1][1], tangent[1], ROUNDING);
    near("lane", 2.0 * lanes[0][0], tangent[0], ROUNDING);
}

#[autodiff_reverse(d_wide, 2, Duplicated, Active, Active)]
fn product(x: &[f64], y: f64) -> f64 {
    x.iter().product::<f64>() * y
}

#[test]
fn reverse_mode_with_two_seeds() {
    let x = [2.0, 3.0];
    let (mut first, mut second) = ([0.0; 2], [0.0; 2]);
    let (value, dy) = d_wide(&x, &mut first, &mut second, 5.0, [1.0, -2.0]);
    assert_eq!(value, 30.0);
    assert_eq!(first, [15.0, 10.0]);
    assert_eq!(second, [-30.0, -20.0]);
    assert_eq!(dy, [6.0, -12.0]);
}
