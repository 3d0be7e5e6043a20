//! Integers that carry floats or pointers: copies of memory that the optimiser made through integer registers.

use crate::types::{Kind, Types};
use zymase_llvm::Value;

/// Narrower integers are never copies of a float.
const NARROWEST_CARRIER_BITS: u32 = 16;

impl Types {
    /// Is this an integer (or vector of integers) whose bytes are floating-point numbers?
    pub fn carries_float(&self, value: Value) -> bool {
        self.carries(value, |kind| matches!(kind, Kind::Float(_)))
    }

    /// Is this an integer whose bytes are a pointer?
    pub fn carries_pointer(&self, value: Value) -> bool {
        self.carries(value, |kind| kind == Kind::Pointer)
    }

    fn carries(&self, value: Value, wanted: impl Fn(Kind) -> bool) -> bool {
        let scalar = value.ty().scalar();
        scalar.is_integer()
            && scalar.integer_bits() >= NARROWEST_CARRIER_BITS
            && !value.is_constant()
            && self.of_value(value).is_ok_and(|cells| cells.iter().any(|cell| wanted(cell.kind)))
    }
}
