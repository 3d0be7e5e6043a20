//! The subcommand: reads the command and hands over.

use crate::invocation::{Additions, Invocation};
use crate::{check, explain};
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo zymase COMMAND [ARGUMENTS OF CARGO]

  build, run, test, bench   cargo's commands, with derivatives
  check                     compares the derivatives of all annotated functions with differences, at random arguments;
                            takes the arguments of cargo test, and after -- names of functions
  explain FUNCTION          shows what a gradient keeps and why; takes --html FILE and the arguments of cargo build
";

/// Runs a command.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    match words.as_slice() {
        ["build" | "b" | "run" | "r" | "test" | "t" | "bench", ..] => {
            Invocation::new(&arguments[0], &arguments[1..], &Additions::default())?.run()
        }
        ["check", ..] => check::run(&arguments[1..]),
        ["explain", ..] => explain::run(&arguments[1..]),
        [] | ["help" | "--help" | "-h", ..] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        ["--version" | "-V", ..] => {
            println!("cargo-zymase {} (for LLVM {})", env!("CARGO_PKG_VERSION"), zymase_toolchain::LLVM_VERSION);
            Ok(ExitCode::SUCCESS)
        }
        [command, ..] => bail!("there is no command `{command}`\n{USAGE}"),
    }
}
