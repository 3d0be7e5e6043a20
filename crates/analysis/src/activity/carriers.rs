//! Integers that carry floats or pointers: copies of memory that the optimiser made through integer registers.

use crate::types::{Kind, Types};
use zymase_llvm::Value;

/// Narrower integers are never copies of a float.
const NARROWEST_CARRIER_BITS: u32 = 16;

impl Types {
    /// Is this an integer (or vector of integers) whose bytes are floating-point numbers, or a pointer by its type whose
    /// bytes may be one?
    pub fn carries_float(&self, value: Value) -> bool {
        self.carries(value, Kind::may_be_float)
    }

    /// Is this an integer whose bytes are a pointer?
    pub fn carries_pointer(&self, value: Value) -> bool {
        self.carries(value, Kind::may_be_pointer)
    }

    /// Is this one float or one pointer, which of the two is known only at run time?
    pub fn is_float_or_pointer_at_run_time(&self, value: Value) -> bool {
        (value.ty().is_integer() || value.ty().is_pointer())
            && !value.is_constant()
            && self.of_value(value).is_ok_and(|cells| matches!(cells[..], [cell] if cell.kind == Kind::Either))
    }

    fn carries(&self, value: Value, wanted: impl Fn(Kind) -> bool) -> bool {
        let scalar = value.ty().scalar();
        let is_carrier =
            scalar.is_integer() && scalar.integer_bits() >= NARROWEST_CARRIER_BITS || value.ty().is_pointer();
        is_carrier
            && !value.is_constant()
            && self.of_value(value).is_ok_and(|cells| cells.iter().any(|cell| wanted(cell.kind)))
    }
}
