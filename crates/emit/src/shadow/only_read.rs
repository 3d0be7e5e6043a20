//! Pointers through which no derivative is stored: what they lead to is constant if it has no shadow.
//!
//! Such is the handle of a library that a global holds and that only goes to calls without derivatives. Functions that are
//! called with it are looked into, and local variables that it is stored in.

use super::Sweep;
use crate::driver::Driver;
use std::collections::HashSet;
use zymase_analysis::activity::holds_pointer;
use zymase_analysis::callee::{Callee, RuntimeCall, classify};
use zymase_analysis::messages;
use zymase_library::Returned;
use zymase_llvm::{Function, Opcode, Value};

/// Calls are followed so deep.
const DEEPEST_CALL: usize = 8;
/// A counter goes on by at most this much at a time.
const LARGEST_STEP: i64 = 1 << 16;

/// What happens to pointers that one user leads to.
enum Use {
    /// Nothing is stored there; the result, if it is a pointer, leads on.
    Harmless,
    /// The pointer is in this local variable too.
    Kept(Value),
    /// It is this parameter of a function.
    Passed(Function, usize),
    Unknown,
}

impl Sweep<'_> {
    /// Is memory only read through this pointer and those found there? Then it is constant, like the global's state on
    /// entry, unless it has a shadow; otherwise derivatives stored there would be lost.
    pub(super) fn is_only_read(&mut self, pointer: Value) -> bool {
        let (types, activity) = (self.types, self.activity);
        let stores_nothing = |value: Value| {
            let leads_on = holds_pointer(types, value) && activity.class(value).may_have_shadow();
            !activity.is_varied(value) && !leads_on
        };
        let Some(passed) = self.follow(pointer, &stores_nothing) else { return false };
        let mut seen = HashSet::new();
        let mut work: Vec<(Function, usize, usize)> = passed.into_iter().map(|(f, k)| (f, k, 0)).collect();
        while let Some((function, index, depth)) = work.pop() {
            if !seen.insert((function, index)) {
                continue;
            }
            let prepared = (depth < DEEPEST_CALL).then(|| self.driver.prepared(function).ok()).flatten();
            let Some(prepared) = prepared else { return false };
            let Some(passed) = self.follow(prepared.function.parameter(index), &is_count) else { return false };
            work.extend(passed.into_iter().map(|(f, k)| (f, k, depth + 1)));
        }
        true
    }

    /// Follows a pointer within one function: the parameters of functions that it is passed as, none if something may be
    /// stored behind it.
    fn follow(&self, pointer: Value, stores_nothing: &dyn Fn(Value) -> bool) -> Option<Vec<(Function, usize)>> {
        let mut passed = Vec::new();
        let (mut seen, mut variables) = (HashSet::from([pointer]), HashSet::new());
        let mut work = vec![pointer];
        while let Some(pointer) = work.pop() {
            for user in pointer.users() {
                match kind_of_use(&*self.driver, pointer, user, stores_nothing) {
                    Use::Harmless if user.ty().contains_pointer() && seen.insert(user) => work.push(user),
                    Use::Harmless => {}
                    Use::Kept(variable) if variables.insert(variable) => {
                        work.extend(pointers_in(variable)?.into_iter().filter(|found| seen.insert(*found)));
                    }
                    Use::Kept(_) => {}
                    Use::Passed(..) if user.ty().contains_pointer() => return None,
                    Use::Passed(function, index) => passed.push((function, index)),
                    Use::Unknown => return None,
                }
            }
        }
        Some(passed)
    }
}

fn kind_of_use(driver: &dyn Driver, pointer: Value, user: Value, stores_nothing: &dyn Fn(Value) -> bool) -> Use {
    let harmless = |is: bool| if is { Use::Harmless } else { Use::Unknown };
    match user.opcode() {
        Some(Opcode::LLVMLoad | Opcode::LLVMICmp) => Use::Harmless,
        _ if user.passes_pointer_on() => Use::Harmless,
        Some(Opcode::LLVMStore) if user.operand(0) == pointer => {
            let object = user.operand(1).underlying_object();
            if object.opcode() == Some(Opcode::LLVMAlloca) { Use::Kept(object) } else { Use::Unknown }
        }
        Some(Opcode::LLVMStore) => harmless(stores_nothing(user.operand(0))),
        Some(Opcode::LLVMCall) => match classify(user) {
            Callee::Copy(transfer) => harmless(user.arguments().get(transfer.destination) != Some(&pointer)),
            Callee::Inactive(inactive) => {
                let is_it = |k: usize| user.arguments().get(k) == Some(&pointer);
                harmless(
                    !inactive.overwrites.iter().any(|o| is_it(o.argument))
                        && !matches!(inactive.returned, Returned::PointerInto(k) if is_it(k)),
                )
            }
            // It leaves shadows alone, and what it returns has none.
            Callee::SaidInactive => Use::Harmless,
            // The end of a chain of comparisons: the pointer is a function.
            Callee::Runtime(RuntimeCall::UnknownCallee) => Use::Harmless,
            // A rule that looks at the shadow asks at run time whether there is one.
            Callee::Defined(function) if driver.has_rule(function) => Use::Harmless,
            // A handle of MPI, or an array of them.
            Callee::Defined(function) if messages::call_of(function).is_some() => {
                harmless(!messages::buffers_of(user).contains(&pointer))
            }
            Callee::Defined(function) if !function.is_declaration() => passed(function, pointer, user),
            _ => Use::Unknown,
        },
        _ => Use::Unknown,
    }
}

fn passed(function: Function, pointer: Value, call: Value) -> Use {
    let places: Vec<usize> = (0..call.arguments().len()).filter(|k| call.arguments()[*k] == pointer).collect();
    match places[..] {
        [index] if index < function.parameters().len() => Use::Passed(function, index),
        _ => Use::Unknown,
    }
}

/// The pointers that are loaded from a local variable, and those into it, which calls get; none if it may be written elsewhere.
fn pointers_in(variable: Value) -> Option<Vec<Value>> {
    let (mut found, mut work) = (Vec::new(), vec![variable]);
    while let Some(address) = work.pop() {
        for user in address.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) if user.ty().contains_pointer() => found.push(user),
                Some(Opcode::LLVMLoad | Opcode::LLVMICmp) => {}
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast) => work.push(user),
                Some(Opcode::LLVMStore) if user.operand(0) != address => {}
                Some(Opcode::LLVMCall) => match classify(user) {
                    Callee::SaidInactive | Callee::Hint | Callee::Inactive(_) | Callee::Fill { .. } => {}
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Is a value that is stored surely no bits of a float with a derivative: a constant, or a counter that goes on?
fn is_count(value: Value) -> bool {
    let is_step = |step: Value| step.as_integer().is_some_and(|step| step.abs() <= LARGEST_STEP);
    value.ty().is_integer()
        && (value.is_constant()
            || matches!(value.opcode(), Some(Opcode::LLVMAdd | Opcode::LLVMSub))
                && value.operand(0).opcode() == Some(Opcode::LLVMLoad)
                && is_step(value.operand(1)))
}
