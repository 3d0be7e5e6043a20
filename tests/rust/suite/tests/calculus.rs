//! The functions of `f64` and `f32`, each against its formula.

use suite::{DIFFERENCES, ROUNDING, near};

macro_rules! functions {
    ($($name:ident: $f:expr, $at:expr, $expected:expr;)*) => { $(
        #[test]
        fn $name() {
            let f: fn(f64) -> f64 = $f;
            let (x, expected): (f64, fn(f64) -> f64) = ($at, $expected);
            let reverse = zymase::gradient(|x: &f64| ($f as fn(f64) -> f64)(*x), &x);
            let (_, forward) = zymase::jvp(|x: &f64| ($f as fn(f64) -> f64)(*x), &x, &1.0);
            near("expected", reverse, expected(x), ROUNDING);
            near("forward", forward, reverse, ROUNDING);
            near("differences", reverse, (f(x + 1e-6) - f(x - 1e-6)) / 2e-6, DIFFERENCES);
        }
    )* };
}

functions! {
    sin: |x| x.sin(), 0.7, |x| x.cos();
    cos: |x| x.cos(), 0.7, |x| -x.sin();
    tan: |x| x.tan(), 0.7, |x| 1.0 / x.cos().powi(2);
    asin: |x| x.asin(), 0.7, |x| 1.0 / (1.0 - x * x).sqrt();
    acos: |x| x.acos(), 0.7, |x| -1.0 / (1.0 - x * x).sqrt();
    atan: |x| x.atan(), 0.7, |x| 1.0 / (1.0 + x * x);
    sinh: |x| x.sinh(), 0.7, |x| x.cosh();
    cosh: |x| x.cosh(), 0.7, |x| x.sinh();
    tanh: |x| x.tanh(), 0.7, |x| 1.0 - x.tanh().powi(2);
    exp: |x| x.exp(), 0.7, |x| x.exp();
    exp2: |x| x.exp2(), 0.7, |x| x.exp2() * 2f64.ln();
    exp_m1: |x| x.exp_m1(), 0.7, |x| x.exp();
    ln: |x| x.ln(), 0.7, |x| 1.0 / x;
    ln_1p: |x| x.ln_1p(), 0.7, |x| 1.0 / (1.0 + x);
    log10: |x| x.log10(), 0.7, |x| 1.0 / (x * 10f64.ln());
    sqrt: |x| x.sqrt(), 0.7, |x| 0.5 / x.sqrt();
    cbrt: |x| x.cbrt(), 0.7, |x| x.cbrt() / (3.0 * x);
    powf: |x| x.powf(x), 0.7, |x| x.powf(x) * (x.ln() + 1.0);
    powi: |x| x.powi(-3), 0.7, |x| -3.0 * x.powi(-4);
    recip: |x| x.recip(), 0.7, |x| -1.0 / (x * x);
    mul_add: |x| x.mul_add(x, x), 0.7, |x| 2.0 * x + 1.0;
    max: |x| x.max(0.5) * x.min(2.0), 0.7, |x| 2.0 * x;
    clamp: |x| x.clamp(0.0, 1.0) * x, 0.7, |x| 2.0 * x;
    abs: |x| x.abs() * x.signum(), -0.7, |_| 1.0;
    rounding: |x| x * x.floor() + x.fract(), 2.7, |x| x.floor() + 1.0;
    remainder: |x| (x % 0.5) * x, 0.7, |x| x + x % 0.5;
    hypot: |x| x.hypot(2.0 * x), 0.7, |_| 5f64.sqrt();
    sin_cos: |x| { let (s, c) = x.sin_cos(); s * c }, 0.7, |x| (2.0 * x).cos();
}
