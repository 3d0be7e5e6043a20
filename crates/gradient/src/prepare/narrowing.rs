//! Leaves functions out that an indirect call cannot mean.
//!
//! A callback takes `void *`, and several functions of its type read different structures behind it. All of them become arms of
//! the call, and the types behind the pointer would be mixed. Where a derivative failed, it is tried once more with the
//! functions left out that use what the call passes as other types than the rest of the function does: should one of them be
//! called after all, the program ends with a message.

use zymase_analysis::types::Types;
use zymase_llvm::{Function, Value};

/// What the caller passes, by the number of the parameter.
#[derive(Clone, Debug)]
pub struct Narrowing {
    pub context: Vec<(usize, Value)>,
}

impl Narrowing {
    /// The candidates of an indirect call that fit it, and those that do not.
    pub fn split(&self, function: Function, call: Value, candidates: Vec<Function>) -> (Vec<Function>, Vec<Function>) {
        let parameters = function.parameters();
        let context: Vec<(Value, Value)> =
            self.context.iter().map(|(index, actual)| (parameters[*index], *actual)).collect();
        let here = Types::alone(function, &context);
        let is_fit = |candidate: &Function| {
            let there = Types::alone(*candidate, &[]);
            let mut passed = candidate.parameters().into_iter().zip(call.arguments());
            candidate.is_declaration()
                || passed.all(|(parameter, argument)| !here.contradicts(argument, &there, parameter))
        };
        let (fit, unfit): (Vec<Function>, Vec<Function>) = candidates.into_iter().partition(is_fit);
        if fit.is_empty() { (unfit, fit) } else { (fit, unfit) }
    }
}
