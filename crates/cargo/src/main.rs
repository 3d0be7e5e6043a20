//! `cargo zymase`: cargo, with derivatives.
//!
//! The program plays four parts. As a subcommand of cargo it runs cargo with the flags that make rustc leave the last
//! compilation step to the linker ([`cargo`]). As that linker, which rustc starts, it hands the files on to clang and lld
//! with the plugin ([`linker`]). In the place of rustc it compiles rayon with a way through it on one thread ([`rayon`]). For `cargo zymase check` cargo starts it in the place of test programs ([`check`]).
//!
//! - `archive`: the members of an archive (`.rlib`, `.a`), found where they lie;
//! - `bitcode`: makes lld treat a file of LLVM bitcode as one for regular link-time optimisation;
//! - `embedded`: bitcode inside machine code, which the standard library carries;
//! - `explain`: what the gradient of a function keeps, line by line, and why;
//! - `invocation`: one run of cargo, so that rustc leaves code generation to our linker;
//! - `plugin`: the plugin that travels inside this program, and where it is unpacked;
//! - `rayon`: what rayon means on one thread;
//! - `report`: what the plugin says, in the form of rustc's messages.

#![forbid(unsafe_code)]

mod archive;
mod bitcode;
mod cargo;
mod check;
mod embedded;
mod explain;
mod invocation;
mod linker;
mod plugin;
mod rayon;
mod report;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // Cargo names the subcommand first. rustc names a linker by its path and nothing else, so that an environment variable
    // tells it which part it plays.
    let outcome = match arguments.split_first() {
        Some((name, rest)) if name == "zymase" => cargo::run(rest),
        Some((name, rest)) if name == check::RUNNER => check::run_program(rest),
        _ if linker::is_wanted() && rayon::is_wanted(&arguments) => rayon::run(&arguments),
        _ if linker::is_wanted() => linker::run(&arguments),
        _ => cargo::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("cargo zymase: {error:#}");
        ExitCode::FAILURE
    })
}
