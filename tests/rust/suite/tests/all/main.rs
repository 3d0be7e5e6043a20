//! Derivatives of Rust programs, each compared three ways. One program, so that it is linked once.

mod calculus;
mod closures;
mod containers;
mod crates;
mod dynamic;
mod forward;
mod generic;
mod methods;
mod panics;
mod slices;
mod split;
mod values;
