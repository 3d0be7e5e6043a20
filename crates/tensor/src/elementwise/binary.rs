//! Functions of two elements of the same type.

use super::integer::Integer;
use crate::complex as complex_functions;
use crate::element::{Class, ElementType};
use crate::error::{Result, fail};
use crate::number::{self, Real, each_integer};
use crate::parallel::zip;
use crate::special;
use crate::storage::{Element, Storage};
use crate::tensor::{Tensor, check_same};
use num_complex::Complex;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Maximum,
    Minimum,
    Atan2,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    NextAfter,
    Polygamma,
    Zeta,
}

/// Applies a function to the elements at each place of two tensors of the same type.
pub fn binary(op: Binary, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    check_same(a, b, "operands")?;
    let element = a.element();
    let storage = match element.class() {
        Class::Bool => booleans(op, a.values()?, b.values()?).map(Element::store),
        Class::Signed | Class::Unsigned => {
            let bits = element.bits();
            each_integer!(element, T => integers::<T>(op, a.values()?, b.values()?, bits).map(Element::store), None)
                .map(|storage| wrapped(element, storage))
        }
        Class::Complex if element == ElementType::C64 => {
            complexes::<f32>(op, a.values()?, b.values()?).map(Element::store)
        }
        Class::Complex => complexes::<f64>(op, a.values()?, b.values()?).map(Element::store),
        Class::Float if op == Binary::NextAfter => Some(special::next_after(a, b)?),
        Class::Float if element == ElementType::F32 => reals::<f32>(op, a.values()?, b.values()?).map(Element::store),
        Class::Float if element == ElementType::F64 => reals::<f64>(op, a.values()?, b.values()?).map(Element::store),
        Class::Float => return number::narrow(element, &binary(op, &number::widen(a)?, &number::widen(b)?)?),
    };
    match storage {
        Some(storage) => Tensor::from_storage(element, a.shape(), storage),
        None => fail!("{op:?} is not defined for elements of type {element}"),
    }
}

/// Cuts integers of two and four bits that were computed in bytes.
pub(super) fn wrapped(element: ElementType, storage: Storage) -> Storage {
    match storage {
        Storage::W8(bytes) if element.bits() < 8 => {
            Storage::W8(bytes.into_iter().map(|byte| number::normalise_byte(element, byte)).collect())
        }
        storage => storage,
    }
}

fn booleans(op: Binary, a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
    Some(match op {
        Binary::Add | Binary::Or | Binary::Maximum => zip(a, b, |a, b| a | b),
        Binary::Multiply | Binary::And | Binary::Minimum => zip(a, b, |a, b| a & b),
        Binary::Xor => zip(a, b, |a, b| a ^ b),
        _ => return None,
    })
}

fn integers<T: Integer>(op: Binary, a: &[T], b: &[T], bits: u32) -> Option<Vec<T>> {
    Some(match op {
        Binary::Add => zip(a, b, T::add),
        Binary::Subtract => zip(a, b, T::subtract),
        Binary::Multiply => zip(a, b, T::multiply),
        Binary::Divide => zip(a, b, T::divide),
        Binary::Remainder => zip(a, b, T::remainder),
        Binary::Power => zip(a, b, T::power),
        Binary::Maximum => zip(a, b, |a, b| a.max(b)),
        Binary::Minimum => zip(a, b, |a, b| a.min(b)),
        Binary::And => zip(a, b, T::and),
        Binary::Or => zip(a, b, T::or),
        Binary::Xor => zip(a, b, T::xor),
        Binary::ShiftLeft => zip(a, b, |a, b| a.shift_left(b, bits)),
        Binary::ShiftRightArithmetic => zip(a, b, |a, b| a.shift_right_arithmetic(b, bits)),
        Binary::ShiftRightLogical => zip(a, b, |a, b| a.shift_right_logical(b, bits)),
        Binary::Atan2 | Binary::NextAfter | Binary::Polygamma | Binary::Zeta => return None,
    })
}

fn reals<T: Real>(op: Binary, a: &[T], b: &[T]) -> Option<Vec<T>> {
    let in_double = |f: fn(f64, f64) -> f64| zip(a, b, move |a: T, b: T| T::from_f64(f(a.to_f64(), b.to_f64())));
    Some(match op {
        Binary::Add => zip(a, b, |a, b| a + b),
        Binary::Subtract => zip(a, b, |a, b| a - b),
        Binary::Multiply => zip(a, b, |a, b| a * b),
        Binary::Divide => zip(a, b, |a, b| a / b),
        Binary::Remainder => zip(a, b, T::remainder),
        Binary::Maximum => zip(a, b, T::maximum),
        Binary::Minimum => zip(a, b, T::minimum),
        Binary::Power => in_double(f64::powf),
        Binary::Atan2 => in_double(f64::atan2),
        Binary::Polygamma => in_double(special::polygamma),
        Binary::Zeta => in_double(special::zeta),
        _ => return None,
    })
}

fn complexes<T: Real>(op: Binary, a: &[Complex<T>], b: &[Complex<T>]) -> Option<Vec<Complex<T>>> {
    let in_double = |f: fn(Complex<f64>, Complex<f64>) -> Complex<f64>| {
        zip(a, b, move |a: Complex<T>, b: Complex<T>| {
            let result = f(Complex::new(a.re.to_f64(), a.im.to_f64()), Complex::new(b.re.to_f64(), b.im.to_f64()));
            Complex::new(T::from_f64(result.re), T::from_f64(result.im))
        })
    };
    let first_is_greater = |a: Complex<T>, b: Complex<T>| a.re > b.re || (a.re == b.re && a.im > b.im);
    Some(match op {
        Binary::Add => zip(a, b, |a, b| Complex::new(a.re + b.re, a.im + b.im)),
        Binary::Subtract => zip(a, b, |a, b| Complex::new(a.re - b.re, a.im - b.im)),
        Binary::Multiply => zip(a, b, |a, b| Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)),
        Binary::Divide => in_double(complex_functions::divide),
        Binary::Power => in_double(complex_functions::power),
        Binary::Atan2 => in_double(complex_functions::atan2),
        Binary::Maximum => zip(a, b, move |a, b| if first_is_greater(b, a) { b } else { a }),
        Binary::Minimum => zip(a, b, move |a, b| if first_is_greater(a, b) { b } else { a }),
        _ => return None,
    })
}
