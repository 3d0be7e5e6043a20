//! What is checked of the tensor level from outside its crates: against JAX, with damaged inputs, what it costs, and a
//! dialect outside the workspace.

use crate::packages;
use crate::workspace::{cargo, root, run_cargo, scratch_folder, target_folder};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed to compare with.
const JAX: &str = "jax[cpu]==0.10.2";

/// `cargo xtask jax [FILTER]`: derivatives and results of programs, compared with those of JAX.
pub fn compare_with_jax(filter: &str) -> Result<bool> {
    let python = python_with_jax()?;
    compare(&python, ["--filter", filter], ["--filter", filter])
}

/// Some of the programs of `cargo xtask jax`, the same every time; skipped where JAX cannot be had.
pub fn compare_some_with_jax() -> Result<bool> {
    match python_with_jax() {
        Ok(python) => compare(&python, ["--every", "4"], ["--every", "15"]),
        Err(error) => {
            println!("skipped: {error:#}");
            Ok(true)
        }
    }
}

/// Compares derivatives and results, each with options that choose programs.
fn compare(python: &Path, derivatives: [&str; 2], results: [&str; 2]) -> Result<bool> {
    let zymase = build_program()?;
    let derivatives = run_script(python, "collection.py", &zymase, derivatives)?;
    let results = run_script(python, "evaluation.py", &zymase, results)?;
    let bytecode = run_script(python, "bytecode.py", &zymase, [])?;
    ensure!(derivatives.is_some() || results.is_some(), "there are no programs of that name");
    Ok(derivatives.unwrap_or(true) && results.unwrap_or(true) && bytecode.unwrap_or(true))
}

/// `cargo xtask fuzz-tensor`: damaged modules.
pub fn fuzz(options: &[&str]) -> Result<bool> {
    run_example("fuzz", options)
}

/// Damaged modules for a short while, the same every time.
pub fn fuzz_briefly() -> Result<bool> {
    let folder = scratch_folder().join("fuzz-tensor");
    run_example("fuzz", &["--seconds", "20", "--seed", "1", "--keep", &folder.to_string_lossy()])
}

/// Second derivatives of random programs, the same every time.
pub fn fuzz_second_order(programs: usize) -> Result<bool> {
    let (folder, programs) = (scratch_folder().join("fuzz-tensor"), programs.to_string());
    let keep = folder.to_string_lossy();
    run_example("fuzz", &["--second-order", "--programs", &programs, "--seed", "1", "--keep", &keep])
}

/// `cargo xtask bench-tensor`: what reading, differentiating and printing cost.
pub fn measure_cost(options: &[&str]) -> Result<bool> {
    run_example("cost", options)
}

/// Tests the dialect outside the workspace.
pub fn test_example_dialect() -> Result<bool> {
    let manifest = root().join("examples/dialect/Cargo.toml");
    let mut command = cargo();
    command.args(["test", "--quiet", "--manifest-path"]).arg(manifest);
    command.arg("--target-dir").arg(target_folder().join("example-dialect"));
    Ok(command.status().context("cannot start cargo")?.success())
}

fn run_example(name: &str, options: &[&str]) -> Result<bool> {
    let start = ["run", "--release", "--quiet", "--package", "zymase-transform", "--example", name, "--"];
    run_cargo(&[&start[..], options].concat())
}

/// Builds the `zymase` program, optimised; where it is.
fn build_program() -> Result<PathBuf> {
    ensure!(run_cargo(&["build", "--release", "--package", "zymase-cli"])?, "the program does not build");
    Ok(target_folder().join("release/zymase"))
}

/// A Python that has JAX, in a folder of its own, installed when it is missing.
fn python_with_jax() -> Result<PathBuf> {
    let folder = target_folder().join("jax");
    let python = folder.join("bin/python");
    let has_jax = |python: &Path| {
        let version = format!("import jax; assert jax.__version__ == '{}'", JAX.rsplit('=').next().unwrap_or_default());
        Command::new(python).args(["-c", &version]).output().is_ok_and(|output| output.status.success())
    };
    if !has_jax(&python) {
        println!("installing {JAX} in {}", folder.display());
        packages::install_python()?;
        let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
        ensure!(made.context("cannot start python3")?.success(), "cannot make {}", folder.display());
        let installed = Command::new(&python).args(["-m", "pip", "install", "--quiet", JAX]).status();
        ensure!(installed.context("cannot start pip")?.success(), "cannot install {JAX}: is there a network?");
    }
    Ok(python)
}

/// Whether all programs that were chosen are right; nothing where none was.
fn run_script<const N: usize>(python: &Path, script: &str, zymase: &Path, options: [&str; N]) -> Result<Option<bool>> {
    const NOTHING_CHOSEN: i32 = 2;
    let script = root().join("tests/tensor/jax").join(script);
    let mut command = Command::new(python);
    command.arg(script).arg("--zymase").arg(zymase).args(options);
    let status = command.status().context("cannot start python")?;
    Ok((status.code() != Some(NOTHING_CHOSEN)).then_some(status.success()))
}
