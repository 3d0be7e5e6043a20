//! Leaves functions out that an indirect call cannot mean.
//!
//! A callback takes `void *`, and several functions of its type read different structures behind it. All of them become arms of
//! the call, and the types behind the pointer would be mixed. Where a derivative failed, it is tried once more with the
//! functions left out that use what the call passes as other types than the rest of the function does; and where that fails too, with
//! those left out that the code of the differentiated function never names (the closures of other `std::function`s). Should one of
//! them be called after all, the program ends with a message.

use super::arms::Refused;
use super::condensed::source;
use std::collections::HashSet;
use std::rc::Rc;
use zymase_analysis::types::Types;
use zymase_llvm::{Function, Value};

/// What is passed to the functions whose calls are narrowed: by the program, and by each other.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// The function, the number of the parameter, and the argument.
    pub passed: Vec<(Function, usize, Value)>,
    /// Code that is left out as well.
    pub refused: Vec<Refused>,
    /// Not types decide, but who names a function: those that the code of the target names, where there are any.
    pub named: Option<Rc<HashSet<Function>>>,
}

impl Narrowing {
    /// What types say of `function`, which is prepared from `original`; nothing where they do not decide.
    pub fn facts(&self, (function, original): (Function, Function)) -> Option<Types> {
        if self.named.is_some() {
            return None;
        }
        let original = source(original);
        let context: Vec<(Value, Value)> = self
            .passed
            .iter()
            .map(|(to, index, actual)| {
                let to = if *to == original { function } else { *to };
                (to.parameters()[*index], *actual)
            })
            .collect();
        Some(Types::alone(function, &context))
    }

    /// The candidates of an indirect call that fit it, by what is known `here`, and those that do not.
    pub fn split(
        &self,
        here: Option<&Types>,
        call: Value,
        candidates: Vec<Function>,
    ) -> (Vec<Function>, Vec<Function>) {
        let is_named = |candidate: &Function| self.named.as_ref().is_some_and(|named| named.contains(candidate));
        let Some(here) = here else {
            let (fit, unfit): (Vec<Function>, Vec<Function>) = candidates.into_iter().partition(is_named);
            return if fit.is_empty() { (unfit, fit) } else { (fit, unfit) };
        };
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
