//! `cargo xtask scaling`: packs programs that measure how gradients of parallel programs scale into a folder that needs nothing
//! installed, and runs them here.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_toolchain::require_tool;

/// The run time, as programs look for it.
const RUN_TIME: &str = "libomp.so.5";
/// What the folder is run with elsewhere: all programs, with 1, 2, 4, … threads.
const SCRIPT: &str = r#"#!/bin/sh
# Milliseconds of every program and of its gradient, by the number of threads.
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH="$PWD" OMP_PROC_BIND=true
echo "program      threads   primal   gradient"
for program in *.run; do
  threads=1
  while [ "$threads" -le "$(nproc)" ]; do
    OMP_NUM_THREADS=$threads "./$program" 9 || exit 1
    threads=$((threads * 2))
  done
done
"#;

/// Builds all programs of `bench/scaling` and runs them.
pub fn run() -> Result<()> {
    let to = workspace::root().join("target/scaling");
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(workspace::root().join("bench/scaling"))? {
        let source = entry?.path();
        if source.extension().is_some_and(|end| end == "c") {
            build(&source, &to)?;
        }
    }
    fs::copy(run_time()?, to.join(RUN_TIME))?;
    let script = to.join("run.sh");
    fs::write(&script, SCRIPT)?;
    println!("packed into {}: run run.sh there, on any machine", to.display());
    let status = Command::new("sh").arg(&script).status().context("cannot run sh")?;
    ensure!(status.success(), "a program failed");
    Ok(())
}

fn build(source: &Path, to: &Path) -> Result<()> {
    let name = source.file_stem().context("a source has a name")?.to_string_lossy();
    let status = Command::new(require_tool("clang")?)
        .args(["-O2", "-fopenmp", &format!("-fpass-plugin={}", workspace::release_plugin().display())])
        .arg(source)
        .args(["-lm", "-o"])
        .arg(to.join(format!("{name}.run")))
        .status()
        .context("cannot run clang")?;
    ensure!(status.success(), "{} does not compile", source.display());
    Ok(())
}

/// Where clang finds the run time.
fn run_time() -> Result<PathBuf> {
    let output = Command::new(require_tool("clang")?).arg(format!("-print-file-name={RUN_TIME}")).output()?;
    let path = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    ensure!(path.is_absolute(), "{RUN_TIME} is missing: install libomp-22-dev");
    Ok(path)
}
