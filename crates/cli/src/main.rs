//! The `zymase` program: reads the command and hands over to clang or to a view.

#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;
use zymase_cli::compile::{self, Driver};
use zymase_cli::{batch, check, explain, format, grad, jacobian, print, run as evaluate, toolchain};

const USAGE: &str = "\
zymase: exact derivatives of C, C++ and Fortran programs, made by the compiler

usage:
  zymase cc ARGS…       run clang-22 with ARGS and the plugin (exit status: clang's)
  zymase c++ ARGS…      the same with clang++-22
  zymase fc ARGS…       the same with flang-22
  zymase check FILE --function NAME [options]
                        compare reverse mode, forward mode and differences of a function at every level
  zymase check --runtime -- ARGS…
                        build a program (as cc or c++ do) whose derivatives check themselves while it runs; the same
                        as the option --zymase-check of cc, c++ and fc
  zymase explain FILE --function NAME [--html OUT.html] [-O2] [clang arguments]
                        show what the gradient keeps, why, and what would help
  zymase print types|activity|plan FILE --function NAME [-O2] [clang arguments]
                        show an analysis beside the source lines it concerns
  zymase fmt FILE.mlir [--expand] [--generic] [-o OUT.mlir]
                        read a module of StableHLO (or any MLIR in the generic form), check it and print it; with the
                        derivatives and batches that its enzyme operations ask for
  zymase run FILE.mlir [--function NAME] [--input A.npy …] [--output B.npy …] [--replicas R] [--partitions P]
                        evaluate a function of such a module, on one device or on simulated ones; results are printed,
                        or saved where outputs are named
  zymase grad FILE.mlir [--function NAME] [--wrt 0,2] [--mode reverse|forward] [--outputs] [-o OUT.mlir]
                        put the derivative of a function of such a module in its place
  zymase jacobian FILE.mlir [--function NAME] [--wrt 0,2] [--mode reverse|forward] [-o OUT.mlir]
                        put the Jacobians of a function of such a module in its place
  zymase batch FILE.mlir --size N [--function NAME] [--parameters 0,2] [-o OUT.mlir]
                        put a function over N examples in the place of a function of such a module
  zymase plugin-path    print where the plugin is, for clang -fpass-plugin=, opt -load-pass-plugin=
                        and lld --load-pass-plugin=
  zymase include-path   print where the headers are, for clang -I
  zymase --version      print the version, and the LLVM it was built for
  zymase --help         print this text

environment:
  ZYMASE_PLUGIN         the plugin to load instead of the one beside this program
  ZYMASE_FLAGS          options for the plugin, as key=value words
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zymase: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[OsString]) -> Result<()> {
    let Some((command, rest)) = arguments.split_first() else {
        bail!("a command is missing; `zymase --help` lists them");
    };
    match command.to_string_lossy().as_ref() {
        "cc" => become_clang(Driver::C, rest),
        "c++" => become_clang(Driver::CPlusPlus, rest),
        "fc" | "flang" => become_clang(Driver::Fortran, rest),
        "print" => {
            print!("{}", print::run(&print::Request::parse(rest)?)?);
            Ok(())
        }
        "explain" => {
            let request = explain::Request::parse(rest)?;
            print!("{}", explain::run(&request)?);
            Ok(())
        }
        "check" => check(rest),
        "batch" => batch::run(&batch::Request::parse(rest)?),
        "fmt" => format::run(&format::Request::parse(rest)?),
        "grad" => grad::run(&grad::Request::parse(rest)?),
        "jacobian" => jacobian::run(&jacobian::Request::parse(rest)?),
        "run" => {
            print!("{}", evaluate::run(&evaluate::Request::parse(rest)?)?);
            Ok(())
        }
        "plugin-path" => {
            println!("{}", toolchain::plugin_path()?.display());
            Ok(())
        }
        "include-path" => {
            println!("{}", toolchain::require_include_folder()?.display());
            Ok(())
        }
        "--version" | "-V" | "version" => {
            let version = env!("CARGO_PKG_VERSION");
            println!("zymase {version} (for LLVM {})", toolchain::LLVM_VERSION);
            Ok(())
        }
        "--help" | "-h" | "help" => {
            print!("{USAGE}");
            Ok(())
        }
        other => bail!("there is no command {other}; `zymase --help` lists them"),
    }
}

fn check(arguments: &[OsString]) -> Result<()> {
    if arguments.first().is_some_and(|first| first == "--runtime") {
        let rest: Vec<OsString> = arguments[1..].iter().skip_while(|argument| *argument == "--").cloned().collect();
        let is_cpp = rest.iter().any(|argument| Driver::for_file(argument.as_ref()) == Driver::CPlusPlus);
        let mut all = vec![compile::SELF_CHECK.into()];
        all.extend(rest);
        return become_clang(if is_cpp { Driver::CPlusPlus } else { Driver::C }, &all);
    }
    if !check::run(&check::Request::parse(arguments)?)? {
        bail!("the check failed");
    }
    Ok(())
}

/// Replaces this process by clang, so that its exit status, signals and streams are the caller's to see unchanged.
fn become_clang(driver: Driver, arguments: &[OsString]) -> Result<()> {
    let mut command = compile::command(driver, arguments)?;
    let program = command.get_program().to_owned();
    Err(command.exec()).with_context(|| format!("cannot start {}", program.to_string_lossy()))
}
