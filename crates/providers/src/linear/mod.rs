//! Routines of BLAS and LAPACK, differentiated as whole operations.
//!
//! The rules are in `zymase_calculus::linear`, what is known of the symbols in `zymase_library`. Here they meet:
//! `prepare::routines` recognises declarations, `provider` writes the derivative functions of one routine, `emitter` turns rules into
//! instructions, and `family` calls other routines with the conventions of the one that is differentiated.
//!
//! - `loops`: counted loops around what is being emitted;
//! - `operands`: the operands of a routine as its derivative functions find them.

mod emitter;
mod family;
mod loops;
mod operands;
mod provider;

pub use provider::Routines;
