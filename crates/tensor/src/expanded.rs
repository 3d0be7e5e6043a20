//! Functions that XLA expands into others before it computes: the same formulas, each step rounded to the type of the
//! element. Where a program was made to agree with XLA to the last digits, a more exact function does not.

use crate::element::ElementType;
use crate::number::Real;
use std::f64::consts::{LN_2, PI};

/// The coefficients of Lanczos for g = 7, after the first, which is [`FIRST`].
const LANCZOS: [f64; 8] = [
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];
const FIRST: f64 = 0.999_999_999_999_809_9;
const SHIFT: f64 = 7.5;

/// A function of doubles in the precision of the element.
fn rounded<T: Real>(function: fn(f64) -> f64, x: T) -> T {
    T::from_f64(function(x.to_f64()))
}

/// What the formulas of Lanczos have in common.
struct Shifted<T> {
    /// Whether the argument was reflected to the right of one half.
    is_reflected: bool,
    z: T,
    /// `z + 7.5`, and its logarithm.
    t: T,
    log_t: T,
}

fn shifted<T: Real>(x: T) -> Shifted<T> {
    let is_reflected = x < T::from_f64(0.5);
    let z = if is_reflected { -x } else { x - T::from_f64(1.0) };
    let shift = T::from_f64(SHIFT);
    let log_t = rounded(f64::ln, shift) + rounded(f64::ln_1p, z / shift);
    Shifted { is_reflected, z, t: shift + z, log_t }
}

/// `log |Γ(x)|`, infinite at the poles.
pub fn log_gamma<T: Real>(x: T) -> T {
    if x.is_infinite() {
        return T::from_f64(f64::INFINITY);
    }
    let constant = T::from_f64;
    let Shifted { is_reflected, z, t, log_t } = shifted(x);
    let sum = LANCZOS.iter().enumerate().fold(constant(FIRST), |sum, (place, coefficient)| {
        sum + constant(*coefficient) / (z + constant(place as f64 + 1.0))
    });
    let half_log = constant((2.0 * PI).ln() / 2.0);
    let log_y = half_log + (z + constant(0.5) - t / log_t) * log_t + rounded(f64::ln, sum);
    if !is_reflected {
        return log_y;
    }
    // log |Γ(x)| = log π - log |sin πx| - log |Γ(1 - x)|, with the argument of the sine reduced first.
    let size = if x < constant(0.0) { -x } else { x };
    let fraction = size - Real::floor(size);
    let reduced = if fraction > constant(0.5) { constant(1.0) - fraction } else { fraction };
    let log_sine = rounded(f64::ln, rounded(f64::sin, constant(PI) * reduced));
    if log_sine.is_finite() { constant(PI.ln()) - log_sine - log_y } else { -log_sine }
}

/// The logarithmic derivative of the gamma function; NaN at its poles.
pub fn digamma<T: Real>(x: T) -> T {
    let constant = T::from_f64;
    if x <= constant(0.0) && x == Real::floor(x) {
        return constant(f64::NAN);
    }
    let Shifted { is_reflected, z, t, log_t } = shifted(x);
    let (mut numerator, mut denominator) = (constant(0.0), constant(FIRST));
    for (place, coefficient) in LANCZOS.iter().enumerate() {
        let (coefficient, base) = (constant(*coefficient), z + constant(place as f64 + 1.0));
        numerator = numerator - coefficient / (base * base);
        denominator = denominator + coefficient / base;
    }
    let y = log_t + numerator / denominator - constant(SHIFT - 0.5) / t;
    if !is_reflected {
        return y;
    }
    // ψ(x) = ψ(1 - x) - π / tan πx, with the argument reduced first.
    let nearest = Real::floor(x + constant(0.5));
    let reduced = constant(PI) * (x - nearest);
    y - constant(PI) * rounded(f64::cos, reduced) / rounded(f64::sin, reduced)
}

/// `e^(x - log 2)` and `e^(-x - log 2)`, which do not overflow before the result does.
fn halves<T: Real>(x: T) -> (T, T) {
    let half = T::from_f64(-LN_2);
    (rounded(f64::exp, x + half), rounded(f64::exp, half - x))
}

/// The hyperbolic cosine.
pub fn cosh<T: Real>(x: T) -> T {
    let (rising, falling) = halves(x);
    rising + falling
}

/// The hyperbolic sine.
pub fn sinh<T: Real>(x: T) -> T {
    let constant = T::from_f64;
    if x < constant(1.0) && x > constant(-1.0) {
        let m = rounded(f64::exp_m1, x);
        return constant(0.5) * (m + m / (m + constant(1.0)));
    }
    let (rising, falling) = halves(x);
    rising - falling
}

/// The polynomials of Giles for the inverse of the error function, highest power first: up to which `w` each goes, and what is subtracted
/// from `w`, or from its root for all but the first.
type Pieces = &'static [(f64, f64, &'static [f64])];

const SINGLE: Pieces = &[
    (
        5.0,
        2.5,
        &[
            2.810_226_36e-8,
            3.432_739_39e-7,
            -3.523_387_7e-6,
            -4.391_506_54e-6,
            0.000_218_580_87,
            -0.001_253_725_03,
            -0.004_177_681_64,
            0.246_640_727,
            1.501_409_41,
        ],
    ),
    (
        f64::INFINITY,
        3.0,
        &[
            -0.000_200_214_257,
            0.000_100_950_558,
            0.001_349_343_22,
            -0.003_673_428_44,
            0.005_739_507_73,
            -0.007_622_461_3,
            0.009_438_870_47,
            1.001_674_06,
            2.832_976_82,
        ],
    ),
];

const DOUBLE: Pieces = &[
    (
        6.25,
        3.125,
        &[
            -3.644_412_064_017_82e-21,
            -1.685_059_138_182_016_6e-19,
            1.285_848_071_525_64e-18,
            1.115_787_767_802_518_1e-17,
            -1.333_171_662_854_621e-16,
            2.097_276_787_596_856e-17,
            6.637_638_134_358_324e-15,
            -4.054_566_272_975_207e-14,
            -8.151_934_197_605_472e-14,
            2.633_509_315_308_232_3e-12,
            -1.297_513_325_345_353_2e-11,
            -5.415_412_054_294_628e-11,
            1.051_212_273_321_532_3e-9,
            -4.112_633_980_346_984e-9,
            -2.907_036_995_788_200_5e-8,
            4.234_787_782_793_240_4e-7,
            -1.365_469_200_083_468e-6,
            -1.388_252_336_278_646_9e-5,
            0.000_186_734_208_034_057_14,
            -0.000_740_702_534_166_267,
            -0.006_033_670_871_430_149,
            0.240_158_182_425_589_6,
            1.653_654_562_683_102_7,
        ],
    ),
    (
        16.0,
        3.25,
        &[
            2.213_737_692_177_578_7e-9,
            9.075_656_193_888_539e-8,
            -2.751_740_629_706_454_5e-7,
            1.823_962_921_438_922_8e-8,
            1.502_740_396_890_982_8e-6,
            -4.013_867_526_981_546e-6,
            2.923_444_908_995_544_6e-6,
            1.247_530_448_167_177_9e-5,
            -4.731_822_900_905_573_4e-5,
            6.828_485_145_957_318e-5,
            2.403_111_038_709_789_4e-5,
            -0.000_355_037_520_362_847_5,
            0.000_953_289_379_737_380_5,
            -0.001_688_275_556_023_504_7,
            0.002_491_442_096_107_851,
            -0.003_751_208_507_569_241,
            0.005_370_914_553_590_064,
            1.005_258_967_694_159_2,
            3.083_885_610_492_220_8,
        ],
    ),
    (
        f64::INFINITY,
        5.0,
        &[
            -2.710_992_061_643_857_3e-11,
            -2.555_641_816_996_525e-10,
            1.507_657_269_350_054_8e-9,
            -3.789_465_440_126_737e-9,
            7.615_701_208_078_34e-9,
            -1.496_002_662_714_924e-8,
            2.914_795_345_090_108e-8,
            -6.771_199_775_845_234e-8,
            2.290_048_222_802_665_5e-7,
            -9.929_827_294_231_7e-7,
            4.526_062_597_223_154e-6,
            -1.968_177_810_553_167e-5,
            7.599_527_703_001_776e-5,
            -0.000_215_030_119_300_444_77,
            -0.000_138_719_318_336_231_22,
            1.010_300_464_864_534_4,
            4.849_906_401_408_584,
        ],
    ),
];

/// The inverse of the error function.
pub fn erf_inverse<T: Real>(x: T) -> T {
    let constant = T::from_f64;
    if x == constant(1.0) || x == constant(-1.0) {
        return x * constant(f64::INFINITY);
    }
    let w = -rounded(f64::ln_1p, -(x * x));
    let pieces = if T::ELEMENT == ElementType::F32 { SINGLE } else { DOUBLE };
    let is_first = w < constant(pieces[0].0);
    let (_, shift, coefficients) = *pieces.iter().find(|piece| w < constant(piece.0)).unwrap_or(&pieces[0]);
    let w = if is_first { w } else { rounded(f64::sqrt, w) } - constant(shift);
    coefficients.iter().fold(constant(0.0), |sum, coefficient| constant(*coefficient) + sum * w) * x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs();
        assert!(error <= tolerance * expected.abs().max(1.0), "{found:e} instead of {expected:e}");
    }

    #[test]
    fn logarithms_of_gamma() {
        for x in [0.1, 0.5, 1.0, 1.5, 2.0, 3.25, 10.0, 171.5, 1e6, -0.5, -1.25, -2.75, -20.3] {
            assert_close(log_gamma(x), libm::lgamma(x), 4e-15 * x.abs().max(4.0));
            assert_close(f64::from(log_gamma(x as f32)), libm::lgamma(f64::from(x as f32)), 4e-6);
        }
        for pole in [0.0, -1.0, -7.0] {
            assert_eq!(log_gamma(pole), f64::INFINITY);
        }
        assert_eq!(log_gamma(f64::NEG_INFINITY), f64::INFINITY);
        assert!(log_gamma(f64::NAN).is_nan());
    }

    #[test]
    fn derivatives_of_logarithms_of_gamma() {
        assert_close(digamma(1.0), -0.577_215_664_901_532_9, 2e-15);
        assert_close(digamma(0.5), -1.963_510_026_021_423_5, 4e-15);
        assert_close(digamma(-0.5), 0.036_489_973_978_576_52, 4e-15);
        assert_close(digamma(100.0), 4.600_161_852_738_087, 2e-15);
        assert_close(f64::from(digamma(3.5f32)), 1.103_156_640_645_243, 1e-6);
        assert!(digamma(0.0f64).is_nan() && digamma(-3.0f64).is_nan() && digamma(f64::NAN).is_nan());
        let step = 1e-5;
        for x in [0.3, 2.5, 7.0, -1.4] {
            let difference = (log_gamma(x + step) - log_gamma(x - step)) / (2.0 * step);
            assert_close(digamma(x), difference, 1e-8);
        }
    }

    #[test]
    fn inverses_of_the_error_function() {
        assert_close(erf_inverse(0.5), 0.476_936_276_204_469_9, 1e-15);
        assert_eq!(erf_inverse(-1.0), f64::NEG_INFINITY);
        assert_eq!(erf_inverse(0.0), 0.0);
        assert!(erf_inverse(1.5f64).is_nan() && erf_inverse(f64::NAN).is_nan());
        for place in 1..1000 {
            let x = f64::from(place) / 1000.0;
            assert_close(libm::erf(erf_inverse(x)), x, 4e-16);
            assert_close(libm::erf(f64::from(erf_inverse(x as f32))), x, 4e-7);
        }
        // All three polynomials, and where the square of the argument is rounded to less than its distance from one.
        for power in 1..13 {
            let rest = 10f64.powi(-power);
            let found = libm::erfc(erf_inverse(1.0 - rest));
            assert!((found - rest).abs() < 3e-15 * (1.0 + 0.1 / rest) * rest, "{power}");
        }
    }

    #[test]
    fn hyperbolic_functions() {
        for x in [-30.0f64, -2.0, -0.7, -1e-9, 0.0, 1e-9, 0.3, 1.0, 5.5, 700.0] {
            assert!((cosh(x) - x.cosh()).abs() <= 4e-16 * (1.0 + x.abs()) * x.cosh());
            assert!((sinh(x) - x.sinh()).abs() <= 4e-16 * (1.0 + x.abs()) * x.sinh().abs());
        }
        assert_eq!((cosh(f32::NEG_INFINITY), sinh(f32::NEG_INFINITY)), (f32::INFINITY, f32::NEG_INFINITY));
        assert_eq!(sinh(-0.0f64).to_bits(), (-0.0f64).to_bits());
    }
}
