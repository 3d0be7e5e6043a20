//! `cargo xtask fuzz`: random programs, reverse against forward against differences.

use crate::scope::Scope;
use crate::workspace;
use anyhow::{Context, Result, bail};
use zymase_filetest::fuzz::{self, FuzzMode, Options, Points};
use zymase_toolchain::require_tool;

/// The programs that belong to `cargo xtask test`: so many runs, of which usual tests take one, with so many programs.
const RUNS: usize = 2;
const PROGRAMS: usize = 200;
/// Those of which second derivatives are compared, at points where much is exactly 0.
const SECOND_PROGRAMS: usize = 24;

/// Builds, and checks as many programs as the options ask for; false when one fails.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let options = parse(arguments)?;
    if options.plugin == workspace::release_plugin() {
        workspace::build_release()?;
    }
    check(options)
}

/// The random programs that are part of all tests; the plugin is built already.
pub fn run_collection(scope: Scope) -> Result<bool> {
    let run = scope.pick("random programs", RUNS);
    let runs = if scope.is_full() { 0..RUNS } else { run..run + 1 };
    let count = runs.len();
    let seed_of = |programs: usize| 1 + (runs.start * programs) as u64;
    let first = check(Options { programs: count * PROGRAMS, seed: seed_of(PROGRAMS), ..defaults() })?;
    let second = check(Options {
        programs: count * SECOND_PROGRAMS,
        seed: seed_of(SECOND_PROGRAMS),
        mode: FuzzMode::Second,
        points: Points::Exact,
        batch: SECOND_PROGRAMS / 2,
        ..defaults()
    })?;
    Ok(first && second)
}

fn defaults() -> Options {
    Options {
        plugin: workspace::release_plugin(),
        work_dir: workspace::scratch_folder().join("fuzz"),
        ..Options::default()
    }
}

fn check(options: Options) -> Result<bool> {
    let clang = require_tool("clang")?.to_string_lossy().into_owned();
    let summary = fuzz::run(&Options { clang, ..options })?;
    print!("{summary}");
    Ok(summary.ok())
}

fn parse(arguments: &[&str]) -> Result<Options> {
    let mut options = defaults();
    let mut remaining = arguments.iter();
    while let Some(&name) = remaining.next() {
        if name == "--allow-rejections" {
            options.allow_rejections = true;
            continue;
        }
        let value = *remaining.next().with_context(|| format!("{name} needs a value"))?;
        match name {
            "--programs" => options.programs = value.parse().context("--programs needs a number")?,
            "--seed" => options.seed = value.parse().context("--seed needs a number")?,
            "--keep" => {
                options.work_dir = value.into();
                options.keep = true;
            }
            "--level" => options.levels = value.split(',').map(str::to_owned).collect(),
            "--stage" => options.stage = value.parse()?,
            "--mode" => options.mode = value.parse()?,
            "--plugin" => options.plugin = value.into(),
            "--points" => options.points = value.parse()?,
            "--leak-every" => options.leak_every = value.parse().context("--leak-every needs a number")?,
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
        let options = parse(&["--programs", "10", "--seed", "7", "--keep", "folder", "--allow-rejections"]).unwrap();
        assert_eq!((options.programs, options.seed), (10, 7));
        assert!(options.keep && options.allow_rejections);
        assert_eq!(parse(&["--level", "-O1,-O2"]).unwrap().levels, ["-O1", "-O2"]);
        assert!(parse(&["--programs"]).is_err());
        assert!(parse(&["--colour", "red"]).is_err());
    }
}
