//! `zymase jacobian`: reads a module of the tensor level, and prints it with the Jacobians of a function in its place.

use crate::format;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::PathBuf;
use zymase_ir::Form;
use zymase_transform::{JacobianRequest, Mode, jacobian};

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub jacobian: JacobianRequest,
    pub form: Form,
    pub output: Option<PathBuf>,
}

impl Request {
    /// Reads the arguments after `zymase jacobian`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str = "zymase jacobian FILE.mlir [--function NAME] [--wrt 0,2] [--mode reverse|forward] [--generic] [-o OUT.mlir]";
        let (mut file, mut output, mut form) = (None, None, Form::Pretty);
        let mut wanted = JacobianRequest { function: "main".into(), mode: None, wrt: None };
        let mut remaining = arguments.iter();
        while let Some(argument) = remaining.next() {
            match argument.to_string_lossy().as_ref() {
                "--function" => wanted.function = format::value_of(remaining.next(), "--function needs a name")?,
                "--wrt" => {
                    let list = format::value_of(remaining.next(), "--wrt needs numbers")?;
                    wanted.wrt = Some(format::numbers("--wrt", &list)?);
                }
                "--mode" => {
                    wanted.mode =
                        Some(match format::value_of(remaining.next(), "--mode needs reverse or forward")?.as_str() {
                            "reverse" => Mode::Reverse,
                            "forward" => Mode::Forward,
                            other => bail!("there is no mode {other}: {USAGE}"),
                        });
                }
                "--generic" => form = Form::Generic,
                "-o" => output = Some(remaining.next().context("-o needs the name of a file")?.into()),
                other if other.starts_with("--") => bail!("there is no option {other}: {USAGE}"),
                _ if file.is_none() => file = Some(argument.into()),
                _ => bail!("one file at a time: {USAGE}"),
            }
        }
        let Some(file) = file else { bail!("say which file to differentiate: {USAGE}") };
        Ok(Request { file, jacobian: wanted, form, output })
    }
}

/// Reads, checks, differentiates and prints.
pub fn run(request: &Request) -> Result<()> {
    format::rewrite(&request.file, request.form, request.output.as_deref(), |ir| jacobian(ir, &request.jacobian))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_told_apart() {
        let parse = |arguments: &[&str]| Request::parse(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        let request = parse(&["a.mlir", "--wrt", "1", "--mode", "forward"]).unwrap();
        let jacobian = JacobianRequest { function: "main".into(), mode: Some(Mode::Forward), wrt: Some(vec![1]) };
        assert_eq!(request, Request { file: "a.mlir".into(), jacobian, form: Form::Pretty, output: None });
        assert!(parse(&[]).is_err() && parse(&["a", "--mode", "x"]).is_err() && parse(&["a", "b"]).is_err());
    }
}
