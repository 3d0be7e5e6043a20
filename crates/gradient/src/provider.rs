//! Derivatives that are given, not generated from a body: rules the program registers, operations of libraries.
//!
//! A provider fills in the functions that the generator would have made, with the same conventions (`signature`), so
//! that a caller cannot tell the difference: shadows, seed, tape and context arrive in the same places. What it emits
//! is an ordinary body: a higher derivative differentiates it like any other code.
//!
//! [`zymase_analysis::marks::has_given_derivative`] says of a function, without knowing the engine, that there is a
//! provider. Such a function may be a declaration. It is never inlined into what is differentiated, and every analysis
//! takes it for a function with a body: it may read and write whatever its attributes allow.

use crate::Failure;
use crate::engine::Engine;
use crate::linear;
use crate::signature::{Key, Signature};
use std::rc::Rc;
use zymase_analysis::callee::linear_operation;
use zymase_llvm::Value;

pub trait DerivativeProvider {
    /// Writes the body of the forward derivative.
    fn forward(&self, engine: &mut Engine, key: &Key, signature: &Signature) -> Result<(), Failure>;

    /// Writes the bodies of both halves of the reverse derivative. What lies behind the tape is the provider's own
    /// affair: a pointer, which may come from the context (`runtime::allocate`), where it lives long enough.
    /// `context` pairs parameters with what the caller passes: evidence about the types behind pointers.
    fn split(
        &self,
        engine: &mut Engine,
        key: &Key,
        halves: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure>;
}

/// Who gives the derivative of a key, if anybody does. What the program calls (a gradient, the halves of split mode) of
/// a function with given halves is generated: of a function that only calls it.
pub fn of(engine: &Engine, key: &Key) -> Option<Rc<dyn DerivativeProvider>> {
    if key.kind.is_entry() {
        return None;
    }
    let of_library = || Some(Rc::new(linear::Provider { linear: linear_operation(key.original)? }) as Rc<_>);
    let of_loop = || engine.checkpointed(key).or_else(|| engine.fused(key));
    engine.rules.provider(key).or_else(of_library).or_else(of_loop)
}
