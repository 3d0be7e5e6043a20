//! Finds test files, runs them in parallel and counts.

use crate::commands::{Failure, run_case};
use crate::compile::Toolchain;
use crate::directives::{Case, Language};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many files passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub passed: usize,
    pub failed: usize,
}

/// All test files below a folder whose path contains the filter, sorted.
pub fn discover(folder: &Path, filter: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, &mut found)?;
    found.retain(|path| path.to_string_lossy().contains(filter));
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if Language::of(&path).is_some() {
            found.push(path);
        }
    }
    Ok(())
}

/// Runs test files, given relative to `workspace`; what is wrong is printed as it is found. The folders of files that
/// fail stay below `scratch` to be looked at.
pub fn run_files(toolchain: &Toolchain, workspace: &Path, files: &[PathBuf], scratch: &Path) -> Summary {
    let (done, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shows_progress = stderr().is_terminal();
    files.par_iter().for_each(|path| {
        let name = path.strip_prefix(workspace).unwrap_or(path);
        let folder = scratch.join(name);
        let failures = run_file(toolchain, path, &folder);
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        if failures.is_empty() {
            // The folder may not exist; one that cannot be removed does no harm.
            let _ = fs::remove_dir_all(&folder);
        } else {
            failed.fetch_add(1, Ordering::Relaxed);
            println!("{}", describe(name, &folder, &failures));
        }
        if shows_progress {
            eprint!("\r  {count} of {} files", files.len());
            let _ = stderr().flush();
        }
    });
    if shows_progress {
        eprintln!();
    }
    let failed = failed.into_inner();
    Summary { passed: files.len() - failed, failed }
}

fn run_file(toolchain: &Toolchain, path: &Path, scratch: &Path) -> Vec<Failure> {
    let case = fs::read_to_string(path).map_err(anyhow::Error::from).and_then(|text| Case::parse(path, &text));
    match case {
        Ok(case) => run_case(toolchain, &case, scratch),
        Err(error) => vec![Failure { level: "directives".to_string(), message: format!("{error:#}") }],
    }
}

/// The report on one file. Levels that fail in the same way share a paragraph.
fn describe(name: &Path, scratch: &Path, failures: &[Failure]) -> String {
    let mut text = format!("FAILED {}", name.display());
    let mut remaining: Vec<&Failure> = failures.iter().collect();
    while let Some(first) = remaining.first().copied() {
        let heading = |failure: &Failure| failure.message.lines().take(2).collect::<Vec<_>>().join("\n");
        let (same, other): (Vec<&Failure>, Vec<&Failure>) =
            remaining.into_iter().partition(|failure| heading(failure) == heading(first));
        let levels: Vec<&str> = same.iter().map(|failure| failure.level.as_str()).collect();
        let indented = first.message.replace('\n', "\n    ");
        text.push_str(&format!("\n  {}: {indented}", levels.join(" ")));
        remaining = other;
    }
    if scratch.exists() {
        text.push_str(&format!("\n  kept: {}", scratch.display()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_fail_alike_are_told_together() {
        let failure = |level: &str, message: &str| Failure { level: level.into(), message: message.into() };
        let failures = [failure("-O0", "a\nb"), failure("-O2", "c"), failure("-O3", "a\nb")];
        let text = describe(Path::new("x.c"), Path::new("/nonexistent"), &failures);
        assert_eq!(text, "FAILED x.c\n  -O0 -O3: a\n    b\n  -O2: c");
    }
}
