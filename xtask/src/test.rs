//! `cargo xtask test`: every check there is. A step that fails does not keep the others from running, unless they need
//! it.
//!
//! What is expensive is sampled, by a seed that changes with the commit; `--full` runs all of it. No kind of test is
//! left out of a sample.

use crate::scope::{Extent, Scope};
use crate::steps::{self, TestStep};
use crate::{
    cuda, doctor, files, fuzz, fuzz_parallel, golden, gpu, launches, load_cost, mpi, packages, parallel, program,
    python, raise, rust, rust_shapes, tensor, tidy, workspace,
};
use anyhow::{Context, Result, ensure};
use zymase_filetest::compile::{Toolchain, Watch};
use zymase_filetest::foreign;
use zymase_filetest::runner::Summary;

const CLIPPY: [&str; 7] = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
const DOCUMENTATION: [&str; 6] =
    ["doc", "--quiet", "--workspace", "--no-deps", "--config", "build.rustdocflags=[\"-D\", \"warnings\"]"];
const UNIT_TESTS: [&str; 3] = ["test", "--quiet", "--workspace"];

/// What needs the plugin and the program.
const BUILT: &[&str] = &["build"];

/// All steps. They begin in this order: what others need first, then what takes longest. Two that build with the same
/// profile are apart, because cargo would let one wait for the other.
const STEPS: [TestStep; 27] = [
    step("build", "release build", &[], |_| done(workspace::build_release().map(|()| true))),
    step("format", "cargo fmt", &[], |_| done(workspace::run_cargo(&["fmt", "--all", "--check"]))),
    step("tidy", "the rules that no compiler checks", &[], |_| done(tidy::run())),
    step("clippy", "cargo clippy", &[], |_| done(workspace::run_cargo(&CLIPPY))),
    step("documentation", "cargo doc", &[], |_| done(workspace::run_cargo(&DOCUMENTATION))),
    step("wheels", "JAX, to compare with", &[], |_| done(tensor::install_jax())),
    step("files", "file tests", BUILT, |scope| files::test(&workspace::toolchain()?, scope, "")),
    step("rust", "Rust programs", BUILT, rust::test),
    step("unit", "unit tests", &[], |_| done(workspace::run_cargo(&UNIT_TESTS))),
    step("jax", "comparison with JAX", &["build", "wheels"], |scope| done(tensor::compare_some_with_jax(scope))),
    step("python", "the Python package", &["build", "wheels", "jax"], |_| python::test_usual()),
    step("fuzz", "random programs", BUILT, |scope| done(fuzz::run_collection(scope))),
    step("fuzz-parallel", "random parallel programs", BUILT, |scope| done(fuzz_parallel::run_collection(scope))),
    step("fuzz-second", "second derivatives of random tensor programs", &[], |scope| {
        done(tensor::fuzz_second_order(scope))
    }),
    step("fuzz-tensor", "damaged modules", &[], |scope| done(tensor::fuzz_briefly(scope))),
    step("parallel", "parallel programs without derivatives", BUILT, |_| parallel::test()),
    step("mpi", "MPI programs", BUILT, mpi::test),
    step("cuda", "CUDA programs on the CPU", BUILT, |_| cuda::test()),
    step("raise", "functions raised to loops", BUILT, |scope| raise::test("", scope)),
    step("gpu", "derivatives in kernels", BUILT, |_| gpu::test()),
    step("launches", "derivatives through launches", BUILT, |_| launches::test()),
    step("projects", "projects", BUILT, |_| files::test_projects("")),
    step("dialect", "a dialect outside the workspace", &[], |scope| done(tensor::test_example_dialect(scope))),
    step("golden", "what is found and planned", BUILT, |_| golden::test()),
    step("program", "the zymase program", BUILT, |_| done(program::test())),
    step("foreign", "other versions of LLVM", BUILT, |_| done(refuse_foreign())),
    step("load-cost", "cost of the plugin", BUILT, |_| done(load_cost::measure().map(|()| true))),
];

/// The steps of a quick run.
const QUICK: [&str; 10] =
    ["build", "format", "tidy", "clippy", "unit", "files", "rust", "fuzz-second", "golden", "program"];

const fn step(
    name: &'static str,
    purpose: &'static str,
    needs: &'static [&'static str],
    run: fn(Scope) -> Result<Summary>,
) -> TestStep {
    TestStep { name, purpose, needs, run }
}

/// A step that does not count for itself.
fn done(succeeded: Result<bool>) -> Result<Summary> {
    ensure!(succeeded?, "failed");
    Ok(Summary::default())
}

/// `cargo xtask test`; false when something is wrong.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let (scope, filter) = Scope::parse(arguments)?;
    packages::install_missing(true)?;
    match filter[..] {
        [] if scope.extent == Extent::Quick => {
            let quick: Vec<TestStep> = STEPS.into_iter().filter(|step| QUICK.contains(&step.name)).collect();
            steps::run_all(&quick, scope)
        }
        [] => {
            doctor::warn_about_room();
            steps::run_all(&STEPS, scope)
        }
        [filter] => run_file_tests_only(scope, filter),
        _ => anyhow::bail!("one part of a path is enough: {}", filter.join(" ")),
    }
}

/// `cargo xtask step`: one step of the tests, in this process.
pub fn run_step(arguments: &[&str]) -> Result<bool> {
    let (scope, names) = Scope::parse(arguments)?;
    let known = || STEPS.iter().map(|step| step.name).collect::<Vec<_>>().join(", ");
    let [name] = names[..] else { anyhow::bail!("name one step: {}", known()) };
    let step = STEPS.iter().find(|step| step.name == name).with_context(|| format!("the steps are {}", known()))?;
    steps::run_one(step, scope)
}

/// Runs the file tests and the projects whose path contains the filter, at all levels.
fn run_file_tests_only(scope: Scope, filter: &str) -> Result<bool> {
    workspace::build_release()?;
    let scope = Scope { extent: Extent::Full, ..scope };
    let tests = files::test(&workspace::toolchain()?, scope, filter)?;
    Ok(conclude(tests + files::test_projects(filter)?))
}

/// Runs the file tests whose path contains the filter with something that looks for misuse of memory or undefined
/// behaviour.
pub fn run_watched(watch: Watch, filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    let toolchain = Toolchain { watch, ..workspace::toolchain()? };
    Ok(conclude(files::test(&toolchain, Scope::all(), filter)?))
}

/// Runs the file tests whose path contains the filter with several derivatives in each call of a driver.
pub fn run_in_lanes(filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    let toolchain = Toolchain { lanes: 3, ..workspace::toolchain()? };
    Ok(conclude(files::test(&toolchain, Scope::all(), filter)?))
}

/// Runs the Rust programs, and of their tests those whose name contains the filter.
pub fn run_rust_only(filter: &str) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    Ok(conclude(rust::test_all(filter)?))
}

/// Runs derivatives of Rust programs with shadows of this many random shapes.
pub fn run_shapes(count: usize) -> Result<bool> {
    packages::install_missing(true)?;
    workspace::build_release()?;
    Ok(conclude(rust_shapes::many(count)?))
}

/// Loads the plugin into every other LLVM that is installed.
fn refuse_foreign() -> Result<bool> {
    let refusals = foreign::try_all(&workspace::release_plugin(), &workspace::scratch_folder().join("foreign"))?;
    if refusals.is_empty() {
        println!("skipped: no other version of LLVM is installed");
    }
    for refusal in &refusals {
        let verdict = refusal.complaint.as_deref().unwrap_or("refuses the plugin with one line");
        println!("{}: {verdict}", refusal.program.display());
    }
    Ok(refusals.iter().all(|refusal| refusal.complaint.is_none()))
}

fn conclude(summary: Summary) -> bool {
    println!("\n{} passed, {} failed", summary.passed, summary.failed);
    summary.failed == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_need_steps_before_them() {
        for (place, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(STEPS[..place].iter().any(|before| before.name == *need), "{} needs {need}", step.name);
            }
        }
    }

    #[test]
    fn quick_runs_are_of_steps() {
        assert!(QUICK.iter().all(|name| STEPS.iter().any(|step| step.name == *name)));
    }
}
