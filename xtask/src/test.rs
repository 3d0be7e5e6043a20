//! `cargo xtask test`: every check there is, one after the other. A step that fails does not keep the next from running.
//!
//! The last line is `N passed, M failed`: the file tests, and each other step that failed as one more failure, so
//! that the line never looks better than the exit status.

use crate::{doctor, fuzz, load_cost, packages, program, rust, rust_shapes, tensor, tidy, workspace};
use anyhow::Result;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use zymase_filetest::compile::{Toolchain, Watch};
use zymase_filetest::runner::{self, Summary};
use zymase_filetest::{foreign, projects};

/// Of the file tests, `--quick` runs one of so many.
const SPREAD: usize = 12;
/// Random tensor programs whose second derivatives are compared, in all tests and in a quick run.
const TENSOR_PROGRAMS: usize = 1000;
const QUICK_TENSOR_PROGRAMS: usize = 100;

/// What was run: which steps failed, and how long each took.
#[derive(Default)]
struct Steps {
    failed: Vec<&'static str>,
    times: Vec<(&'static str, Duration)>,
}

impl Steps {
    fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<bool>) -> bool {
        println!("\n──── {name}");
        let start = Instant::now();
        let succeeded = step().unwrap_or_else(|error| {
            println!("{error:#}");
            false
        });
        self.times.push((name, start.elapsed()));
        if !succeeded {
            self.failed.push(name);
        }
        succeeded
    }

    /// A step that counts for itself.
    fn count(&mut self, name: &'static str, summary: &mut Summary, step: impl FnOnce() -> Result<Summary>) {
        self.run(name, || {
            let counted = step()?;
            summary.passed += counted.passed;
            summary.failed += counted.failed;
            Ok(true)
        });
    }

    /// What needs no plugin.
    fn source(&mut self) {
        self.run("format", || workspace::run_cargo(&["fmt", "--all", "--check"]));
        self.run("clippy", || {
            workspace::run_cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"])
        });
        self.run("tidy", tidy::run);
        self.run("unit tests", || workspace::run_cargo(&["test", "--quiet", "--workspace"]));
    }

    fn conclude(&self, summary: Summary) -> bool {
        println!();
        for (name, time) in &self.times {
            println!("{:>5} s  {name}", time.as_secs());
        }
        conclude(&self.failed, summary)
    }
}

/// Runs everything; false when something is wrong.
pub fn run_everything() -> Result<bool> {
    doctor::warn_about_room();
    packages::install_missing(true)?;
    let mut steps = Steps::default();
    steps.source();
    steps.run("a dialect outside the workspace", tensor::test_example_dialect);
    let mut summary = Summary::default();
    if steps.run("release build", || workspace::build_release().map(|()| true)) {
        let toolchain = workspace::toolchain()?;
        steps.count("file tests", &mut summary, || run_file_tests(&toolchain, ""));
        steps.count("projects", &mut summary, || run_projects(""));
        steps.count("Rust programs", &mut summary, || rust::test(""));
        steps.run("random programs", fuzz::run_briefly);
        steps.run("damaged modules", tensor::fuzz_briefly);
        steps.run("second derivatives of random tensor programs", || tensor::fuzz_second_order(TENSOR_PROGRAMS));
        steps.run("comparison with JAX", tensor::compare_some_with_jax);
        steps.run("the zymase program", program::test);
        steps.run("other versions of LLVM", || refuse_foreign(&toolchain));
        steps.run("cost of the plugin", || load_cost::measure(&toolchain).map(|()| true));
    }
    Ok(steps.conclude(summary))
}

/// Runs what a change usually breaks: a spread of the file tests at two levels, some Rust programs, the README's
/// example; false when something is wrong.
pub fn run_quickly() -> Result<bool> {
    packages::install_missing(true)?;
    let mut steps = Steps::default();
    steps.source();
    let mut summary = Summary::default();
    if steps.run("release build", || workspace::build_release().map(|()| true)) {
        let toolchain = Toolchain { levels: vec!["-O0", "-O2"], ..workspace::toolchain()? };
        steps.count("some file tests", &mut summary, || {
            let files: Vec<PathBuf> = file_tests("")?.into_iter().step_by(SPREAD).collect();
            Ok(runner::run_files(&toolchain, &workspace::root(), &files, &workspace::scratch_folder()))
        });
        steps.count("some Rust programs", &mut summary, rust::test_some);
        steps.run("some random tensor programs", || tensor::fuzz_second_order(QUICK_TENSOR_PROGRAMS));
        steps.run("the zymase program", program::test);
    }
    Ok(steps.conclude(summary))
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
    Ok(runner::run_files(toolchain, &workspace::root(), &file_tests(filter)?, &workspace::scratch_folder()))
}

/// The file tests whose path contains the filter.
fn file_tests(filter: &str) -> Result<Vec<PathBuf>> {
    let root = workspace::root();
    let mut files = runner::discover(&root.join("examples"), filter)?;
    files.extend(runner::discover(&root.join("tests/cases"), filter)?);
    Ok(files)
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
