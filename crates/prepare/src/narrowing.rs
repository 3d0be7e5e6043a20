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
    /// The candidates of an indirect call in `function`, which is prepared from `original`, that fit it, and those that do not.
    pub fn split(
        &self,
        (function, original): (Function, Function),
        call: Value,
        candidates: Vec<Function>,
    ) -> (Vec<Function>, Vec<Function>) {
        if let Some(named) = &self.named {
            let (fit, unfit): (Vec<Function>, Vec<Function>) = candidates.into_iter().partition(|f| named.contains(f));
            return if fit.is_empty() { (unfit, fit) } else { (fit, unfit) };
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
