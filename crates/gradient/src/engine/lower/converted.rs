//! Integers behind an argument with a shadow that become floats by their value.
//!
//! Such an integer has no derivative. Where it is the bits of a float that a program computes with (a logarithm read off
//! `*(int *)x`), there should be one: nothing tells that from an integer, so there is a warning.

use super::super::Engine;
use std::collections::HashSet;
use zymase_analysis::activity::Role;
use zymase_analysis::types::{Kind, Types};
use zymase_core::request::Request;
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Opcode, Value};
use zymase_support::Diagnostic;

/// Warns of integers behind arguments of a derivative call. What there is to say against the call itself is said when it is lowered.
pub fn warn(engine: &mut Engine, request: &Request, target: Function) {
    let roles = request.arguments.iter().map(|passed| passed.role);
    let shadowed: Vec<usize> =
        roles.enumerate().filter(|(_, role)| *role == Role::Duplicated).map(|(k, _)| k).collect();
    if target.is_declaration() || shadowed.is_empty() {
        return;
    }
    let Ok(prepared) = engine.prepared(target) else { return };
    let found: Vec<(usize, Value)> = converted_loads(prepared.function)
        .into_iter()
        .filter_map(|load| {
            let object = load.operand(0).underlying_object();
            Some((shadowed.iter().copied().find(|k| prepared.function.parameter(*k) == object)?, load))
        })
        .collect();
    if found.is_empty() {
        return;
    }
    let Ok(subject) = engine.subject(target, &super::caller_context(target, request), None) else { return };
    for (k, load) in found {
        let Some(what) = doubtful(&subject.types, prepared.function.parameter(k), load) else { continue };
        if engine.session.warns_first(target.value(), k) {
            let diagnostic = Diagnostic::new(format!(
                "argument {} of '{}' has a shadow, and {what} are converted to floating point by their value: they have no \
                 derivative",
                k + 1,
                target.name()
            ))
            .with_help("say enzyme_const if they are integers; copy the bits of a float from a variable of its type");
            engine.session.module.report(Some(request.call), &format!("zymase: {diagnostic}"), true);
        }
    }
}

/// What the integers are that are loaded, if they may be bits of floats.
fn doubtful(types: &Types, parameter: Value, load: Value) -> Option<&'static str> {
    let cells = types.of_value(load).ok()?;
    if cells.iter().any(|cell| cell.mixed && cell.kind.may_be_float()) {
        return Some("integers where it also holds floats");
    }
    let layout = types.of_memory(parameter, None).ok()?;
    let is_integer = cells.iter().all(|cell| matches!(cell.kind, Kind::Integer | Kind::Anything));
    (is_integer && !layout.has_float() && !layout.has_pointer()).then_some("the integers that it holds")
}

/// Loads of integers that are converted to floating point, themselves or computed with.
fn converted_loads(function: Function) -> HashSet<Value> {
    use Opcode::*;
    let (mut loads, mut seen) = (HashSet::new(), HashSet::new());
    let is_conversion = |i: &Value| matches!(i.opcode(), Some(LLVMSIToFP | LLVMUIToFP));
    let mut work: Vec<Value> =
        function.instructions().into_iter().filter(is_conversion).map(|i| i.operand(0)).collect();
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(LLVMLoad) => drop(loads.insert(value)),
            Some(LLVMAdd | LLVMSub | LLVMAnd | LLVMOr | LLVMXor | LLVMShl | LLVMLShr | LLVMAShr) => {
                work.extend(value.operands());
            }
            Some(LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze) => work.push(value.operand(0)),
            _ => {}
        }
    }
    loads
}
