//! A tensor: element type, shape, and elements that are shared until they are changed.

use crate::element::ElementType;
use crate::error::{Error, Result, check, fail};
use crate::layout;
use crate::number;
use crate::storage::{Element, Storage, each_width};
use half::{bf16, f16};
use num_complex::Complex;
use std::sync::Arc;

/// A tensor value. Copies share their elements.
#[derive(Clone, Debug)]
pub struct Tensor {
    element: ElementType,
    shape: Vec<usize>,
    storage: Arc<Storage>,
}

/// Whether a kind of storage is the one for an element type.
fn fits(element: ElementType, storage: &Storage) -> bool {
    match storage {
        Storage::W8(_) => element.bits() <= 8,
        Storage::W16(_) => element.bits() == 16,
        Storage::W32(_) => element.bits() == 32,
        Storage::W64(_) => element.bits() == 64 && element != ElementType::C64,
        Storage::C64(_) => element == ElementType::C64,
        Storage::C128(_) => element == ElementType::C128,
    }
}

impl Tensor {
    /// A tensor over storage of its width. The caller vouches that codes of narrow types are in their range.
    pub fn from_storage(element: ElementType, shape: &[usize], storage: Storage) -> Result<Self> {
        let count = layout::checked_count(shape, element.bytes())?;
        check!(fits(element, &storage), "elements of type {element} do not lie in this storage");
        check!(storage.len() == count, "{} values do not fill a tensor of shape {shape:?}", storage.len());
        Ok(Self { element, shape: shape.to_vec(), storage: Arc::new(storage) })
    }

    pub fn from_vec<T: Element>(element: ElementType, shape: &[usize], values: Vec<T>) -> Result<Self> {
        Self::from_storage(element, shape, T::store(values))
    }

    /// A tensor of numbers, each rounded or wrapped to the element type.
    pub fn from_f64(element: ElementType, shape: &[usize], values: &[f64]) -> Result<Self> {
        Self::from_storage(element, shape, number::store_f64(element, values))
    }

    /// A tensor of integers, each wrapped or rounded to the element type.
    pub fn from_i64(element: ElementType, shape: &[usize], values: &[i64]) -> Result<Self> {
        Self::from_storage(element, shape, number::store_i64(element, values))
    }

    /// A tensor of rank zero.
    pub fn scalar(element: ElementType, value: f64) -> Self {
        let storage = Arc::new(number::store_f64(element, &[value]));
        Self { element, shape: Vec::new(), storage }
    }

    /// A tensor of equal elements.
    pub fn splat(scalar: &Tensor, shape: &[usize]) -> Result<Self> {
        check!(scalar.count() == 1, "a splat is made of one element, not of {}", scalar.count());
        let count = layout::checked_count(shape, scalar.element.bytes())?;
        let storage = each_width!(&*scalar.storage, values => Element::store(vec![values[0]; count]));
        Ok(Self { element: scalar.element, shape: shape.to_vec(), storage: Arc::new(storage) })
    }

    /// A tensor of zeros.
    pub fn zeros(element: ElementType, shape: &[usize]) -> Result<Self> {
        Self::splat(&Self::scalar(element, 0.0), shape)
    }

    /// Reads elements from little-endian bytes, as they stand in dense attributes: one byte for narrow types.
    pub fn from_bytes(element: ElementType, shape: &[usize], bytes: &[u8]) -> Result<Self> {
        let count = layout::checked_count(shape, element.bytes())?;
        let expected = count * element.bytes();
        check!(bytes.len() == expected, "{} bytes do not fill a tensor of {count} x {element}", bytes.len());
        fn read<T: Element, const N: usize>(bytes: &[u8], value: impl Fn([u8; N]) -> T) -> Storage {
            T::store(bytes.as_chunks::<N>().0.iter().map(|chunk| value(*chunk)).collect())
        }
        let storage = match element {
            ElementType::C64 => read::<_, 8>(bytes, |b| {
                let half = |i: usize| f32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]);
                Complex::new(half(0), half(4))
            }),
            ElementType::C128 => read::<_, 16>(bytes, |b| {
                let bits = u128::from_le_bytes(b);
                Complex::new(f64::from_bits(bits as u64), f64::from_bits((bits >> 64) as u64))
            }),
            _ => match element.bytes() {
                1 => Storage::W8(bytes.iter().map(|byte| number::normalise_byte(element, *byte)).collect()),
                2 => read::<_, 2>(bytes, u16::from_le_bytes),
                4 => read::<_, 4>(bytes, u32::from_le_bytes),
                _ => read::<_, 8>(bytes, u64::from_le_bytes),
            },
        };
        Self::from_storage(element, shape, storage)
    }

    /// The elements as little-endian bytes; narrow types take one byte each, in which unused high bits are zero.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.count() * self.element.bytes());
        match &*self.storage {
            Storage::W8(values) => {
                let mask = (1u16 << self.element.bits()).wrapping_sub(1) as u8;
                bytes.extend(values.iter().map(|value| value & mask));
            }
            Storage::W16(values) => values.iter().for_each(|value| bytes.extend(value.to_le_bytes())),
            Storage::W32(values) => values.iter().for_each(|value| bytes.extend(value.to_le_bytes())),
            Storage::W64(values) => values.iter().for_each(|value| bytes.extend(value.to_le_bytes())),
            Storage::C64(values) => values.iter().for_each(|value| {
                bytes.extend(value.re.to_le_bytes());
                bytes.extend(value.im.to_le_bytes());
            }),
            Storage::C128(values) => values.iter().for_each(|value| {
                bytes.extend(value.re.to_le_bytes());
                bytes.extend(value.im.to_le_bytes());
            }),
        }
        bytes
    }

    pub fn element(&self) -> ElementType {
        self.element
    }

    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    pub fn count(&self) -> usize {
        self.storage.len()
    }

    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The elements, to be changed: copied first if another tensor shares them.
    pub fn storage_mut(&mut self) -> &mut Storage {
        Arc::make_mut(&mut self.storage)
    }

    /// The elements as values of a type of the host that has their width.
    pub fn values<T: Element>(&self) -> Result<&[T]> {
        match T::view(&self.storage) {
            Some(values) => Ok(values),
            None => fail!("elements of type {} cannot be read as {}", self.element, std::any::type_name::<T>()),
        }
    }

    /// As [`Tensor::values`], to be changed.
    pub fn values_mut<T: Element>(&mut self) -> Result<&mut [T]> {
        let element = self.element;
        T::view_mut(self.storage_mut()).ok_or_else(|| {
            Error::new(format!("elements of type {element} cannot be read as {}", std::any::type_name::<T>()))
        })
    }

    /// The same elements in a shape of equal size.
    pub fn reshape(&self, shape: &[usize]) -> Result<Self> {
        let count = layout::checked_count(shape, self.element.bytes())?;
        check!(count == self.count(), "shape {:?} has not as many elements as {shape:?}", self.shape);
        Ok(Self { element: self.element, shape: shape.to_vec(), storage: Arc::clone(&self.storage) })
    }

    /// The same bits as elements of another type of the same storage.
    pub fn reinterpret(&self, element: ElementType) -> Result<Self> {
        check!(fits(element, &self.storage), "{} does not have the width of {element}", self.element);
        Ok(Self { element, shape: self.shape.clone(), storage: Arc::clone(&self.storage) })
    }

    /// One element, as a tensor of rank zero.
    pub fn at(&self, place: usize) -> Result<Self> {
        check!(place < self.count(), "element {place} of {} does not exist", self.count());
        let storage = each_width!(&*self.storage, values => Element::store(vec![values[place]]));
        Ok(Self { element: self.element, shape: Vec::new(), storage: Arc::new(storage) })
    }

    /// Integers (or booleans) as numbers of 64 bits, unsigned ones of that width wrapped.
    pub fn to_i64(&self) -> Result<Vec<i64>> {
        number::load_i64(self)
    }

    /// Real numbers in double precision.
    pub fn to_f64(&self) -> Result<Vec<f64>> {
        number::load_f64(self)
    }

    /// Integers that are sizes or counts: none is negative.
    pub fn to_sizes(&self) -> Result<Vec<usize>> {
        let sizes: Option<Vec<usize>> = self.to_i64()?.into_iter().map(|size| usize::try_from(size).ok()).collect();
        sizes.ok_or_else(|| Error::new("a size is negative"))
    }

    /// The one boolean of a tensor of rank zero.
    pub fn to_bool(&self) -> Result<bool> {
        let is_bool = self.element == ElementType::Bool && self.count() == 1;
        check!(is_bool, "expected one boolean, found {}", self.describe());
        Ok(self.values::<u8>()?[0] != 0)
    }

    /// The type as MLIR writes it.
    pub fn describe(&self) -> String {
        let mut text = String::from("tensor<");
        for size in &self.shape {
            text.push_str(&format!("{size}x"));
        }
        text + self.element.name() + ">"
    }

    /// Whether type, shape and the bits of all elements are the same.
    pub fn same_bits(&self, other: &Tensor) -> bool {
        self.element == other.element && self.shape == other.shape && self.storage.bytes() == other.storage.bytes()
    }
}

macro_rules! from_slice {
    ($($host:ty: $element:ident;)*) => {$(
        impl From<&[$host]> for Tensor {
            /// A tensor of rank one.
            fn from(values: &[$host]) -> Self {
                let storage = Arc::new(Element::store(values.to_vec()));
                Self { element: ElementType::$element, shape: vec![values.len()], storage }
            }
        }

        impl From<$host> for Tensor {
            /// A tensor of rank zero.
            fn from(value: $host) -> Self {
                let storage = Arc::new(Element::store(vec![value]));
                Self { element: ElementType::$element, shape: Vec::new(), storage }
            }
        }
    )*};
}

from_slice! {
    i8: I8; i16: I16; i32: I32; i64: I64; u8: U8; u16: U16; u32: U32; u64: U64;
    bf16: BF16; f16: F16; f32: F32; f64: F64; Complex<f32>: C64; Complex<f64>: C128;
}

impl From<bool> for Tensor {
    fn from(value: bool) -> Self {
        Self { element: ElementType::Bool, shape: Vec::new(), storage: Arc::new(Storage::W8(vec![u8::from(value)])) }
    }
}

impl From<&[bool]> for Tensor {
    fn from(values: &[bool]) -> Self {
        let storage = Storage::W8(values.iter().map(|value| u8::from(*value)).collect());
        Self { element: ElementType::Bool, shape: vec![values.len()], storage: Arc::new(storage) }
    }
}

/// Checks that two tensors have the same element type and shape.
pub(crate) fn check_same(a: &Tensor, b: &Tensor, what: &str) -> Result<()> {
    let same = a.element == b.element && a.shape == b.shape;
    check!(same, "{what} of different types: {} and {}", a.describe(), b.describe());
    Ok(())
}

/// Checks that tensors have the same shape.
pub(crate) fn check_same_shape(a: &Tensor, b: &Tensor, what: &str) -> Result<()> {
    check!(a.shape == b.shape, "{what} of different shapes: {} and {}", a.describe(), b.describe());
    Ok(())
}
