//! What `cargo zymase check` runs in a program: derivatives are compared with those of the other mode and with differences, at
//! random arguments.
//!
//! The attributes write, where `cargo zymase check` asks them to, how a function and its derivatives are called with arguments
//! that are drawn ([`Sample`], [`probe`]), and register that ([`entry`]). [`trial`] draws, calls and compares.

mod call;
mod compare;
mod differences;
mod entry;
mod probe;
mod sample;
mod source;
mod trial;

pub use call::Call;
pub use entry::{Entry, register, run};
pub use probe::{Known, Probe, Unknown};
pub use sample::{Numbers, Sample};
pub use source::Source;
pub use trial::{Parameter, Subject};
