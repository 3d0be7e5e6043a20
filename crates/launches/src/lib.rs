//! Kernels, and the host functions that launch them.
//!
//! Clang compiles a CUDA file twice, first for the device. There each kernel gets two companions: the gradient of one launch, and its tangent
//! (`device`). What the host must know of them is a table, which is a variable of the device's code (`table`); that is a part of the host's module, so
//! that it is found there when the file is compiled for the host (`host`). A launch is then a call of a function, the stub of the kernel, whose derivative is given.
//!
//! - `access`: what a kernel reads and writes behind its parameters;
//! - `device`: companions of kernels;
//! - `host`: finds the table, makes keys of companions, and marks stubs;
//! - `stub`: which parameter of a stub is which argument of the kernel;
//! - `table`: what the device's compilation tells the host's.
#![forbid(unsafe_code)]

mod access;
mod device;
mod host;
mod stub;
mod table;

pub use device::{finish, introduce, is_companion, note_refusal};
pub use host::{Launched, asks_for_derivatives, hide_keys, kernel_of_stub, launched, mark, spread};
pub use stub::Place;
pub use table::{Format, Kernel, Leaf, LeafKind};

/// What the run time of launches knows the companions of a kernel by: variables whose names begin so.
pub const KEY: &str = "zymase.key.";

/// Kernels of our own, which add the numbers of one array to those of another.
pub const ADDERS: [&str; 2] = ["__zymase_gpu_add_float", "__zymase_gpu_add_double"];
