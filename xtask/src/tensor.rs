//! What is checked of the tensor level from outside its crates: against JAX, with damaged inputs, what it costs, and a
//! dialect outside the workspace.

use crate::workspace::{cargo, root, run_cargo, target_folder};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed to compare with.
const JAX: &str = "jax[cpu]==0.10.2";

/// `cargo xtask jax [FILTER]`: derivatives and results of programs, compared with those of JAX.
pub fn compare_with_jax(filter: &str) -> Result<bool> {
    let zymase = build_program()?;
    let python = python_with_jax()?;
    let derivatives = run_script(&python, "collection.py", &zymase, filter)?;
    let results = run_script(&python, "evaluation.py", &zymase, filter)?;
    Ok(derivatives && results)
}

/// `cargo xtask fuzz-tensor`: damaged modules.
pub fn fuzz(options: &[&str]) -> Result<bool> {
    run_example("fuzz", options)
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
        let made =
            Command::new("python3").args(["-m", "venv"]).arg(&folder).status().context("cannot start python3")?;
        ensure!(made.success(), "cannot make {}: is python3-venv installed?", folder.display());
        let installed = Command::new(&python).args(["-m", "pip", "install", "--quiet", JAX]).status()?;
        ensure!(installed.success(), "cannot install {JAX}");
    }
    Ok(python)
}

fn run_script(python: &Path, script: &str, zymase: &Path, filter: &str) -> Result<bool> {
    let script = root().join("tests/tensor/jax").join(script);
    let mut command = Command::new(python);
    command.arg(script).arg("--zymase").arg(zymase).args(["--filter", filter]);
    Ok(command.status().context("cannot start python")?.success())
}
