//! What everything that makes derivatives shares: the conventions of generated functions, the run time they call, the
//! requests of the program, options and failures.
#![forbid(unsafe_code)]

pub mod config;
pub mod detached;
pub mod failure;
pub mod fields;
pub mod formulas;
pub mod frees;
pub mod machine;
pub mod passed;
pub mod plain;
pub mod request;
pub mod runtime;
pub mod session;
pub mod signature;
pub mod targets;
pub mod watch;

pub use config::{Config, Print, Step, Versions};
pub use failure::Failure;
