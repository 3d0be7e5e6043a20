//! What Zymase knows about functions it cannot see into.
//!
//! A module calls functions that it only declares (the C library, the C++ and
//! Rust runtimes) and LLVM intrinsics. This crate says, as data, what each of
//! them is to differentiation: which rule of `zymase-calculus` it follows, what
//! memory it touches, whether any derivative flows through it. It emits nothing.
//!
//! [`lookup`] takes the symbol of a foreign function, [`intrinsic`] the name of
//! an intrinsic with its type suffixes. Both answer `None` for what is not known,
//! which the engine reports as an error where a derivative could flow.
#![forbid(unsafe_code)]

mod known;

pub use known::*;
