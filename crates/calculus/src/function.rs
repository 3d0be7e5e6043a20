//! The functions that have a rule, and what is known of them besides it.

/// Declares the functions: documentation, name, operand count and, where C has
/// one, the name of the double-precision function.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $count:literal $($c:literal)?;)*) => {
        /// A function of floating-point numbers, of whatever width.
        ///
        /// The operands are those that carry values: pointers through which a
        /// second result is returned (`frexp`, `modf`, `remquo`, `lgamma_r`) are
        /// left out.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Function {
            $($(#[$doc])* $name,)*
            /// The derivative of the given order of the digamma function, which
            /// is order 0; see [`crate::polygamma()`].
            Polygamma(u8),
        }

        impl Function {
            /// Every function but the polygamma functions, which have no end.
            pub const ALL: &'static [Function] = &[$(Function::$name),*];
        }

        /// How many operands `f` takes.
        pub const fn operand_count(f: Function) -> usize {
            match f {
                $(Function::$name => $count,)*
                Function::Polygamma(_) => 1,
            }
        }

        /// The name of the C function on `double` that computes `f`.
        pub const fn libm_name(f: Function) -> Option<&'static str> {
            match f {
                $(Function::$name => functions!(@name $($c)?),)*
                Function::Polygamma(_) => None,
            }
        }
    };
    (@name) => { None };
    (@name $c:literal) => { Some($c) };
}

functions! {
    Neg 1;
    Add 2;
    Sub 2;
    Mul 2;
    Div 2;
    /// `1 / x`
    Recip 1;
    /// An estimate of `1 / x`, as instructions compute it.
    RecipEstimate 1;
    /// LLVM's `frem`, C's `fmod`: the remainder of the quotient truncated.
    Rem 2 "fmod";
    /// The remainder of the quotient rounded to nearest even.
    Remainder 2 "remainder";
    /// As `Remainder`; the low bits of the quotient are a second result.
    Remquo 2 "remquo";
    /// `x * y + z`, rounded once or (LLVM's `fmuladd`) twice.
    Fma 3 "fma";

    Sqrt 1 "sqrt";
    Cbrt 1 "cbrt";
    /// `1 / √x`
    Rsqrt 1 "rsqrt";
    /// An estimate of `1 / √x`, as instructions compute it.
    RsqrtEstimate 1;
    /// `1 / ∛x`
    Rcbrt 1 "rcbrt";
    Pow 2 "pow";
    /// `x` to an integer power, the second operand.
    Powi 2;
    Hypot 2 "hypot";
    /// `1 / √(x² + y²)`
    Rhypot 2 "rhypot";
    /// `√(x² + y² + z²)`
    Norm3d 3 "norm3d";
    /// `1 / √(x² + y² + z²)`
    Rnorm3d 3 "rnorm3d";

    Exp 1 "exp";
    Exp2 1 "exp2";
    Exp10 1 "exp10";
    Expm1 1 "expm1";
    Log 1 "log";
    Log2 1 "log2";
    Log10 1 "log10";
    Log1p 1 "log1p";
    /// `1 / (1 + exp(-x))`
    Logistic 1;

    Sin 1 "sin";
    Cos 1 "cos";
    Tan 1 "tan";
    Asin 1 "asin";
    Acos 1 "acos";
    Atan 1 "atan";
    /// The operands are `y`, then `x`.
    Atan2 2 "atan2";
    /// `sin(πx)`
    SinPi 1 "sinpi";
    /// `cos(πx)`
    CosPi 1 "cospi";
    /// `tan(πx)`
    TanPi 1 "tanpi";
    /// `asin(x) / π`
    AsinPi 1 "asinpi";
    /// `acos(x) / π`
    AcosPi 1 "acospi";
    /// `atan(x) / π`
    AtanPi 1 "atanpi";
    /// `atan2(y, x) / π`
    Atan2Pi 2 "atan2pi";
    /// `sin(x) / x`
    Sinc 1 "sinc";
    /// `sin(πx) / (πx)`
    SincN 1 "sincn";

    Sinh 1 "sinh";
    Cosh 1 "cosh";
    Tanh 1 "tanh";
    Asinh 1 "asinh";
    Acosh 1 "acosh";
    Atanh 1 "atanh";

    Erf 1 "erf";
    Erfc 1 "erfc";
    /// `-i erf(ix)`
    Erfi 1 "erfi";
    /// `exp(x²) erfc(x)`
    Erfcx 1 "Faddeeva_erfcx_re";
    /// The inverse of `erf`.
    Erfinv 1 "erfinv";
    /// The inverse of `erfc`.
    Erfcinv 1 "erfcinv";
    /// How much of the normal distribution lies below.
    Normcdf 1 "normcdf";
    /// The inverse of that.
    Normcdfinv 1 "normcdfinv";
    Tgamma 1 "tgamma";
    Lgamma 1 "lgamma";
    J0 1 "j0";
    J1 1 "j1";
    /// The operands are the integer order, then `x`.
    Jn 2 "jn";
    Y0 1 "y0";
    Y1 1 "y1";
    /// The operands are the integer order, then `x`.
    Yn 2 "yn";

    Fabs 1 "fabs";
    Copysign 2 "copysign";
    /// `x - y` where that is positive, else 0.
    Fdim 2 "fdim";
    /// C's `fmax` and LLVM's `maxnum`: a NaN operand is passed over.
    MaxNum 2 "fmax";
    /// C's `fmin` and LLVM's `minnum`: a NaN operand is passed over.
    MinNum 2 "fmin";
    /// A NaN operand is the result.
    Maximum 2 "fmaximum";
    /// A NaN operand is the result.
    Minimum 2 "fminimum";
    /// A NaN operand is passed over, signalling or not.
    MaximumNum 2 "fmaximum_num";
    /// A NaN operand is passed over, signalling or not.
    MinimumNum 2 "fminimum_num";

    Ceil 1 "ceil";
    Floor 1 "floor";
    Trunc 1 "trunc";
    Round 1 "round";
    RoundEven 1 "roundeven";
    Rint 1 "rint";
    Nearbyint 1 "nearbyint";
    Lrint 1 "lrint";
    Llrint 1 "llrint";
    Lround 1 "lround";
    Llround 1 "llround";
    Logb 1 "logb";
    Ilogb 1 "ilogb";
    /// The fraction; the exponent is a second result.
    Frexp 1 "frexp";
    /// The fraction; the whole part is a second result (`Trunc`).
    Modf 1 "modf";
    /// `x * 2^n`, the second operand an `int`.
    Ldexp 2 "ldexp";
    /// `x * 2^n`, the second operand an `int`.
    Scalbn 2 "scalbn";
    /// `x * 2^n`, the second operand a `long`.
    Scalbln 2 "scalbln";
    /// `x * 2^floor(y)`, as an instruction computes it.
    Scalef 2;
    Nextafter 2 "nextafter";
    /// The second operand is a `long double`.
    Nexttoward 2 "nexttoward";
}

impl Function {
    /// The function that C calls `name` on `double`.
    pub fn from_libm_name(name: &str) -> Option<Function> {
        let mut all = Function::ALL.iter().copied();
        all.find(|&f| libm_name(f) == Some(name))
    }
}

/// Whether a derivative of `f` is infinite at some point where `f` itself, or what limits it, is an ordinary number:
/// divisions by zero, roots and logarithms of zero, the ends of inverse functions.
pub const fn is_singular(f: Function) -> bool {
    use Function::*;
    matches!(
        f,
        Div | Recip
            | RecipEstimate
            | Rem
            | Remainder
            | Remquo
            | Sqrt
            | Cbrt
            | Rsqrt
            | RsqrtEstimate
            | Rcbrt
            | Pow
            | Powi
            | Hypot
            | Rhypot
            | Norm3d
            | Rnorm3d
            | Erfinv
            | Erfcinv
            | Normcdfinv
            | Log
            | Log2
            | Log10
            | Log1p
            | Asin
            | Acos
            | Atan2
            | AsinPi
            | AcosPi
            | Atan2Pi
            | Sinc
            | SincN
            | Acosh
            | Atanh
            | Tgamma
            | Lgamma
            | Y0
            | Y1
            | Yn
            | Polygamma(_)
    )
}

/// Whether operand `i` of `f` is an integer.
pub const fn is_integer_operand(f: Function, i: usize) -> bool {
    match f {
        Function::Powi | Function::Ldexp | Function::Scalbn | Function::Scalbln => i == 1,
        Function::Jn | Function::Yn => i == 0,
        _ => false,
    }
}
