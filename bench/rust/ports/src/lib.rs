//! Workloads of `bench/workloads` as one would write them in Rust, step for step, with their gradients.

#![forbid(unsafe_code)]

pub mod gmm;
pub mod lstm;
pub mod nbody;
