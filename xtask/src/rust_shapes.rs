//! Shadows of random shapes, watched: `tests/random_shapes.rs` of the suite. A derivative that writes past the end of a shadow is not
//! noticed by the program itself.
//!
//! A few run under valgrind, which takes the program as it was built. Many run with the address sanitizer; its pass runs
//! when everything is linked, after the derivatives are made, so that it sees their code too.

use crate::cargo_zymase;
use anyhow::{Context, Result};
use std::process::{Command, Output};
use zymase_filetest::runner::Summary;

/// Tells the program how many shapes there are to be.
const COUNT: &str = "ZYMASE_SHAPES";

/// How many run whenever Rust programs are tested.
const FEW: usize = 300;

/// Runs a program with its arguments in valgrind. What a function adds to a vector has a derivative in memory that nobody has written;
/// it is refused afterwards.
const VALGRIND: &str = "valgrind -q --error-exitcode=99 --undef-value-errors=no";

/// Puts the sanitizer's pass behind all others, on every function.
const SANITIZED: &str = "-Clink-arg=-Xlinker -Clink-arg=--lto-newpm-passes=lto<O2>,forceattrs,asan \
     -Clink-arg=-Wl,-mllvm,-force-attribute=sanitize_address -Clink-arg=-fsanitize=address";

/// A few shapes, under valgrind.
pub fn few() -> Result<Summary> {
    let mut command = program();
    command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", VALGRIND).env(COUNT, FEW.to_string());
    conclude(&command.output().context("cannot start cargo-zymase")?, FEW, "valgrind")
}

/// So many shapes, with the address sanitizer.
pub fn many(count: usize) -> Result<Summary> {
    cargo_zymase::build()?;
    let mut command = program();
    command
        .env("CARGO_TARGET_DIR", cargo_zymase::target_folder().with_file_name("rust-sanitized"))
        .env("RUSTFLAGS", SANITIZED)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .env(COUNT, count.to_string());
    conclude(&command.output().context("cannot start cargo-zymase")?, count, "the address sanitizer")
}

fn program() -> Command {
    let mut command = cargo_zymase::command("tests/rust");
    command.args(["test", "--release", "--package", "suite", "--test", "random_shapes", "--", "--test-threads", "1"]);
    command
}

fn conclude(output: &Output, count: usize, watch: &str) -> Result<Summary> {
    let passed = output.status.success();
    println!("{count} shapes of shadows of each kind, {watch}: {}", if passed { "as expected" } else { "FAILED" });
    if !passed {
        print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    }
    Ok(Summary { passed: usize::from(passed), failed: usize::from(!passed) })
}
