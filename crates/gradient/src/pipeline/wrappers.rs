//! Makes the function operand of derivative calls visible where it goes through a wrapper.
//!
//! A C++ wrapper around a derivative call takes the function as a parameter, often by reference. Before anything is
//! lowered, functions whose derivative calls cannot be traced are simplified (at -O0 nobody has done so), and wrappers
//! that only this file uses are inlined into their callers.

use std::collections::HashSet;
use zymase_core::request::derivative_calls;
use zymase_core::{request, targets};
use zymase_llvm::{Function, Linkage, Module, Value};

/// What is enough to see a function through local variables, references and small structs.
const SEE_THROUGH: &str = "sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";
/// Wrappers of wrappers deeper than this are not looked through.
const DEEPEST_WRAPPER: usize = 16;

/// Simplifies and inlines until every function operand is known, or nothing more can be done.
pub fn look_through(module: Module) {
    let mut simplified = HashSet::new();
    for _ in 0..DEEPEST_WRAPPER {
        let mut changed = false;
        for function in module.functions().into_iter().filter(|f| !f.is_declaration()) {
            let unknown = || derivative_calls(function).into_iter().filter(|call| targets::of_call(*call).is_err());
            if unknown().next().is_none() {
                continue;
            }
            if simplified.insert(function) {
                changed |= function.run_passes(SEE_THROUGH).is_ok();
            }
            if unknown().any(names_a_parameter) {
                changed |= inline_into_callers(function);
            }
        }
        if !changed {
            return;
        }
        // What was inlined into must be simplified again.
        simplified.clear();
    }
}

/// Does the function operand come from a parameter of the function around the call?
fn names_a_parameter(call: Value) -> bool {
    let mut work: Vec<Value> = call.arguments().get(request::function_position(call)).copied().into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if value.is_argument() {
            return true;
        }
        if seen.insert(value) && value.is_instruction() && !value.is_call() {
            work.extend(value.operands());
        }
    }
    false
}

/// Inlines a function that other files cannot call into all its callers, and erases it; false when it is left alone.
fn inline_into_callers(wrapper: Function) -> bool {
    use Linkage::*;
    let private = matches!(
        wrapper.linkage(),
        LLVMInternalLinkage | LLVMPrivateLinkage | LLVMLinkOnceODRLinkage | LLVMLinkOnceAnyLinkage
    );
    let users = wrapper.value().users();
    let is_call = |user: &Value| {
        user.is_call() && user.called_value() == wrapper.value() && user.parent_function() != Some(wrapper)
    };
    if !private || users.is_empty() || !users.iter().all(is_call) || !users.into_iter().all(Value::inline_call) {
        return false;
    }
    if wrapper.value().users().is_empty() {
        wrapper.erase();
    }
    true
}
