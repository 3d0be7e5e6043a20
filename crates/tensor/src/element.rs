//! The element types of tensors, with the names they have in MLIR.

use crate::short_float::{self, Format};
use std::fmt;

/// The type of the elements of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementType {
    Bool,
    I2,
    I4,
    I8,
    I16,
    I32,
    I64,
    U2,
    U4,
    U8,
    U16,
    U32,
    U64,
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E3M4,
    F8E4M3,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
    BF16,
    F16,
    F32,
    F64,
    C64,
    C128,
}

/// What kind of number an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Bool,
    Signed,
    Unsigned,
    Float,
    Complex,
}

use ElementType::*;

const NAMES: [(ElementType, &str); 30] = [
    (Bool, "i1"),
    (I2, "i2"),
    (I4, "i4"),
    (I8, "i8"),
    (I16, "i16"),
    (I32, "i32"),
    (I64, "i64"),
    (U2, "ui2"),
    (U4, "ui4"),
    (U8, "ui8"),
    (U16, "ui16"),
    (U32, "ui32"),
    (U64, "ui64"),
    (F4E2M1FN, "f4E2M1FN"),
    (F6E2M3FN, "f6E2M3FN"),
    (F6E3M2FN, "f6E3M2FN"),
    (F8E3M4, "f8E3M4"),
    (F8E4M3, "f8E4M3"),
    (F8E4M3FN, "f8E4M3FN"),
    (F8E4M3FNUZ, "f8E4M3FNUZ"),
    (F8E4M3B11FNUZ, "f8E4M3B11FNUZ"),
    (F8E5M2, "f8E5M2"),
    (F8E5M2FNUZ, "f8E5M2FNUZ"),
    (F8E8M0FNU, "f8E8M0FNU"),
    (BF16, "bf16"),
    (F16, "f16"),
    (F32, "f32"),
    (F64, "f64"),
    (C64, "complex<f32>"),
    (C128, "complex<f64>"),
];

impl ElementType {
    /// All element types, in the order of their declaration.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(element, _)| *element)
    }

    /// The element type that MLIR writes so; signless integers are signed.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(element, _)| *element)
    }

    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    pub fn class(self) -> Class {
        match self {
            Bool => Class::Bool,
            I2 | I4 | I8 | I16 | I32 | I64 => Class::Signed,
            U2 | U4 | U8 | U16 | U32 | U64 => Class::Unsigned,
            C64 | C128 => Class::Complex,
            _ => Class::Float,
        }
    }

    pub fn is_integer(self) -> bool {
        matches!(self.class(), Class::Signed | Class::Unsigned)
    }

    pub fn is_float(self) -> bool {
        self.class() == Class::Float
    }

    pub fn is_complex(self) -> bool {
        self.class() == Class::Complex
    }

    /// The number of bits of a value; a boolean has one.
    pub fn bits(self) -> u32 {
        match self {
            Bool => 1,
            I2 | U2 => 2,
            I4 | U4 | F4E2M1FN => 4,
            F6E2M3FN | F6E3M2FN => 6,
            I16 | U16 | BF16 | F16 => 16,
            I32 | U32 | F32 => 32,
            I64 | U64 | F64 | C64 => 64,
            C128 => 128,
            _ => 8,
        }
    }

    /// The number of bytes an element takes in memory: at least one.
    pub fn bytes(self) -> usize {
        (self.bits() as usize).div_ceil(8)
    }

    /// The format of a float of at most eight bits.
    pub fn short_format(self) -> Option<&'static Format> {
        Some(match self {
            F4E2M1FN => &short_float::F4E2M1FN,
            F6E2M3FN => &short_float::F6E2M3FN,
            F6E3M2FN => &short_float::F6E3M2FN,
            F8E3M4 => &short_float::F8E3M4,
            F8E4M3 => &short_float::F8E4M3,
            F8E4M3FN => &short_float::F8E4M3FN,
            F8E4M3FNUZ => &short_float::F8E4M3FNUZ,
            F8E4M3B11FNUZ => &short_float::F8E4M3B11FNUZ,
            F8E5M2 => &short_float::F8E5M2,
            F8E5M2FNUZ => &short_float::F8E5M2FNUZ,
            F8E8M0FNU => &short_float::F8E8M0FNU,
            _ => return None,
        })
    }

    /// The type of the parts of a complex number.
    pub fn part(self) -> Option<Self> {
        match self {
            C64 => Some(F32),
            C128 => Some(F64),
            _ => None,
        }
    }

    /// The complex type with parts of this type.
    pub fn complex(self) -> Option<Self> {
        match self {
            F32 => Some(C64),
            F64 => Some(C128),
            _ => None,
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_the_types() {
        for (place, (element, name)) in NAMES.iter().enumerate() {
            assert_eq!(*element as usize, place);
            assert_eq!(ElementType::from_name(name), Some(*element));
            assert_eq!(element.name(), *name);
        }
    }
}
