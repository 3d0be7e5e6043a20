//! `zymase raise FILE.mlir --function NAME --to stablehlo`: a function with loops and memory as one on tensors.
//!
//! Parameters are known by the names that they have in the text of the module, or as `arg0`, `arg1` and so on.

use crate::format;
use anyhow::{Context, Result, anyhow};
use std::path::Path;
use zymase_ir::{Form, Ir};
use zymase_raise::Report;

/// What is raised, and where it goes.
pub struct Request<'a> {
    pub file: &'a Path,
    pub function: &'a str,
    /// Parameters that are constants, with their values.
    pub fixed: Vec<(String, String)>,
    pub shapes: Vec<(String, Vec<u64>)>,
    pub output: Option<&'a Path>,
    pub report: Option<&'a Path>,
}

/// Reads, raises and prints.
pub fn run(request: &Request) -> Result<()> {
    let text = format::read_text(request.file)?;
    let ir = format::read_module(request.file, &text)?;
    let names = parameter_names(&text, request.function);
    let (raised, report) = to_tensors(&ir, request, names)?;
    let after = zymase_ir::print(&raised, Form::Pretty);
    if let Some(path) = request.report {
        let page = report.page(&format!("{} in {}", request.function, request.file.display()), &text, &after);
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    format::write_text(&after, request.output)
}

/// The module with the function raised, and what was decided about its loops.
pub fn to_tensors(ir: &Ir, request: &Request, names: Vec<String>) -> Result<(Ir, Report)> {
    let mut fixed = Vec::new();
    for (name, value) in &request.fixed {
        fixed.push((
            name.clone(),
            value.parse().with_context(|| format!("`{value}`, which {name} is to be, is not a number"))?,
        ));
    }
    let sizes = |sizes: &[u64]| sizes.iter().map(|size| i64::try_from(*size).unwrap_or(i64::MAX)).collect();
    let asked = zymase_raise::Request {
        function: request.function.to_owned(),
        names,
        shapes: request.shapes.iter().map(|(name, given)| (name.clone(), sizes(given))).collect(),
        fixed,
    };
    let mut raised = ir.clone();
    match zymase_raise::to_tensors(&mut raised, &asked) {
        Ok(report) => Ok((raised, report)),
        Err(error) => Err(anyhow!("{}", format::describe(request.file, &[error]))),
    }
}

/// What the parameters of a function are called in a text, without the `%`.
pub fn parameter_names(text: &str, function: &str) -> Vec<String> {
    let start = [format!("@{function}("), format!("@\"{function}\"(")].iter().find_map(|head| {
        let at = text.find(&format!("func.func {head}")).or_else(|| text.find(&format!("func.func public {head}")))?;
        Some(at + text[at..].find('(')? + 1)
    });
    let Some(start) = start else { return Vec::new() };
    let (mut names, mut depth, mut rest) = (Vec::new(), 1, &text[start..]);
    while let Some(at) = rest.find(['(', ')', '%', '"']) {
        let (mark, behind) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = behind;
        match mark {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            b'"' => rest = &behind[behind.find('"').map_or(behind.len(), |end| end + 1)..],
            _ => {
                let end = behind.find([':', ' ', ',', ')']).unwrap_or(behind.len());
                names.push(behind[..end].to_owned());
            }
        }
    }
    names
}

/// A text in which the parameters of a function have these names.
pub fn with_names(text: &str, function: &str, names: &[String]) -> String {
    let written = parameter_names(text, function);
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, behind) = rest.split_at(at + 1);
        result.push_str(before);
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
        let end = behind.find(|c| !is_part(c)).unwrap_or(behind.len());
        let name = &behind[..end];
        let new = written.iter().position(|known| known == name).and_then(|place| names.get(place));
        result.push_str(new.map_or(name, String::as_str));
        rest = &behind[end..];
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_renamed() {
        let text = "func.func @f(%arg0: i32, %arg1: memref<4xf64>) {\n  memref.load %arg1[%arg10]";
        let names = ["n".to_owned(), "x".to_owned()];
        let expected = "func.func @f(%n: i32, %x: memref<4xf64>) {\n  memref.load %x[%arg10]";
        assert_eq!(with_names(text, "f", &names), expected);
    }

    #[test]
    fn parameters_have_the_names_of_the_text() {
        let text = "func.func @f(%n: i32, %x: memref<?xf64, strided<[1], offset: ?>> {a = \"%no\"}, %y : f64) -> f64 {";
        assert_eq!(parameter_names(text, "f"), ["n", "x", "y"]);
        assert!(parameter_names(text, "g").is_empty());
    }
}
