//! Globals that may point into the middle of an argument.
//!
//! What a global was set to before the derivative call is compared with the arguments by its address. One that leads into the
//! middle of an argument is not recognised, and what is read through it counts as constant. So there is a warning where that
//! may happen: where the global is set to the middle of something, or where nothing tells what it is set to.

use super::Sweep;
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::choices::leaves;
use zymase_llvm::{Linkage, Opcode, Value};
use zymase_support::Diagnostic;

/// Where a global may get a pointer to the middle of an argument from.
enum Setting {
    Middle,
    Elsewhere,
}

impl Sweep<'_> {
    pub(super) fn warn_of_inner_pointer(&mut self, global: Value) {
        let has_shadows = (0..self.prepared.function.parameters().len())
            .any(|k| self.shadows.contains_key(&(self.prepared.function.parameter(k), self.lane)));
        if !has_shadows {
            return;
        }
        let how = match inner_setting(global) {
            Some(Setting::Middle) => "to the middle of something",
            Some(Setting::Elsewhere) => "in another file",
            None => return,
        };
        if !self.driver.session_mut().warns_first(global, 0) {
            return;
        }
        let diagnostic = Diagnostic::new(format!(
            "the global '{}' is set {how}: what is read through it counts as constant, also where it is a part of an argument",
            global.name()
        ))
        .with_help("set it inside the differentiated function, or to the start of the argument");
        self.module().report(Some(self.prepared.original.value()), &format!("zymase: {diagnostic}"), true);
    }
}

fn inner_setting(global: Value) -> Option<Setting> {
    let is_set = |user: &Value| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) == global;
    let settings: Vec<Value> = global.users().into_iter().filter(is_set).map(|store| store.operand(0)).collect();
    let is_local = matches!(global.global_linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage);
    if settings.iter().any(|value| leads_into(*value, &mut HashSet::new())) {
        return Some(Setting::Middle);
    }
    (settings.is_empty() && !is_local).then_some(Setting::Elsewhere)
}

/// May a pointer lead into the middle of an object that is not seen to be another than an argument? Of a parameter those who
/// call the function tell.
fn leads_into(value: Value, seen: &mut HashSet<Value>) -> bool {
    if !value.ty().is_pointer() {
        return false;
    }
    leaves(value).into_iter().any(|leaf| {
        let base = leaf.underlying_object();
        let is_allocated = base.is_call() && matches!(classify(base), Callee::Allocate(_));
        match base == leaf {
            _ if is_allocated || base.is_global_variable() => false,
            false => true,
            true if leaf.is_argument() && seen.insert(leaf) => {
                passed(leaf).into_iter().any(|argument| leads_into(argument, seen))
            }
            true => seen.insert(leaf) && kept(leaf).into_iter().any(|value| leads_into(value, seen)),
        }
    })
}

/// What calls that are seen pass for a parameter.
fn passed(parameter: Value) -> Vec<Value> {
    let Some(function) = parameter.parent_function() else { return Vec::new() };
    let Some(number) = function.parameters().iter().position(|other| *other == parameter) else { return Vec::new() };
    let calls = function.value().users().into_iter().filter(|user| user.is_call());
    let calls = calls.filter(|call| call.called_value() == function.value());
    calls.filter_map(|call| call.arguments().get(number).copied()).collect()
}

/// What is stored in the local variable that is read, in code that is not optimised.
fn kept(load: Value) -> Vec<Value> {
    let variable = if load.opcode() == Some(Opcode::LLVMLoad) { load.operand(0) } else { return Vec::new() };
    if variable.opcode() != Some(Opcode::LLVMAlloca) {
        return Vec::new();
    }
    let is_set = |user: &Value| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) == variable;
    variable.users().into_iter().filter(is_set).map(|store| store.operand(0)).collect()
}
