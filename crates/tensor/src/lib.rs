//! Tensor values and the numeric kernels of tensor operations.
//!
//! A [`Tensor`] is an element type, a shape and row-major data; a kernel is a pure function from tensors and plain
//! parameter structs to tensors. The crate knows no IR: the evaluator reads attributes of operations into these
//! structs and calls the kernels. Meaning follows the StableHLO specification; where it leaves a choice (division by
//! zero, shifts that are too wide, conversions out of range) the choice is that of XLA on CPUs.
//!
//! Every kernel checks shapes and parameters and answers with an [`Error`]; none panics on what it is given, and none
//! makes a tensor larger than [`layout::MAX_BYTES`].
//!
//! - `body`: the functions that reductions, scatters, windows, sorts and maps are given;
//! - `collective`: collective operations, given the tensors of all participants of a group in their order;
//! - `complex`: functions of complex numbers in double precision;
//! - `convert`: conversions between element types;
//! - `convolution`: convolution in its general form;
//! - `display`: elements as MLIR writes them in dense literals;
//! - `dot`: products of matrices and `dot_general`;
//! - `einsum`: sums of products along named dimensions;
//! - `element`: the element types of tensors;
//! - `elementwise`: elementwise operations;
//! - `error`: what a kernel answers when shapes, types or parameters do not fit;
//! - `expanded`: functions that XLA expands into others before it computes;
//! - `fft`: discrete Fourier transforms of any length over the last dimensions;
//! - `gather`: windows of a tensor whose places are data;
//! - `linear`: factorisations and solutions of systems, for stacks of matrices;
//! - `movement`: operations that only move elements;
//! - `normalisation`: batch normalisation;
//! - `npy`: files of NumPy;
//! - `number`: numbers in storage;
//! - `parallel`: how work is spread over threads;
//! - `quantise`: uniform quantisation;
//! - `random`: random bits;
//! - `reduce`: reductions along dimensions;
//! - `scatter`: updates combined with a tensor at places that are data;
//! - `sort`: sorting along a dimension by a comparator, and the largest elements;
//! - `special`: special functions in double precision, good to a few units in the last place;
//! - `storage`: where the elements of a tensor lie, by their width;
//! - `tensor`: element type, shape, and elements that are shared until they are changed;
//! - `window`: reductions over moving windows.

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
