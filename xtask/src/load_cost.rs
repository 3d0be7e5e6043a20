//! What the plugin costs a compilation without any derivative in it. Informational: times depend on the machine.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use zymase_filetest::compile::Toolchain;

const SMALL_ROUNDS: usize = 15;
const LARGE_ROUNDS: usize = 3;
const LARGE_FUNCTIONS: usize = 2500;

/// Measures a tiny file (the cost of loading) and a large one (the cost of looking).
pub fn measure(toolchain: &Toolchain) -> Result<()> {
    let folder = workspace::scratch_folder().join("load-cost");
    fs::create_dir_all(&folder)?;
    let (small, large) = (folder.join("small.c"), folder.join("large.c"));
    fs::write(&small, "int nothing;\n")?;
    fs::write(&large, large_program())?;
    let (without, with) = compare(toolchain, &small, SMALL_ROUNDS)?;
    println!("loading the plugin costs {:.1} ms (goal: at most 5 ms)", (with - without) * 1e3);
    let (without, with) = compare(toolchain, &large, LARGE_ROUNDS)?;
    let percent = 100.0 * (with - without) / without;
    println!("a file without derivatives that takes {without:.2} s takes {percent:+.1}% with it (goal: below 2%)");
    Ok(())
}

/// The best times, in seconds, without and with the plugin.
fn compare(toolchain: &Toolchain, source: &Path, rounds: usize) -> Result<(f64, f64)> {
    let plugin = format!("-fpass-plugin={}", toolchain.plugin.display());
    let (mut without, mut with) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        without = without.min(compile(toolchain, source, None)?);
        with = with.min(compile(toolchain, source, Some(&plugin))?);
    }
    Ok((without, with))
}

fn compile(toolchain: &Toolchain, source: &Path, plugin: Option<&str>) -> Result<f64> {
    let start = Instant::now();
    let status = Command::new(&toolchain.clang)
        .args(["-O2", "-c", "-o", "/dev/null"])
        .args(plugin)
        .arg(source)
        .stderr(Stdio::null())
        .status()
        .context("cannot start clang")?;
    ensure!(status.success(), "{} does not compile with the plugin", source.display());
    Ok(start.elapsed().as_secs_f64())
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
