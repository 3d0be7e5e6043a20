//! What derivatives add to the time of a build: programs with one derivative, built again after their source was touched, against
//! plain cargo on the same programs without the derivative.

use super::{FOLDER, build};
use crate::bench::build::{Builder, Times};
use crate::{cargo_zymase, workspace};
use anyhow::{Context, Result};
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

const PROGRAMS: [(&str, &str); 2] = [("link_alone", "no dependencies"), ("link_nalgebra", "nalgebra")];

/// How often each is built; the best counts.
const ROUNDS: u32 = 7;

/// How many seconds a derivative may add.
const LONGEST: f64 = 3.0;

/// Builds in turn; false when derivatives add too much.
pub fn measure(builder: &Builder) -> Result<bool> {
    let mut is_good = true;
    println!("\nBuilding a program with one derivative again, seconds (CPU seconds)\n");
    println!("| program | cargo build --release, lto = false | cargo zymase build --release | more |");
    println!("|{}", " --- |".repeat(4));
    for (package, title) in PROGRAMS {
        let (mut plain, mut derivative) = (plain(package), derivative(package));
        build(&mut plain)?;
        build(&mut derivative)?;
        let (mut without, mut with) = (never(), never());
        for _ in 0..ROUNDS {
            without = touch_and_build(builder, package, &plain, without)?;
            with = touch_and_build(builder, package, &derivative, with)?;
        }
        let more = with.wall - without.wall;
        is_good &= more <= LONGEST;
        println!(
            "| {title} | {:.2} ({:.2}) | {:.2} ({:.2}) | {more:.2} ({:.2}){} |",
            without.wall,
            without.cpu,
            with.wall,
            with.cpu,
            with.cpu - without.cpu,
            if more <= LONGEST { String::new() } else { format!(": more than {LONGEST} s") }
        );
    }
    Ok(is_good)
}

fn never() -> Times {
    Times { cpu: f64::INFINITY, wall: f64::INFINITY }
}

fn plain(package: &str) -> Command {
    let mut command = workspace::cargo();
    command
        .args(["build", "--quiet", "--release", "--package", package])
        .current_dir(workspace::root().join(FOLDER))
        .env("CARGO_TARGET_DIR", cargo_zymase::target_folder())
        .env("CARGO_PROFILE_RELEASE_LTO", "false");
    command
}

fn derivative(package: &str) -> Command {
    let mut command = cargo_zymase::command(FOLDER);
    command.args(["build", "--quiet", "--release", "--package", package, "--features", "derivative"]);
    command
}

/// The best times, with one more build.
fn touch_and_build(builder: &Builder, package: &str, command: &Command, best: Times) -> Result<Times> {
    touch(package)?;
    let times = builder.time(command, 1)?;
    Ok(Times { cpu: times.cpu.min(best.cpu), wall: times.wall.min(best.wall) })
}

fn touch(package: &str) -> Result<()> {
    let source: PathBuf = workspace::root().join(FOLDER).join(package).join("src/main.rs");
    let file = OpenOptions::new().append(true).open(&source);
    let touched = file.and_then(|file| file.set_modified(SystemTime::now()));
    touched.with_context(|| format!("cannot touch {}", source.display()))
}
