//! What emitters and providers ask of who drives them: the derivatives of other functions, in the first place.

use std::rc::Rc;
use zymase_analysis::types::Types;
use zymase_core::Failure;
use zymase_core::session::Session;
use zymase_core::signature::{Key, Signature};
use zymase_llvm::{Function, Value};
use zymase_prepare::Prepared;

pub trait Driver {
    fn session(&self) -> &Session;

    fn session_mut(&mut self) -> &mut Session;

    /// The function in canonical form; made once.
    fn prepared(&mut self, function: Function) -> Result<Rc<Prepared>, Failure>;

    /// Takes in a function that was cut out of a prepared one, or a copy of one, and is in canonical form already.
    fn adopt(&mut self, prepared: Prepared) -> Rc<Prepared>;

    /// What the bytes of a prepared function are; `context` pairs parameters with what the caller passes.
    fn types(&self, prepared: &Prepared, context: &[(Value, Value)]) -> Types;

    /// Does the program register a derivative of the function?
    fn has_rule(&self, function: Function) -> bool;

    /// The derivative function of a key, generated at the first request; recursion finds the declaration. `context`
    /// pairs parameters with what the caller passes: evidence about the types behind pointers.
    fn derivative(&mut self, key: &Key, context: &[(Value, Value)]) -> Result<Signature, Failure>;

    /// The derivative of a function that is called in one that is being differentiated. Calls of which the caller knows
    /// the same are not analysed again.
    fn derivative_of_call(&mut self, key: &Key, call: Value, caller: &Types) -> Result<Signature, Failure>;
}
