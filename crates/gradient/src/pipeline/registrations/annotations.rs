//! `__attribute__((annotate("enzyme_inactive")))` and its kin, which arrive as `llvm.global.annotations`.

use super::like;
use zymase_analysis::marks;
use zymase_llvm::{Module, Value};
use zymase_support::Diagnostic;

/// What annotations of the interface begin with.
const PREFIX: &str = "enzyme_";

/// The annotated functions and globals, with the text of each annotation that is ours.
pub fn of(module: Module) -> Vec<(Value, String)> {
    let Some(list) = module.global("llvm.global.annotations").and_then(|global| global.initializer()) else {
        return Vec::new();
    };
    let annotation = |entry: Value| Some((super::strip(entry.operand(0)), text_of(entry.operand(1))?));
    list.operands().into_iter().filter(|entry| entry.operand_count() >= 2).filter_map(annotation).collect()
}

/// The text of an annotation, if it is ours.
fn text_of(value: Value) -> Option<String> {
    let value = super::strip(value);
    let text = value.is_global_variable().then(|| value.initializer()).flatten()?.as_text()?;
    text.starts_with(PREFIX).then_some(text)
}

/// Addresses of fields of structs, and local variables, that are annotated as inactive.
pub fn of_fields_and_locals(module: Module) -> Vec<Value> {
    let mut found = Vec::new();
    for function in module.functions() {
        let name = function.name();
        let field = name.starts_with("llvm.ptr.annotation.");
        if !field && !name.starts_with("llvm.var.annotation.") {
            continue;
        }
        for call in function.value().users().into_iter().filter(|user| user.is_call()) {
            if text_of(call.operand(1)).as_deref() == Some("enzyme_inactive") {
                found.push(if field { call } else { call.operand(0) });
            }
        }
    }
    found
}

/// Marks an annotated function or global.
pub fn apply(value: Value, text: &str) -> Result<(), Diagnostic> {
    let (word, argument) = text.split_once('=').unwrap_or((text, ""));
    let (word, argument) = (word.trim(), argument.trim());
    match (word, value.as_function()) {
        ("enzyme_inactive", None) => value.mark_global(marks::INACTIVE),
        ("enzyme_inactive", Some(function)) => function.add_string_attribute(marks::INACTIVE, ""),
        ("enzyme_nofree", Some(function)) => function.add_attribute("nofree"),
        ("enzyme_shouldrecompute", Some(function)) => function.add_string_attribute(marks::SHOULD_RECOMPUTE, ""),
        ("enzyme_function_like", Some(function)) => like(function, argument)?,
        // What they say changes no derivative.
        ("enzyme_sparse_accumulate" | "enzyme_elementwise", Some(_))
        | ("enzyme_nofree" | "enzyme_shouldrecompute", None) => {}
        _ => {
            let message = format!("the annotation '{text}' of '{}' is not known", value.name());
            return Err(Diagnostic::new(message).with_help(
                "annotations are enzyme_inactive, enzyme_nofree, enzyme_shouldrecompute and enzyme_function_like=NAME",
            ));
        }
    }
    Ok(())
}
