//! Automatic differentiation of ordinary Rust functions, made by the compiler.
//!
//! Build programs that use this crate with `cargo zymase` (`cargo install cargo-zymase`) instead of `cargo`; `cargo check`,
//! `cargo clippy`, `cargo doc` and rust-analyzer need nothing special.
//!
//! ```ignore
//! use zymase::autodiff_reverse;
//!
//! #[autodiff_reverse(d_rosenbrock, Duplicated, Active)]
//! fn rosenbrock(x: &[f64]) -> f64 {
//!     x.windows(2).map(|w| (1.0 - w[0]).powi(2) + 100.0 * (w[1] - w[0] * w[0]).powi(2)).sum()
//! }
//!
//! let x = [0.5, 0.7, 0.2];
//! let mut dx = [0.0; 3];
//! let value = d_rosenbrock(&x, &mut dx, 1.0); // dx is the gradient
//! ```
//!
//! # Attributes
//!
//! `#[autodiff_reverse(NAME, ACTIVITIES…)]` and `#[autodiff_forward(NAME, ACTIVITIES…)]` leave the function as it is and
//! add its derivative, called NAME. There is one activity for each parameter and, if the function returns something, one
//! for the result. A number after the name is the width: how many derivatives one call computes.
//!
//! | activity | mode | of | the derivative |
//! | --- | --- | --- | --- |
//! | `Const` | both | anything | has none |
//! | `Active` | reverse | a value ([`Active`]) | is returned, after the result |
//! | `Duplicated` | reverse | a reference or pointer | is added to what the next argument refers to |
//! | `DuplicatedOnly` | reverse | the same | the same; the value that is written is not of interest |
//! | `Active`, `ActiveOnly` | reverse | the result | its seed is the last argument; with `Only` the value is not returned |
//! | `Dual`, `DualOnly` | forward | a reference, or a value that is `Copy` | is the next argument, of the same type |
//! | `Dualv`, `DualvOnly` | forward | the same | of all lanes is one argument, width times as long |
//! | `Dual`, `DualOnly` | forward | the result | `(value, tangent)`, `[value, tangents…]`; with `Only` the tangents |
//!
//! `#[autodiff_split(NAME, ACTIVITIES…)]` is reverse mode in two halves: `NAME::augmented(…)` runs the function and returns
//! its result with a [`Tape`], whose [`reverse`](Tape::reverse) may be called with any number of seeds.
//!
//! # Functions
//!
//! [`gradient`], [`jvp`], [`vjp`], [`jacobian`] and [`hessian`] take closures; what these capture is constant.
//!
//! # Threads
//!
//! Differentiated functions may use rayon as they are, and [`thread`] in the place of `std::thread`. Derivatives run on one thread.
//!
//! # Checking
//!
//! `cargo zymase check` compares the derivatives of all annotated functions with differences, at random arguments. Arguments of
//! other types than those of the language and its library are drawn where they implement [`Sample`].

// - `__private`: what generated code calls;
// - `active`: values whose derivative is a value of the same type;
// - `functions`: derivatives of closures;
// - `matrix`: matrices, as derivatives come;
// - `mirror`: shadows that have the shape of what they belong to;
// - `point`: what functions are differentiated at, and what they may return;
// - `tape`: tapes of split mode, owned and freed;
// - `thread`: threads that a differentiated function may start.

mod active;
mod check;
mod functions;
mod matrix;
mod mirror;
mod point;
mod tape;
pub mod thread;

#[doc(hidden)]
pub mod __private;

pub use active::Active;
pub use check::{Numbers, Sample, Source};
pub use functions::{gradient, hessian, jacobian, jvp, value_and_gradient, vjp};
pub use matrix::Matrix;
pub use mirror::{Mirror, Mismatch, Outcome, Shapes};
pub use point::{Output, Point, Real};
pub use tape::Tape;
pub use zymase_macros::{Mirror, Sample, autodiff_forward, autodiff_reverse, autodiff_split};
