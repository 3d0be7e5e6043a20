//! What the problems ask of a number, for plain numbers and for those of each crate. Only what all of them can do; constants
//! stand on the right, as plain numbers.

use easy_ml::differentiation::Record;
use easy_ml::differentiation::record_operations::SwappedOperations;
use easy_ml::numeric::extra::{Exp, Ln, Sqrt};
use echidna::{Reverse, Scalar};
use num_dual::{DualNum, DualSVec64};
use num_traits::Float;
use reverse::Var;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many derivatives forward mode computes at once.
pub const LANES: usize = 8;

pub type Dual = DualSVec64<LANES>;

/// Sums, products and so on, with another one and with a constant.
pub trait Arithmetic<Other = Self>:
    Add<Other, Output = Self> + Sub<Other, Output = Self> + Mul<Other, Output = Self> + Div<Other, Output = Self> + Sized
{
}

impl<T, Other> Arithmetic<Other> for T where
    T: Add<Other, Output = T> + Sub<Other, Output = T> + Mul<Other, Output = T> + Div<Other, Output = T>
{
}

pub trait Number: Copy + Arithmetic + Arithmetic<f64> + Neg<Output = Self> {
    fn value(self) -> f64;
    /// A constant, on the same tape.
    fn constant(self, value: f64) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn sqrt(self) -> Self;
    fn tanh(self) -> Self;
    fn recip(self) -> Self;
}

/// Functions, by those of the same names of a type or a trait.
macro_rules! functions {
    ($owner:ident: $($function:ident),+) => {
        $(
            #[inline]
            fn $function(self) -> Self {
                $owner::$function(self)
            }
        )+
    };
    (&$owner:ident: $($function:ident),+) => {
        $(
            #[inline]
            fn $function(self) -> Self {
                $owner::$function(&self)
            }
        )+
    };
}

impl Number for f64 {
    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn constant(self, value: f64) -> f64 {
        value
    }

    functions!(f64: exp, ln, sqrt, tanh, recip);
}

impl Number for Dual {
    #[inline]
    fn value(self) -> f64 {
        self.re
    }

    #[inline]
    fn constant(self, value: f64) -> Dual {
        Dual::from_re(value)
    }

    functions!(&DualNum: exp, ln, sqrt, tanh, recip);
}

impl<'a> Number for Var<'a> {
    #[inline]
    fn value(self) -> f64 {
        self.val
    }

    #[inline]
    fn constant(self, value: f64) -> Var<'a> {
        self.tape.add_var(value)
    }

    functions!(&Var: exp, ln, sqrt, tanh, recip);
}

impl Number for Reverse<f64> {
    #[inline]
    fn value(self) -> f64 {
        Scalar::value(&self)
    }

    #[inline]
    fn constant(self, value: f64) -> Reverse<f64> {
        Reverse::constant(value)
    }

    functions!(Float: exp, ln, sqrt, tanh, recip);
}

impl<'a> Number for Record<'a, f64> {
    #[inline]
    fn value(self) -> f64 {
        self.number
    }

    #[inline]
    fn constant(self, value: f64) -> Record<'a, f64> {
        Record::constant(value)
    }

    functions!(Exp: exp);
    functions!(Ln: ln);
    functions!(Sqrt: sqrt);

    /// There is none: by the exponential function.
    #[inline]
    fn tanh(self) -> Record<'a, f64> {
        -(Exp::exp(self * 2.0) + 1.0).recip() * 2.0 + 1.0
    }

    #[inline]
    fn recip(self) -> Record<'a, f64> {
        self.div_swapped(1.0)
    }
}
