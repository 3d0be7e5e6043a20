//! What every level shares and no level owns: graph algorithms, hash tables, short number formats and diagnostics. No IR here.
#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod hash;
pub mod keep_or_recompute;
pub mod min_cut;
pub mod optimisations;
pub mod short_float;

pub use diagnostic::Diagnostic;
