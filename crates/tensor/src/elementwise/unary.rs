//! Functions of one element whose result has the same type (of `abs`, that of the parts of a complex number).

use super::binary::wrapped;
use super::integer::Integer;
use crate::complex as complex_functions;
use crate::element::{Class, ElementType};
use crate::error::{Result, fail};
use crate::expanded;
use crate::number::{self, Real, each_integer};
use crate::parallel::map;
use crate::special;
use crate::storage::Element;
use crate::tensor::Tensor;
use num_complex::Complex;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    Abs,
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atanh,
    BesselI1e,
    Cbrt,
    Ceil,
    Conjugate,
    Cosine,
    Cosh,
    CountLeadingZeros,
    Digamma,
    Erf,
    ErfInverse,
    Erfc,
    Exponential,
    ExponentialMinusOne,
    Floor,
    LogGamma,
    Log,
    LogPlusOne,
    Logistic,
    Negate,
    Not,
    PopulationCount,
    RoundAwayFromZero,
    RoundToEven,
    ReciprocalSquareRoot,
    Sign,
    Sine,
    Sinh,
    SquareRoot,
    Square,
    Tan,
    Tanh,
}

/// Applies a function to each element.
pub fn unary(op: Unary, x: &Tensor) -> Result<Tensor> {
    let element = x.element();
    let storage = match element.class() {
        Class::Bool if op == Unary::Not => Some(Element::store(map(x.values::<u8>()?, |bit| bit ^ 1))),
        Class::Bool => None,
        Class::Signed | Class::Unsigned => {
            let bits = element.bits();
            each_integer!(element, T => integers::<T>(op, x.values()?, bits).map(Element::store), None)
                .map(|storage| wrapped(element, storage))
        }
        Class::Complex if op == Unary::Abs => return absolute_of_complex(x),
        Class::Complex if element == ElementType::C64 => complexes::<f32>(op, x.values()?).map(Element::store),
        Class::Complex => complexes::<f64>(op, x.values()?).map(Element::store),
        Class::Float if element == ElementType::F32 => reals::<f32>(op, x.values()?).map(Element::store),
        Class::Float if element == ElementType::F64 => reals::<f64>(op, x.values()?).map(Element::store),
        Class::Float => return number::narrow(element, &unary(op, &number::widen(x)?)?),
    };
    match storage {
        Some(storage) => Tensor::from_storage(element, x.shape(), storage),
        None => fail!("{op:?} is not defined for elements of type {element}"),
    }
}

fn integers<T: Integer>(op: Unary, x: &[T], bits: u32) -> Option<Vec<T>> {
    Some(match op {
        Unary::Abs => map(x, T::absolute),
        Unary::Negate => map(x, T::negate),
        Unary::Not => map(x, T::not),
        Unary::Sign => map(x, T::sign),
        Unary::Square => map(x, |x| x.multiply(x)),
        Unary::CountLeadingZeros => map(x, |x| x.leading_zeros_of(bits)),
        Unary::PopulationCount => map(x, |x| x.ones(bits)),
        _ => return None,
    })
}

fn reals<T: Real>(op: Unary, x: &[T]) -> Option<Vec<T>> {
    Some(match op {
        Unary::Abs => map(x, |x| x.abs()),
        Unary::Negate => map(x, |x| -x),
        Unary::Ceil => map(x, T::ceiling),
        Unary::Floor => map(x, T::floor),
        Unary::Sign => map(x, T::sign),
        Unary::SquareRoot => map(x, |x| x.sqrt()),
        Unary::Square => map(x, |x| x * x),
        Unary::RoundAwayFromZero => map(x, T::round_away),
        Unary::RoundToEven => map(x, T::round_even),
        Unary::Conjugate => x.to_vec(),
        Unary::Cosh => map(x, expanded::cosh),
        Unary::Digamma => map(x, expanded::digamma),
        Unary::ErfInverse => map(x, expanded::erf_inverse),
        Unary::LogGamma => map(x, expanded::log_gamma),
        Unary::Sinh => map(x, expanded::sinh),
        _ => {
            let function = in_double(op)?;
            map(x, |x| T::from_f64(function(x.to_f64())))
        }
    })
}

/// The function in double precision: narrower floats are computed so too, and rounded once.
fn in_double(op: Unary) -> Option<fn(f64) -> f64> {
    Some(match op {
        Unary::Acos => f64::acos,
        Unary::Acosh => libm::acosh,
        Unary::Asin => f64::asin,
        Unary::Asinh => libm::asinh,
        Unary::Atan => f64::atan,
        Unary::Atanh => libm::atanh,
        Unary::BesselI1e => special::bessel_i1e,
        Unary::Cbrt => f64::cbrt,
        Unary::Cosine => f64::cos,
        Unary::Erf => libm::erf,
        Unary::Erfc => libm::erfc,
        Unary::Exponential => f64::exp,
        Unary::ExponentialMinusOne => f64::exp_m1,
        Unary::Log => f64::ln,
        Unary::LogPlusOne => f64::ln_1p,
        Unary::Logistic => |x| 1.0 / (1.0 + (-x).exp()),
        Unary::ReciprocalSquareRoot => |x| 1.0 / x.sqrt(),
        Unary::Sine => f64::sin,
        Unary::Tan => f64::tan,
        Unary::Tanh => f64::tanh,
        _ => return None,
    })
}

fn complexes<T: Real>(op: Unary, x: &[Complex<T>]) -> Option<Vec<Complex<T>>> {
    let function: fn(Complex<f64>) -> Complex<f64> = match op {
        Unary::Negate => return Some(map(x, |z| Complex::new(-z.re, -z.im))),
        Unary::Conjugate => return Some(map(x, |z| Complex::new(z.re, -z.im))),
        Unary::Acos => complex_functions::acos,
        Unary::Acosh => complex_functions::acosh,
        Unary::Asin => complex_functions::asin,
        Unary::Asinh => complex_functions::asinh,
        Unary::Atan => complex_functions::atan,
        Unary::Atanh => complex_functions::atanh,
        Unary::Cbrt => complex_functions::cbrt,
        Unary::Cosine => complex_functions::cos,
        Unary::Cosh => complex_functions::cosh,
        Unary::Exponential => complex_functions::exp,
        Unary::ExponentialMinusOne => complex_functions::exp_m1,
        Unary::Log => complex_functions::log,
        Unary::LogPlusOne => complex_functions::log_1p,
        Unary::Logistic => complex_functions::logistic,
        Unary::ReciprocalSquareRoot => complex_functions::reciprocal_sqrt,
        Unary::Sign => complex_functions::sign,
        Unary::Sine => complex_functions::sin,
        Unary::Sinh => complex_functions::sinh,
        Unary::SquareRoot => complex_functions::sqrt,
        Unary::Square => |z| Complex::new((z.re - z.im) * (z.re + z.im), 2.0 * z.re * z.im),
        Unary::Tan => complex_functions::tan,
        Unary::Tanh => complex_functions::tanh,
        _ => return None,
    };
    Some(map(x, |z: Complex<T>| {
        let result = function(Complex::new(z.re.to_f64(), z.im.to_f64()));
        Complex::new(T::from_f64(result.re), T::from_f64(result.im))
    }))
}

fn absolute_of_complex(x: &Tensor) -> Result<Tensor> {
    match x.element() {
        ElementType::C64 => {
            let values = map(x.values::<Complex<f32>>()?, |z| f64::from(z.re).hypot(f64::from(z.im)) as f32);
            Tensor::from_vec(ElementType::F32, x.shape(), values)
        }
        _ => {
            let values = map(x.values::<Complex<f64>>()?, |z| z.re.hypot(z.im));
            Tensor::from_vec(ElementType::F64, x.shape(), values)
        }
    }
}
