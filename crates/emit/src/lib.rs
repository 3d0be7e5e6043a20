//! Emits derivatives as planned: tangents beside values in forward mode, both sweeps in reverse mode.
//!
//! `forward` and `reverse` are the modes, `shadow` is what they share: the forward sweep, in which pointers have shadows.
//! Emitters work in a `twin`, a copy of the prepared function, and ask a `driver` for the derivatives of callees.
//!
//! - `globals`: shadows of globals;
//! - `messages`: what lies in buffers that are sent as bytes;
//! - `movers`: functions of generated code that walk over ranges of shadows;
//! - `runs`: where in memory of a layout equal cells lie, for the loops that walk over them.
#![forbid(unsafe_code)]

pub mod driver;
pub mod forward;
mod globals;
mod messages;
mod movers;
pub mod reverse;
mod runs;
pub mod shadow;
pub mod twin;
