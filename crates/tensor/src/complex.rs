//! Functions of complex numbers in double precision.
//!
//! Single precision is computed here too and rounded. Formulas are chosen to lose no digits to cancellation and not to
//! overflow on the way where the result does not. Branch cuts and the treatment of signed zeros follow Kahan's "Branch
//! cuts for complex elementary functions".

use num_complex::Complex;
use std::f64::consts::{LN_2, PI};

type C = Complex<f64>;

fn times_i(z: C) -> C {
    C::new(-z.im, z.re)
}

fn times_minus_i(z: C) -> C {
    C::new(z.im, -z.re)
}

/// The quotient, by scaling both operands first; with infinities and zeros as in Annex G of the C standard.
pub fn divide(a: C, b: C) -> C {
    let exponent = |z: C| {
        let largest = z.re.abs().max(z.im.abs());
        if largest > 0.0 && largest.is_finite() { libm::ilogb(largest) } else { 0 }
    };
    let (above, below) = (exponent(a), exponent(b));
    let (x, y) = (libm::scalbn(a.re, -above), libm::scalbn(a.im, -above));
    let (c, d) = (libm::scalbn(b.re, -below), libm::scalbn(b.im, -below));
    let norm = c * c + d * d;
    let re = libm::scalbn((x * c + y * d) / norm, above - below);
    let im = libm::scalbn((y * c - x * d) / norm, above - below);
    if !(re.is_nan() && im.is_nan()) {
        return C::new(re, im);
    }
    let unit = |x: f64| if x.is_infinite() { 1f64.copysign(x) } else { 0f64.copysign(x) };
    let is_infinite = |z: C| z.re.is_infinite() || z.im.is_infinite();
    let is_finite = |z: C| z.re.is_finite() && z.im.is_finite();
    if norm == 0.0 && !(a.re.is_nan() && a.im.is_nan()) {
        let infinite = f64::INFINITY.copysign(b.re);
        C::new(infinite * a.re, infinite * a.im)
    } else if is_infinite(a) && is_finite(b) {
        let (x, y) = (unit(a.re), unit(a.im));
        C::new(f64::INFINITY * (x * b.re + y * b.im), f64::INFINITY * (y * b.re - x * b.im))
    } else if is_infinite(b) && is_finite(a) {
        let (x, y) = (unit(b.re), unit(b.im));
        C::new(0.0 * (a.re * x + a.im * y), 0.0 * (a.im * x - a.re * y))
    } else {
        C::new(re, im)
    }
}

pub fn sign(z: C) -> C {
    if z.re.is_nan() || z.im.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    let norm = z.re.hypot(z.im);
    if norm == 0.0 { C::new(0.0, 0.0) } else { C::new(z.re / norm, z.im / norm) }
}

pub fn exp(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp(), z.im);
    }
    if z.re == f64::NEG_INFINITY && !z.im.is_finite() {
        return C::new(0.0, 0.0);
    }
    if z.re == f64::INFINITY && !z.im.is_finite() {
        return C::new(f64::INFINITY, f64::NAN);
    }
    let (sin, cos) = z.im.sin_cos();
    if z.re > 709.0 && z.re < 1500.0 {
        // In two steps: the exponential alone would overflow before it is multiplied.
        let half = (z.re / 2.0).exp();
        return C::new(half * cos * half, half * sin * half);
    }
    let size = z.re.exp();
    C::new(size * cos, size * sin)
}

/// `expm1 x cos y - 2 sin²(y/2)`, which loses no digits near zero.
pub fn exp_m1(z: C) -> C {
    let half = (z.im / 2.0).sin();
    let re = z.re.exp_m1() * z.im.cos() - 2.0 * half * half;
    let im = if z.im == 0.0 { z.im } else { z.re.exp() * z.im.sin() };
    C::new(if z.im == 0.0 { z.re.exp_m1() } else { re }, im)
}

/// `log |z|`, also where the square of the norm overflows, vanishes, or is close to one.
fn log_of_norm(z: C) -> f64 {
    let (large, small) = {
        let (x, y) = (z.re.abs(), z.im.abs());
        if x >= y { (x, y) } else { (y, x) }
    };
    if large.is_infinite() {
        return f64::INFINITY;
    }
    if large > 0.5 && large < 2.0 {
        // The square of each part as an exact sum of two floats: near |z| = 1 nothing of it may be lost.
        let square = large * large;
        let square_error = large.mul_add(large, -square);
        let other = small * small;
        let other_error = small.mul_add(small, -other);
        return 0.5 * (((square - 1.0) + other) + (square_error + other_error)).ln_1p();
    }
    if large == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !(1e-150..=1e150).contains(&large) {
        let scale = libm::ilogb(large);
        let (x, y) = (libm::scalbn(large, -scale), libm::scalbn(small, -scale));
        return f64::from(scale) * LN_2 + 0.5 * (x * x + y * y).ln();
    }
    0.5 * (large * large + small * small).ln()
}

pub fn log(z: C) -> C {
    C::new(log_of_norm(z), z.im.atan2(z.re))
}

pub fn log_1p(z: C) -> C {
    let im = z.im.atan2(1.0 + z.re);
    let is_small = z.re.abs() < 0.5 && z.im.abs() < 0.5;
    let re = if is_small { 0.5 * log_1p_argument(z).ln_1p() } else { log_of_norm(C::new(1.0 + z.re, z.im)) };
    C::new(re, im)
}

/// `|1 + z|² - 1 = 2x + x² + y²`, each product with its rounding error.
fn log_1p_argument(z: C) -> f64 {
    let (x, y) = (z.re, z.im);
    let (xx, yy) = (x * x, y * y);
    let errors = x.mul_add(x, -xx) + y.mul_add(y, -yy);
    let first = 2.0 * x;
    let sum = first + yy;
    // The rounding error of the sum of the two terms that may cancel.
    let part = sum - first;
    let lost = (first - (sum - part)) + (yy - part);
    sum + (xx + lost + errors)
}

pub fn sqrt(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y.is_infinite() {
        return C::new(f64::INFINITY, y);
    }
    if x == 0.0 && y == 0.0 {
        return C::new(0.0, y);
    }
    if x.is_nan() || y.is_nan() {
        return if x == f64::INFINITY {
            C::new(x, y)
        } else if x == f64::NEG_INFINITY {
            C::new(f64::NAN, f64::INFINITY)
        } else {
            C::new(f64::NAN, f64::NAN)
        };
    }
    if x.is_infinite() {
        return if x > 0.0 { C::new(x, 0f64.copysign(y)) } else { C::new(0.0, f64::INFINITY.copysign(y)) };
    }
    // Scaled by a power of four, so that the norm neither overflows nor vanishes.
    let scale = libm::ilogb(x.abs().max(y.abs())) / 2;
    let (a, b) = (libm::scalbn(x, -2 * scale), libm::scalbn(y, -2 * scale));
    let root = ((a.abs() + a.hypot(b)) / 2.0).sqrt();
    let other = b.abs() / (2.0 * root);
    let (re, im) = if a >= 0.0 { (root, other) } else { (other, root) };
    C::new(libm::scalbn(re, scale), libm::scalbn(im, scale).copysign(y))
}

pub fn reciprocal_sqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(f64::INFINITY, f64::NAN);
    }
    divide(C::new(1.0, 0.0), sqrt(z))
}

/// The cube root with the smallest angle.
pub fn cbrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    let size = z.re.hypot(z.im).cbrt();
    let (sin, cos) = (z.im.atan2(z.re) / 3.0).sin_cos();
    C::new(size * cos, size * sin)
}

pub fn logistic(z: C) -> C {
    let shifted = exp(-z);
    divide(C::new(1.0, 0.0), C::new(1.0 + shifted.re, shifted.im))
}

pub fn power(a: C, b: C) -> C {
    if b.re == 0.0 && b.im == 0.0 {
        return C::new(1.0, 0.0);
    }
    if a.re == 0.0 && a.im == 0.0 {
        return if b.im == 0.0 && b.re > 0.0 { C::new(0.0, 0.0) } else { C::new(f64::NAN, f64::NAN) };
    }
    let l = log(a);
    exp(C::new(b.re * l.re - b.im * l.im, b.re * l.im + b.im * l.re))
}

/// `-i log((x + iy) / √(x² + y²))`
pub fn atan2(y: C, x: C) -> C {
    let sum = x * x + y * y;
    times_minus_i(log(divide(x + times_i(y), sqrt(sum))))
}

pub fn sin(z: C) -> C {
    times_minus_i(sinh(times_i(z)))
}

pub fn cos(z: C) -> C {
    cosh(times_i(z))
}

pub fn tan(z: C) -> C {
    times_minus_i(tanh(times_i(z)))
}

pub fn sinh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.sinh(), z.im);
    }
    let (sin, cos) = z.im.sin_cos();
    if z.re.abs() > 709.0 {
        let large = exp(C::new(z.re.abs(), z.im));
        return C::new((0.5 * large.re).abs().copysign(z.re * cos), 0.5 * large.im);
    }
    C::new(if z.re == 0.0 { z.re } else { z.re.sinh() * cos }, z.re.cosh() * sin)
}

pub fn cosh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.cosh(), if z.re < 0.0 { -z.im } else { z.im });
    }
    let (sin, cos) = z.im.sin_cos();
    if z.re.abs() > 709.0 {
        let large = exp(C::new(z.re.abs(), z.im));
        return C::new(0.5 * large.re, (0.5 * large.im).abs().copysign(z.re * sin));
    }
    C::new(z.re.cosh() * cos, if z.re == 0.0 { z.re * sin } else { z.re.sinh() * sin })
}

/// Kahan's formula: with `t = tan y`, `s = sinh x`, `β = 1 + t²`, `ρ = √(1 + s²)`: `(βρs + it) / (1 + βs²)`.
pub fn tanh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.tanh(), z.im);
    }
    if z.re.abs() > 22.0 {
        let imaginary = 4.0 * z.im.sin() * z.im.cos() * (-2.0 * z.re.abs()).exp();
        return C::new(1f64.copysign(z.re), if imaginary.is_nan() { 0f64.copysign(z.im) } else { imaginary });
    }
    let t = z.im.tan();
    let s = z.re.sinh();
    let beta = 1.0 + t * t;
    let rho = (1.0 + s * s).sqrt();
    if t.is_infinite() {
        return C::new(rho / s, 1.0 / t);
    }
    let denominator = 1.0 + beta * s * s;
    C::new(beta * rho * s / denominator, t / denominator)
}

/// `√(1 - z)` and `√(1 + z)`.
fn roots(z: C) -> (C, C) {
    (sqrt(C::new(1.0 - z.re, -z.im)), sqrt(C::new(1.0 + z.re, z.im)))
}

/// Beyond this size `z² ± 1` is `z²`, and squares are avoided.
const LARGE: f64 = 1e100;

fn is_large(z: C) -> bool {
    z.re.abs() > LARGE || z.im.abs() > LARGE
}

pub fn asin(z: C) -> C {
    if is_large(z) {
        let re = z.re.atan2(z.im.abs());
        return C::new(re, (log_of_norm(z) + LN_2).copysign(z.im));
    }
    let (minus, plus) = roots(z);
    let re = z.re.atan2(minus.re * plus.re - minus.im * plus.im);
    let im = libm::asinh(minus.re * plus.im - minus.im * plus.re);
    C::new(re, im)
}

pub fn acos(z: C) -> C {
    if is_large(z) {
        return C::new(z.im.abs().atan2(z.re), (log_of_norm(z) + LN_2).copysign(-z.im));
    }
    let (minus, plus) = roots(z);
    let re = 2.0 * minus.re.atan2(plus.re);
    let im = libm::asinh(plus.re * minus.im - plus.im * minus.re);
    C::new(re, im)
}

pub fn acosh(z: C) -> C {
    if is_large(z) {
        return C::new(log_of_norm(z) + LN_2, z.im.atan2(z.re));
    }
    let minus = sqrt(C::new(z.re - 1.0, z.im));
    let plus = sqrt(C::new(z.re + 1.0, z.im));
    let re = libm::asinh(minus.re * plus.re + minus.im * plus.im);
    C::new(re, 2.0 * minus.im.atan2(plus.re))
}

pub fn asinh(z: C) -> C {
    times_minus_i(asin(times_i(z)))
}

pub fn atan(z: C) -> C {
    times_minus_i(atanh(times_i(z)))
}

/// `½ log((1 + z) / (1 - z))`, in real functions of the parts.
pub fn atanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if z.re.is_nan() || z.im.is_nan() {
        let re = if y.is_infinite() { 0f64.copysign(x) } else { f64::NAN };
        return C::new(re, if y.is_infinite() { (PI / 2.0).copysign(y) } else { f64::NAN });
    }
    if is_large(z) {
        let norm = x.hypot(y);
        let re = if norm.is_infinite() { 0f64.copysign(x) } else { x / norm / norm };
        return C::new(re, (PI / 2.0).copysign(y));
    }
    // Both from |x|, whose sign the result gets back.
    let a = x.abs();
    let distance = (1.0 - a) * (1.0 - a) + y * y;
    let re = 0.25 * (4.0 * a / distance).ln_1p();
    let im = 0.5 * (2.0 * y).atan2((1.0 - a) * (1.0 + a) - y * y);
    C::new(re.copysign(x), im)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: C, b: C) -> bool {
        (a - b).norm() <= 4e-16 * b.norm().max(1e-300)
    }

    #[test]
    fn functions_are_inverse() {
        for x in [-3.0, -0.7, -1e-3, 0.2, 1.5, 4.0] {
            for y in [-2.5, -0.3, 1e-4, 0.9, 2.0] {
                let z = C::new(x, y);
                let within = |a: C, b: C| (a - b).norm() <= 4e-15 * (1.0 + b.norm());
                assert!(within(exp(log(z)), z), "log {z}");
                assert!(within(sqrt(z) * sqrt(z), z), "sqrt {z}");
                assert!(within(sin(asin(z)), z), "asin {z}");
                assert!(within(cos(acos(z)), z), "acos {z}");
                assert!(within(tan(atan(z)), z), "atan {z} {}", tan(atan(z)));
                assert!(within(sinh(asinh(z)), z), "asinh {z}");
                assert!(within(cosh(acosh(z)), z), "acosh {z}");
                assert!(within(tanh(atanh(z)), z), "atanh {z}");
                assert!(within(exp_m1(log_1p(z)), z), "log1p {z}");
                assert!(within(divide(z * C::new(3.0, -4.0), C::new(3.0, -4.0)), z), "divide {z}");
            }
        }
    }

    #[test]
    fn no_digits_are_lost_near_special_points() {
        // |z|² - 1 = 0.6² + 0.8² - 1 would be nothing but rounding errors.
        let exact =
            0.5 * (2.0 * (0.6f64.mul_add(0.6, -0.36) + 0.8f64.mul_add(0.8, -0.64)) / 2.0 + (0.36 - 0.36)).ln_1p();
        let found = log(C::new(0.6, 0.8)).re;
        assert!((found - exact).abs() < 1e-16, "{found:e} {exact:e}");
        assert!(close(log_1p(C::new(1e-20, 1e-12)), C::new(1e-20 + 0.5e-24, 1e-12)));
        assert!(close(exp_m1(C::new(1e-18, 1e-10)), C::new(1e-18 - 0.5e-20, 1e-10)));
        assert!(close(sqrt(C::new(1e-320, 1e-300)), sqrt(C::new(0.0, 1e-300))));
        assert!(close(divide(C::new(1e308, 1e308), C::new(1e308, 1e308)), C::new(1.0, 0.0)));
    }

    /// The sign of a zero says on which side of a cut a number is, as in C.
    #[test]
    fn sides_of_cuts() {
        let same = |a: C, b: C| {
            let signs = |z: C| (z.re.is_sign_negative(), z.im.is_sign_negative());
            (a - b).norm() <= 1e-14 * b.norm() && signs(a) == signs(b)
        };
        let (half, size) = (PI / 2.0, 3f64.acosh());
        type Function = fn(C) -> C;
        let above: [(Function, C, C); 9] = [
            (sqrt, C::new(-4.0, 0.0), C::new(0.0, 2.0)),
            (asin, C::new(3.0, 0.0), C::new(half, size)),
            (acos, C::new(-3.0, 0.0), C::new(PI, -size)),
            (asinh, C::new(0.0, 3.0), C::new(size, half)),
            (acosh, C::new(-3.0, 0.0), C::new(size, PI)),
            (acosh, C::new(0.5, 0.0), C::new(0.0, 0.5f64.acos())),
            (atan, C::new(0.0, 3.0), C::new(half, 2f64.ln() / 2.0)),
            (atanh, C::new(3.0, 0.0), C::new(2f64.ln() / 2.0, half)),
            (log, C::new(-1.0, 0.0), C::new(0.0, PI)),
        ];
        for (function, z, expected) in above {
            assert!(same(function(z), expected), "{} at {z}", function(z));
            assert!(same(function(z.conj()), expected.conj()), "{} at {}", function(z.conj()), z.conj());
        }
        let odd: [fn(C) -> C; 4] = [asin, asinh, atan, atanh];
        for function in odd {
            for z in [C::new(3.0, 0.0), C::new(0.0, 3.0), C::new(1e15, 0.0), C::new(0.0, 1e200), C::new(0.5, 0.0)] {
                for z in [z, z.conj()] {
                    assert!(same(function(-z), -function(z)), "{} at {}", function(-z), -z);
                }
            }
        }
    }

    #[test]
    fn edges() {
        assert_eq!(sqrt(C::new(-4.0, -0.0)), C::new(0.0, -2.0));
        assert_eq!(divide(C::new(1.0, 0.0), C::new(0.0, 0.0)).re, f64::INFINITY);
        assert_eq!(sign(C::new(0.0, 0.0)), C::new(0.0, 0.0));
        assert_eq!(exp(C::new(f64::NEG_INFINITY, f64::NAN)), C::new(0.0, 0.0));
        assert_eq!(tanh(C::new(1000.0, 1.0)).re, 1.0);
        assert!(log(C::new(0.0, 0.0)).re == f64::NEG_INFINITY);
        assert!(asin(C::new(1e200, 1e200)).im.is_finite());
    }
}
