//! `cargo xtask test`: every check there is, one after the other. A step that fails does not keep the next from running.
//!
//! The last line is `N passed, M failed`: the file tests, and each other step that failed as one more failure, so
//! that the line never looks better than the exit status.

use crate::{doctor, fuzz, load_cost, packages, program, rust, rust_shapes, tensor, tidy, workspace};
use anyhow::Result;
use zymase_filetest::compile::{Toolchain, Watch};
use zymase_filetest::runner::{self, Summary};
use zymase_filetest::{foreign, projects};

/// Runs everything; false when something is wrong.
pub fn run_everything() -> Result<bool> {
    doctor::warn_about_room();
    packages::install_missing(true)?;
    let mut failed_steps: Vec<&str> = Vec::new();
    let mut step = |name: &'static str, run: &mut dyn FnMut() -> Result<bool>| {
        println!("\n──── {name}");
        let succeeded = run().unwrap_or_else(|error| {
            println!("{error:#}");
            false
        });
        if !succeeded {
            failed_steps.push(name);
        }
        succeeded
    };
    step("format", &mut || workspace::run_cargo(&["fmt", "--all", "--check"]));
    step("clippy", &mut || {
        workspace::run_cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"])
    });
    step("tidy", &mut tidy::run);
    step("unit tests", &mut || workspace::run_cargo(&["test", "--quiet", "--workspace"]));
    step("a dialect outside the workspace", &mut tensor::test_example_dialect);
    let mut summary = Summary::default();
    let is_built = step("release build", &mut || workspace::build_release().map(|()| true));
    if is_built {
        let toolchain = workspace::toolchain()?;
        step("file tests", &mut || {
            summary = run_file_tests(&toolchain, "")?;
            Ok(true)
        });
        step("projects", &mut || {
            let projects = run_projects("")?;
            summary.passed += projects.passed;
            summary.failed += projects.failed;
            Ok(true)
        });
        step("Rust programs", &mut || {
            let programs = rust::test("")?;
            summary.passed += programs.passed;
            summary.failed += programs.failed;
            Ok(true)
        });
        step("random programs", &mut fuzz::run_briefly);
        step("damaged modules", &mut tensor::fuzz_briefly);
        step("second derivatives of random tensor programs", &mut tensor::fuzz_second_order_briefly);
        step("comparison with JAX", &mut tensor::compare_some_with_jax);
        step("the zymase program", &mut program::test);
        step("other versions of LLVM", &mut || refuse_foreign(&toolchain));
        step("cost of the plugin", &mut || load_cost::measure(&toolchain).map(|()| true));
    }
    Ok(conclude(&failed_steps, summary))
}

/// Runs the file tests whose path contains the filter with something that looks for misuse of memory or undefined
/// behaviour.
pub fn run_watched(watch: Watch, filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    let toolchain = Toolchain { watch, ..workspace::toolchain()? };
    let summary = run_file_tests(&toolchain, filter)?;
    Ok(conclude(&[], summary))
}

/// Runs the file tests whose path contains the filter with several derivatives in each call of a driver.
pub fn run_in_lanes(filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    let toolchain = Toolchain { lanes: 3, ..workspace::toolchain()? };
    let summary = run_file_tests(&toolchain, filter)?;
    Ok(conclude(&[], summary))
}

/// Runs the file tests whose path contains the filter.
pub fn run_file_tests_only(filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    let mut summary = run_file_tests(&workspace::toolchain()?, filter)?;
    let projects = run_projects(filter)?;
    summary.passed += projects.passed;
    summary.failed += projects.failed;
    Ok(conclude(&[], summary))
}

/// Runs the Rust programs, and of their tests those whose name contains the filter.
pub fn run_rust_only(filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    Ok(conclude(&[], rust::test(filter)?))
}

/// Runs derivatives of Rust programs with shadows of so many random shapes.
pub fn run_shapes(count: usize) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    Ok(conclude(&[], rust_shapes::many(count)?))
}

/// Runs the projects whose path contains the filter.
fn run_projects(filter: &str) -> Result<Summary> {
    let found = projects::discover(&workspace::root().join("tests/projects"), filter)?;
    let zymase = workspace::release_plugin().with_file_name("zymase");
    Ok(projects::run_all(&zymase, &found, &workspace::scratch_folder()))
}

fn run_file_tests(toolchain: &Toolchain, filter: &str) -> Result<Summary> {
    let root = workspace::root();
    let mut files = runner::discover(&root.join("examples"), filter)?;
    files.extend(runner::discover(&root.join("tests/cases"), filter)?);
    Ok(runner::run_files(toolchain, &root, &files, &workspace::scratch_folder()))
}

/// Loads the plugin into every other LLVM that is installed.
fn refuse_foreign(toolchain: &Toolchain) -> Result<bool> {
    let refusals = foreign::try_all(&toolchain.plugin, &workspace::scratch_folder().join("foreign"))?;
    if refusals.is_empty() {
        println!("skipped: no other version of LLVM is installed");
    }
    for refusal in &refusals {
        let verdict = refusal.complaint.as_deref().unwrap_or("refuses the plugin with one line");
        println!("{}: {verdict}", refusal.program.display());
    }
    Ok(refusals.iter().all(|refusal| refusal.complaint.is_none()))
}

fn conclude(failed_steps: &[&str], summary: Summary) -> bool {
    let failed = summary.failed + failed_steps.len();
    println!();
    if !failed_steps.is_empty() {
        println!("failed steps: {}", failed_steps.join(", "));
    }
    println!("{} passed, {failed} failed", summary.passed);
    failed == 0
}
