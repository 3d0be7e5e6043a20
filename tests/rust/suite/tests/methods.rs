//! Methods and associated functions.

use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

#[derive(Clone, Copy, zymase::Mirror)]
struct Gaussian {
    mean: f64,
    deviation: f64,
}

impl Gaussian {
    #[autodiff_reverse(d_log_density, Duplicated, Active, Active)]
    #[autodiff_forward(b_log_density, Dual, Dual, DualOnly)]
    fn log_density(&self, x: f64) -> f64 {
        let z = (x - self.mean) / self.deviation;
        -0.5 * z * z - self.deviation.ln()
    }

    #[autodiff_forward(b_mixed, Dual, Dual, DualOnly)]
    fn mixed(a: Self, b: &Self) -> f64 {
        a.mean * b.deviation + (a.deviation * b.mean).sin()
    }

    #[autodiff_reverse(d_widen, Duplicated, Active)]
    #[autodiff_forward(b_widen, Dual, Dual)]
    fn widen(&mut self, by: f64) {
        self.deviation *= by;
        self.mean += by * self.deviation;
    }
}

#[test]
fn a_reference_to_self() {
    let x = [0.3, 1.7, 0.9];
    let gaussian = Gaussian { mean: x[0], deviation: x[1] };
    let mut shadow = Gaussian { mean: 0.0, deviation: 0.0 };
    let (_, dx) = gaussian.d_log_density(&mut shadow, x[2], 1.0);
    let f = |x: &[f64]| Gaussian { mean: x[0], deviation: x[1] }.log_density(x[2]);
    let tangent = |x: &[f64], v: &[f64]| {
        let (gaussian, shadow) = (Gaussian { mean: x[0], deviation: x[1] }, Gaussian { mean: v[0], deviation: v[1] });
        gaussian.b_log_density(&shadow, x[2], v[2])
    };
    three_ways(f, &[shadow.mean, shadow.deviation, dx], tangent, &x, None);
}

#[test]
fn a_function_of_the_type() {
    let make = |x: &[f64]| (Gaussian { mean: x[0], deviation: x[1] }, Gaussian { mean: x[2], deviation: x[3] });
    let x = [0.3f64, 1.7, 0.9, -0.4];
    let f = |x: &[f64]| Gaussian::mixed(make(x).0, &make(x).1);
    let tangent = |x: &[f64], v: &[f64]| {
        let ((a, b), (da, db)) = (make(x), make(v));
        Gaussian::b_mixed(a, da, &b, &db)
    };
    let expected = [x[3], (x[1] * x[2]).cos() * x[2], (x[1] * x[2]).cos() * x[1], x[0]];
    let reverse = zymase::gradient(|x: &[f64; 4]| Gaussian::mixed(make(x).0, &make(x).1), &x);
    three_ways(f, &reverse, tangent, &x, Some(&expected));
}

#[test]
fn a_method_that_changes_self() {
    let x = [0.3, 1.7, 1.1];
    let f = |x: &[f64]| {
        let mut gaussian = Gaussian { mean: x[0], deviation: x[1] };
        gaussian.widen(x[2]);
        gaussian.mean * 2.0 + gaussian.deviation
    };
    let mut gaussian = Gaussian { mean: x[0], deviation: x[1] };
    let mut shadow = Gaussian { mean: 2.0, deviation: 1.0 };
    let by = gaussian.d_widen(&mut shadow, x[2]);
    let tangent = |x: &[f64], v: &[f64]| {
        let mut gaussian = Gaussian { mean: x[0], deviation: x[1] };
        let mut tangent = Gaussian { mean: v[0], deviation: v[1] };
        gaussian.b_widen(&mut tangent, x[2], v[2]);
        tangent.mean * 2.0 + tangent.deviation
    };
    three_ways(f, &[shadow.mean, shadow.deviation, by], tangent, &x, None);
}
