//! `zymase jacobian`: reads a module of the tensor level, and prints it with the Jacobians of a function in its place.

use crate::format;
use crate::shared_options::{Differentiated, Printed, Way};
use anyhow::Result;
use clap::Args;
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

/// What follows `zymase jacobian`.
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    differentiated: Differentiated,
    /// By default the one that takes less work
    #[arg(long, value_enum)]
    mode: Option<Way>,
    #[command(flatten)]
    printed: Printed,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let jacobian = JacobianRequest {
            function: options.differentiated.function,
            mode: options.mode.map(Mode::from),
            wrt: options.differentiated.wrt.map(|numbers| numbers.0),
        };
        Request {
            file: options.differentiated.file,
            jacobian,
            form: options.printed.form(),
            output: options.printed.output,
        }
    }
}

/// Reads, checks, differentiates and prints.
pub fn run(request: &Request) -> Result<()> {
    format::rewrite(&request.file, request.form, request.output.as_deref(), |ir| jacobian(ir, &request.jacobian))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    #[test]
    fn arguments_are_told_apart() {
        let parse = |arguments: &[&str]| -> Result<Request> {
            let Command::Jacobian(options) = read_command("jacobian", arguments)? else { unreachable!() };
            Ok(options.into())
        };
        let request = parse(&["a.mlir", "--wrt", "1", "--mode", "forward"]).unwrap();
        let jacobian = JacobianRequest { function: "main".into(), mode: Some(Mode::Forward), wrt: Some(vec![1]) };
        assert_eq!(request, Request { file: "a.mlir".into(), jacobian, form: Form::Pretty, output: None });
        assert!(parse(&[]).is_err() && parse(&["a", "--mode", "x"]).is_err() && parse(&["a", "b"]).is_err());
    }
}
