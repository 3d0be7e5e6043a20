//! `cargo xtask rust`: derivatives of Rust programs, by `cargo zymase` as it is installed.
//!
//! The programs are a workspace of their own, `tests/rust`. Each profile is built once. The ports of benchmarks are in another
//! workspace, `bench/rust`: their gradients must be those of the same programs in C.

use crate::{bench, rust_commands, rust_page, rust_shapes, workspace};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;
use zymase_filetest::runner::Summary;

/// Names the plugin that `cargo-zymase` carries.
const EMBED: &str = "ZYMASE_EMBED_PLUGIN";

/// The programs that stand for all in a quick run.
const SOME: [&str; 6] = ["--package", "suite", "--test", "calculus", "--test", "containers"];

/// Builds `cargo zymase` with the plugin in it.
pub fn build() -> Result<()> {
    let built = workspace::cargo()
        .args(["build", "--release", "--package", "cargo-zymase"])
        .env(EMBED, workspace::release_plugin())
        .status()
        .context("cannot start cargo")?;
    ensure!(built.success(), "cargo-zymase does not build: see cargo's messages above");
    Ok(())
}

/// Where the Rust programs of the repository are built.
pub fn target_folder() -> PathBuf {
    workspace::target_folder().join("rust")
}

/// `cargo zymase`, to be run in a folder of the repository.
pub fn cargo_zymase(folder: &str) -> Command {
    let mut command = Command::new(workspace::release_plugin().with_file_name("cargo-zymase"));
    command
        .arg("zymase")
        .current_dir(workspace::root().join(folder))
        .env("CARGO_TARGET_DIR", target_folder())
        .env_remove("ZYMASE_PLUGIN");
    command
}

/// Runs the programs with and without debug assertions, and compares the programs that are measured with those in C.
pub fn test(filter: &str) -> Result<Summary> {
    build()?;
    let mut summary = Summary::default();
    for profile in ["dev", "release"] {
        let results = run(profile, &["--workspace"], filter)?;
        println!("{profile}: {} passed, {} failed", results.passed, results.failed);
        summary.passed += results.passed;
        summary.failed += results.failed;
    }
    if filter.is_empty() {
        let results = bench::rust::compare_with_c()?;
        println!("as in C: {} passed, {} failed", results.passed, results.failed);
        summary.passed += results.passed;
        summary.failed += results.failed;
        for results in [rust_commands::test()?, rust_shapes::few()?, rust_page::test()?] {
            summary.passed += results.passed;
            summary.failed += results.failed;
        }
    }
    Ok(summary)
}

/// Runs some programs, optimised.
pub fn test_some() -> Result<Summary> {
    build()?;
    run("release", &SOME, "")
}

fn run(profile: &str, packages: &[&str], filter: &str) -> Result<Summary> {
    let output = cargo_zymase("tests/rust")
        .arg("test")
        .args(packages)
        .args(["--no-fail-fast", "--profile", profile, "--", filter])
        .output()
        .context("cannot start cargo-zymase")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut summary = count(&text);
    if !output.status.success() {
        summary.failed = summary.failed.max(1);
        print!("{text}{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(summary)
}

/// Adds up the results of all test programs.
fn count(output: &str) -> Summary {
    let lines = output.lines().filter(|line| line.starts_with("test ") && !line.starts_with("test result"));
    let mut summary = Summary::default();
    for line in lines {
        summary.passed += usize::from(line.ends_with("... ok"));
        summary.failed += usize::from(line.ends_with("... FAILED"));
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let summary = count("test a ... ok\ntest b ... FAILED\ntest result: FAILED. 1 passed\ntest c ... ok\n");
        assert_eq!((summary.passed, summary.failed), (2, 1));
    }
}
