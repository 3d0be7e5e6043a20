//! Blames threads where a function that uses them cannot be differentiated: what fails first is some detail of how threads are
//! started, far away from the program.

use crate::Failure;
use std::collections::{HashSet, VecDeque};
use zymase_llvm::{Function, Value};
use zymase_support::Diagnostic;

/// The failure, or a better one if the target runs something on several threads.
pub fn blame(failure: Failure, target: Function) -> Failure {
    match (&failure, parallel_call(target)) {
        (Failure::User { diagnostic, .. }, Some((call, who))) => {
            // What failed stays in the text: a linker that can bring the missing body reads it there.
            let failed = &diagnostic.message;
            let text =
                format!("{who} runs this on several threads, which cannot be differentiated yet (first met: {failed})");
            let help = "use plain iterators and loops in the differentiated function (`iter` for `par_iter`); threads may be \
                        outside of it, and each may call the derivative";
            Failure::at(call, Diagnostic::new(text).with_help(help))
        }
        _ => failure,
    }
}

/// The first call of what runs on several threads, from the target downwards.
fn parallel_call(target: Function) -> Option<(Value, &'static str)> {
    let mut seen = HashSet::from([target]);
    let mut work = VecDeque::from([target]);
    while let Some(function) = work.pop_front() {
        for instruction in function.instructions() {
            for used in instruction.operands().into_iter().filter_map(Value::as_function) {
                if let Some(who) = zymase_library::parallel(&used.name()).filter(|_| instruction.is_call()) {
                    return Some((instruction, who));
                }
                if !used.is_declaration() && seen.insert(used) {
                    work.push_back(used);
                }
            }
        }
    }
    None
}
