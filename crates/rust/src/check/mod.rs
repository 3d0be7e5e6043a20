//! What `cargo zymase check` runs in a program: derivatives are compared with those of the other mode and with differences, at
//! random arguments.
//!
//! The attributes write, where `cargo zymase check` asks them to, how a function and its derivatives are called with arguments
//! that are drawn ([`Sample`], `probe`), and register that (`entry`). `trial` draws, calls and compares.
//!
//! Only programs that `cargo zymase check` builds have the code that checks. What else is in a program decides how far it is
//! optimised before it is differentiated, so that others must not contain it. [`Sample`] is there for everybody to implement.
//!
//! - `call`: one call of a function or of a derivative with drawn arguments;
//! - `compare`: compares the derivative along a direction three ways;
//! - `differences`: derivatives by differences, with an estimate of their error;
//! - `sample`: types that `cargo zymase check` can draw arguments of;
//! - `source`: where random arguments come from.

#[cfg(any(test, zymase_check))]
mod call;
#[cfg(any(test, zymase_check))]
mod compare;
#[cfg(any(test, zymase_check))]
mod differences;
#[cfg(any(test, zymase_check))]
mod entry;
#[cfg(any(test, zymase_check))]
mod probe;
mod sample;
mod source;
#[cfg(any(test, zymase_check))]
mod trial;

#[cfg(any(test, zymase_check))]
pub use {
    call::Call,
    entry::{Entry, register, run},
    probe::{Known, Probe, Unknown},
    trial::{Parameter, Subject},
};

pub use sample::{Numbers, Sample};
pub use source::Source;
