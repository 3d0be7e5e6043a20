//! CUDA programs on the CPU: `tests/cuda`, each of which compares its kernels with serial code and ends with 0 when they agree.

use crate::{packages, workspace};
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zymase_filetest::runner::Summary;

/// CUDA's headers, from Python's packages. The program names the same when they are missing.
const PACKAGES: [&str; 7] = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
    "nvidia-curand==10.4.0.35",
    "nvidia-cuda-profiler-api==13.0.85",
];

/// Numbers of threads that every program runs with.
const THREADS: [&str; 3] = ["1", "2", "3"];

/// What a program ends with when it must be refused; the rest of its first line is what the message says.
const REFUSED: &str = "// refused: ";

/// Where CUDA's headers are; they are installed when they are not there.
pub fn headers() -> Result<PathBuf> {
    let folder = workspace::target_folder().join("cuda");
    let found = folder.join("nvidia/cu13");
    if !found.join("include/cuda_runtime.h").is_file() || !found.join("nvvm").is_dir() {
        packages::install_python()?;
        let mut command = Command::new("python3");
        command.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(&folder).args(PACKAGES);
        let installed = command.status().context("cannot start pip")?;
        ensure!(installed.success(), "cannot install CUDA's headers: is there a network?");
    }
    Ok(found)
}

/// Runs all programs.
pub fn test() -> Result<Summary> {
    let headers = headers()?;
    let scratch = workspace::scratch_folder().join("cuda");
    fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    let folder = workspace::root().join("tests/cuda");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    let mut summary = Summary::default();
    for file in &files {
        match test_program(file, &headers, &scratch) {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                println!("{}: {error:#}", file.display());
                summary.failed += 1;
            }
        }
    }
    Ok(summary)
}

fn test_program(file: &Path, headers: &Path, scratch: &Path) -> Result<()> {
    let program = scratch.join(file.file_stem().unwrap_or_default());
    let mut words: Vec<OsString> = ["c++", "-O2", "--zymase-gpu=cpu"].map(OsString::from).to_vec();
    words.extend([file.into(), "-o".into(), program.clone().into()]);
    let zymase = workspace::target_folder().join("release/zymase");
    let output = Command::new(zymase).args(words).env("CUDA_HOME", headers).output().context("cannot start zymase")?;
    let text = fs::read_to_string(file)?;
    if let Some(message) = text.lines().next().and_then(|line| line.strip_prefix(REFUSED)) {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(!output.status.success(), "was not refused");
        ensure!(said.contains(message), "was refused with another message: {said}");
        return Ok(());
    }
    ensure!(output.status.success(), "does not compile: {}", shown(&output));
    for threads in THREADS {
        let output = Command::new(&program).env("OMP_NUM_THREADS", threads).output().context("cannot start it")?;
        ensure!(output.status.success(), "fails with {threads} threads: {} {}", output.status, shown(&output));
    }
    Ok(())
}

fn shown(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).chars().take(2000).collect()
}
