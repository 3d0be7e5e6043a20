//! What the plugin costs a compilation without any derivative in it. Informational: times depend on the machine.
//!
//! Other steps run at the same time. Of the small file, which many rounds compile, the shortest time counts; of the large
//! one the time of processors, which the kernel counts too coarsely for the small one.

use crate::workspace;
use anyhow::{Result, ensure};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use zymase_filetest::compile::{COMPILE_LIMIT, Toolchain};
use zymase_filetest::process;

const SMALL_ROUNDS: usize = 15;
const LARGE_ROUNDS: usize = 2;
const LARGE_FUNCTIONS: usize = 800;

/// Measures a tiny file (the cost of loading) and a large one (the cost of looking).
pub fn measure() -> Result<()> {
    let toolchain = workspace::toolchain()?;
    let folder = workspace::scratch_folder().join("load-cost");
    fs::create_dir_all(&folder)?;
    let (small, large) = (folder.join("small.c"), folder.join("large.c"));
    fs::write(&small, "int nothing;\n")?;
    fs::write(&large, large_program())?;
    let (without, with) = compare(&toolchain, &small, SMALL_ROUNDS, |cost| cost.wall)?;
    println!("loading the plugin costs {:.1} ms (goal: at most 5 ms)", (with - without) * 1e3);
    let (without, with) = compare(&toolchain, &large, LARGE_ROUNDS, |cost| cost.cpu)?;
    let percent = 100.0 * (with - without) / without;
    println!("a file without derivatives that takes {without:.2} s takes {percent:+.1}% with it (goal: below 2%)");
    Ok(())
}

/// What a compilation took.
struct Cost {
    wall: Duration,
    cpu: Duration,
}

/// The least costs, in seconds, without and with the plugin.
fn compare(toolchain: &Toolchain, source: &Path, rounds: usize, part: fn(&Cost) -> Duration) -> Result<(f64, f64)> {
    let plugin = format!("-fpass-plugin={}", toolchain.plugin.display());
    let (mut without, mut with) = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        without = without.min(part(&compile(toolchain, source, None)?));
        with = with.min(part(&compile(toolchain, source, Some(&plugin))?));
    }
    Ok((without.as_secs_f64(), with.as_secs_f64()))
}

fn compile(toolchain: &Toolchain, source: &Path, plugin: Option<&str>) -> Result<Cost> {
    let start = Instant::now();
    let mut command = Command::new(&toolchain.clang);
    command.args(["-O2", "-c", "-o", "/dev/null"]).args(plugin).arg(source);
    let finished = process::run(&mut command, COMPILE_LIMIT)?;
    ensure!(finished.succeeded(), "{} does not compile with the plugin", source.display());
    Ok(Cost { wall: start.elapsed(), cpu: finished.cpu })
}

/// Many small functions with loops and branches.
fn large_program() -> String {
    let mut text = String::new();
    for index in 0..LARGE_FUNCTIONS {
        let _ = writeln!(
            text,
            "double f{index}(double *x, int n) {{ double s = {index}; for (int i = 0; i < n; ++i) {{ if (x[i] > {index}) \
             s += x[i] * s; else x[i] = s / (x[i] + 2.5); }} return s; }}"
        );
    }
    text
}
