//! The Python package: its tests, and the wheel.
//!
//! Tests run from the source tree, with the native part that cargo builds. Each file is a process of its own: some frameworks cannot
//! be loaded together. PyTorch and TensorFlow take gigabytes; their tests are skipped unless they are asked for.

use crate::tensor;
use crate::workspace::{build_release, root, run_cargo, target_folder};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zymase_filetest::runner::Summary;

/// What the tests need beside JAX.
const PACKAGES: [&str; 7] =
    ["numba==0.68.1", "scipy", "pytest", "maturin>=1.7,<2", "nbformat", "nbclient", "ipykernel"];

/// What `--all` adds.
const LARGE_PACKAGES: [&str; 2] = ["torch", "tensorflow-cpu"];

/// `cargo xtask python [--all] [FILTER]`: the tests of the package.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let all = arguments.contains(&"--all");
    let filter = arguments.iter().find(|argument| !argument.starts_with("--")).copied().unwrap_or_default();
    build_release()?;
    let summary = test(all, filter)?;
    println!("\n{} passed, {} failed", summary.passed, summary.failed);
    Ok(summary.failed == 0)
}

/// The tests as a step: those of the large frameworks are left out. Skipped where the packages cannot be had.
pub fn test_usual() -> Result<Summary> {
    match python(false) {
        Ok(_) => test(false, ""),
        Err(error) => {
            println!("skipped: {error:#}");
            Ok(Summary::default())
        }
    }
}

fn test(all: bool, filter: &str) -> Result<Summary> {
    let python = python(all)?;
    build_native()?;
    let mut summary = Summary::default();
    for file in test_files(all, filter)? {
        summary = summary + run_file(&python, &file)?;
    }
    ensure!(summary.passed + summary.failed > 0, "there are no tests of that name");
    Ok(summary)
}

fn test_files(all: bool, filter: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("tests/python"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_large = name.contains("torch") || name.contains("tensorflow");
        if name.starts_with("test_") && name.ends_with(".py") && name.contains(filter) && (all || !is_large) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn run_file(python: &Path, file: &Path) -> Result<Summary> {
    let mut command = Command::new(python);
    command.args(["-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider"]).arg(file);
    command.env("PYTHONPATH", package_folder());
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("ZYMASE_PLUGIN", target_folder().join("release/libzymase.so"));
    command.env("ZYMASE_CACHE", target_folder().join("python-cache"));
    let output = command.stderr(Stdio::inherit()).output().context("cannot start python")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.trim_end().lines().last().unwrap_or_default().to_owned();
    println!("{}: {last}", file.file_name().unwrap_or_default().to_string_lossy());
    let mut summary = Summary { passed: counted(&last, "passed"), failed: counted(&last, "failed") };
    if !output.status.success() {
        println!("{text}");
        summary.failed = summary.failed.max(1);
    }
    Ok(summary)
}

/// The number before a word in the last line of pytest.
fn counted(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let place = words.iter().position(|each| *each == word || each.trim_end_matches('s') == word);
    place.and_then(|place| words[place.checked_sub(1)?].parse().ok()).unwrap_or(0)
}

fn package_folder() -> PathBuf {
    root().join("crates/python/python")
}

/// Builds the native part and puts it where Python finds it.
fn build_native() -> Result<()> {
    ensure!(
        run_cargo(&["build", "--release", "--quiet", "--package", "zymase-python"])?,
        "the native part does not build"
    );
    let target = package_folder().join("zymase/_native.abi3.so");
    // A link of an earlier build, or a file; what is there is replaced.
    let _ = fs::remove_file(&target);
    fs::copy(target_folder().join("release/lib_native.so"), &target).context("cannot copy the native part")?;
    Ok(())
}

/// A Python with what the tests need.
fn python(all: bool) -> Result<PathBuf> {
    let python = tensor::python_with_jax()?;
    let has = |modules: &str| {
        Command::new(&python).args(["-c", modules]).output().is_ok_and(|output| output.status.success())
    };
    if !has("import numba, scipy, pytest, maturin, nbformat, nbclient, ipykernel") {
        install(&python, &PACKAGES)?;
    }
    if all
        && !has("import importlib.util as u, sys; sys.exit(not (u.find_spec('torch') and u.find_spec('tensorflow')))")
    {
        install(&python, &LARGE_PACKAGES)?;
    }
    Ok(python)
}

fn install(python: &Path, packages: &[&str]) -> Result<()> {
    println!("installing {}", packages.join(", "));
    let status = Command::new(python).args(["-m", "pip", "install", "--quiet"]).args(packages).status();
    ensure!(status.context("cannot start pip")?.success(), "cannot install {}", packages.join(", "));
    Ok(())
}

/// `cargo xtask wheel`: builds the wheel, installs it into an empty environment, and runs the examples of its page there.
pub fn wheel() -> Result<bool> {
    let python = python(false)?;
    build_release()?;
    bundle()?;
    let folder = target_folder().join("wheels");
    // Wheels of earlier builds.
    let _ = fs::remove_dir_all(&folder);
    let mut command = Command::new(&python);
    command.args(["-m", "maturin", "build", "--release", "--strip", "--out"]).arg(&folder);
    command.current_dir(root().join("crates/python"));
    ensure!(command.status().context("cannot start maturin")?.success(), "the wheel does not build");
    let Some(entry) = fs::read_dir(&folder)?.next() else { bail!("there is no wheel in {}", folder.display()) };
    let wheel = entry?.path();
    println!("{}: {:.1} MB", wheel.display(), fs::metadata(&wheel)?.len() as f64 / 1e6);
    try_wheel(&wheel)
}

/// Puts the plugins, the program and the headers beside the Python files.
fn bundle() -> Result<()> {
    let (package, release) = (package_folder().join("zymase"), target_folder().join("release"));
    let copies = [
        ("lib/libzymase.so", "libzymase.so"),
        ("lib/libzymase_attributes.so", "libzymase_attributes.so"),
        ("bin/zymase", "zymase"),
    ];
    for (target, source) in copies {
        let target = package.join(target);
        fs::create_dir_all(target.parent().unwrap_or(&package))?;
        fs::copy(release.join(source), &target).with_context(|| format!("cannot copy {source}"))?;
        let status = Command::new("strip").arg(&target).status().context("cannot start strip")?;
        ensure!(status.success(), "cannot strip {}", target.display());
    }
    copy_folder(&root().join("include"), &package.join("include"))
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Installs a wheel alone, and runs the code of the page of the package.
fn try_wheel(wheel: &Path) -> Result<bool> {
    let folder = target_folder().join("wheel-environment");
    let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
    ensure!(made.context("cannot start python3")?.success(), "cannot make {}", folder.display());
    let python = folder.join("bin/python");
    install(&python, &[&wheel.to_string_lossy()])?;
    let page = fs::read_to_string(root().join("crates/python/README.md"))?;
    let code: Vec<&str> = page.split("```python\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    let run = |command: &mut Command| -> Result<bool> {
        command.env_remove("ZYMASE_PLUGIN").env_remove("PYTHONPATH");
        command.env("ZYMASE_CACHE", folder.join("cache")).current_dir(&folder);
        Ok(command.status()?.success())
    };
    let examples = run(Command::new(&python).args(["-c", &code.join("\n")]))?;
    let program = run(Command::new(folder.join("bin/zymase")).arg("plugin-path"))?;
    println!(
        "examples: {}, command: {}",
        if examples { "right" } else { "wrong" },
        if program { "found" } else { "missing" }
    );
    Ok(examples && program)
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn the_last_line_of_pytest_is_read() {
        let line = "1 failed, 116 passed, 2 warnings in 13.19s";
        assert_eq!((counted(line, "passed"), counted(line, "failed"), counted(line, "error")), (116, 1, 0));
        assert_eq!(counted("no tests ran in 0.01s", "passed"), 0);
    }
}
