//! Callees that are told which of their arguments lead to objects of their own.
//!
//! What a function has allocated, and nobody else knows, is nothing that another argument leads to. A callee that stays a function,
//! because it calls itself, cannot know that: it keeps what it reads behind one argument because it writes behind another. So the
//! derivative calls a copy of it that is told, and that hands on what it was told where it calls itself.

use crate::parts::{is_alone, is_made_here, is_said_apart};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_core::runtime;
use zymase_llvm::{Function, Linkage, Value};

/// At the end of the names of such copies, before the parameters that are meant.
const APART: &str = ".apart";

/// Lets the calls of a prepared function call such copies, where that says something new.
pub fn tell_callees(function: Function) {
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = callee_of(call) else { continue };
        let arguments = call.arguments();
        let own: Vec<usize> = (0..arguments.len()).filter(|k| is_new(callee, *k, function, &arguments)).collect();
        if !own.is_empty() {
            call.set_callee(copy(callee, &own));
        }
    }
}

/// What a call calls, if nobody but the calls that are seen calls it and its derivative is made from its body.
fn callee_of(call: Value) -> Option<Function> {
    let Callee::Defined(callee) = classify(call) else { return None };
    let is_plain = call.called_function() == Some(callee)
        && callee.linkage() == Linkage::LLVMInternalLinkage
        && !callee.function_type().is_variadic()
        && !marks::has_given_derivative(callee)
        && !runtime::is_generated(&callee.name());
    (is_plain && calls_of_itself(callee).next().is_some()).then_some(callee)
}

fn calls_of_itself(function: Function) -> impl Iterator<Item = Value> {
    function.instructions().into_iter().filter(move |i| i.is_call() && i.called_function() == Some(function))
}

/// Is an argument the only way to its object, and is that worth something?
fn is_new(callee: Function, index: usize, caller: Function, arguments: &[Value]) -> bool {
    let argument = arguments[index];
    let says = |attribute: &str| callee.parameter_has_attribute(index, attribute);
    let is_own =
        || is_said_apart(caller, argument) && is_alone(argument, arguments) || is_made_here(argument, arguments);
    argument.ty().is_pointer() && !["noalias", "readonly", "readnone", "byval"].into_iter().any(says) && is_own()
}

/// The copy of a function for which the objects of some parameters are apart.
fn copy(original: Function, own: &[usize]) -> Function {
    let which: String = own.iter().map(|index| format!(".{index}")).collect();
    let name = format!("{}{APART}{which}", original.name());
    let module = original.module();
    if let Some(known) = module.function(&name) {
        return known;
    }
    let copy = module.add_function(&name, original.function_type());
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    copy.copy_attributes(original);
    original.clone_body_into(copy, &copy.parameters());
    for (parameter, named) in copy.parameters().into_iter().zip(original.parameters()) {
        parameter.set_name(&named.name());
    }
    own.iter().for_each(|index| copy.add_parameter_attribute(*index, "noalias"));
    for call in copy.instructions().into_iter().filter(|i| i.is_call() && i.called_function() == Some(original)) {
        let arguments = call.arguments();
        let hands_on = |index: &usize| {
            arguments[*index].underlying_object() == copy.parameter(*index) && is_alone(arguments[*index], &arguments)
        };
        if own.iter().all(hands_on) {
            call.set_callee(copy);
        }
    }
    copy
}
