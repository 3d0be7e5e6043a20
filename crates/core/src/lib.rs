//! What everything that makes derivatives shares: the conventions of generated functions, the run time they call, the
//! requests of the program, options and failures.
//!
//! - `config`: options, read once at the edge and passed on as a value;
//! - `detached`: an invoke that is a call for a while, so that what rewrites calls need not know of invokes;
//! - `failure`: why a derivative could not be made;
//! - `fields`: several values returned as one;
//! - `formulas`: the formulas of `calculus` as LLVM instructions;
//! - `frees`: calls that give memory back;
//! - `machine`: what depends on the machine that derivatives run on;
//! - `passed`: what callers pass for parameters;
//! - `plain`: derivatives that are made plainly;
//! - `ptx`: inline assembly of NVIDIA's GPUs as instructions;
//! - `request`: reads a derivative call;
//! - `runtime`: the few functions generated code calls at run time;
//! - `session`: what belongs to the module that is differentiated, whichever derivative is being made;
//! - `signature`: the conventions of generated functions;
//! - `targets`: which functions a derivative call may mean;
//! - `watch`: code of derivatives that looks at them as the program runs.
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
pub mod ptx;
pub mod request;
pub mod runtime;
pub mod session;
pub mod signature;
pub mod targets;
pub mod watch;

pub use config::{Config, DeviceMethods, DumpPoint, KernelMethods, Print, Versions};
pub use failure::Failure;
