//! `cargo xtask golden`: what the analyses find and the plan decides about functions of the tests and workloads, as files.
//!
//! A change of an analysis shows as a difference of `tests/golden`; `--bless` writes the files anew. The same functions tell
//! whether what is printed is what is carried out: with every optimisation switched off in turn, the plan that is printed of a
//! gradient must be the one that it is emitted with.

use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use zymase_filetest::compile::{COMPILE_LIMIT, Toolchain};
use zymase_filetest::process;
use zymase_filetest::runner::Summary;
use zymase_support::optimisations;
use zymase_toolchain::ANALYSES;

/// Files and functions of them, one pair a line.
const LIST: &str = "list.txt";

/// Functions whose plans are compared with an optimisation switched off.
const COMPARED: &str = "options.txt";

/// The optimisations that change no plan, only what is made of it, or forward mode: they are switched off all at once.
const OF_NO_PLAN: [&str; 7] =
    ["separate-tapes", "stack-tapes", "reassociate", "short-recurrences", "pack-lanes", "carried-sums", "reuse-tapes"];

/// A function of a file.
struct Subject {
    file: String,
    function: String,
}

impl Subject {
    fn parse(line: &str) -> Result<Subject> {
        let (file, function) = line.split_once(' ').with_context(|| format!("'{line}' names no function"))?;
        Ok(Subject { file: file.to_owned(), function: function.to_owned() })
    }

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

/// The lines of a list, without its comments.
fn lines_of(list: &str) -> Result<Vec<String>> {
    let path = folder().join(list);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    Ok(text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect())
}

fn subjects() -> Result<Vec<Subject>> {
    lines_of(LIST)?.iter().map(|line| Subject::parse(line)).collect()
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
    let names: BTreeSet<String> =
        subjects.iter().map(Subject::golden).chain([LIST, COMPARED].map(str::to_owned)).collect();
    for entry in fs::read_dir(folder())? {
        let entry = entry?;
        if !names.contains(&*entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Does the same with every subject, on all processors; results come in their order.
fn in_parallel<S: Sync, T: Send>(subjects: &[S], work: impl Fn(&S) -> Result<T> + Sync) -> Vec<Result<(&S, T)>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<Option<Result<(&S, T)>>> = Vec::new();
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
        for line in printed(toolchain, subject, &[], &flags)?.lines() {
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
fn printed(toolchain: &Toolchain, subject: &Subject, for_compiler: &[String], flags: &str) -> Result<String> {
    let root = workspace::root();
    let mut command = Command::new(&toolchain.clang);
    command
        .args(["-O2", "-w", "-gline-tables-only", "-fno-math-errno", "-I", "bench", "-I", "include"])
        .args(for_compiler)
        .arg(format!("-fpass-plugin={}", toolchain.plugin.display()))
        .args(["-c", "-emit-llvm", "-o", "/dev/null", &subject.file])
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

/// A function whose plans are compared.
struct Compared {
    subject: Subject,
    for_compiler: Vec<String>,
    /// The optimisations that are switched off, one by one.
    without: Vec<String>,
}

impl Compared {
    fn parse(line: &str) -> Result<Compared> {
        let (function, rest) =
            line.match_indices(' ').nth(1).map_or((line, ""), |(end, _)| (&line[..end], &line[end..]));
        let words = rest.split_whitespace().map(str::to_owned);
        let (for_compiler, without) = words.partition(|word| word.starts_with('-'));
        Ok(Compared { subject: Subject::parse(function)?, for_compiler, without })
    }

    /// The plans that are printed and carried out, if they are the same.
    fn plans(&self, toolchain: &Toolchain, options: &str) -> Result<String> {
        let Subject { file, function } = &self.subject;
        let flags = format!("print=plan function={function} carried-out=1 {options}");
        let text = printed(toolchain, &self.subject, &self.for_compiler, &flags)?;
        let (plan, gradients) = text.split_once("0\tcarried out\t").context("no gradient is emitted")?;
        // The version for arguments that do not overlap is shown, where there is one.
        let only_printed = |line: &&str| line.starts_with("0\tnote\t") || line.starts_with("0\tsource\t");
        let plan: String = plan.lines().filter(|line| !only_printed(line)).map(|l| format!("{l}\n")).collect();
        let apart = format!("{function}.apart");
        let of_function = |gradient: &&str| gradient.starts_with(&format!("{function}\n"));
        let mut all = gradients.split("0\tcarried out\t");
        let mut named = all.clone().filter(|gradient| gradient.starts_with(&apart));
        let emitted = named.next().or_else(|| all.find(of_function)).context("its gradient is not emitted")?;
        let emitted = emitted.split_once('\n').map_or("", |(_, rest)| rest);
        if let Some(difference) = first_difference(&plan, emitted) {
            bail!("'{function}' of {file} with '{options}' is not printed as it is made:\n{difference}");
        }
        Ok(text)
    }

    /// What is wrong with its plans, one for each option or none.
    fn compare(&self, toolchain: &Toolchain) -> Result<Vec<Option<String>>> {
        let Subject { file, function } = &self.subject;
        let all_of_no_plan: String = OF_NO_PLAN.map(|option| format!("{option}=0 ")).concat();
        let whole = self.plans(toolchain, "")?;
        let unchanged = format!("what is said to change no plan changes that of '{function}' of {file}");
        let mut found = vec![wrong(self.plans(toolchain, &all_of_no_plan), |plans| *plans == whole, unchanged)];
        for option in &self.without {
            let changed =
                format!("'{option}' does not change the plan of '{function}' of {file}: name another function");
            found.push(wrong(self.plans(toolchain, &format!("{option}=0")), |plans| *plans != whole, changed));
        }
        if self.without.iter().any(|option| option == "alias-versions") {
            found.push(self.plans(toolchain, "alias-versions=always").err().map(|error| format!("{error:#}")));
        }
        Ok(found)
    }
}

/// What is wrong with plans, if they are not the same or not as they should be.
fn wrong(plans: Result<String>, is_right: impl Fn(&String) -> bool, otherwise: String) -> Option<String> {
    match plans {
        Ok(plans) => (!is_right(&plans)).then_some(otherwise),
        Err(error) => Some(format!("{error:#}")),
    }
}

/// Compares plans that are printed with those that are carried out, with every optimisation switched off in turn.
fn compare_with_emitted() -> Result<Summary> {
    let toolchain = workspace::toolchain()?;
    let compared: Vec<Compared> =
        lines_of(COMPARED)?.iter().map(|line| Compared::parse(line)).collect::<Result<_>>()?;
    for option in optimisations::of_derivatives().filter(|option| !OF_NO_PLAN.contains(option)) {
        let is_compared = compared.iter().any(|compared| compared.without.iter().any(|without| without == option));
        ensure!(is_compared, "{COMPARED}: no function has a plan that '{option}' changes");
    }
    let mut summary = Summary::default();
    for found in in_parallel(&compared, |compared| compared.compare(&toolchain)) {
        for result in found?.1 {
            match result {
                None => summary.passed += 1,
                Some(text) => {
                    summary.failed += 1;
                    println!("{text}");
                }
            }
        }
    }
    Ok(summary)
}
