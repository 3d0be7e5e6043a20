//! Dense constants: bytes in row-major order, little-endian, or one element that fills the whole shape.
//!
//! An element takes [`Type::element_bytes`]; `i1` takes one byte that is 0 or 1. Bytes are shared, never copied by a
//! clone of the attribute.

use super::types::{Type, TypeKind, element_count};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// The bytes of the one element.
    Splat(Arc<[u8]>),
    Raw(Arc<[u8]>),
    /// Elements that are strings; one entry fills the shape.
    Strings(Arc<[Arc<[u8]>]>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenseElements {
    ty: Type,
    data: DenseData,
}

impl DenseElements {
    /// A constant of a static shape; `None` when the data does not fit the type. Raw data whose elements are all the
    /// same becomes a splat, so that equal constants are equal attributes.
    pub fn new(ty: Type, data: DenseData) -> Option<DenseElements> {
        let count = element_count(ty.shape()?)?;
        let data = match data {
            DenseData::Strings(strings) => {
                if strings.len() != count && strings.len() != 1 {
                    return None;
                }
                let one = strings.len() > 1 && strings.windows(2).all(|pair| pair[0] == pair[1]);
                DenseData::Strings(if one { strings[..1].into() } else { strings })
            }
            DenseData::Splat(bytes) => {
                (bytes.len() == ty.element().element_bytes()? && count > 0).then_some(DenseData::Splat(bytes))?
            }
            DenseData::Raw(bytes) => {
                let width = ty.element().element_bytes()?;
                if count.checked_mul(width)? != bytes.len() {
                    return None;
                }
                let is_splat = count > 0 && bytes.chunks_exact(width).all(|chunk| *chunk == bytes[..width]);
                if is_splat { DenseData::Splat(bytes[..width].into()) } else { DenseData::Raw(bytes) }
            }
        };
        Some(DenseElements { ty, data })
    }

    /// Integers of the given shaped type, truncated to its width.
    pub fn of_integers(ty: Type, values: impl IntoIterator<Item = i64>) -> Option<DenseElements> {
        let mut bytes = Vec::new();
        for value in values {
            push_integer(&mut bytes, ty.element(), i128::from(value))?;
        }
        DenseElements::new(ty, DenseData::Raw(bytes.into()))
    }

    /// Floats of the given shaped type, rounded to its format.
    pub fn of_floats(ty: Type, values: impl IntoIterator<Item = f64>) -> Option<DenseElements> {
        let kind = ty.element().as_float()?;
        let width = ty.element().element_bytes()?;
        let mut bytes = Vec::new();
        for value in values {
            bytes.extend_from_slice(&crate::floats::from_f64(kind, value).to_le_bytes()[..width]);
        }
        DenseElements::new(ty, DenseData::Raw(bytes.into()))
    }

    pub fn ty(&self) -> &Type {
        &self.ty
    }

    pub fn data(&self) -> &DenseData {
        &self.data
    }

    pub fn shape(&self) -> &[i64] {
        self.ty.shape().unwrap_or_default()
    }

    pub fn element_count(&self) -> usize {
        element_count(self.shape()).unwrap_or_default()
    }

    /// Whether all elements are zero, and not the negative one.
    pub fn is_zero(&self) -> bool {
        matches!(&self.data, DenseData::Splat(bytes) if bytes.iter().all(|byte| *byte == 0))
    }

    pub fn is_splat(&self) -> bool {
        match &self.data {
            DenseData::Splat(_) => true,
            DenseData::Raw(_) => false,
            DenseData::Strings(strings) => strings.len() == 1,
        }
    }

    pub(crate) fn stored_bytes(&self) -> usize {
        match &self.data {
            DenseData::Splat(bytes) | DenseData::Raw(bytes) => bytes.len(),
            DenseData::Strings(strings) => strings.iter().map(|string| string.len()).sum(),
        }
    }

    /// The bytes of one element.
    pub fn element(&self, index: usize) -> Option<&[u8]> {
        if index >= self.element_count() {
            return None;
        }
        match &self.data {
            DenseData::Splat(bytes) => Some(bytes),
            DenseData::Raw(bytes) => {
                let width = self.ty.element().element_bytes()?;
                bytes.get(index * width..(index + 1) * width)
            }
            DenseData::Strings(strings) => strings.get(if strings.len() == 1 { 0 } else { index }).map(AsRef::as_ref),
        }
    }

    /// All bytes, a splat written out; `None` for strings, or beyond `limit` bytes.
    pub fn bytes(&self, limit: usize) -> Option<Arc<[u8]>> {
        match &self.data {
            DenseData::Raw(bytes) => (bytes.len() <= limit).then(|| bytes.clone()),
            DenseData::Splat(bytes) => {
                let count = self.element_count();
                (count.checked_mul(bytes.len())? <= limit).then(|| bytes.repeat(count).into())
            }
            DenseData::Strings(_) => None,
        }
    }

    /// The elements as integers, in row-major order, sign-extended unless the type is unsigned or `i1`. `None` when
    /// elements are not integers.
    pub fn integers(&self) -> Option<Vec<i64>> {
        if !self.ty.element().is_integer() && !self.ty.element().is_index() {
            return None;
        }
        (0..self.element_count()).map(|index| self.integer(index)).collect()
    }

    /// One element as an integer.
    pub fn integer(&self, index: usize) -> Option<i64> {
        let element = self.ty.element();
        if !element.is_integer() && !element.is_index() {
            return None;
        }
        i64::try_from(read_integer(element, self.element(index)?)).ok()
    }

    /// One element of a float type as the nearest `f64`.
    pub fn float(&self, index: usize) -> Option<f64> {
        let kind = self.ty.element().as_float()?;
        Some(crate::floats::to_f64(kind, read_bits(self.element(index)?)))
    }
}

pub(crate) fn read_bits(bytes: &[u8]) -> u128 {
    let mut all = [0; 16];
    let length = bytes.len().min(16);
    all[..length].copy_from_slice(&bytes[..length]);
    u128::from_le_bytes(all)
}

/// The value of an integer stored in these bytes, by the sign of its type.
pub(crate) fn read_integer(ty: &Type, bytes: &[u8]) -> i128 {
    let bits = read_bits(bytes);
    let width = match ty.kind() {
        TypeKind::Integer { width, .. } => (*width).min(128),
        _ => 64,
    };
    if ty.is_unsigned() || width == 1 || width == 0 {
        return bits as i128;
    }
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

/// Appends an integer in the width of its type; `None` for a type that is not an integer type or too wide.
pub(crate) fn push_integer(bytes: &mut Vec<u8>, ty: &Type, value: i128) -> Option<()> {
    let width = match ty.kind() {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Index => 64,
        _ => return None,
    };
    let count = (width as usize).div_ceil(8).max(1);
    if count > 16 {
        return None;
    }
    let value = if width < 128 { value & ((1i128 << width) - 1) } else { value };
    bytes.extend_from_slice(&value.to_le_bytes()[..count]);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_become_a_splat() {
        let ty = Type::tensor([2, 2], Type::integer(32));
        let dense = DenseElements::of_integers(ty.clone(), [-7; 4]).unwrap();
        assert!(dense.is_splat());
        assert_eq!(dense.integers().unwrap(), [-7; 4]);
        let dense = DenseElements::of_integers(ty.clone(), [1, 2, 3, -4]).unwrap();
        assert_eq!(dense.integer(3), Some(-4));
        assert_eq!(dense.integer(4), None);
        assert!(DenseElements::of_integers(ty, [1, 2, 3]).is_none());
    }

    #[test]
    fn short_integers_wrap_and_extend() {
        let dense = DenseElements::of_integers(Type::tensor([3], Type::integer(4)), [7, -8, -1]).unwrap();
        assert_eq!(dense.integers().unwrap(), [7, -8, -1]);
        let dense = DenseElements::of_integers(Type::tensor([2], Type::unsigned(8)), [255, 1]).unwrap();
        assert_eq!(dense.integers().unwrap(), [255, 1]);
    }

    #[test]
    fn shapes_that_do_not_fit_are_refused() {
        let ty = Type::tensor([i64::MAX, 8], Type::f32());
        assert!(DenseElements::new(ty, DenseData::Raw([].as_slice().into())).is_none());
        let empty = DenseElements::of_floats(Type::tensor([0, 3], Type::f32()), []).unwrap();
        assert_eq!(empty.element_count(), 0);
        assert_eq!(empty.float(0), None);
    }
}
