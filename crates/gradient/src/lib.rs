//! Drives differentiation: plan, then emit.
//!
//! [`differentiate`] lowers every derivative call of a module. A target is prepared (a private clone in canonical
//! form), analysed, planned, and emitted in forward or reverse mode, each in a crate of its own. Formulas are in `calculus`;
//! what is decided is in `plan`; the emitters obey.
//!
//! - `engine`: drives the derivatives of a module;
//! - `link`: the bodies of the run time;
//! - `pipeline`: what runs at each point of the host's pipeline;
//! - `print`: shows what an analysis or the plan found.
#![forbid(unsafe_code)]

mod engine;
mod link;
mod pipeline;
mod print;

pub use link::KERNELS_ON_HOST;
pub use pipeline::{capture, differentiate, finish, opens_regions, shield, simplify};
pub use zymase_core::{Config, Failure, Print, Versions};
