//! What is checked of the tensor level from outside its crates: against JAX, with damaged inputs, what it costs, and a
//! dialect outside the workspace.

use crate::packages;
use crate::scope::{Extent, Scope};
use crate::workspace::{cargo, root, run_cargo, scratch_folder, target_folder};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed to compare with.
const JAX: &str = "jax[cpu]==0.10.2";

/// Usual tests compare one in this many programs: of those whose derivatives are compared, and of single operations.
const DERIVATIVES_EVERY: usize = 8;
const RESULTS_EVERY: usize = 15;

/// The random programs whose second derivatives are compared, of each seed; how many seeds there are; and the programs of
/// the first seed that a quick run takes.
const SECOND_ORDER: usize = 1000;
const SECOND_ORDER_SEEDS: usize = 10;
const QUICK_SECOND_ORDER: usize = 100;

/// `cargo xtask jax [FILTER]`: derivatives and results of programs, compared with those of JAX.
pub fn compare_with_jax(filter: &str) -> Result<bool> {
    let python = python_with_jax()?;
    compare(&python, &["--filter", filter], &["--filter", filter])
}

/// Some of the programs of `cargo xtask jax`, or all; skipped where JAX cannot be had.
pub fn compare_some_with_jax(scope: Scope) -> Result<bool> {
    let python = match python_with_jax() {
        Ok(python) => python,
        Err(error) => {
            println!("skipped: {error:#}");
            return Ok(true);
        }
    };
    if scope.is_full() {
        return compare(&python, &[], &[]);
    }
    let first = |name: &str, every: usize| scope.pick(name, every).to_string();
    let (derivatives, results) = (first("derivatives", DERIVATIVES_EVERY), first("results", RESULTS_EVERY));
    let (derivatives_every, results_every) = (DERIVATIVES_EVERY.to_string(), RESULTS_EVERY.to_string());
    compare(
        &python,
        &["--every", &derivatives_every, "--first", &derivatives],
        &["--every", &results_every, "--first", &results],
    )
}

/// Installs what `cargo xtask jax` compares with; if it is missing, that command says so.
pub fn install_jax() -> Result<bool> {
    match python_with_jax() {
        Ok(python) => println!("{}", python.display()),
        Err(error) => println!("{error:#}"),
    }
    Ok(true)
}

/// Compares derivatives, optimised programs and results, each with options that choose programs.
fn compare(python: &Path, derivatives_of: &[&str], results: &[&str]) -> Result<bool> {
    let zymase = build_program()?;
    let derivatives = run_script(python, "collection.py", &zymase, derivatives_of)?;
    let optimised = run_script(python, "optimisation.py", &zymase, derivatives_of)?;
    let results = run_script(python, "evaluation.py", &zymase, results)?;
    let bytecode = run_script(python, "bytecode.py", &zymase, &[])?;
    ensure!(derivatives.is_some() || results.is_some(), "there are no programs of that name");
    Ok([derivatives, optimised, results, bytecode].into_iter().all(|right| right.unwrap_or(true)))
}

/// `cargo xtask fuzz-tensor`: damaged modules.
pub fn fuzz(options: &[&str]) -> Result<bool> {
    run_example("fuzz", options)
}

/// Damaged modules for a short while, the same every time.
pub fn fuzz_briefly(scope: Scope) -> Result<bool> {
    let (folder, seconds) = (scratch_folder().join("fuzz-tensor"), if scope.is_full() { "600" } else { "20" });
    run_example("fuzz", &["--seconds", seconds, "--seed", "1", "--keep", &folder.to_string_lossy()])
}

/// Second derivatives of random programs: those of one seed of the collection, or of all.
pub fn fuzz_second_order(scope: Scope) -> Result<bool> {
    let (seeds, programs) = match scope.extent {
        Extent::Quick => (1..=1, QUICK_SECOND_ORDER),
        Extent::Usual => {
            let seed = 1 + scope.pick("second order", SECOND_ORDER_SEEDS);
            (seed..=seed, SECOND_ORDER)
        }
        Extent::Full => (1..=SECOND_ORDER_SEEDS, SECOND_ORDER),
    };
    let (folder, programs) = (scratch_folder().join("fuzz-tensor"), programs.to_string());
    let keep = folder.to_string_lossy();
    let mut all_agree = true;
    for seed in seeds {
        let seed = seed.to_string();
        all_agree &=
            run_example("fuzz", &["--second-order", "--programs", &programs, "--seed", &seed, "--keep", &keep])?;
    }
    Ok(all_agree)
}

/// `cargo xtask bench-tensor`: what reading, differentiating and printing cost.
pub fn measure_cost(options: &[&str]) -> Result<bool> {
    run_example("cost", options)
}

/// Tests the dialect outside the workspace. Its source is also among the unit tests of the crate `zymase-transform`; as a project of its own, which
/// compiles the tensor level once more, it is built only where everything is tested.
pub fn test_example_dialect(scope: Scope) -> Result<bool> {
    if !scope.is_full() {
        println!("its tests run with those of zymase-transform; `--full` builds it as a project of its own");
        return Ok(true);
    }
    let manifest = root().join("examples/dialect/Cargo.toml");
    let mut command = cargo();
    command.args(["test", "--quiet", "--manifest-path"]).arg(manifest);
    command.arg("--target-dir").arg(target_folder().join("example-dialect"));
    Ok(command.status().context("cannot start cargo")?.success())
}

/// Builds and runs an example of the crate `zymase-transform`. It is built together with the program: both then share
/// their dependencies, whose features depend on everything that cargo is asked to build.
fn run_example(name: &str, options: &[&str]) -> Result<bool> {
    let packages = ["--package", "zymase-cli", "--package", "zymase-transform"];
    let build = [&["build", "--release", "--quiet"][..], &packages, &["--example", name]].concat();
    ensure!(run_cargo(&build)?, "the example {name} does not build");
    let program = target_folder().join("release/examples").join(name);
    let status = Command::new(&program).args(options).current_dir(root()).status();
    Ok(status.with_context(|| format!("cannot start {}", program.display()))?.success())
}

/// Builds the `zymase` program, optimised; where it is.
fn build_program() -> Result<PathBuf> {
    ensure!(run_cargo(&["build", "--release", "--package", "zymase-cli"])?, "the program does not build");
    Ok(target_folder().join("release/zymase"))
}

/// A Python that has JAX, in a folder of its own, installed when it is missing.
pub fn python_with_jax() -> Result<PathBuf> {
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
fn run_script(python: &Path, script: &str, zymase: &Path, options: &[&str]) -> Result<Option<bool>> {
    const NOTHING_CHOSEN: i32 = 2;
    let script = root().join("tests/tensor/jax").join(script);
    let mut command = Command::new(python);
    command.arg(script).arg("--zymase").arg(zymase).args(options);
    let status = command.status().context("cannot start python")?;
    Ok((status.code() != Some(NOTHING_CHOSEN)).then_some(status.success()))
}
