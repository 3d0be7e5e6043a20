//! The derivative of every floating-point function, written once.
//!
//! A formula here is a small straight-line program over [`Emit`]: run over an
//! instruction builder it becomes code, run over `f64` it becomes a number, and
//! run over a recorder it says which values it reads. There is one rule per
//! function: [`pullback`] runs it with the adjoint of the result as seed, and
//! [`pushforward`] runs it with the tangent of each operand as seed and adds up.
//!
//! Three conventions hold for every formula:
//!
//! * A derivative that is infinite or undefined where the function is finite
//!   (`sqrt` at 0, `asin` at 1, `atan2` at the origin, ...), or at the end of a
//!   domain (`log` at 0, `atanh` at 1), is multiplied by the seed so that a seed
//!   of 0 gives exactly 0. All other products are IEEE's, unless every seed of 0
//!   is to give 0 ([`strong_pullback`], [`strong_pushforward`]).
//! * Where a function picks one of several expressions (`fmax`, `fabs`, `fdim`)
//!   its derivative is picked by [`Emit::select`], never by a product with 0, so
//!   what was not picked cannot leak in as NaN.
//! * Only the values that [`needs`] names are touched, not even as the `like` of
//!   a constant; any value at all may stand in for the others.
//!
//! - `arithmetic`: addition to division, and fused forms;
//! - `bessel`: exponentially scaled Bessel functions;
//! - `constant`: the irrational numbers that occur in derivatives;
//! - `emit`: what a formula may say;
//! - `error`: how errors of operands reach a result, to first order;
//! - `exponential`: exponentials and logarithms;
//! - `function`: the functions that have a rule, and what is known of them besides it;
//! - `hyperbolic`: hyperbolic functions and their inverses;
//! - `linear`: derivatives of linear algebra;
//! - `minmax`: functions that pick one of their operands;
//! - `polygamma`: the polygamma functions `ψ⁽ᵏ⁾`, derivatives of `ln Γ`, as straight-line code;
//! - `powers`: powers, roots and lengths;
//! - `rounding`: functions that take numbers apart;
//! - `rule`: the rule of each function;
//! - `site`: what every rule is given, and the guards that rules are written with;
//! - `special`: error functions, gamma functions and Bessel functions;
//! - `trigonometric`: circular functions and their inverses, of radians and of half turns.

#![forbid(unsafe_code)]

mod arithmetic;
mod bessel;
mod constant;
mod emit;
mod error;
mod exponential;
mod function;
mod hyperbolic;
pub mod linear;
mod minmax;
mod needs;
mod polygamma;
mod powers;
mod rounding;
mod rule;
mod site;
mod special;
mod trigonometric;

pub use bessel::{bessel_i0e, bessel_i1e_slope};
pub use constant::Constant;
pub use emit::{Emit, Predicate};
pub use error::error_bound;
pub use function::{Function, is_integer_operand, is_singular, libm_name, operand_count};
pub use needs::{Needs, is_differentiable_operand, needs, relative};
pub use polygamma::polygamma;
pub use rule::{keeps_zero, pullback, pushforward, sheltered_pushforward, strong_pullback, strong_pushforward};
pub use site::guard;
