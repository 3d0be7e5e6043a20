//! Blames threads where a function that uses them cannot be differentiated: what fails first is some detail of how threads are
//! started, far away from the program.
//!
//! What is certain to fail is refused before anything is analysed: the code of rayon is large.

use std::collections::{HashMap, VecDeque};
use zymase_analysis::one_thread;
use zymase_core::Failure;
use zymase_llvm::{Function, Value};
use zymase_support::Diagnostic;

/// Fails if the target calls what starts threads.
pub fn refuse(target: Function) -> Result<(), Failure> {
    match parallel_call(target, zymase_library::starts_threads) {
        Some((call, who)) => Err(refusal(call, who, "")),
        None => Ok(()),
    }
}

/// The failure, or a better one if the target runs something on several threads.
pub fn blame(failure: Failure, target: Function) -> Failure {
    match (&failure, parallel_call(target, zymase_library::parallel)) {
        (Failure::User { diagnostic, .. }, Some((call, who))) => {
            // What failed stays in the text: a linker that can bring the missing body reads it there.
            refusal(call, who, &format!(" (first met: {})", diagnostic.message))
        }
        _ => failure,
    }
}

fn refusal(call: Value, who: &str, rest: &str) -> Failure {
    if who == zymase_library::CHANNEL {
        let text = format!("{who} hands values from one thread to another, which cannot be differentiated yet{rest}");
        let help = "return values from threads and join them, or let each thread write into its part of a slice";
        return Failure::at(call, Diagnostic::new(text).with_help(help));
    }
    let text = format!("{who} runs this on several threads, which cannot be differentiated yet{rest}");
    let help = match who {
        zymase_library::STD_THREAD => {
            "use `zymase::thread` in the place of `std::thread` here: the same functions, which derivatives run on one thread"
        }
        _ => {
            "use `join`, `scope` or iterators of rayon in the differentiated function; other threads may be outside of it, and \
             each may call the derivative"
        }
    };
    Failure::at(call, Diagnostic::new(text).with_help(help))
}

/// The first call of what runs on several threads, from the target downwards; if it is in a library, the call in the
/// program that leads to it.
fn parallel_call(target: Function, who: fn(&str) -> Option<&'static str>) -> Option<(Value, &'static str)> {
    let mut reached_by = HashMap::<Function, Value>::new();
    let mut work = VecDeque::from([target]);
    while let Some(function) = work.pop_front() {
        for instruction in one_thread::instructions(function) {
            for used in instruction.operands().into_iter().filter_map(Value::as_function) {
                if let Some(who) = who(&used.name()).filter(|_| instruction.is_call()) {
                    let mut callers = std::iter::successors(Some(instruction), |call| {
                        call.parent_function().and_then(|function| reached_by.get(&function).copied())
                    });
                    return Some((callers.find(|call| call.is_in_program()).unwrap_or(instruction), who));
                }
                let is_new = used != target && !reached_by.contains_key(&used);
                if !used.is_declaration() && is_new && !zymase_library::is_inactive_code(&used.name()) {
                    reached_by.insert(used, instruction);
                    work.push_back(used);
                }
            }
        }
    }
    None
}
