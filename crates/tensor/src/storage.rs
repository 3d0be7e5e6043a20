//! Where the elements of a tensor lie, by their width.
//!
//! There are fewer widths than element types: code that only moves elements is compiled once for each of six kinds of
//! storage, and a change of type that keeps the width costs nothing. Booleans are bytes 0 and 1; integers of two and
//! four bits are bytes, extended by their sign or by zeros; floats of at most eight bits are bytes that hold their code.

use bytemuck::Pod;
use half::{bf16, f16};
use num_complex::Complex;

/// The elements of a tensor, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    W8(Vec<u8>),
    W16(Vec<u16>),
    W32(Vec<u32>),
    W64(Vec<u64>),
    C64(Vec<Complex<f32>>),
    C128(Vec<Complex<f64>>),
}

/// A type of the host that a kind of storage holds.
pub trait Element: Pod + Default + PartialEq + Send + Sync {
    fn view(storage: &Storage) -> Option<&[Self]>;
    fn view_mut(storage: &mut Storage) -> Option<&mut [Self]>;
    fn store(values: Vec<Self>) -> Storage;
}

macro_rules! elements {
    ($($kind:ident: $($element:ty)*;)*) => {$($(
        impl Element for $element {
            fn view(storage: &Storage) -> Option<&[Self]> {
                match storage {
                    Storage::$kind(values) => Some(bytemuck::cast_slice(values)),
                    _ => None,
                }
            }

            fn view_mut(storage: &mut Storage) -> Option<&mut [Self]> {
                match storage {
                    Storage::$kind(values) => Some(bytemuck::cast_slice_mut(values)),
                    _ => None,
                }
            }

            fn store(values: Vec<Self>) -> Storage {
                Storage::$kind(bytemuck::allocation::cast_vec(values))
            }
        }
    )*)*};
}

elements! {
    W8: u8 i8;
    W16: u16 i16 f16 bf16;
    W32: u32 i32 f32;
    W64: u64 i64 f64;
    C64: Complex<f32>;
    C128: Complex<f64>;
}

/// Runs an expression for the vector in a storage, whatever its width.
macro_rules! each_width {
    ($storage:expr, $values:ident => $result:expr) => {
        match $storage {
            $crate::storage::Storage::W8($values) => $result,
            $crate::storage::Storage::W16($values) => $result,
            $crate::storage::Storage::W32($values) => $result,
            $crate::storage::Storage::W64($values) => $result,
            $crate::storage::Storage::C64($values) => $result,
            $crate::storage::Storage::C128($values) => $result,
        }
    };
}

pub(crate) use each_width;

impl Storage {
    pub fn len(&self) -> usize {
        each_width!(self, values => values.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes as they lie in memory, elements in the byte order of the machine.
    pub fn bytes(&self) -> &[u8] {
        each_width!(self, values => bytemuck::cast_slice(values))
    }
}
