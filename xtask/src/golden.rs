//! `cargo xtask golden`: what the analyses find and the plan decides about functions of the tests and workloads, as files.
//!
//! A change of an analysis shows as a difference of `tests/golden`; `--bless` writes the files anew. The same functions tell
//! whether what is printed is what is carried out: with every optimisation switched off in turn, the plan that is printed of a
//! gradient must be the one that it is emitted with.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_filetest::compile::{COMPILE_LIMIT, Toolchain};
use zymase_filetest::process;
use zymase_filetest::runner::Summary;
use zymase_toolchain::ANALYSES;

/// Files and functions of them, one pair a line.
const LIST: &str = "list.txt";

/// What is switched off in turn, and nothing.
const OPTIONS: [&str; 13] = [
    "",
    "min-cut=0",
    "late-stores=0",
    "distances=0",
    "snapshots=0",
    "ownership=0",
    "fused-loops=0",
    "wide-indices=0",
    "separate-tapes=0",
    "alias-versions=0",
    "alias-versions=always",
    "stack-tapes=0",
    "reassociate=0",
];

/// Functions whose printed plans are compared with those that are carried out, of those that are differentiated.
const COMPARED: usize = 6;

/// A function of a file.
struct Subject {
    file: String,
    function: String,
}

impl Subject {
    /// The name of its file in `tests/golden`.
    fn golden(&self) -> String {
        format!("{}.{}.txt", self.file.replace(['/', '.'], "_"), self.function)
    }
}

/// Compares the files with what is found now, or writes them.
pub fn run(options: &[&str]) -> Result<bool> {
    let bless = match options {
        [] => false,
        ["--bless"] => true,
        _ => anyhow::bail!("golden: {}: not understood", options.join(" ")),
    };
    let summary = compare_all(bless)?;
    println!("{} as they were, {} changed", summary.passed, summary.failed);
    Ok(summary.failed == 0)
}

/// A step of the tests: both comparisons.
pub fn test() -> Result<Summary> {
    Ok(compare_all(false)? + compare_with_emitted()?)
}

fn folder() -> PathBuf {
    workspace::root().join("tests/golden")
}

fn subjects() -> Result<Vec<Subject>> {
    let path = folder().join(LIST);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (file, function) =
                line.split_once(' ').with_context(|| format!("{LIST}: '{line}' names no function"))?;
            Ok(Subject { file: file.to_owned(), function: function.to_owned() })
        })
        .collect()
}

fn compare_all(bless: bool) -> Result<Summary> {
    let (toolchain, subjects) = (workspace::toolchain()?, subjects()?);
    let mut summary = Summary::default();
    for found in in_parallel(&subjects, |subject| describe(&toolchain, subject)) {
        let (subject, now) = found?;
        let path = folder().join(subject.golden());
        if bless {
            fs::write(&path, now)?;
            summary.passed += 1;
            continue;
        }
        let before = fs::read_to_string(&path).unwrap_or_default();
        match first_difference(&before, &now) {
            None => summary.passed += 1,
            Some(difference) => {
                summary.failed += 1;
                println!("{} is not as it was:\n{difference}", path.strip_prefix(workspace::root())?.display());
            }
        }
    }
    if bless {
        remove_others(&subjects)?;
    } else if summary.failed > 0 {
        println!("if that is meant: cargo xtask golden --bless");
    }
    Ok(summary)
}

/// Files of functions that are no longer on the list.
fn remove_others(subjects: &[Subject]) -> Result<()> {
    let names: BTreeSet<String> = subjects.iter().map(Subject::golden).chain([LIST.to_owned()]).collect();
    for entry in fs::read_dir(folder())? {
        let entry = entry?;
        if !names.contains(&*entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Does the same with every subject, on all processors; results come in their order.
fn in_parallel<T: Send>(
    subjects: &[Subject],
    work: impl Fn(&Subject) -> Result<T> + Sync,
) -> Vec<Result<(&Subject, T)>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<Option<Result<(&Subject, T)>>> = Vec::new();
    results.resize_with(subjects.len(), || None);
    let share = subjects.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for (subjects, results) in subjects.chunks(share).zip(results.chunks_mut(share)) {
            let work = &work;
            scope.spawn(move || {
                for (subject, result) in subjects.iter().zip(results) {
                    *result = Some(work(subject).map(|found| (subject, found)));
                }
            });
        }
    });
    results.into_iter().flatten().collect()
}

/// What all analyses find.
fn describe(toolchain: &Toolchain, subject: &Subject) -> Result<String> {
    let mut text = String::new();
    for analysis in ANALYSES {
        let flags = format!("print={analysis} function={}", subject.function);
        writeln!(text, "== {analysis}")?;
        for line in printed(toolchain, subject, &flags)?.lines() {
            writeln!(text, "{}", without_attributes(line))?;
        }
    }
    Ok(text)
}

/// A line without the number of a group of attributes at its end, which whatever else is declared changes.
fn without_attributes(line: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.rsplit_once(" #").filter(|(_, group)| is_number(group)).map_or(line, |(front, _)| front)
}

/// What the plugin prints with these flags while it compiles the file.
fn printed(toolchain: &Toolchain, subject: &Subject, flags: &str) -> Result<String> {
    let root = workspace::root();
    let mut command = Command::new(&toolchain.clang);
    command
        .args(["-O2", "-w", "-gline-tables-only", "-fno-math-errno", "-I", "bench", "-I", "include"])
        .arg(format!("-fpass-plugin={}", toolchain.plugin.display()))
        .args(["-c", "-o", "/dev/null", &subject.file])
        .env("ZYMASE_FLAGS", flags)
        .current_dir(&root);
    let finished = process::run(&mut command, COMPILE_LIMIT)?;
    ensure!(finished.succeeded(), "{} does not compile with {flags}:\n{}", subject.file, finished.output);
    Ok(finished.output)
}

fn first_difference(before: &str, now: &str) -> Option<String> {
    let (mut old, mut new, mut line) = (before.lines(), now.lines(), 0);
    loop {
        line += 1;
        match (old.next(), new.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |text: Option<&str>| text.unwrap_or("(the end)").to_owned();
                return Some(format!("  line {line}\n  - {}\n  + {}", show(a), show(b)));
            }
        }
    }
}

/// Compares plans that are printed with those that are carried out, with every optimisation switched off in turn.
fn compare_with_emitted() -> Result<Summary> {
    let (toolchain, subjects) = (workspace::toolchain()?, subjects()?);
    let mut summary = Summary::default();
    let differentiated: Vec<Subject> = subjects.into_iter().filter(is_differentiated).take(COMPARED).collect();
    ensure!(differentiated.len() == COMPARED, "{LIST}: too few functions that are differentiated");
    for found in in_parallel(&differentiated, |subject| wrongly_printed(&toolchain, subject)) {
        let (subject, wrong) = found?;
        summary.passed += OPTIONS.len() - wrong.len();
        summary.failed += wrong.len();
        for (option, difference) in wrong {
            println!("'{}' of {} with '{option}' is not printed as it is made:", subject.function, subject.file);
            println!("{difference}");
        }
    }
    Ok(summary)
}

fn is_differentiated(subject: &Subject) -> bool {
    Path::new(&subject.file).starts_with("bench")
}

/// The options with which the plan that is printed is not the one that is carried out.
fn wrongly_printed(toolchain: &Toolchain, subject: &Subject) -> Result<Vec<(&'static str, String)>> {
    let mut wrong = Vec::new();
    for option in OPTIONS {
        let flags = format!("print=plan function={} carried-out=1 {option}", subject.function);
        let text = printed(toolchain, subject, &flags)?;
        let (plan, gradients) = text.split_once("0\tcarried out\t").context("no gradient is emitted")?;
        // The version for arguments that do not overlap is shown, where there is one.
        let plan: String =
            plan.lines().filter(|line| !line.starts_with("0\tnote\t")).map(|l| format!("{l}\n")).collect();
        let apart = format!("{}.apart", subject.function);
        let of_function = |gradient: &&str| gradient.starts_with(&format!("{}\n", subject.function));
        let mut all = gradients.split("0\tcarried out\t");
        let mut named = all.clone().filter(|gradient| gradient.starts_with(&apart));
        let emitted = named.next().or_else(|| all.find(of_function)).context("its gradient is not emitted")?;
        let emitted = emitted.split_once('\n').map_or("", |(_, rest)| rest);
        if let Some(difference) = first_difference(&plan, emitted) {
            wrong.push((option, difference));
        }
    }
    Ok(wrong)
}
