//! The differentiation engine: plan, then emit.
//!
//! [`differentiate`] lowers every derivative call of a module. A target is prepared (a private clone in canonical
//! form), analysed, planned, and emitted in forward or reverse mode. Formulas are in `calculus`; what is decided is in
//! `plan`; the emitters obey.
#![forbid(unsafe_code)]

mod checkpoint;
mod config;
mod dense;
mod detached;
mod dispatch;
mod driver;
mod emit;
mod engine;
mod failure;
mod fields;
mod forward;
mod frees;
mod fuse;
mod linear;
mod movers;
mod passed;
mod pipeline;
mod plan;
mod precision;
mod prepare;
mod print;
mod provider;
mod refusal;
mod request;
mod reverse;
mod rules;
mod runs;
mod runtime;
mod session;
mod shadow;
mod signature;
mod targets;
mod twin;
mod watch;

pub use config::{Config, Print, Versions};
pub use failure::Failure;
pub use pipeline::{capture, differentiate, shield, simplify};
pub use plan::{Accumulation, Cleanup, Dimension, Shape};
