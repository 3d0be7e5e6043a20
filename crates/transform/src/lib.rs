//! Passes over modules of the tensor level. What single operations mean is said by their dialects; here is what is done
//! with whole functions.
//!
//! - `batch`: batching of functions;
//! - `dead`: removes what is unused;
//! - `differentiate`: differentiation of functions;
//! - `expand`: calls of derivatives in the place of operations that ask for them;
//! - `functions`: functions as a whole;
//! - `jacobian`: Jacobians, as batches of one derivative;
//! - `optimise`: rewrites that make modules cheaper;
//! - `ports`: attributes of parameters and results.
#![forbid(unsafe_code)]

pub mod batch;
pub mod dead;
pub mod differentiate;
pub mod expand;
mod functions;
pub mod jacobian;
pub mod optimise;
mod ports;

pub use batch::{Request as BatchRequest, batch};
pub use differentiate::{Checkpointing, Mode, Request, differentiate};
pub use expand::expand;
pub use jacobian::{Request as JacobianRequest, jacobian};
pub use optimise::{OptimiseOptions, Report as OptimiseReport, optimise};
