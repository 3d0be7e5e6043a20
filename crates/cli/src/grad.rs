//! `zymase grad`: reads a module of the tensor level, differentiates a function, and prints the module with the derivative
//! in its place.

use crate::format;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::PathBuf;
use zymase_ir::Form;
use zymase_transform::{Checkpointing, Mode, Request as Differentiation, differentiate};

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub differentiation: Differentiation,
    pub form: Form,
    pub output: Option<PathBuf>,
}

impl Request {
    /// Reads the arguments after `zymase grad`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str = "zymase grad FILE.mlir [--function NAME] [--wrt 0,2] [--mode reverse|forward] [--outputs] \
                             [--checkpoint none|sqrt|binomial:SLOTS|budget:BYTES] [--generic] [-o OUT.mlir]";
        let (mut file, mut output, mut form) = (None, None, Form::Pretty);
        let mut wanted = Differentiation {
            function: "main".into(),
            mode: Mode::Reverse,
            wrt: None,
            outputs: false,
            checkpointing: Checkpointing::KeepAll,
        };
        let mut remaining = arguments.iter();
        while let Some(argument) = remaining.next() {
            match argument.to_string_lossy().as_ref() {
                "--function" => wanted.function = format::value_of(remaining.next(), "--function needs a name")?,
                "--wrt" => {
                    wanted.wrt =
                        Some(format::numbers("--wrt", &format::value_of(remaining.next(), "--wrt needs numbers")?)?)
                }
                "--mode" => {
                    wanted.mode = match format::value_of(remaining.next(), "--mode needs reverse or forward")?.as_str()
                    {
                        "reverse" => Mode::Reverse,
                        "forward" => Mode::Forward,
                        other => bail!("there is no mode {other}: {USAGE}"),
                    }
                }
                "--outputs" => wanted.outputs = true,
                "--checkpoint" => {
                    let way = format::value_of(remaining.next(), "--checkpoint needs a way to save memory")?;
                    wanted.checkpointing = Checkpointing::parse(&way)
                        .with_context(|| format!("there is no way to save memory called {way}: {USAGE}"))?;
                }
                "--generic" => form = Form::Generic,
                "-o" => output = Some(remaining.next().context("-o needs the name of a file")?.into()),
                other if other.starts_with("--") => bail!("there is no option {other}: {USAGE}"),
                _ if file.is_none() => file = Some(argument.into()),
                _ => bail!("one file at a time: {USAGE}"),
            }
        }
        let Some(file) = file else { bail!("say which file to differentiate: {USAGE}") };
        if wanted.outputs && wanted.mode == Mode::Forward {
            bail!("forward mode always gives the results: leave out --outputs");
        }
        Ok(Request { file, differentiation: wanted, form, output })
    }
}

/// Reads, checks, differentiates and prints.
pub fn run(request: &Request) -> Result<()> {
    format::rewrite(&request.file, request.form, request.output.as_deref(), |ir| {
        differentiate(ir, &request.differentiation)
    })
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
        let request =
            parse(&["a.mlir", "--function", "f", "--wrt", "0,2", "--mode", "forward", "-o", "b.mlir"]).unwrap();
        let saving = parse(&["a.mlir", "--checkpoint", "binomial:4"]).unwrap();
        assert_eq!(saving.differentiation.checkpointing, Checkpointing::Binomial(4));
        let wrt = Some(vec![0, 2]);
        let expected = Request {
            file: "a.mlir".into(),
            differentiation: Differentiation {
                function: "f".into(),
                mode: Mode::Forward,
                wrt,
                outputs: false,
                checkpointing: Checkpointing::KeepAll,
            },
            form: Form::Pretty,
            output: Some("b.mlir".into()),
        };
        assert_eq!(request, expected);
        for wrong in [
            &["--mode", "x", "a"][..],
            &[],
            &["a", "--wrt", "x"],
            &["a", "--checkpoint", "binomial:0"],
            &["a", "b"],
            &["a", "--outputs", "--mode", "forward"],
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
