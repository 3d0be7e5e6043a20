//! `autodiff(c ? f : g, …)`: one derivative call per function.

use zymase_core::request;
use zymase_llvm::{Function, Value};
use zymase_prepare::dispatch;

/// Replaces the call by one call per function, chosen by the address; returns them.
pub fn split_choice(call: Value, candidates: &[Function]) -> Vec<(Value, Function)> {
    let position = request::function_position(call);
    let arms = dispatch::by_address(call, call.arguments()[position], position, candidates, &[]);
    arms.into_iter().zip(candidates.iter().copied()).collect()
}
