//! Passes over modules of the tensor level. What single operations mean is said by their dialects; here is what is done
//! with whole functions.
#![forbid(unsafe_code)]

pub mod dead;
pub mod differentiate;
mod functions;

pub use differentiate::{Mode, Request, differentiate};
