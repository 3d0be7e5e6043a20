//! Complex numbers from parts and back, and whether numbers are finite.

use crate::element::ElementType;
use crate::error::{Result, check, fail};
use crate::number;
use crate::parallel::{map, zip};
use crate::tensor::{Tensor, check_same};
use num_complex::Complex;

/// Complex numbers from their real and imaginary parts.
pub fn complex(re: &Tensor, im: &Tensor) -> Result<Tensor> {
    check_same(re, im, "parts of complex numbers")?;
    match re.element() {
        ElementType::F32 => {
            let values = zip(re.values::<f32>()?, im.values::<f32>()?, Complex::new);
            Tensor::from_vec(ElementType::C64, re.shape(), values)
        }
        ElementType::F64 => {
            let values = zip(re.values::<f64>()?, im.values::<f64>()?, Complex::new);
            Tensor::from_vec(ElementType::C128, re.shape(), values)
        }
        element => fail!("there are no complex numbers with parts of type {element}"),
    }
}

/// The real parts; real numbers are their own.
pub fn real(z: &Tensor) -> Result<Tensor> {
    match z.element() {
        ElementType::C64 => Tensor::from_vec(ElementType::F32, z.shape(), map(z.values::<Complex<f32>>()?, |z| z.re)),
        ElementType::C128 => Tensor::from_vec(ElementType::F64, z.shape(), map(z.values::<Complex<f64>>()?, |z| z.re)),
        element => {
            check!(element.is_float(), "elements of type {element} have no real part");
            Ok(z.clone())
        }
    }
}

/// The imaginary parts; those of real numbers are zero.
pub fn imag(z: &Tensor) -> Result<Tensor> {
    match z.element() {
        ElementType::C64 => Tensor::from_vec(ElementType::F32, z.shape(), map(z.values::<Complex<f32>>()?, |z| z.im)),
        ElementType::C128 => Tensor::from_vec(ElementType::F64, z.shape(), map(z.values::<Complex<f64>>()?, |z| z.im)),
        element => {
            check!(element.is_float(), "elements of type {element} have no imaginary part");
            Tensor::zeros(element, z.shape())
        }
    }
}

/// Whether each float is neither infinite nor NaN.
pub fn is_finite(x: &Tensor) -> Result<Tensor> {
    let element = x.element();
    check!(element.is_float(), "whether elements of type {element} are finite is not a question");
    if number::is_narrow_float(element) {
        return is_finite(&number::widen(x)?);
    }
    let bits = match element {
        ElementType::F32 => map(x.values::<f32>()?, |x| u8::from(x.is_finite())),
        _ => map(x.values::<f64>()?, |x| u8::from(x.is_finite())),
    };
    Tensor::from_vec(ElementType::Bool, x.shape(), bits)
}
