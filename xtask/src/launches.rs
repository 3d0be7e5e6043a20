//! Gradients of host functions that launch kernels: `tests/launches`, compiled and linked for a GPU, and run on CPUs in two ways.
//!
//! With `launches=1` derivatives are made as for a GPU: shadows of device memory, companions of kernels, states that are kept; then all kernels become code for CPUs. Without
//! it kernels are host code before derivatives are made. Both must give what forward mode and differences give. Files that begin with
//! `// refused: ` must not compile for a GPU, and say that.

use crate::{cuda, workspace};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zymase_filetest::runner::Summary;

/// The GPU that programs are compiled for.
const ARCHITECTURE: &str = "sm_90";
/// What a program begins with that must be refused; the rest of its first line is what the message says.
const REFUSED: &str = "// refused: ";
/// What a program begins with that only a GPU, or what stands for one, differentiates.
const ONLY_LAUNCHES: &str = "// only launches";

/// Compiles and runs all programs.
pub fn test() -> Result<Summary> {
    let cuda = cuda::headers()?;
    let scratch = workspace::scratch_folder().join("launches");
    fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    let mut summary = Summary::default();
    for (file, words) in programs()? {
        match test_program(&file, words, &cuda, &scratch) {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                println!("{}: {error:#}", file.display());
                summary.failed += 1;
            }
        }
    }
    Ok(summary)
}

/// The tests, and the benchmark in a small size.
fn programs() -> Result<Vec<(PathBuf, &'static [&'static str])>> {
    let mut programs: Vec<(PathBuf, &'static [&'static str])> = Vec::new();
    let folders: [(&str, &'static [&'static str]); 2] = [("tests/launches", &[]), ("bench/launches", &["small"])];
    for (folder, words) in folders {
        let folder = workspace::root().join(folder);
        let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let files = files.flatten().map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "cu"));
        programs.extend(files.map(|file| (file, words)));
    }
    programs.sort();
    Ok(programs)
}

fn zymase(cuda: &Path, flags: &str) -> Command {
    let mut command = Command::new(workspace::target_folder().join("release/zymase"));
    command.env("CUDA_HOME", cuda).env("ZYMASE_FLAGS", flags).args(["c++", "-O2"]);
    command
}

fn shown(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).chars().take(2000).collect()
}

fn compile_for_gpu(file: &Path, cuda: &Path, to: &Path) -> Result<Output> {
    let mut command = zymase(cuda, "");
    command.arg(format!("--offload-arch={ARCHITECTURE}")).arg(file).arg("-o").arg(to);
    command.output().context("cannot start zymase")
}

fn test_program(file: &Path, words: &[&str], cuda: &Path, scratch: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let program = scratch.join(file.file_stem().unwrap_or_default());
    let output = compile_for_gpu(file, cuda, &program)?;
    if let Some(message) = text.lines().next().and_then(|line| line.strip_prefix(REFUSED)) {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(!output.status.success(), "was not refused");
        ensure!(said.contains(message), "was refused with another message: {said}");
        return Ok(());
    }
    ensure!(output.status.success(), "does not compile for a GPU: {}", shown(&output));
    for flags in ["launches=1", ""] {
        if flags.is_empty() && text.starts_with(ONLY_LAUNCHES) {
            continue;
        }
        let mut command = zymase(cuda, flags);
        let output = command.arg("--zymase-gpu=cpu").arg(file).arg("-o").arg(&program).output();
        let output = output.context("cannot start zymase")?;
        ensure!(output.status.success(), "does not compile for CPUs ({flags}): {}", shown(&output));
        let run = Command::new(&program).args(words).env("OMP_NUM_THREADS", "2").output();
        let output = run.context("cannot start it")?;
        let said = shown(&output);
        ensure!(output.status.success() && !said.contains("DISAGREE"), "fails ({flags}): {} {said}", output.status);
    }
    Ok(())
}
