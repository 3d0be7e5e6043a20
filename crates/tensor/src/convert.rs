//! Conversions between element types.
//!
//! Floats become integers by cutting the fraction; NaN becomes 0 and what is out of range the nearest number of the
//! type. Integers become narrower by keeping low bits. Anything but zero (NaN too) becomes true. Complex numbers become
//! real by losing their imaginary part.

use crate::element::{Class, ElementType};
use crate::elementwise;
use crate::error::{Result, check};
use crate::number;
use crate::parallel::map;
use crate::storage::{Element, Storage};
use crate::tensor::Tensor;

/// Converts each element to another type.
pub fn convert(x: &Tensor, element: ElementType) -> Result<Tensor> {
    let from = x.element();
    if from == element {
        return Ok(x.clone());
    }
    match (from.class(), element.class()) {
        (Class::Complex, Class::Complex) => number::store_complex(element, x.shape(), number::load_complex(x)?),
        (Class::Complex, Class::Bool) => {
            let values = map(&number::load_complex(x)?, |z| u8::from(z.re != 0.0 || z.im != 0.0));
            Tensor::from_vec(element, x.shape(), values)
        }
        (Class::Complex, _) => convert(&elementwise::real(x)?, element),
        (_, Class::Complex) => {
            let part = element.part().unwrap_or(ElementType::F64);
            let re = convert(x, part)?;
            elementwise::complex(&re, &Tensor::zeros(part, x.shape())?)
        }
        (Class::Float, Class::Float) if from == ElementType::F64 || element == ElementType::F64 => {
            Tensor::from_f64(element, x.shape(), &x.to_f64()?)
        }
        (Class::Float, Class::Float) => number::narrow(element, &number::widen(x)?),
        (Class::Float, _) => Tensor::from_f64(element, x.shape(), &x.to_f64()?),
        _ => Tensor::from_storage(element, x.shape(), from_integers(x, element)?),
    }
}

fn from_integers(x: &Tensor, element: ElementType) -> Result<Storage> {
    if x.element() == ElementType::U64 && element.is_float() {
        let values = x.values::<u64>()?;
        return Ok(match element {
            ElementType::F32 => Element::store(map(values, |value| value as f32)),
            _ => number::store_f64(element, &map(values, |value| value as f64)),
        });
    }
    Ok(number::store_i64(element, &x.to_i64()?))
}

/// Reads the bits of elements as another type. Where the widths differ, one element becomes several along a new last
/// dimension, or several along the last dimension become one.
pub fn bitcast(x: &Tensor, element: ElementType) -> Result<Tensor> {
    let (from, to) = (x.element().bits(), element.bits());
    if from == to {
        if let Ok(result) = x.reinterpret(element) {
            return Ok(canonical(result));
        }
        return Tensor::from_bytes(element, x.shape(), &x.to_bytes());
    }
    let mut shape = x.shape().to_vec();
    let bits = to_bits(x);
    if from > to {
        check!(from % to == 0, "the bits of {} do not make whole elements of type {element}", x.element());
        shape.push((from / to) as usize);
    } else {
        check!(to % from == 0, "elements of type {} do not make whole ones of type {element}", x.element());
        let several = (to / from) as usize;
        let last = shape.pop();
        check!(last == Some(several), "{} has not {several} elements for each {element}", x.describe());
    }
    let count = x.count() * from as usize / to as usize;
    Tensor::from_bytes(element, &shape, &from_bits(&bits, to, count))
}

/// Brings bytes of narrow types into the form in which they are kept.
fn canonical(x: Tensor) -> Tensor {
    if x.element().bits() >= 8 {
        return x;
    }
    Tensor::from_bytes(x.element(), x.shape(), &x.to_bytes()).unwrap_or(x)
}

/// All bits of a tensor without gaps: narrow elements lie next to each other, the first in the lowest bits.
fn to_bits(x: &Tensor) -> Vec<u8> {
    let bits = x.element().bits() as usize;
    let bytes = x.to_bytes();
    if bits >= 8 {
        return bytes;
    }
    let mut packed = vec![0u8; (bytes.len() * bits).div_ceil(8)];
    for (i, byte) in bytes.iter().enumerate() {
        for bit in 0..bits {
            let place = i * bits + bit;
            packed[place / 8] |= ((byte >> bit) & 1) << (place % 8);
        }
    }
    packed
}

/// The bytes of so many elements of this many bits, from bits without gaps.
fn from_bits(packed: &[u8], bits: u32, count: usize) -> Vec<u8> {
    let bits = bits as usize;
    if bits >= 8 {
        return packed.to_vec();
    }
    let read = |place: usize| (packed[place / 8] >> (place % 8)) & 1;
    (0..count).map(|i| (0..bits).map(|bit| read(i * bits + bit) << bit).sum()).collect()
}
