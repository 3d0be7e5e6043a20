//! Comparisons that all tests share: every derivative is compared three ways.

#![forbid(unsafe_code)]

/// Fails unless the numbers agree up to a relative tolerance; magnitudes below 1 are compared absolutely.
#[track_caller]
pub fn near(what: &str, got: f64, want: f64, tolerance: f64) {
    let scale = want.abs().max(1.0);
    assert!((got - want).abs() <= tolerance * scale, "{what}: got {got:.17e}, want {want:.17e}");
}

/// Differences are good to so many digits.
pub const DIFFERENCES: f64 = 2e-6;
/// Two derivatives of one program differ by rounding.
pub const ROUNDING: f64 = 1e-11;

/// The derivative of `f` along coordinate `index`, by central differences.
pub fn difference(f: impl Fn(&[f64]) -> f64, x: &[f64], index: usize) -> f64 {
    let step = 1e-6 * x[index].abs().max(1.0);
    let at = |offset: f64| {
        let mut moved = x.to_vec();
        moved[index] += offset;
        f(&moved)
    };
    (at(step) - at(-step)) / (2.0 * step)
}

/// Compares a gradient with the tangents of forward mode along each coordinate, with differences, and, where it is
/// known, with the expected one.
#[track_caller]
pub fn three_ways(
    f: impl Fn(&[f64]) -> f64,
    reverse: &[f64],
    forward: impl Fn(&[f64], &[f64]) -> f64,
    x: &[f64],
    expected: Option<&[f64]>,
) {
    assert_eq!(reverse.len(), x.len());
    for index in 0..x.len() {
        let mut direction = vec![0.0; x.len()];
        direction[index] = 1.0;
        near("reverse and forward", reverse[index], forward(x, &direction), ROUNDING);
        near("reverse and differences", reverse[index], difference(&f, x, index), DIFFERENCES);
        if let Some(expected) = expected {
            near("reverse and expected", reverse[index], expected[index], ROUNDING);
        }
    }
}

/// A test of a function of one slice, differentiated in both modes at a point. Its gradient, where it is known by another way than
/// by differentiation of the program, follows.
#[macro_export]
macro_rules! case {
    ($test:ident, $at:expr, |$x:ident| $body:block) => {
        $crate::case!(@ $test, $at, |$x| $body, None);
    };
    ($test:ident, $at:expr, |$x:ident| $body:block, gradient: |$y:ident| $gradient:expr) => {
        $crate::case!(@ $test, $at, |$x| $body, {
            fn gradient($y: &[f64]) -> Vec<f64> {
                $gradient
            }
            Some(gradient(&$at))
        });
    };
    (@ $test:ident, $at:expr, |$x:ident| $body:block, $expected:expr) => {
        #[test]
        fn $test() {
            #[zymase::autodiff_reverse(reverse, Duplicated, Active)]
            #[zymase::autodiff_forward(forward, Dual, DualOnly)]
            fn f($x: &[f64]) -> f64 $body
            let x = $at;
            let mut dx = vec![0.0; x.len()];
            reverse(&x, &mut dx, 1.0);
            let expected: Option<Vec<f64>> = $expected;
            $crate::three_ways(f, &dx, |x, v| forward(x, v), &x, expected.as_deref());
        }
    };
}
