//! The type that a rule should have, for programs that register another one.

use super::matching::{Shape, Style};
use zymase_core::Failure;
use zymase_llvm::{Function, Type};
use zymase_support::Diagnostic;

/// Which part of a rule a function is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Half {
    /// The first half of two; its parameters have shadows as those of the second half.
    Augmented(Style),
    Reverse,
    Forward,
    ForwardWithTape,
}

/// The error about a function that is registered as part of a rule and has another type than it must have.
pub fn misfit(original: Function, rule: Function, half: Half) -> Failure {
    let (name, ty) = (original.name(), original.function_type());
    let message = format!(
        "the rule '{}' of type {} does not fit '{name}' of type {ty}; expected: {}",
        rule.name(),
        rule.function_type(),
        expected(&Shape::of(original), half)
    );
    let help = "a forward rule takes each parameter and its tangent, and returns {value, tangent}; an augmented function takes \
                each parameter, followed by its shadow unless it is a number, and returns {tape, value}; a reverse function \
                takes the same, then the adjoint of the result, then the tape, and returns the derivatives of the numbers";
    Failure::at(rule.value(), Diagnostic::new(message).with_help(help))
}

/// The type as text. What may be left out is in brackets.
fn expected(function: &Shape, half: Half) -> String {
    let style = match half {
        Half::Augmented(style) => style,
        Half::Reverse => Style::Gradient,
        Half::Forward | Half::ForwardWithTape => Style::Forward,
    };
    let value = function.result;
    let mut parameters: Vec<String> = Vec::new();
    for ty in &function.types {
        parameters.push(ty.to_string());
        if ty.is_integer() {
            parameters.push(format!("[{ty}]"));
        } else if style == Style::Forward || !ty.is_float_like() {
            parameters.push(ty.to_string());
        }
    }
    let shadow = if value.contains_pointer() { format!(", {value}") } else { String::new() };
    let result = match half {
        Half::Augmented(_) if value.is_void() => "[tape]".to_owned(),
        Half::Augmented(_) => format!("{{[tape], {value}{shadow}}}"),
        Half::Reverse => {
            let floats: Vec<Type> = function.types.iter().copied().filter(|ty| ty.is_float_like()).collect();
            in_braces(&floats)
        }
        Half::Forward => in_braces(&if value.is_void() { Vec::new() } else { vec![value, value] }),
        Half::ForwardWithTape => value.to_string(),
    };
    if half == Half::Reverse && value.contains_float() {
        parameters.push(value.to_string());
    }
    if matches!(half, Half::Reverse | Half::ForwardWithTape) {
        parameters.push("[tape]".to_owned());
    }
    format!("{result} ({})", parameters.join(", "))
}

fn in_braces(types: &[Type]) -> String {
    let list = || types.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ");
    match types {
        [] => "void".to_owned(),
        [only] => only.to_string(),
        _ => format!("{{{}}}", list()),
    }
}
