//! Which calls may leave by unwinding, as C++ exceptions do.
//!
//! What the module says of a function (`nounwind`) is seldom there in unoptimised code, so bodies are read: a function
//! unwinds when it resumes unwinding, or calls something that does. Running out of memory is not counted: it ends the program.

use crate::callee::{Callee, classify};
use crate::marks;
use std::collections::HashMap;
use zymase_library::{Control, Exception};
use zymase_llvm::{Function, Opcode, Value};

/// What was found so far.
#[derive(Default)]
pub struct Unwinding {
    known: HashMap<Function, bool>,
}

impl Unwinding {
    /// May the call unwind into its caller, or into its landing pad?
    pub fn of_call(&mut self, call: Value) -> bool {
        match source(call) {
            Source::Never => false,
            Source::Always => true,
            Source::Function(function) => self.of_function(function),
        }
    }

    /// May the function be left by unwinding?
    pub fn of_function(&mut self, function: Function) -> bool {
        if !self.known.contains_key(&function) {
            self.explore(function);
        }
        self.known[&function]
    }

    /// The least fixpoint over everything that is called from here.
    fn explore(&mut self, start: Function) {
        let mut ways: HashMap<Function, Vec<Function>> = HashMap::new();
        let mut order = Vec::new();
        let mut work = vec![start];
        while let Some(function) = work.pop() {
            if self.known.contains_key(&function) {
                continue;
            }
            let (unwinds, callees) = directly(function);
            self.known.insert(function, unwinds);
            work.extend(callees.iter().copied());
            ways.insert(function, callees);
            order.push(function);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for function in order.iter().rev() {
                if !self.known[function] && ways[function].iter().any(|callee| self.known[callee]) {
                    self.known.insert(*function, true);
                    changed = true;
                }
            }
        }
    }
}

enum Source {
    Never,
    Always,
    /// If this function does.
    Function(Function),
}

fn source(call: Value) -> Source {
    if call.does_not_throw() {
        return Source::Never;
    }
    // A rule hands over no tape while unwinding: it must not throw.
    if call.called_function().is_some_and(marks::has_given_derivative) {
        return Source::Never;
    }
    match classify(call) {
        Callee::Math { .. }
        | Callee::Copy(_)
        | Callee::Fill { .. }
        | Callee::Allocate(_)
        | Callee::Reallocate(_)
        | Callee::Free(_)
        | Callee::Device(_)
        | Callee::Hint
        | Callee::Runtime(_) => Source::Never,
        Callee::Inactive(inactive) if inactive.control == Control::Returns => Source::Never,
        Callee::Exception(Exception::Throw | Exception::Rethrow | Exception::Resume) => Source::Always,
        Callee::Exception(_) => Source::Never,
        Callee::Defined(function) => Source::Function(function),
        // Said of a function with a body, or of one without.
        Callee::SaidInactive => match call.called_function().filter(|f| !f.is_declaration()) {
            Some(function) => Source::Function(function),
            None => Source::Always,
        },
        Callee::Inactive(_) | Callee::Unsupported(_) | Callee::Unknown(_) | Callee::Assembly => Source::Always,
    }
}

/// Whether the function unwinds by itself, and the functions through which it may.
fn directly(function: Function) -> (bool, Vec<Function>) {
    let mut callees = Vec::new();
    if function.has_attribute("nounwind") || function.is_declaration() {
        return (!function.has_attribute("nounwind"), callees);
    }
    for i in function.instructions() {
        match i.opcode() {
            Some(Opcode::LLVMResume) => return (true, Vec::new()),
            Some(Opcode::LLVMCall) => match source(i) {
                Source::Never => {}
                Source::Always => return (true, Vec::new()),
                Source::Function(callee) => callees.push(callee),
            },
            _ => {}
        }
    }
    (false, callees)
}
