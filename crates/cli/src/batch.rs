//! `zymase batch`: reads a module of the tensor level, turns a function into one over many examples, and prints the module
//! with it in the place of the function.

use crate::format;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::PathBuf;
use zymase_ir::Form;
use zymase_transform::{BatchRequest, batch};

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub batch: BatchRequest,
    pub form: Form,
    pub output: Option<PathBuf>,
}

impl Request {
    /// Reads the arguments after `zymase batch`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str =
            "zymase batch FILE.mlir --size N [--function NAME] [--parameters 0,2] [--generic] [-o OUT.mlir]";
        let (mut file, mut output, mut form, mut size) = (None, None, Form::Pretty, None);
        let mut wanted = BatchRequest { function: "main".into(), size: 1, parameters: None };
        let mut remaining = arguments.iter();
        while let Some(argument) = remaining.next() {
            match argument.to_string_lossy().as_ref() {
                "--function" => wanted.function = format::value_of(remaining.next(), "--function needs a name")?,
                "--size" => {
                    let number = format::value_of(remaining.next(), "--size needs a number")?;
                    size = Some(number.parse().with_context(|| format!("--size {number}: that is no number"))?);
                }
                "--parameters" => {
                    let list = format::value_of(remaining.next(), "--parameters needs numbers")?;
                    wanted.parameters = Some(format::numbers("--parameters", &list)?);
                }
                "--generic" => form = Form::Generic,
                "-o" => output = Some(remaining.next().context("-o needs the name of a file")?.into()),
                other if other.starts_with("--") => bail!("there is no option {other}: {USAGE}"),
                _ if file.is_none() => file = Some(argument.into()),
                _ => bail!("one file at a time: {USAGE}"),
            }
        }
        let Some(file) = file else { bail!("say which file to batch: {USAGE}") };
        wanted.size = size.with_context(|| format!("say how many examples there are: {USAGE}"))?;
        Ok(Request { file, batch: wanted, form, output })
    }
}

/// Reads, checks, batches and prints.
pub fn run(request: &Request) -> Result<()> {
    format::rewrite(&request.file, request.form, request.output.as_deref(), |ir| batch(ir, &request.batch))
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
        let request = parse(&["a.mlir", "--function", "f", "--size", "8", "--parameters", "0,2"]).unwrap();
        let batch = BatchRequest { function: "f".into(), size: 8, parameters: Some(vec![0, 2]) };
        assert_eq!(request, Request { file: "a.mlir".into(), batch, form: Form::Pretty, output: None });
        for wrong in [&["a"][..], &["--size", "2"], &["a", "--size", "x"], &["a", "--size", "2", "--parameters", "y"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
