//! The way down: loops over memory as LLVM IR text, and tensors as loops. No LLVM is linked: what is written is text.
//!
//! - `expansion`: operations in terms of others;
//! - `llvm`: functions, loops and memory as LLVM IR text;
//! - `native`: compiles and runs lowered modules;
//! - `optimise`: loops made cheaper;
//! - `tensors`: tensors as loops.
#![forbid(unsafe_code)]

mod expansion;
pub mod llvm;
pub mod native;
pub mod optimise;
mod tensors;

pub use llvm::{FastMath, Options, header};
pub use tensors::to_loops;
