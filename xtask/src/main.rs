//! `cargo xtask COMMAND`: everything that is done with this repository, by people and by continuous integration.
//!
//! It builds with Rust alone, because it is what installs LLVM: neither xtask nor a crate it depends on may link
//! LLVM. The crates that do are built by the commands here, after LLVM is there.
//!
//! - `bench`: what gradients cost, on workloads written from their definitions;
//! - `cargo_zymase`: `cargo zymase` as it is installed, for all that runs Rust programs with it;
//! - `cuda`: CUDA programs on the CPU;
//! - `cuda_bench`: how fast they are, beside OpenMP written by hand;
//! - `demo`: from a fresh clone to derivatives of the examples;
//! - `doctor`: what is needed, what is there and how to get the rest;
//! - `files`: the file tests and projects of `tests/`, and what the file tests cost;
//! - `fuzz`: random programs, reverse against forward against differences;
//! - `fuzz_parallel`: random programs with OpenMP, against the same without it;
//! - `gpu`: derivatives in kernels;
//! - `launches`: derivatives of host functions that launch kernels;
//! - `golden`: what is found and planned about functions of the tests, as files;
//! - `load_cost`: what the plugin costs a compilation without any derivative in it;
//! - `mpi`: MPI programs, with both families of libraries;
//! - `packages`: what the commands need from the system, how to tell that it is there, and how to get it;
//! - `parallel`: parallel programs without derivatives;
//! - `program`: tests the `zymase` program as a user meets it;
//! - `python`: the Python package: its tests, and the wheel;
//! - `raise`: functions raised to loops, against the native program;
//! - `rust`: derivatives of Rust programs, by `cargo zymase` as it is installed;
//! - `rust_commands`: what `cargo zymase` says beside building;
//! - `rust_page`: what docs/rust.md tells a reader to do;
//! - `rust_shapes`: shadows of random shapes, watched;
//! - `scaling`: how gradients of parallel programs scale;
//! - `scaling_mpi`: how those of programs on several ranks do;
//! - `scope`: how much of the tests is run, and which part of the collections that are sampled;
//! - `steps`: runs the steps of `cargo xtask test` side by side;
//! - `tensor`: what is checked of the tensor level from outside its crates;
//! - `test`: every check there is;
//! - `tidy`: the rules of the repository that no compiler checks;
//! - `workspace`: where things are in the workspace, and how cargo is run on it.

#![forbid(unsafe_code)]

mod bench;
mod cargo_zymase;
mod cuda;
mod cuda_bench;
mod demo;
mod doctor;
mod files;
mod fuzz;
mod fuzz_parallel;
mod golden;
mod gpu;
mod launches;
mod load_cost;
mod mpi;
mod packages;
mod parallel;
mod program;
mod python;
mod raise;
mod rust;
mod rust_commands;
mod rust_page;
mod rust_shapes;
mod scaling;
mod scaling_mpi;
mod scope;
mod steps;
mod tensor;
mod test;
mod tidy;
mod workspace;

use anyhow::{Result, bail};
use std::process::ExitCode;
use zymase_filetest::compile::Watch;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  demo              install what is missing, build, and differentiate the examples
  test [--full] [--seed N] [--times]
                    install what is missing and run everything: format, clippy, tidy, unit tests, file tests, random
                    programs. Of what is expensive a sample is run, by a seed that is drawn from the commit; --full: all
                    of it. --times: the file tests that cost most
  test [--times] FILTER
                    only the file tests whose path contains FILTER, at all their levels
  test --quick      the part of it that a change usually breaks, in a few minutes after a build
  step NAME [--full] [--seed N] [--times]
                    one step of the tests, after `build`; a wrong name lists them
  sanitize [--with address|undefined|thread|valgrind] [FILTER]
                    run the file tests with the address and leak sanitizers, or what is named
  lanes [FILTER]    run the file tests with three derivatives in each call (enzyme_width)
  rust [FILTER]     run the Rust programs of tests/rust, built by `cargo zymase`, in both profiles
  rust --shapes N   run derivatives with shadows of N random shapes, with the address sanitizer
  raise [FILTER]    raise the functions of tests/raise whose names contain FILTER, and compare them with the native program
  doctor            list the tools that are needed, those that are missing and how to get them
  tidy              check the rules of the repository that no compiler checks
  bench [WORKLOAD] [--json FILE] [--html FILE] [--peer NAME=PLUGIN] [--ablation]
        [--milliseconds N]
                    what gradients cost, on workloads written from their definitions: ratios within one run;
                    --ablation: every optimisation switched off in turn, at the first size of each
  bench-rust [ports|builds|peers] [--milliseconds N]
                    gradients of Rust programs against those of the same programs in C, what derivatives add to the time
                    of a build, and gradients by other crates
  scaling [--mpi | --plot FILE]
                    pack the programs of bench/scaling, with the run time they need, into target/scaling: parallel programs and
                    their gradients, by the number of threads; and run them here. --plot: draw what such a run printed;
                    --mpi: the programs of bench/mpi, with the library and what starts them, into target/scaling-mpi
  bench-parallel [PROGRAM]
                    parallel programs without derivatives, with the plugin, without it, and without threads
  bench-cuda [PROGRAM] [--ablation] [--markdown FILE]
                    CUDA programs on the CPU against the same computations written by hand with OpenMP;
                    --ablation: optimisations of kernels switched off in turn
  fuzz [--programs N] [--seed S] [--level -O0,-O2,…] [--keep DIR] [--stage STAGE] [--mode MODE] [--leak-every N]
       [--points random|exact] [--plugin FILE]
       [--allow-rejections]
                    check random programs, reverse against forward against differences (or second derivatives in all
                    mixtures of modes), at random points or where much is exactly 0 or 1; failures are made smaller
                    and written to DIR. STAGE: straight, loops, memory, calls, indirect, globals, all; MODE: primal,
                    forward, reverse, both, second
  gpu               pack derivatives in kernels, tests and benchmarks, into target/gpu: a folder that runs where a GPU is
  golden [--bless]  compare what is found and planned about 40 functions with tests/golden, or write that anew
  jax [FILTER]      compare derivatives and results of the tensor level with those of JAX, which is installed when missing
  python [--all] [FILTER]
                    test the Python package; --all: with PyTorch and TensorFlow too, which are installed when missing
  wheel             build the wheel, install it into an empty environment and run the examples of its page
  fuzz-parallel [--programs N] [--seed S] [--level -O0,-O2,…] [--keep DIR]
                    random programs with OpenMP, with 1, 2, 3 and 8 threads, against the same without it
  fuzz-tensor [--seconds N] [--seed S] [--keep DIR] [FILE…]
                    look for modules that the tensor level does not survive
  fuzz-tensor --second-order [--programs N] [--seed S] [--threads T] [--keep DIR]
                    compare second derivatives of random programs in all four mixtures of modes
  bench-tensor [--plot FILE.svg]
                    what reading, differentiating and printing modules costs
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// `cargo xtask sanitize`.
fn sanitize(options: &[&str]) -> Result<bool> {
    let (watch, rest) = match options {
        ["--with", "address", rest @ ..] => (Watch::Address, rest),
        ["--with", "undefined", rest @ ..] => (Watch::Undefined, rest),
        ["--with", "thread", rest @ ..] => (Watch::Thread, rest),
        ["--with", "valgrind", rest @ ..] => (Watch::Valgrind, rest),
        rest => (Watch::Address, rest),
    };
    match rest {
        [] => test::run_watched(watch, ""),
        [filter] if !filter.starts_with('-') => test::run_watched(watch, filter),
        _ => bail!("sanitize: {}: not understood\n{USAGE}", rest.join(" ")),
    }
}

/// Runs a command; false when it ran and found something wrong.
fn run(arguments: &[String]) -> Result<bool> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["demo"] => demo::run(),
        ["test", arguments @ ..] => test::run(arguments),
        ["step", arguments @ ..] => test::run_step(arguments),
        ["sanitize", options @ ..] => sanitize(options),
        ["lanes"] => test::run_in_lanes(""),
        ["lanes", filter] => test::run_in_lanes(filter),
        ["rust"] => test::run_rust_only(""),
        ["rust", "--shapes", count] => test::run_shapes(count.parse()?),
        ["rust", filter] => test::run_rust_only(filter),
        ["doctor"] => doctor::run(),
        ["raise"] => raise::run(""),
        ["raise", filter] => raise::run(filter),
        ["tidy"] => tidy::run(),
        ["bench", options @ ..] => bench::run(options),
        ["bench-rust", options @ ..] => bench::rust::run(options),
        ["scaling"] => scaling::run().map(|()| true),
        ["scaling", "--mpi"] => scaling_mpi::run().map(|()| true),
        ["scaling", "--plot", results] => scaling::plot(results).map(|()| true),
        ["bench-parallel"] => parallel::bench(""),
        ["bench-parallel", filter] => parallel::bench(filter),
        ["bench-cuda", options @ ..] => cuda_bench::run(options),
        ["fuzz", options @ ..] => fuzz::run(options),
        ["fuzz-parallel", options @ ..] => fuzz_parallel::run(options),
        ["gpu"] => gpu::pack().map(|()| true),
        ["golden", options @ ..] => golden::run(options),
        ["jax"] => tensor::compare_with_jax(""),
        ["jax", filter] => tensor::compare_with_jax(filter),
        ["python", arguments @ ..] => python::run(arguments),
        ["wheel"] => python::wheel(),
        ["fuzz-tensor", options @ ..] => tensor::fuzz(options),
        ["bench-tensor", options @ ..] => tensor::measure_cost(options),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(true)
        }
        [command, ..] => bail!("there is no command `{command}` with these arguments\n{USAGE}"),
    }
}
