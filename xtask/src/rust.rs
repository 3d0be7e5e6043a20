//! `cargo xtask rust`: derivatives of Rust programs, by `cargo zymase` as it is installed.
//!
//! The programs are a workspace of their own, `tests/rust`. Usual tests build them in one of the two profiles, and of the largest packages every second file. The ports of benchmarks are in another
//! workspace, `bench/rust`: their gradients must be those of the same programs in C.

use crate::scope::{Extent, Scope};
use crate::{bench, cargo_zymase, rust_commands, rust_page, rust_shapes, workspace};
use anyhow::{Context, Result};
use std::fs;
use zymase_filetest::runner::Summary;

/// The packages with most programs; of so many neighbours among their files, a usual run takes one.
const LARGE: [&str; 2] = ["suite", "threads"];
const NEIGHBOURS: usize = 2;

/// With debug assertions and without.
const PROFILES: [&str; 2] = ["dev", "release"];

/// The programs that stand for all in a quick run.
const SOME: [&str; 6] = ["--package", "suite", "--test", "calculus", "--test", "containers"];

/// Runs the programs as part of all tests, and compares those that are measured with the same in C.
pub fn test(scope: Scope) -> Result<Summary> {
    match scope.extent {
        Extent::Quick => test_some(),
        Extent::Usual => {
            cargo_zymase::build()?;
            let profile = PROFILES[scope.pick("profile of Rust programs", PROFILES.len())];
            let mut summary = test_the_rest()?;
            let others: Vec<&str> = LARGE.iter().flat_map(|package| ["--exclude", package]).collect();
            summary = summary + run(profile, &[&["--workspace"][..], &others].concat(), "")?;
            for package in LARGE {
                let programs = scope.one_of_each(package, NEIGHBOURS, programs_of(package)?);
                let programs = programs.iter().flat_map(|program| ["--test", program]);
                summary = summary
                    + run(profile, &["--package", package].into_iter().chain(programs).collect::<Vec<_>>(), "")?;
            }
            Ok(summary)
        }
        Extent::Full => test_all(""),
    }
}

/// Runs all programs with and without debug assertions: of their tests, those whose name contains the filter.
pub fn test_all(filter: &str) -> Result<Summary> {
    cargo_zymase::build()?;
    let mut summary = Summary::default();
    for profile in PROFILES {
        summary = summary + run(profile, &["--workspace"], filter)?;
    }
    Ok(if filter.is_empty() { summary + test_the_rest()? } else { summary })
}

/// What is not a test program: programs against those in C, commands, shadows of random shapes, the page for readers.
fn test_the_rest() -> Result<Summary> {
    let ports = bench::rust::compare_with_c()?;
    println!("as in C: {} passed, {} failed", ports.passed, ports.failed);
    Ok(ports + rust_commands::test()? + rust_shapes::few()? + rust_page::test()?)
}

/// The test programs of a package: the files of its folder, sorted.
fn programs_of(package: &str) -> Result<Vec<String>> {
    let folder = workspace::root().join("tests/rust").join(package).join("tests");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            programs.push(path.file_stem().context("a file has a name")?.to_string_lossy().into_owned());
        }
    }
    programs.sort();
    Ok(programs)
}

/// Runs some programs, optimised.
fn test_some() -> Result<Summary> {
    cargo_zymase::build()?;
    run("release", &SOME, "")
}

fn run(profile: &str, packages: &[&str], filter: &str) -> Result<Summary> {
    let output = cargo_zymase::command("tests/rust")
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
    println!("{profile}: {} passed, {} failed", summary.passed, summary.failed);
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
