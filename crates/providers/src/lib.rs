//! Derivatives that are given, not generated from a body: rules the program registers, operations of libraries, loops that
//! have become calls. All are providers (`provider`), which the engine only knows by a registry.
//!
//! Beside them: functions in a narrower format (`precision`) and pointers behind which there are functions (`dense`), which
//! become ordinary code before or after anything is differentiated.
//!
//! - `checkpoint`: the two halves of a loop that keeps few states;
//! - `fixed_point`: loops that end at a fixed point;
//! - `fuse`: loops that run forwards and backwards at once;
//! - `launches`: launches of kernels on a GPU;
//! - `linear`: routines of BLAS and LAPACK, differentiated as whole operations;
//! - `messages`: calls of MPI, and of CUDA's run time;
//! - `parallel`: loops whose iterations may run at the same time;
//! - `separation`: whether what a function touches behind its parameters lies apart;
//! - `steps`: what loops whose steps are functions have in common;
//! - `rules`: rules the program registers for its functions, as a provider of derivatives;
//! - `threads`: threads that wait for each other.
#![forbid(unsafe_code)]

pub mod checkpoint;
pub mod dense;
pub mod fixed_point;
pub mod fuse;
pub mod launches;
pub mod linear;
pub mod messages;
pub mod parallel;
pub mod precision;
pub mod provider;
pub mod rules;
pub mod separation;
mod steps;
pub mod threads;
