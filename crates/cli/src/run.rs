//! `zymase run`: reads a module of the tensor level, checks it, evaluates a function and prints or saves its results.
//!
//! Checks that the program carries (`check.expect_eq` and its kin) are run on the way: a mismatch is an error.

use crate::format;
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use zymase_dialects::evaluate::values::element_type;
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_ir::{Ir, Value};
use zymase_tensor::npy;

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub function: String,
    /// One NumPy file for each argument.
    pub inputs: Vec<PathBuf>,
    /// Where results go, one NumPy file for each; those without a file are printed.
    pub outputs: Vec<PathBuf>,
}

impl Request {
    /// Reads the arguments after `zymase run`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str = "zymase run FILE.mlir [--function NAME] [--input A.npy …] [--output B.npy …]";
        let (mut file, mut function) = (None, String::from("main"));
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut remaining = arguments.iter().peekable();
        while let Some(argument) = remaining.next() {
            match argument.to_string_lossy().as_ref() {
                "--function" => {
                    function = remaining.next().context("--function needs a name")?.to_string_lossy().into_owned();
                }
                option @ ("--input" | "--output") => {
                    let list = if option == "--input" { &mut inputs } else { &mut outputs };
                    let before = list.len();
                    while let Some(path) = remaining.next_if(|next| !next.to_string_lossy().starts_with("--")) {
                        list.push(PathBuf::from(path));
                    }
                    ensure!(list.len() > before, "{option} needs the name of a file: {USAGE}");
                }
                other if other.starts_with("--") => bail!("there is no option {other}: {USAGE}"),
                _ if file.is_none() => file = Some(argument.into()),
                _ => bail!("one file at a time: {USAGE}"),
            }
        }
        let Some(file) = file else { bail!("say which file to run: {USAGE}") };
        Ok(Request { file, function, inputs, outputs })
    }
}

/// Reads, checks and evaluates a module; the text to print.
pub fn run(request: &Request) -> Result<String> {
    let ir = format::load(&request.file)?;
    let parameters = parameters(&ir, &request.function)?;
    ensure!(
        parameters.len() == request.inputs.len(),
        "`{}` has {} parameters, {} inputs were given",
        request.function,
        parameters.len(),
        request.inputs.len()
    );
    let arguments = parameters.iter().zip(&request.inputs).map(|(parameter, path)| {
        let element = element_type(ir.ty(*parameter)).ok();
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let tensor = npy::read(&bytes, element).with_context(|| path.display().to_string())?;
        Ok(RuntimeValue::Tensor(tensor))
    });
    let arguments = arguments.collect::<Result<Vec<_>>>()?;
    let results = Machine::new(&ir, Limits::default())
        .run(&request.function, arguments)
        .map_err(|error| anyhow::anyhow!("{}", format::describe(&request.file, &[error])))?;
    let mut text = String::new();
    let mut outputs = request.outputs.iter();
    for result in &results {
        match (result, outputs.next()) {
            (RuntimeValue::Tensor(tensor), Some(path)) => {
                fs::write(path, npy::write(tensor)).with_context(|| format!("cannot write {}", path.display()))?;
            }
            (result, _) => text.push_str(&describe(result)),
        }
    }
    ensure!(outputs.next().is_none(), "there are more outputs than results");
    Ok(text)
}

/// A value as MLIR writes constants, one tensor a line.
fn describe(value: &RuntimeValue) -> String {
    match value {
        RuntimeValue::Tensor(tensor) => format!("{tensor}\n"),
        RuntimeValue::Token => String::from("token\n"),
        RuntimeValue::Tuple(elements) => elements.iter().map(describe).collect(),
    }
}

/// The parameters of a function with a body.
fn parameters<'a>(ir: &'a Ir, name: &str) -> Result<&'a [Value]> {
    let function = ir.function(name).with_context(|| format!("there is no function `{name}`"))?;
    let region = ir[function].regions().first().copied();
    let block = region.and_then(|region| ir.entry(region)).with_context(|| format!("`{name}` has no body"))?;
    Ok(ir.arguments(block))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Request> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Request::parse(&arguments)
    }

    #[test]
    fn arguments_are_told_apart() {
        let request = parse(&["a.mlir", "--input", "x.npy", "y.npy", "--function", "f", "--output", "z.npy"]).unwrap();
        let expected = Request {
            file: "a.mlir".into(),
            function: "f".into(),
            inputs: vec!["x.npy".into(), "y.npy".into()],
            outputs: vec!["z.npy".into()],
        };
        assert_eq!(request, expected);
        assert!(parse(&[]).is_err() && parse(&["a", "--input"]).is_err() && parse(&["a", "--x"]).is_err());
    }
}
