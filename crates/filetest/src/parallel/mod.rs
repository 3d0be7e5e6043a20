//! Random programs with OpenMP: their derivatives, with several numbers of threads, against those of the same text without OpenMP.
//!
//! - `generate`: the functions.

pub mod generate;

use crate::compile::THREADS;
use crate::process::{self, Finished};
use anyhow::{Context, Result};
use generate::{LENGTH, function};
use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const COMPILE_LIMIT: Duration = Duration::from_secs(300);
const RUN_LIMIT: Duration = Duration::from_secs(60);
/// Sums of threads are rounded in other orders.
const TOLERANCE: f64 = 1e-8;

pub struct Options {
    pub programs: usize,
    pub seed: u64,
    /// Functions of one file.
    pub batch: usize,
    pub levels: Vec<String>,
    pub clang: String,
    pub plugin: PathBuf,
    pub work_dir: PathBuf,
}

#[derive(Default)]
pub struct Summary {
    programs: usize,
    failures: Vec<String>,
}

impl Summary {
    pub fn ok(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.failures.iter().try_for_each(|failure| writeln!(f, "{failure}"))?;
        writeln!(f, "{} parallel programs, {} failures", self.programs, self.failures.len())
    }
}

/// Compiles and compares as many programs as the options ask for. What fails stays in the folder, each in a file of its own.
pub fn run(options: &Options) -> Result<Summary> {
    fs::create_dir_all(&options.work_dir).with_context(|| format!("cannot make {}", options.work_dir.display()))?;
    let mut summary = Summary { programs: options.programs, failures: Vec::new() };
    let seeds: Vec<u64> = (options.seed..).take(options.programs).collect();
    for (number, batch) in seeds.chunks(options.batch.max(1)).enumerate() {
        // Every level comes up; a long run has every program at some level only.
        let level = &options.levels[number % options.levels.len()];
        if check(options, batch, level)?.is_some() {
            for seed in batch {
                summary.failures.extend(check(options, &[*seed], level)?);
            }
        }
    }
    Ok(summary)
}

/// What is wrong with functions of these seeds, if anything is.
fn check(options: &Options, seeds: &[u64], level: &str) -> Result<Option<String>> {
    let stem = options.work_dir.join(format!("parallel{}", seeds[0]));
    let source = stem.with_extension("c");
    fs::write(&source, program(seeds))?;
    let describe = |what: &str, finished: &Finished| {
        let text: String = finished.output.chars().take(600).collect();
        format!("{} {level}: {what}: {}\n{text}", source.display(), finished.describe())
    };
    let (serial, parallel) = (stem.with_extension("serial"), stem.with_extension("parallel"));
    for (binary, flags) in [(&serial, &[][..]), (&parallel, &["-fopenmp"][..])] {
        let compiled = compile(options, &source, binary, level, flags)?;
        if !compiled.succeeded() {
            return Ok(Some(describe("does not compile", &compiled)));
        }
    }
    let expected = process::run(&mut Command::new(&serial), RUN_LIMIT)?;
    if !expected.succeeded() {
        return Ok(Some(describe("the serial program fails", &expected)));
    }
    for threads in THREADS {
        let found = process::run(Command::new(&parallel).env("OMP_NUM_THREADS", threads), RUN_LIMIT)?;
        if !found.succeeded() {
            return Ok(Some(describe(&format!("fails with {threads} threads"), &found)));
        }
        if let Some(difference) = difference(&expected.output, &found.output) {
            return Ok(Some(format!("{} {level} with {threads} threads: {difference}", source.display())));
        }
    }
    [source, serial, parallel].into_iter().try_for_each(fs::remove_file)?;
    Ok(None)
}

fn compile(options: &Options, source: &Path, binary: &Path, level: &str, flags: &[&str]) -> Result<Finished> {
    let mut command = process::limited_command(Path::new(&options.clang));
    command.args(["-w", level]).args(flags).arg(format!("-fpass-plugin={}", options.plugin.display()));
    command.arg(source).args(["-lm", "-o"]).arg(binary);
    process::run(&mut command, COMPILE_LIMIT)
}

/// A program that prints the gradients of functions in both modes.
fn program(seeds: &[u64]) -> String {
    let mut text = String::from(
        "#include <math.h>\n#include <stdio.h>\n\
         double __enzyme_autodiff(void *, ...);\ndouble __enzyme_fwddiff(void *, ...);\nint enzyme_dup, enzyme_const;\n\
         static void fill(int n, double *x, double *y, double *z) {\n\
         for (int i = 0; i < n; ++i) { x[i] = 0.3 + 0.21 * i; y[i] = 1.1 - 0.17 * i; z[i] = 0.4 + 0.05 * i * i; }\n}\n",
    );
    let mut calls = String::new();
    for seed in seeds {
        let name = format!("f{seed}");
        text += &function(&name, *seed);
        write!(
            calls,
            "{{ double x[N], y[N], z[N], dx[N] = {{0}}, dy[N] = {{0}}, dz[N] = {{0}};\nfill(N, x, y, z);\n\
             __enzyme_autodiff((void *){name}, enzyme_const, N, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, z, dz, enzyme_const, 0.7);\n\
             for (int i = 0; i < N; ++i) printf(\"{name} %.14g %.14g %.14g %.14g %.14g\\n\", dx[i], dy[i], dz[i], y[i], z[i]);\n\
             for (int k = 0; k < N; ++k) {{\ndouble tx[N] = {{0}}, ty[N] = {{0}}, tz[N] = {{0}};\nfill(N, x, y, z);\ntx[k] = 1; ty[k] = 0.5; tz[k] = -0.25;\n\
             double g = __enzyme_fwddiff((void *){name}, enzyme_const, N, enzyme_dup, x, tx, enzyme_dup, y, ty, enzyme_dup, z, tz, enzyme_const, 0.7);\n\
             printf(\"{name} %.14g %.14g\\n\", g, dx[k] + 0.5 * dy[k] - 0.25 * dz[k]);\n}}\n}}\n"
        )
        .expect("a string takes everything");
    }
    write!(text, "enum {{ N = {LENGTH} }};\nint main(void) {{\n{calls}return 0;\n}}\n")
        .expect("a string takes everything");
    text
}

/// The first line that differs by more than rounding, or whose two modes do.
fn difference(expected: &str, found: &str) -> Option<String> {
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    if expected.len() != found.len() {
        return Some(format!("{} lines, expected {}", found.len(), expected.len()));
    }
    let numbers = |line: &str| -> Vec<f64> {
        line.split_whitespace().skip(1).map(|word| word.parse().unwrap_or(f64::NAN)).collect()
    };
    let is_near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * (1.0 + a.abs());
    for (expected, found) in expected.into_iter().zip(found) {
        let (wanted, given) = (numbers(expected), numbers(found));
        let agree = wanted.len() == given.len() && wanted.iter().zip(&given).all(|(a, b)| is_near(*a, *b));
        let modes_agree = given.len() != 2 || is_near(given[0], given[1]);
        if !agree || !modes_agree {
            return Some(format!("gives\n  {found}\nwhere serial code gives\n  {expected}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found() {
        assert_eq!(difference("f 1 2 3\n", "f 1.000000000001 2 3\n"), None);
        assert!(difference("f 1 2 3\n", "f 1.0001 2 3\n").is_some());
        assert!(difference("f 1 2\n", "f 1 2\n").is_some(), "the modes differ");
        assert!(difference("f 1 1\n", "f nan nan\n").is_some());
        assert!(difference("f 1 1\n", "").is_some());
    }
}
