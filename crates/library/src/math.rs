//! Mathematical functions by their symbols.
//!
//! A line gives the name on `double`; the names on `float` and `long double`,
//! glibc's `__*_finite` and the device libraries' names follow from it.

use zymase_calculus::Function::{self, *};

use crate::known::{Complex, ComplexFunction, ComplexOperation, Known, Math, Precision, SplitMath};

/// The places of one, two or three operands in their usual order.
const ONE: &[usize] = &[0];
const TWO: &[usize] = &[0, 1];
const THREE: &[usize] = &[0, 1, 2];

/// A function in all precisions: its rule, operands, integer outputs, names on `double`.
type Line = (Function, &'static [usize], &'static [usize], &'static str);

const FUNCTIONS: &[Line] = &[
    (Sqrt, ONE, &[], "sqrt"),
    (Cbrt, ONE, &[], "cbrt"),
    (Rsqrt, ONE, &[], "rsqrt"),
    (Rcbrt, ONE, &[], "rcbrt"),
    (Pow, TWO, &[], "pow powr"),
    (Powi, TWO, &[], "powi"),
    (Hypot, TWO, &[], "hypot"),
    (Rhypot, TWO, &[], "rhypot"),
    (Norm3d, THREE, &[], "norm3d"),
    (Rnorm3d, THREE, &[], "rnorm3d"),
    (Exp, ONE, &[], "exp"),
    (Exp2, ONE, &[], "exp2"),
    (Exp10, ONE, &[], "exp10 pow10"),
    (Expm1, ONE, &[], "expm1"),
    (Log, ONE, &[], "log"),
    (Log2, ONE, &[], "log2"),
    (Log10, ONE, &[], "log10"),
    (Log1p, ONE, &[], "log1p logp1"),
    (Sin, ONE, &[], "sin"),
    (Cos, ONE, &[], "cos"),
    (Tan, ONE, &[], "tan"),
    (Asin, ONE, &[], "asin"),
    (Acos, ONE, &[], "acos"),
    (Atan, ONE, &[], "atan"),
    (Atan2, TWO, &[], "atan2"),
    (SinPi, ONE, &[], "sinpi"),
    (CosPi, ONE, &[], "cospi"),
    (TanPi, ONE, &[], "tanpi"),
    (AsinPi, ONE, &[], "asinpi"),
    (AcosPi, ONE, &[], "acospi"),
    (AtanPi, ONE, &[], "atanpi"),
    (Atan2Pi, TWO, &[], "atan2pi"),
    (Sinc, ONE, &[], "sinc"),
    (SincN, ONE, &[], "sincn"),
    (Sinh, ONE, &[], "sinh"),
    (Cosh, ONE, &[], "cosh"),
    (Tanh, ONE, &[], "tanh"),
    (Asinh, ONE, &[], "asinh"),
    (Acosh, ONE, &[], "acosh"),
    (Atanh, ONE, &[], "atanh"),
    (Erf, ONE, &[], "erf"),
    (Erfc, ONE, &[], "erfc"),
    (Erfi, ONE, &[], "erfi"),
    (Erfcx, ONE, &[], "erfcx"),
    (Erfinv, ONE, &[], "erfinv"),
    (Erfcinv, ONE, &[], "erfcinv"),
    (Normcdf, ONE, &[], "normcdf"),
    (Normcdfinv, ONE, &[], "normcdfinv"),
    (Tgamma, ONE, &[], "tgamma"),
    (Lgamma, ONE, &[], "lgamma gamma"),
    (Lgamma, ONE, &[1], "lgamma_r gamma_r"),
    (J0, ONE, &[], "j0"),
    (J1, ONE, &[], "j1"),
    (Jn, TWO, &[], "jn"),
    (Y0, ONE, &[], "y0"),
    (Y1, ONE, &[], "y1"),
    (Yn, TWO, &[], "yn"),
    (Fabs, ONE, &[], "fabs"),
    (Copysign, TWO, &[], "copysign"),
    (Fdim, TWO, &[], "fdim"),
    (MaxNum, TWO, &[], "fmax"),
    (MinNum, TWO, &[], "fmin"),
    (Maximum, TWO, &[], "fmaximum"),
    (Minimum, TWO, &[], "fminimum"),
    (MaximumNum, TWO, &[], "fmaximum_num"),
    (MinimumNum, TWO, &[], "fminimum_num"),
    (Fma, THREE, &[], "fma"),
    (Rem, TWO, &[], "fmod"),
    (Remainder, TWO, &[], "remainder drem"),
    (Remquo, TWO, &[2], "remquo"),
    (Ceil, ONE, &[], "ceil"),
    (Floor, ONE, &[], "floor"),
    (Trunc, ONE, &[], "trunc"),
    (Round, ONE, &[], "round"),
    (RoundEven, ONE, &[], "roundeven"),
    (Rint, ONE, &[], "rint"),
    (Nearbyint, ONE, &[], "nearbyint"),
    (Logb, ONE, &[], "logb"),
    (Frexp, ONE, &[1], "frexp"),
    (Ldexp, TWO, &[], "ldexp"),
    (Scalbn, TWO, &[], "scalbn"),
    (Scalbln, TWO, &[], "scalbln"),
    (Nextafter, TWO, &[], "nextafter"),
    (Nexttoward, TWO, &[], "nexttoward"),
];

/// Functions under a name of their own in one precision.
const SINGLE_NAMES: &[(Function, Precision, &[usize], &str)] = &[
    (Powi, Precision::Single, TWO, "__powisf2"),
    (Powi, Precision::Double, TWO, "__powidf2"),
    (Powi, Precision::Extended, TWO, "__powixf2"),
    (Erfcx, Precision::Double, ONE, "Faddeeva_erfcx_re"),
    (Erfcx, Precision::Double, ONE, "_FortranAErfcScaled8"),
    (Erfcx, Precision::Single, ONE, "_FortranAErfcScaled4"),
    (Erfi, Precision::Double, ONE, "Faddeeva_erfi_re"),
    (Erf, Precision::Double, ONE, "Faddeeva_erf_re"),
    (Erfc, Precision::Double, ONE, "Faddeeva_erfc_re"),
    // Apple's libm.
    (Exp10, Precision::Double, ONE, "__exp10"),
    (Exp10, Precision::Single, ONE, "__exp10f"),
    (SinPi, Precision::Double, ONE, "__sinpi"),
    (SinPi, Precision::Single, ONE, "__sinpif"),
    (CosPi, Precision::Double, ONE, "__cospi"),
    (CosPi, Precision::Single, ONE, "__cospif"),
    (TanPi, Precision::Double, ONE, "__tanpi"),
    (TanPi, Precision::Single, ONE, "__tanpif"),
    // CUDA's fast forms.
    (Sin, Precision::Single, ONE, "__nv_fast_sinf"),
    (Cos, Precision::Single, ONE, "__nv_fast_cosf"),
    (Tan, Precision::Single, ONE, "__nv_fast_tanf"),
    (Exp, Precision::Single, ONE, "__nv_fast_expf"),
    (Exp10, Precision::Single, ONE, "__nv_fast_exp10f"),
    (Log, Precision::Single, ONE, "__nv_fast_logf"),
    (Log2, Precision::Single, ONE, "__nv_fast_log2f"),
    (Log10, Precision::Single, ONE, "__nv_fast_log10f"),
    (Pow, Precision::Single, TWO, "__nv_fast_powf"),
    (Div, Precision::Single, TWO, "__nv_fast_fdividef"),
    (Tanh, Precision::Single, ONE, "__nv_fast_tanhf"),
];

/// Is this one of CUDA's fast and less accurate forms of a function?
pub fn is_fast_form(name: &str) -> bool {
    name.starts_with("__nv_fast_")
}

/// CUDA's operations that round in a manner of their own; the manner follows their names.
const ROUNDED: &[(Function, Precision, &[usize], &str)] = &[
    (Add, Precision::Single, TWO, "__nv_fadd"),
    (Sub, Precision::Single, TWO, "__nv_fsub"),
    (Mul, Precision::Single, TWO, "__nv_fmul"),
    (Div, Precision::Single, TWO, "__nv_fdiv"),
    (Fma, Precision::Single, THREE, "__nv_fmaf"),
    (Fma, Precision::Single, THREE, "__nv_fmaf_ieee"),
    (Sqrt, Precision::Single, ONE, "__nv_fsqrt"),
    (Recip, Precision::Single, ONE, "__nv_frcp"),
    (Rsqrt, Precision::Single, ONE, "__nv_frsqrt"),
    (Add, Precision::Double, TWO, "__nv_dadd"),
    (Sub, Precision::Double, TWO, "__nv_dsub"),
    (Mul, Precision::Double, TWO, "__nv_dmul"),
    (Div, Precision::Double, TWO, "__nv_ddiv"),
    (Fma, Precision::Double, THREE, "__nv_fma"),
    (Sqrt, Precision::Double, ONE, "__nv_dsqrt"),
    (Recip, Precision::Double, ONE, "__nv_drcp"),
];
const MANNERS: [&str; 4] = ["_rn", "_rz", "_ru", "_rd"];

/// What is returned, what is stored where, and the names on `double`.
type SplitLine = (Option<Function>, &'static [(usize, Function)], &'static str);

const SPLIT: &[SplitLine] = &[
    (Some(Modf), &[(1, Trunc)], "modf"),
    (None, &[(1, Sin), (2, Cos)], "sincos __sincos"),
    (None, &[(1, SinPi), (2, CosPi)], "sincospi __sincospi"),
];

/// Functions of complex numbers, each also with the suffix `f`. Those of `long double` pass it in memory.
const COMPLEX_FUNCTIONS: &[(ComplexFunction, &str)] = &[
    (ComplexFunction::Abs, "cabs"),
    (ComplexFunction::Arg, "carg"),
    (ComplexFunction::Real, "creal"),
    (ComplexFunction::Imaginary, "cimag"),
    (ComplexFunction::Conjugate, "conj"),
    (ComplexFunction::Project, "cproj"),
    (ComplexFunction::Exp, "cexp"),
    (ComplexFunction::Log, "clog"),
    (ComplexFunction::Sqrt, "csqrt"),
    (ComplexFunction::Pow, "cpow"),
    (ComplexFunction::Sin, "csin"),
    (ComplexFunction::Cos, "ccos"),
    (ComplexFunction::Tan, "ctan"),
    (ComplexFunction::Sinh, "csinh"),
    (ComplexFunction::Cosh, "ccosh"),
    (ComplexFunction::Tanh, "ctanh"),
];

const COMPLEX: &[(ComplexOperation, Precision, &str)] = &[
    (ComplexOperation::Multiply, Precision::Single, "__mulsc3"),
    (ComplexOperation::Multiply, Precision::Double, "__muldc3"),
    (ComplexOperation::Multiply, Precision::Extended, "__mulxc3"),
    (ComplexOperation::Divide, Precision::Single, "__divsc3"),
    (ComplexOperation::Divide, Precision::Double, "__divdc3"),
    (ComplexOperation::Divide, Precision::Extended, "__divxc3"),
];

const PRECISIONS: [(Precision, &str); 3] =
    [(Precision::Single, "f"), (Precision::Double, ""), (Precision::Extended, "l")];

/// `name`, on `double`, with the suffix of another precision: `lgamma_r` takes
/// it before its `_r`.
fn with_suffix(name: &str, suffix: &str) -> String {
    match name.strip_suffix("_r") {
        Some(stem) => format!("{stem}{suffix}_r"),
        None => format!("{name}{suffix}"),
    }
}

/// Names of the device libraries (CUDA's libdevice, AMD's OCML), which know no
/// `long double`.
fn device_names(name: &str, precision: Precision) -> Option<[String; 2]> {
    let (suffix, bits) = match precision {
        Precision::Single => ("f", "f32"),
        Precision::Double => ("", "f64"),
        Precision::Extended => return None,
    };
    Some([format!("__nv_{name}{suffix}"), format!("__ocml_{name}_{bits}")])
}

/// Gives `add` every symbol here.
pub(crate) fn each(add: &mut dyn FnMut(String, Known)) {
    for &(function, operands, integer_outputs, names) in FUNCTIONS {
        for (name, (precision, suffix)) in pairs(names) {
            let known = Known::Math(Math { function, precision, operands, integer_outputs });
            let symbol = with_suffix(name, suffix);
            add(format!("__{symbol}_finite"), known);
            add(symbol, known);
            for device in device_names(name, precision).into_iter().flatten() {
                add(device, known);
            }
        }
    }
    for &(function, precision, operands, name) in SINGLE_NAMES {
        add(name.to_string(), Known::Math(Math { function, precision, operands, integer_outputs: &[] }));
    }
    for &(function, precision, operands, name) in ROUNDED {
        for manner in MANNERS {
            let known = Known::Math(Math { function, precision, operands, integer_outputs: &[] });
            add(format!("{name}{manner}"), known);
        }
    }
    for &(returned, stored, names) in SPLIT {
        for (name, (precision, suffix)) in pairs(names) {
            let known = Known::SplitMath(SplitMath { precision, operand: 0, returned, stored });
            add(with_suffix(name, suffix), known);
            if !name.starts_with("__")
                && let Some([cuda, _]) = device_names(name, precision)
            {
                add(cuda, known);
            }
        }
    }
    let fast = SplitMath { precision: Precision::Single, operand: 0, returned: None, stored: &[(1, Sin), (2, Cos)] };
    add("__nv_fast_sincosf".to_string(), Known::SplitMath(fast));
    for &(operation, precision, name) in COMPLEX {
        add(name.to_string(), Known::Complex(Complex { operation, precision }));
    }
    for &(function, name) in COMPLEX_FUNCTIONS {
        add(name.to_string(), Known::ComplexMath(function));
        add(format!("{name}f"), Known::ComplexMath(function));
    }
}

/// Complex functions whose code is in `crates/prepare/bodies`: without a rule, or of long double.
pub(crate) const WRITTEN_OUT: &[&str] = &[
    "casinh casinhf casinhl casin casinf casinl cacos cacosf cacosl cacosh cacoshf cacoshl catanh catanhf catanhl",
    "catan catanf catanl cexpl clogl csqrtl cpowl csinhl ccoshl ctanhl csinl ccosl ctanl conjl cabsl cargl creall cimagl",
];

/// Every name of a line with every precision.
fn pairs(names: &'static str) -> impl Iterator<Item = (&'static str, (Precision, &'static str))> {
    names.split_whitespace().flat_map(|name| PRECISIONS.map(|precision| (name, precision)))
}

/// The scalar function inside a vector function's name (`_ZGVbN2v_sin`), where
/// it is an unmasked one with every operand a vector.
pub(crate) fn scalar_of_vector(name: &str) -> Option<&str> {
    let (shape, scalar) = name.strip_prefix("_ZGV")?.split_once('_')?;
    let rest = shape.get(1..)?.strip_prefix('N')?;
    let operands = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let all_vectors = !operands.is_empty() && operands.bytes().all(|b| b == b'v');
    (all_vectors && operands.len() < rest.len()).then_some(scalar)
}
