//! `zymase batch`: reads a module of the tensor level, turns a function into one over many examples, and prints the module
//! with it in the place of the function.

use crate::format;
use crate::shared_options::{Numbers, Printed};
use anyhow::Result;
use clap::Args;
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

/// What follows `zymase batch`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    /// How many examples there are
    #[arg(long, value_name = "N")]
    size: i64,
    /// The function to batch
    #[arg(long, value_name = "NAME", default_value = "main")]
    function: String,
    /// Parameters that each example has its own of (default: all)
    #[arg(long, value_name = "0,2")]
    parameters: Option<Numbers>,
    #[command(flatten)]
    printed: Printed,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let parameters = options.parameters.map(|numbers| numbers.0);
        let batch = BatchRequest { function: options.function, size: options.size, parameters };
        Request { file: options.file, batch, form: options.printed.form(), output: options.printed.output }
    }
}

/// Reads, checks, batches and prints.
pub fn run(request: &Request) -> Result<()> {
    format::rewrite(&request.file, request.form, request.output.as_deref(), |ir| batch(ir, &request.batch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Batch(options) = read_command("batch", arguments)? else { unreachable!() };
        Ok(options.into())
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
