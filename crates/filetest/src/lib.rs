//! Runs the file tests of `tests/cases` and the examples, and the random-program generator.
//!
//! A test is a file: its comments say what must hold ([`directives`]), a C driver is written from them ([`driver`]),
//! compiled with the plugin and run ([`compile`], [`process`]). There is one module per kind of test in
//! [`commands`]; [`projects`] are folders with transcripts; [`runner`] finds the files and runs them in parallel. The format is described in `tests/README.md`.
//!
//! Nothing here links LLVM: the compiler is always another process, so that a crash of it is a failed test.
//!
//! - `cpu`: what programs cost;
//! - `foreign`: loads the plugin into other versions of LLVM;
//! - `fuzz`: random C programs, differentiated in both modes and compared with central differences;
//! - `parallel`: random programs with OpenMP, compared with the same without it;
//! - `prototype`: reads the prototype of a `check:` directive;
//! - `report`: shows an example;
//! - `sample`: draws from collections that are too large to run whole each time;
//! - `text`: small helpers for reading lists and brackets in directives.

#![forbid(unsafe_code)]

pub mod commands;
pub mod compile;
pub mod cpu;
pub mod directives;
pub mod driver;
pub mod foreign;
pub mod fuzz;
pub mod parallel;
pub mod process;
pub mod projects;
pub mod prototype;
pub mod report;
pub mod runner;
pub mod sample;
mod text;
