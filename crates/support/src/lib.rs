//! What every level shares and no level owns: graph algorithms, hash tables, short number formats and diagnostics. No IR here.
//!
//! - `diagnostic`: what a user is told when something cannot be differentiated;
//! - `hash`: hash tables for keys that we make ourselves;
//! - `keep_or_recompute`: which values are kept and which are recomputed, as one exact minimum cut;
//! - `min_cut`: minimum cut of a directed graph with integer capacities (Dinic's algorithm);
//! - `optimisations`: the optimisations that can be switched off;
//! - `short_float`: floating-point formats of at most eight bits.
#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod hash;
pub mod keep_or_recompute;
pub mod min_cut;
pub mod optimisations;
pub mod short_float;

pub use diagnostic::Diagnostic;
