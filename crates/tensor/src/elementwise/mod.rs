//! Elementwise operations.
//!
//! - `binary`: functions of two elements of the same type;
//! - `compare`: comparisons, of numbers and in total order;
//! - `integer`: integer arithmetic that is defined for every operand, with the choices of XLA;
//! - `parts`: complex numbers from parts and back, and whether numbers are finite;
//! - `precision`: rounding to a format with fewer bits, in place;
//! - `select`: choosing between elements, and keeping them between bounds;
//! - `unary`: functions of one element.

mod binary;
mod compare;
mod integer;
mod parts;
mod precision;
mod select;
mod unary;

pub use binary::{Binary, binary};
pub use compare::{Comparison, Direction, compare};
pub use parts::{complex, imag, is_finite, real};
pub use precision::reduce_precision;
pub use select::{clamp, select};
pub use unary::{Unary, unary};

#[cfg(test)]
mod tests;
