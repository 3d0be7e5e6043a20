//! Operations that treat each element by itself.

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
