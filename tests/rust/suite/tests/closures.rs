//! The functions that take closures.

use suite::{DIFFERENCES, ROUNDING, difference, near};

fn mixed(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[0] * w[1]).sin() + w[0].exp() * w[1]).sum()
}

const AT: [f64; 4] = [0.3, -0.7, 1.1, 0.4];

#[test]
fn gradients() {
    let scale = 3.0;
    let weights = vec![1.0, 2.0, 3.0, 4.0];
    let f = |x: &[f64]| scale * mixed(x) + x.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>();
    let (value, gradient) = zymase::value_and_gradient(f, &AT[..]);
    near("value", value, f(&AT), ROUNDING);
    for (index, derivative) in gradient.iter().enumerate() {
        let mut direction = [0.0; 4];
        direction[index] = 1.0;
        let (_, tangent) = zymase::jvp(f, &AT[..], &direction[..]);
        near("forward", *derivative, tangent, ROUNDING);
        near("differences", *derivative, difference(f, &AT, index), DIFFERENCES);
    }
    assert_eq!(zymase::gradient(|x: &[f64; 2]| x[0] * x[0] * x[1], &[3.0, 5.0]), [30.0, 9.0]);
    assert_eq!(zymase::gradient(|x: &f32| x * x, &3.0), 6.0);
}

#[test]
fn hessians() {
    let hessian = zymase::hessian(|x: &[f64]| mixed(x), &AT[..]);
    for row in 0..4 {
        let of_row = |x: &[f64]| zymase::gradient(|x: &[f64]| mixed(x), x)[row];
        for column in 0..4 {
            near("symmetry", hessian[(row, column)], hessian[(column, row)], ROUNDING);
            near("differences", hessian[(row, column)], difference(of_row, &AT, column), DIFFERENCES);
        }
    }
    let exact = zymase::hessian(|x: &[f64; 2]| x[0] * x[0] * x[1], &[3.0, 5.0]);
    assert_eq!(exact.as_slice(), [10.0, 6.0, 6.0, 0.0]);
}

fn outputs(x: &[f64], count: usize) -> Vec<f64> {
    (0..count).map(|k| x.iter().enumerate().map(|(i, x)| (x * (k + i) as f64).sin()).sum()).collect()
}

#[test]
fn jacobians() {
    for count in [2, 7] {
        let jacobian = zymase::jacobian(|x: &[f64]| outputs(x, count), &AT[..]);
        assert_eq!((jacobian.rows(), jacobian.columns()), (count, 4));
        for row in 0..count {
            for column in 0..4 {
                let difference = difference(|x| outputs(x, count)[row], &AT, column);
                near("differences", jacobian[(row, column)], difference, DIFFERENCES);
                near(
                    "expected",
                    jacobian[(row, column)],
                    {
                        let factor = (row + column) as f64;
                        factor * (AT[column] * factor).cos()
                    },
                    ROUNDING,
                );
            }
        }
    }
}

#[test]
fn products_with_jacobians() {
    let f = |x: &[f64; 2]| [x[0] * x[1], x[0].sin(), x[1].exp()];
    let x = [0.4, 0.9];
    let (value, tangent) = zymase::jvp(f, &x, &[1.0, 2.0]);
    assert_eq!(value, f(&x));
    let expected = [x[1] + 2.0 * x[0], x[0].cos(), 2.0 * x[1].exp()];
    let (_, adjoint) = zymase::vjp(f, &x, &[1.0, -1.0, 0.5]);
    for (a, b) in tangent.iter().zip(expected) {
        near("forward", *a, b, ROUNDING);
    }
    near("reverse", adjoint[0], x[1] - x[0].cos(), ROUNDING);
    near("reverse", adjoint[1], x[0] + 0.5 * x[1].exp(), ROUNDING);
}

#[test]
fn closures_that_return_vectors() {
    let f = |x: &[f64]| x.iter().map(|x| x * x).collect::<Vec<f64>>();
    let (value, tangent) = zymase::jvp(f, &AT[..], &[1.0; 4][..]);
    assert_eq!(value, f(&AT));
    assert_eq!(tangent, AT.map(|x| 2.0 * x));
    let (_, adjoint) = zymase::vjp(f, &AT[..], &vec![1.0; 4]);
    assert_eq!(adjoint, AT.map(|x| 2.0 * x));
}
