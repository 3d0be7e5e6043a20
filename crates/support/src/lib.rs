//! What every level shares and no level owns: graph algorithms, hash tables and diagnostics. No IR here.
#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod hash;
pub mod min_cut;

pub use diagnostic::Diagnostic;
