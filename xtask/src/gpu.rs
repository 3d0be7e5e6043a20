//! Derivatives in kernels: `tests/gpu`, on CPUs and assembled for a GPU in the tests, and packed with `bench/gpu` into a folder that runs where a
//! GPU is.
//!
//! Each test compares reverse mode with forward mode, and both with central differences, and ends with 0 when they agree. Files that begin
//! with `// refused: ` must not compile, and say that.

use crate::{cuda, workspace};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zymase_filetest::runner::Summary;

/// Numbers of threads that every program runs with on CPUs.
const THREADS: [&str; 2] = ["1", "3"];
/// The GPU that code is assembled for.
const ARCHITECTURE: &str = "sm_90";
/// What a program begins with that must be refused; the rest of its first line is what the message says.
const REFUSED: &str = "// refused: ";

/// Runs all programs on CPUs, and assembles their code for a GPU.
pub fn test() -> Result<Summary> {
    let cuda = cuda::headers()?;
    let scratch = workspace::scratch_folder().join("gpu");
    fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    let mut summary = Summary::default();
    for file in files("tests/gpu")? {
        match test_program(&file, &cuda, &scratch) {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                println!("{}: {error:#}", file.display());
                summary.failed += 1;
            }
        }
    }
    for file in files("bench/gpu")? {
        match assemble(&file, &cuda, &scratch) {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                println!("{}: {error:#}", file.display());
                summary.failed += 1;
            }
        }
    }
    Ok(summary)
}

fn files(folder: &str) -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join(folder);
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    Ok(files)
}

fn zymase(cuda: &Path) -> Command {
    let mut command = Command::new(workspace::target_folder().join("release/zymase"));
    command.env("CUDA_HOME", cuda).args(["c++", "-O2"]);
    command
}

fn shown(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).chars().take(2000).collect()
}

fn test_program(file: &Path, cuda: &Path, scratch: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    if let Some(message) = text.lines().next().and_then(|line| line.strip_prefix(REFUSED)) {
        let output = compile_for_gpu(file, cuda, &scratch.join("refused.s"))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(!output.status.success(), "was not refused");
        ensure!(said.contains(message), "was refused with another message: {said}");
        return Ok(());
    }
    assemble(file, cuda, scratch)?;
    let program = scratch.join(file.file_stem().unwrap_or_default());
    let mut command = zymase(cuda);
    let output =
        command.arg("--zymase-gpu=cpu").arg(file).arg("-o").arg(&program).output().context("cannot start zymase")?;
    ensure!(output.status.success(), "does not compile for CPUs: {}", shown(&output));
    for threads in THREADS {
        let output = Command::new(&program).env("OMP_NUM_THREADS", threads).output().context("cannot start it")?;
        ensure!(output.status.success(), "fails with {threads} threads: {} {}", output.status, shown(&output));
    }
    Ok(())
}

fn compile_for_gpu(file: &Path, cuda: &Path, to: &Path) -> Result<Output> {
    let mut command = zymase(cuda);
    command.arg(format!("--offload-arch={ARCHITECTURE}")).args(["--cuda-device-only", "-S"]);
    command.arg(file).arg("-o").arg(to).output().context("cannot start zymase")
}

/// Compiles a program for a GPU, and lets CUDA's assembler read the code.
fn assemble(file: &Path, cuda: &Path, scratch: &Path) -> Result<()> {
    let text = scratch.join("device.ptx");
    let output = compile_for_gpu(file, cuda, &text)?;
    ensure!(output.status.success(), "does not compile for a GPU: {}", shown(&output));
    let mut command = Command::new(cuda.join("bin/ptxas"));
    command.arg(format!("-arch={ARCHITECTURE}")).arg("-O1").arg(&text).arg("-o").arg(scratch.join("device.cubin"));
    let output = command.output().context("cannot start ptxas")?;
    ensure!(output.status.success(), "is not assembled: {}", shown(&output));
    Ok(())
}

/// Packs tests and benchmarks into a folder that runs where a GPU is; with nothing else there.
pub fn pack() -> Result<()> {
    let cuda = cuda::headers()?;
    let folder = workspace::target_folder().join("gpu");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (source, start) in [("tests/gpu", "test"), ("tests/launches", "launches"), ("bench/gpu", "bench")] {
        for file in files(source)? {
            if fs::read_to_string(&file)?.starts_with(REFUSED) {
                continue;
            }
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            println!("building {source}/{name}");
            let mut command = zymase(&cuda);
            command.arg(format!("--offload-arch={ARCHITECTURE}")).args(["-Xcuda-ptxas", "-v"]).arg("-s");
            command.arg(&file).arg("-o").arg(folder.join(format!("{start}_{name}")));
            let output = command.output().context("cannot start zymase")?;
            fs::write(folder.join(format!("{start}_{name}.log")), &output.stderr)?;
            ensure!(output.status.success(), "{name} does not compile: {}", shown(&output));
        }
    }
    let script = folder.join("run.sh");
    fs::copy(workspace::root().join("bench/gpu/run.sh"), &script)?;
    println!("packed into {}: run `sh run.sh` there, on a machine with a GPU", folder.display());
    Ok(())
}
