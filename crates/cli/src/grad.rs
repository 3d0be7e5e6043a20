//! `zymase grad`: reads a module of the tensor level, differentiates a function, and prints the module with the derivative
//! in its place.

use crate::format;
use crate::shared_options::{Differentiated, Printed, Way};
use anyhow::{Result, bail};
use clap::Args;
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

/// What follows `zymase grad`.
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    differentiated: Differentiated,
    #[arg(long, value_enum, default_value = "reverse")]
    mode: Way,
    /// Return the results of the function, too
    #[arg(long)]
    outputs: bool,
    /// How loops save memory: none, sqrt, binomial:SLOTS or budget:BYTES
    #[arg(long, value_name = "WAY", default_value = "none", value_parser = checkpointing)]
    checkpoint: Checkpointing,
    #[command(flatten)]
    printed: Printed,
}

fn checkpointing(text: &str) -> Result<Checkpointing, String> {
    Checkpointing::parse(text).ok_or_else(|| "write none, sqrt, binomial:SLOTS or budget:BYTES".to_owned())
}

impl TryFrom<Options> for Request {
    type Error = anyhow::Error;

    fn try_from(options: Options) -> Result<Request> {
        let differentiation = Differentiation {
            function: options.differentiated.function,
            mode: options.mode.into(),
            wrt: options.differentiated.wrt.map(|numbers| numbers.0),
            outputs: options.outputs,
            checkpointing: options.checkpoint,
        };
        if differentiation.outputs && differentiation.mode == Mode::Forward {
            bail!("forward mode always gives the results: leave out --outputs");
        }
        Ok(Request {
            file: options.differentiated.file,
            differentiation,
            form: options.printed.form(),
            output: options.printed.output,
        })
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
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Grad(options) = read_command("grad", arguments)? else { unreachable!() };
        options.try_into()
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
