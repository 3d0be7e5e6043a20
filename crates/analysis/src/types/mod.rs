//! What the bytes of memory and of integer values hold: floats, integers, pointers.
//!
//! `load double` needs no analysis. A `memcpy`, a struct assignment, or the `i64` load and store that LLVM makes of
//! either moves bytes without saying what they are, and reverse mode must know. The answer is looked for in how the
//! same bytes are used elsewhere (in the function, its callees, its callers) and in every declared type there is.
//!
//! Rules: **no evidence is an error, never a guess.** A use beats a declaration, near beats far. Bytes that are used
//! both as a float and as an integer are floats (`mixed`): losing a derivative is the worse mistake. Bytes used as two
//! formats of floats are an error; used as `double` and as pointer they are one or the other ([`Kind::Either`]). Bytes
//! that nothing looks at, where everything that could is analysed, may be moved as anything. Known imprecision: flow-insensitive, and a function called from several
//! places is seen once.
//!
//! Assumed: an array that is indexed with a variable goes on until something else is known to follow, because LLVM
//! does not tell where it ends.
mod answers;
mod graph;
mod reading;
mod search;
mod solving;
#[cfg(test)]
mod tests;

pub use answers::{Cell, Layout, Problem, Types, Words};
pub use graph::kind::{FloatKind, Kind};
pub use reading::reach::CONDENSED;
use reading::{Constraints, reach};
use solving::{bounds, propagate, turns};
use std::cell::RefCell;
use zymase_llvm::{DebugTypes, Function, Value};

impl Types {
    /// Looks at `function`, at what it calls, and at the functions that `context` (pairs of a parameter of `function`
    /// and the value that is passed for it) names.
    pub fn analyse(function: Function, context: &[(Value, Value)]) -> Types {
        Types::within(reach::functions_to_read(function, context), function, context)
    }

    /// Looks at `function`, at what it calls directly, and at the callers that `context` names: nothing that other calls,
    /// or other functions whose address is taken, do with memory.
    pub fn alone(function: Function, context: &[(Value, Value)]) -> Types {
        Types::within(reach::alone(function, context), function, context)
    }

    fn within(reach: reach::Reach, function: Function, context: &[(Value, Value)]) -> Types {
        let mut constraints = Constraints::new(function.module(), reach.candidates);
        constraints.bodies = reach.functions.iter().copied().collect();
        for &read in &reach.functions {
            constraints.read(read, read != function);
        }
        constraints.tie_calls(reach::original_of(function), function);
        for (parameter, actual) in context {
            if parameter.ty() == actual.ty() {
                constraints.tie_value(*parameter, *actual, parameter.ty());
            }
        }
        for (index, &read) in reach.functions.iter().enumerate() {
            let globals = if index == 0 { constraints.globals.clone() } else { Vec::new() };
            constraints.declare_variables(&DebugTypes::of(read, &globals));
        }
        open_boundaries(&mut constraints, function, context, &reach.has_unread_callers);
        bounds::declare_ends(&mut constraints.graph);
        propagate::propagate(&mut constraints.graph);
        turns::settle(&mut constraints.graph);
        propagate::spread_openness(&mut constraints.graph);
        bounds::settle(&mut constraints.graph);
        Types {
            function,
            module: constraints.module,
            graph: constraints.graph,
            addresses: constraints.addresses,
            places: constraints.places,
            answers: RefCell::default(),
            evidence: RefCell::default(),
            strides: RefCell::default(),
            descriptions: RefCell::default(),
        }
    }
}

/// Marks what code that is not read may see: parameters without a known actual, results, and functions of other files.
fn open_boundaries(
    constraints: &mut Constraints,
    function: Function,
    context: &[(Value, Value)],
    has_unread_callers: &[Function],
) {
    for parameter in function.parameters() {
        if !context.iter().any(|(known, actual)| *known == parameter && actual.ty() == parameter.ty()) {
            constraints.open(parameter);
        }
    }
    let mut returning = vec![function];
    for &read in has_unread_callers {
        if read != function {
            read.parameters().into_iter().for_each(|parameter| constraints.open(parameter));
            returning.push(read);
        }
    }
    for from in returning {
        for value in constraints.returned.get(&from).cloned().unwrap_or_default() {
            constraints.open(value);
        }
    }
}
