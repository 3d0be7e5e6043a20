//! Tensor values and the numeric kernels of tensor operations.
//!
//! A [`Tensor`] is an element type, a shape and row-major data; a kernel is a pure function from tensors and plain
//! parameter structs to tensors. The crate knows no IR: whoever evaluates operations reads their attributes into these
//! structs and calls the kernels. Meaning follows the StableHLO specification; where it leaves a choice (division by
//! zero, shifts that are too wide, conversions out of range) the choice is that of XLA on CPUs.
//!
//! Every kernel checks shapes and parameters and answers with an [`Error`]; none panics on what it is given, and none
//! makes a tensor larger than [`layout::MAX_BYTES`].

#![forbid(unsafe_code)]

pub mod body;
pub mod collective;
pub mod complex;
pub mod convert;
pub mod convolution;
pub mod display;
pub mod dot;
pub mod einsum;
pub mod element;
pub mod elementwise;
pub mod error;
pub mod expanded;
pub mod fft;
pub mod gather;
pub mod layout;
pub mod linear;
pub mod movement;
pub mod normalisation;
pub mod npy;
pub mod number;
pub mod parallel;
pub mod quantise;
pub mod random;
pub mod reduce;
pub mod scatter;
pub use zymase_support::short_float;
pub mod sort;
pub mod special;
pub mod storage;
pub mod tensor;
pub mod window;

pub use body::{Body, Combiner};
pub use element::ElementType;
pub use error::{Error, Result};
pub use tensor::Tensor;
