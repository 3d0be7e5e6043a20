//! Finds test files, runs their pieces in parallel and counts.
//!
//! A piece is a file at one level. Those that probably take longest begin first, so that no processor waits at the end
//! for one that began late.

use crate::commands::{Failure, Piece, pieces, run_piece};
use crate::compile::{Spent, Toolchain};
use crate::directives::{Case, Language};
use crate::sample::draw;
use anyhow::{Context, Result};
use std::cmp::Reverse;
use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::ops::Add;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many files passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub passed: usize,
    pub failed: usize,
}

impl Add for Summary {
    type Output = Summary;

    fn add(self, other: Summary) -> Summary {
        Summary { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
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

/// How test files are run.
pub struct Runner<'a> {
    pub toolchain: &'a Toolchain,
    /// Files are named relative to it.
    pub workspace: &'a Path,
    pub scratch: &'a Path,
    /// How many pieces run at a time.
    pub threads: usize,
    /// The seed by which levels are drawn; without one, files run at all of theirs.
    pub sample: Option<u64>,
}

/// What one piece of a test file took.
#[derive(Debug)]
pub struct Cost {
    pub name: String,
    pub spent: Spent,
}

/// A test file on its way.
struct Progress {
    remaining: usize,
    failures: Vec<Failure>,
}

/// A piece that has been run.
struct Done {
    file: usize,
    failures: Vec<Failure>,
    cost: Cost,
}

impl Runner<'_> {
    /// Runs test files; what is wrong is printed as it is found. The folders of files that fail stay below `scratch`
    /// to be looked at.
    pub fn run(&self, files: &[PathBuf]) -> (Summary, Vec<Cost>) {
        let names: Vec<&Path> = files.iter().map(|path| path.strip_prefix(self.workspace).unwrap_or(path)).collect();
        let (mut queue, mut progress) = self.read(&names, files);
        queue.sort_by_cached_key(|(file, piece)| Reverse(expected_cost(&files[*file], piece)));
        let (mut summary, mut costs) = (Summary::default(), Vec::new());
        for (name, file) in names.iter().zip(&progress).filter(|(_, file)| file.remaining == 0) {
            self.conclude(name, &file.failures, &mut summary);
        }
        let shows_progress = stderr().is_terminal();
        self.run_queue(&names, &queue, |done| {
            costs.push(done.cost);
            let file = &mut progress[done.file];
            file.failures.extend(done.failures);
            file.remaining -= 1;
            if file.remaining == 0 {
                self.conclude(names[done.file], &file.failures, &mut summary);
            }
            if shows_progress {
                eprint!("\r  {} of {} files", summary.passed + summary.failed, files.len());
                let _ = stderr().flush();
            }
        });
        if shows_progress {
            eprintln!();
        }
        (summary, costs)
    }

    /// Reads all files: the pieces to run, with the place of their file, and what is wrong already.
    fn read(&self, names: &[&Path], files: &[PathBuf]) -> (Vec<(usize, Piece)>, Vec<Progress>) {
        let (mut queue, mut progress) = (Vec::new(), Vec::new());
        for (index, path) in files.iter().enumerate() {
            let text = fs::read_to_string(path).map_err(anyhow::Error::from);
            match text.and_then(|text| Case::parse(path, &text)) {
                Ok(case) => {
                    let mut found = pieces(case);
                    found.retain(|piece| self.is_wanted(piece));
                    if let Some(seed) = self.sample {
                        found = draw(found, seed, &names[index].to_string_lossy());
                    }
                    progress.push(Progress { remaining: found.len(), failures: Vec::new() });
                    queue.extend(found.into_iter().map(|piece| (index, piece)));
                }
                Err(error) => {
                    let failure = Failure { level: "directives".to_string(), message: format!("{error:#}") };
                    progress.push(Progress { remaining: 0, failures: vec![failure] });
                }
            }
        }
        (queue, progress)
    }

    /// Claims on LLVM IR are about their own level.
    fn is_wanted(&self, piece: &Piece) -> bool {
        let levels = &self.toolchain.levels;
        piece.is_for_claims || levels.is_empty() || levels.contains(&piece.level.as_str())
    }

    /// Runs all pieces, several at a time, and hands over each when it is done.
    fn run_queue(&self, names: &[&Path], queue: &[(usize, Piece)], mut take: impl FnMut(Done)) {
        let next = AtomicUsize::new(0);
        let (results, finished) = mpsc::channel();
        let work = |results: mpsc::Sender<Done>| {
            while let Some((file, piece)) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (failures, spent) = run_piece(self.toolchain, piece, &self.scratch.join(names[*file]));
                let cost = Cost { name: format!("{} {}", names[*file].display(), piece.name), spent };
                // Nobody listens any more only when the whole run breaks off.
                let _ = results.send(Done { file: *file, failures, cost });
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (work, results) = (&work, results.clone());
                scope.spawn(move || work(results));
            }
            drop(results);
            finished.into_iter().for_each(&mut take);
        });
    }

    /// Counts a file, and says what is wrong with it.
    fn conclude(&self, name: &Path, failures: &[Failure], summary: &mut Summary) {
        let folder = self.scratch.join(name);
        if failures.is_empty() {
            summary.passed += 1;
            // The folder may not exist; one that cannot be removed does no harm.
            let _ = fs::remove_dir_all(&folder);
        } else {
            summary.failed += 1;
            println!("{}", describe(name, &folder, failures));
        }
    }
}

/// What a piece costs compared with others, as far as one can tell without running it: slow files come first, then those
/// that include most, then the longest.
fn expected_cost(path: &Path, piece: &Piece) -> (bool, bool, bool, u64) {
    let length = fs::metadata(path).map_or(0, |data| data.len());
    (piece.case.slow, piece.case.language == Language::CPlusPlus, piece.leaks, length)
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
