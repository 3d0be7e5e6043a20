//! Shadows that have the shape of what they belong to.
//!
//! A derivative follows the references and containers of a shadow wherever the function follows those of its argument, and it
//! asks the argument how far: lengths, variants and addresses of the two must go together, or it writes where nothing is. So
//! each derivative compares both before it runs ([`Mirror::compare`]), and afterwards again where the function could have
//! changed a container ([`guard`]): the lengths of a shadow are not written by derivatives, and what is freed in one is freed in
//! the other.
//!
//! Types that do not implement the trait are compared by their debug information ([`described`]).
//!
//! Numbers of a shadow are written by reverse mode. Nobody else may look at them meanwhile: not through references ([`Access`]),
//! and not as another owner.
//!
//! - `arrays`: arrays, matrices and complex numbers of the crates ndarray, nalgebra and num-complex;
//! - `probe`: finds out whether a type implements [`Mirror`];
//! - `shapes`: what one comparison has seen and found;
//! - `standard`: types of the language and of the standard library.

#[cfg(any(feature = "nalgebra", feature = "ndarray", feature = "num-complex"))]
mod arrays;
mod described;
mod guard;
mod probe;
mod shapes;
mod standard;

pub use probe::{Compared, Numeric, Probe, Unknown};
pub use shapes::{Mismatch, Outcome, Shapes, Site};

/// A type that says itself how the shadow of a value is compared with the value. Others are compared too, by their debug information; this
/// is for containers with memory of their own, and faster for small structs. `#[derive(zymase::Mirror)]` implements it for structs
/// and enumerations whose fields implement it.
///
/// ```
/// #[derive(zymase::Mirror)]
/// struct Layer {
///     weights: Vec<f64>,
///     bias: f64,
/// }
/// ```
///
/// # Safety
///
/// Where [`compare`](Mirror::compare) finds no difference, whatever address safe code can reach from the value it can reach at the same
/// place from the shadow, and there is as much memory. Everything it reaches is compared.
#[diagnostic::on_unimplemented(
    message = "the shadow of `{Self}` cannot be compared with its value",
    label = "does not implement `zymase::Mirror`",
    note = "derive `zymase::Mirror` for it, or do not derive it for the type around it: values of all types can be compared without"
)]
pub unsafe trait Mirror {
    /// Is there nothing to compare? A value without references, containers and variants.
    const FLAT: bool = false;

    /// May there be floating-point numbers in a value that is [`FLAT`](Mirror::FLAT)?
    const NUMBERS: bool = true;

    /// Looks for the first difference.
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome;

    /// Makes a shadow hold on to nothing: what it leads to may be gone. False if it cannot be done.
    ///
    /// # Safety
    ///
    /// The place is one of this type, though what it leads to is perhaps gone; nobody else looks at it.
    unsafe fn abandon(this: *mut Self) -> bool {
        let _ = this;
        Self::FLAT
    }
}
