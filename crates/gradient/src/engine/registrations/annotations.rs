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
    let annotation = |entry: Value| {
        let (value, text) = (super::strip(entry.operand(0)), super::strip(entry.operand(1)));
        let text = text.is_global_variable().then(|| text.initializer()).flatten()?.as_text()?;
        text.starts_with(PREFIX).then_some((value, text))
    };
    list.operands().into_iter().filter(|entry| entry.operand_count() >= 2).filter_map(annotation).collect()
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
        ("enzyme_sparse_accumulate", Some(_)) | ("enzyme_nofree" | "enzyme_shouldrecompute", None) => {}
        _ => {
            let message = format!("the annotation '{text}' of '{}' is not known", value.name());
            return Err(Diagnostic::new(message).with_help(
                "annotations are enzyme_inactive, enzyme_nofree, enzyme_shouldrecompute and enzyme_function_like=NAME",
            ));
        }
    }
    Ok(())
}
