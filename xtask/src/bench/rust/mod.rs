//! `cargo xtask bench-rust`: what gradients of Rust programs cost, on the programs of `bench/rust`.
//!
//! Everything is compared within one run, in turn: the same workloads in C and in Rust ([`ports`]), builds with derivatives and
//! without ([`builds`]), and gradients by this compiler and by crates that overload operators (the program `peers` there).

mod builds;
mod ports;

use super::build::Builder;
use crate::{cargo_zymase, workspace};
use anyhow::{Context, Result, bail, ensure};
use std::process::Command;
use zymase_filetest::runner::Summary;

/// The workspace of the programs.
const FOLDER: &str = "bench/rust";

struct Options {
    /// Which part to run; empty: all.
    part: String,
    milliseconds: u32,
}

/// Builds, measures and reports; false when a gradient is wrong or something takes longer than it may.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let options = parse(arguments)?;
    workspace::build_release()?;
    cargo_zymase::build()?;
    let builder = Builder::new()?;
    let is_wanted = |part: &str| options.part.is_empty() || options.part == part;
    let mut is_good = true;
    if is_wanted("ports") {
        is_good &= ports::measure(&builder, options.milliseconds)?;
    }
    if is_wanted("builds") {
        is_good &= builds::measure(&builder)?;
    }
    if is_wanted("peers") {
        is_good &= measure_peers(options.milliseconds)?;
    }
    Ok(is_good)
}

/// Are the gradients of the Rust programs those of the programs in C?
pub fn compare_with_c() -> Result<Summary> {
    ports::compare(&Builder::new()?)
}

/// The program prints a table itself.
fn measure_peers(milliseconds: u32) -> Result<bool> {
    println!("\nGradient over primal time, and how many times as long as ours\n");
    let status = cargo_zymase::command(FOLDER)
        .args(["run", "--quiet", "--release", "--package", "peers", "--", &milliseconds.to_string()])
        .status()
        .context("cannot start cargo-zymase")?;
    Ok(status.success())
}

/// Runs a command that builds something.
fn build(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(())
}

fn parse(arguments: &[&str]) -> Result<Options> {
    let mut options = Options { part: String::new(), milliseconds: 2000 };
    let mut remaining = arguments.iter();
    while let Some(&name) = remaining.next() {
        match name {
            "--milliseconds" => {
                let value = remaining.next().context("--milliseconds needs a value")?;
                options.milliseconds = value.parse().context("--milliseconds needs a number")?;
            }
            "ports" | "builds" | "peers" => options.part = name.to_owned(),
            _ => bail!("bench-rust: {name}: not understood; `cargo xtask help` lists what is"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["ports", "--milliseconds", "50"]).unwrap();
        assert_eq!((options.part.as_str(), options.milliseconds), ("ports", 50));
        assert!(parse(&["everything"]).is_err());
    }
}
