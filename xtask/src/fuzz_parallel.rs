//! `cargo xtask fuzz-parallel`: random programs with OpenMP, against the same without it.

use crate::scope::Scope;
use crate::workspace;
use anyhow::{Context, Result, bail};
use zymase_filetest::parallel::{self, Options};
use zymase_toolchain::require_tool;

/// The programs that belong to `cargo xtask test`: so many runs, of which usual tests take one, with so many programs.
const RUNS: usize = 8;
const PROGRAMS: usize = 45;

/// Builds, and checks as many programs as the options ask for; false when one fails.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let options = parse(arguments)?;
    if options.plugin == workspace::release_plugin() {
        workspace::build_release()?;
    }
    check(options)
}

/// The programs that are part of all tests; the plugin is built already.
pub fn run_collection(scope: Scope) -> Result<bool> {
    let run = scope.pick("random parallel programs", RUNS);
    let runs = if scope.is_full() { 0..RUNS } else { run..run + 1 };
    check(Options { programs: runs.len() * PROGRAMS, seed: 1 + (runs.start * PROGRAMS) as u64, ..defaults() })
}

fn defaults() -> Options {
    Options {
        programs: 100,
        seed: 1,
        batch: 5,
        levels: ["-O0", "-O2", "-O3"].map(String::from).to_vec(),
        clang: String::new(),
        plugin: workspace::release_plugin(),
        work_dir: workspace::scratch_folder().join("fuzz-parallel"),
    }
}

fn check(options: Options) -> Result<bool> {
    let clang = require_tool("clang")?.to_string_lossy().into_owned();
    let summary = parallel::run(&Options { clang, ..options })?;
    print!("{summary}");
    Ok(summary.ok())
}

fn parse(arguments: &[&str]) -> Result<Options> {
    let mut options = defaults();
    let mut remaining = arguments.iter();
    while let Some(&name) = remaining.next() {
        let value = *remaining.next().with_context(|| format!("{name} needs a value"))?;
        match name {
            "--programs" => options.programs = value.parse().context("--programs needs a number")?,
            "--seed" => options.seed = value.parse().context("--seed needs a number")?,
            "--keep" => options.work_dir = value.into(),
            "--level" => options.levels = value.split(',').map(str::to_owned).collect(),
            "--plugin" => options.plugin = value.into(),
            _ => bail!("there is no option {name}; `cargo xtask help` lists them"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["--programs", "10", "--seed", "7", "--level", "-O1,-O2"]).unwrap();
        assert_eq!((options.programs, options.seed), (10, 7));
        assert_eq!(options.levels, ["-O1", "-O2"]);
        assert!(parse(&["--programs"]).is_err());
        assert!(parse(&["--colour", "red"]).is_err());
    }
}
