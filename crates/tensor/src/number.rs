//! Numbers in storage: reading and writing any element type through the few types that arithmetic is done in.
//!
//! Floats of at most 16 bits are computed with in `f32` and rounded after each operation; integers of two and four bits
//! are computed with in bytes and wrapped after each operation.

use crate::element::{Class, ElementType};
use crate::error::{Result, fail};
use crate::parallel;
use crate::storage::{Element, Storage};
use crate::tensor::Tensor;
use half::{bf16, f16};
use num_complex::Complex;

/// A float that arithmetic is done in.
pub trait Real: Element + PartialOrd + num_complex::ComplexFloat<Real = Self> + 'static {
    const ELEMENT: ElementType;
    fn from_f64(value: f64) -> Self;
    fn to_f64(self) -> f64;
    /// The order of IEEE 754 in which every value has its place, as an integer.
    fn total_order(self) -> i64;
    fn remainder(self, other: Self) -> Self;
    fn maximum(self, other: Self) -> Self;
    fn minimum(self, other: Self) -> Self;
    fn round_away(self) -> Self;
    fn round_even(self) -> Self;
    fn ceiling(self) -> Self;
    fn floor(self) -> Self;
    fn sign(self) -> Self;
    fn has_negative_sign(self) -> bool;
}

macro_rules! reals {
    ($($host:ty, $bits:ty, $element:ident;)*) => {$(
        impl Real for $host {
            const ELEMENT: ElementType = ElementType::$element;
            fn from_f64(value: f64) -> Self { value as $host }
            fn to_f64(self) -> f64 { f64::from(self) }
            fn total_order(self) -> i64 {
                let bits = self.to_bits() as $bits;
                i64::from(if bits < 0 { bits ^ <$bits>::MAX } else { bits })
            }
            fn remainder(self, other: Self) -> Self { self % other }
            fn maximum(self, other: Self) -> Self {
                if self.is_nan() || other.is_nan() { <$host>::NAN }
                else if self > other || (self == other && other.is_sign_negative()) { self } else { other }
            }
            fn minimum(self, other: Self) -> Self {
                if self.is_nan() || other.is_nan() { <$host>::NAN }
                else if self < other || (self == other && self.is_sign_negative()) { self } else { other }
            }
            fn round_away(self) -> Self { self.round() }
            fn round_even(self) -> Self { self.round_ties_even() }
            fn ceiling(self) -> Self { self.ceil() }
            fn floor(self) -> Self { <$host>::floor(self) }
            fn sign(self) -> Self { if self.is_nan() || self == 0.0 { self } else { self.signum() } }
            fn has_negative_sign(self) -> bool { self.is_sign_negative() }
        }
    )*};
}

reals! {
    f32, i32, F32;
    f64, i64, F64;
}

/// Extends or cuts a byte so that it is the canonical one of its value.
pub fn normalise_byte(element: ElementType, byte: u8) -> u8 {
    match element {
        ElementType::Bool => u8::from(byte != 0),
        ElementType::I2 => ((byte << 6) as i8 >> 6) as u8,
        ElementType::I4 => ((byte << 4) as i8 >> 4) as u8,
        ElementType::U2 => byte & 3,
        ElementType::U4 | ElementType::F4E2M1FN => byte & 15,
        ElementType::F6E2M3FN | ElementType::F6E3M2FN => byte & 63,
        _ => byte,
    }
}

/// Whether values are computed with in a wider type.
pub fn is_narrow_float(element: ElementType) -> bool {
    element.is_float() && element.bits() <= 16
}

/// Floats of at most 16 bits, as `f32`.
pub fn widen(tensor: &Tensor) -> Result<Tensor> {
    let values = match tensor.element() {
        ElementType::BF16 => parallel::map(tensor.values::<bf16>()?, f32::from),
        ElementType::F16 => parallel::map(tensor.values::<f16>()?, f32::from),
        element => match element.short_format() {
            Some(format) => {
                let table = format.table();
                parallel::map(tensor.values::<u8>()?, |code| table[code as usize])
            }
            None => return Ok(tensor.clone()),
        },
    };
    Tensor::from_vec(ElementType::F32, tensor.shape(), values)
}

/// Rounds `f32` values to a type of at most 16 bits; what was not widened stays as it is.
pub fn narrow(element: ElementType, tensor: &Tensor) -> Result<Tensor> {
    if !is_narrow_float(element) {
        return Ok(tensor.clone());
    }
    let values = tensor.values::<f32>()?;
    let storage = match element {
        ElementType::BF16 => Element::store(parallel::map(values, bf16::from_f32)),
        ElementType::F16 => Element::store(parallel::map(values, f16::from_f32)),
        _ => match element.short_format() {
            Some(format) => Element::store(parallel::map(values, |value| format.encode(f64::from(value)))),
            None => return Ok(tensor.clone()),
        },
    };
    Tensor::from_storage(element, tensor.shape(), storage)
}

/// Runs an expression with `$host` as the type of an integer element type, or the fallback for others.
macro_rules! each_integer {
    ($element:expr, $host:ident => $result:expr, $otherwise:expr) => {{
        use $crate::element::ElementType as E;
        match $element {
            E::I2 | E::I4 | E::I8 => {
                type $host = i8;
                $result
            }
            E::U2 | E::U4 | E::U8 => {
                type $host = u8;
                $result
            }
            E::I16 => {
                type $host = i16;
                $result
            }
            E::U16 => {
                type $host = u16;
                $result
            }
            E::I32 => {
                type $host = i32;
                $result
            }
            E::U32 => {
                type $host = u32;
                $result
            }
            E::I64 => {
                type $host = i64;
                $result
            }
            E::U64 => {
                type $host = u64;
                $result
            }
            _ => $otherwise,
        }
    }};
}

pub(crate) use each_integer;

/// Stores numbers as elements of any type: integers saturate, booleans are whether it is not zero.
pub fn store_f64(element: ElementType, values: &[f64]) -> Storage {
    match element {
        ElementType::Bool => Element::store(parallel::map(values, |value| u8::from(value != 0.0))),
        ElementType::BF16 => Element::store(parallel::map(values, bf16::from_f64)),
        ElementType::F16 => Element::store(parallel::map(values, f16::from_f64)),
        ElementType::F32 => Element::store(parallel::map(values, |value| value as f32)),
        ElementType::F64 => Element::store(values.to_vec()),
        ElementType::C64 => Element::store(parallel::map(values, |value| Complex::new(value as f32, 0.0))),
        ElementType::C128 => Element::store(parallel::map(values, |value| Complex::new(value, 0.0))),
        _ => match element.short_format() {
            Some(format) => Element::store(parallel::map(values, |value| format.encode(value))),
            None => {
                let (low, high) = integer_range(element);
                each_integer!(element, T => {
                    T::store(parallel::map(values, |value| (value as i128).clamp(low, high) as T))
                }, Storage::W8(Vec::new()))
            }
        },
    }
}

/// The smallest and the largest value of an integer type.
pub fn integer_range(element: ElementType) -> (i128, i128) {
    match element.class() {
        Class::Signed => (-(1i128 << (element.bits() - 1)), (1i128 << (element.bits() - 1)) - 1),
        _ => (0, (1i128 << element.bits().min(64)) - 1),
    }
}

/// Stores integers as elements of any type; integers that do not fit are wrapped.
pub fn store_i64(element: ElementType, values: &[i64]) -> Storage {
    match element.class() {
        Class::Bool => Element::store(parallel::map(values, |value| u8::from(value != 0))),
        Class::Signed | Class::Unsigned if element.bits() < 8 => {
            Element::store(parallel::map(values, |value| normalise_byte(element, value as u8)))
        }
        Class::Signed | Class::Unsigned => each_integer!(
            element,
            T => T::store(parallel::map(values, |value| value as T)),
            Storage::W8(Vec::new())
        ),
        _ if element == ElementType::F32 => Element::store(parallel::map(values, |value| value as f32)),
        _ if element == ElementType::C64 => {
            Element::store(parallel::map(values, |value| Complex::new(value as f32, 0.0)))
        }
        // Sticky rounding to 64 bits first: the second rounding cannot go wrong for at most 16 bits.
        _ => store_f64(element, &parallel::map(values, |value| value as f64)),
    }
}

/// Integers and booleans as numbers of 64 bits; unsigned ones of that width are wrapped.
#[allow(clippy::unnecessary_cast)]
pub fn load_i64(tensor: &Tensor) -> Result<Vec<i64>> {
    let element = tensor.element();
    if element == ElementType::Bool {
        return Ok(parallel::map(tensor.values::<u8>()?, i64::from));
    }
    Ok(each_integer!(element, T => parallel::map(tensor.values::<T>()?, |value| value as i64), {
        fail!("expected integers, found {}", tensor.describe())
    }))
}

/// Real numbers (not complex ones) in double precision.
pub fn load_f64(tensor: &Tensor) -> Result<Vec<f64>> {
    let element = tensor.element();
    Ok(match element {
        ElementType::Bool => parallel::map(tensor.values::<u8>()?, f64::from),
        ElementType::F32 => parallel::map(tensor.values::<f32>()?, f64::from),
        ElementType::F64 => tensor.values::<f64>()?.to_vec(),
        ElementType::C64 | ElementType::C128 => fail!("expected real numbers, found {}", tensor.describe()),
        _ if element.is_float() => parallel::map(widen(tensor)?.values::<f32>()?, f64::from),
        _ => each_integer!(element, T => parallel::map(tensor.values::<T>()?, |value| value as f64), Vec::new()),
    })
}

/// Complex numbers (or real ones, with imaginary part zero) in double precision.
pub fn load_complex(tensor: &Tensor) -> Result<Vec<Complex<f64>>> {
    Ok(match tensor.element() {
        ElementType::C64 => {
            parallel::map(tensor.values::<Complex<f32>>()?, |z| Complex::new(f64::from(z.re), f64::from(z.im)))
        }
        ElementType::C128 => tensor.values::<Complex<f64>>()?.to_vec(),
        _ => parallel::map(&load_f64(tensor)?, |x| Complex::new(x, 0.0)),
    })
}

/// Stores complex numbers in a complex type.
pub fn store_complex(element: ElementType, shape: &[usize], values: Vec<Complex<f64>>) -> Result<Tensor> {
    match element {
        ElementType::C64 => {
            let rounded = parallel::map(&values, |z| Complex::new(z.re as f32, z.im as f32));
            Tensor::from_vec(element, shape, rounded)
        }
        ElementType::C128 => Tensor::from_vec(element, shape, values),
        _ => fail!("{element} is not a complex type"),
    }
}
