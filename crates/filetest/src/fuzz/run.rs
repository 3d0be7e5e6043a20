//! Runs many programs: batches, levels, outcomes, and the reduction of failures.

use super::ast::Program;
use super::generate::generate;
use super::harness;
use super::shrink::shrink;
use super::toolchain::{Compiled, Ran, Toolchain, clean};
use super::{FuzzMode, Points, Stage};
use anyhow::{Context as _, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of programs; their seeds are `seed`, `seed + 1`, ...
    pub programs: usize,
    pub seed: u64,
    /// Optimisation levels such as `-O2`.
    pub levels: Vec<String>,
    pub plugin: PathBuf,
    pub work_dir: PathBuf,
    /// Keep all generated files.
    pub keep: bool,
    pub stage: Stage,
    /// Programs per C file.
    pub batch: usize,
    pub mode: FuzzMode,
    pub points: Points,
    /// Programs that the plugin refuses with a message are counted, but are not failures.
    pub allow_rejections: bool,
    /// Worker threads.
    pub jobs: usize,
    /// One in this many batches runs under valgrind as well (0: never).
    pub leak_every: usize,
    /// Most seconds spent on making one failing program smaller (0: do not).
    pub shrink_seconds: u64,
    /// Most failing programs made smaller.
    pub max_shrinks: usize,
    /// Compile with the address and undefined-behaviour sanitizers (for [`FuzzMode::Primal`]).
    pub sanitize: bool,
    pub clang: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            programs: 200,
            seed: 1,
            levels: ["-O0", "-O2", "-O3"].map(String::from).to_vec(),
            plugin: PathBuf::from("target/release/libzymase.so"),
            work_dir: std::env::temp_dir().join("zymase-fuzz"),
            keep: false,
            stage: Stage::All,
            batch: 25,
            mode: FuzzMode::Both,
            points: Points::Random,
            allow_rejections: false,
            jobs: std::thread::available_parallelism().map_or(2, usize::from),
            leak_every: 0,
            shrink_seconds: 60,
            max_shrinks: 5,
            sanitize: false,
            clang: "clang-22".into(),
        }
    }
}

/// How one program ended at one level.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Agree,
    /// Agrees, with all derivatives zero.
    Flat,
    Discarded(String),
    Disagree(String),
    Crash(String),
    Rejected(String),
    CompilerCrash(String),
    Leak(String),
}

impl Outcome {
    /// A name for the kind of outcome.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Agree => "agree",
            Outcome::Flat => "flat",
            Outcome::Discarded(_) => "discarded",
            Outcome::Disagree(_) => "disagree",
            Outcome::Crash(_) => "crash",
            Outcome::Rejected(_) => "rejected",
            Outcome::CompilerCrash(_) => "compiler crash",
            Outcome::Leak(_) => "leak",
        }
    }

    /// The message that came with it.
    pub fn message(&self) -> &str {
        match self {
            Outcome::Agree | Outcome::Flat => "",
            Outcome::Discarded(m)
            | Outcome::Disagree(m)
            | Outcome::Crash(m)
            | Outcome::Rejected(m)
            | Outcome::CompilerCrash(m)
            | Outcome::Leak(m) => m,
        }
    }

    /// Whether a run with this outcome fails.
    fn fails(&self, allow_rejections: bool) -> bool {
        match self {
            Outcome::Agree | Outcome::Flat | Outcome::Discarded(_) => false,
            Outcome::Rejected(_) => !allow_rejections,
            _ => true,
        }
    }

    /// What has to stay the same while a failing program is made smaller.
    fn signature(&self) -> String {
        let detail = match self {
            Outcome::Disagree(m) => {
                let words: Vec<&str> =
                    m.split(' ').take_while(|w| matches!(*w, "reverse" | "forward" | "primal" | "second")).collect();
                words.join(" ")
            }
            Outcome::Rejected(m) | Outcome::CompilerCrash(m) => generic(m),
            _ => String::new(),
        };
        format!("{}: {detail}", self.name())
    }
}

/// A message without the parts that differ between programs: its place, and numbers in names.
fn generic(message: &str) -> String {
    let text = message.split_once("error: ").map_or(message, |(_, rest)| rest);
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('N') => {}
            '0'..='9' => out.push('N'),
            c => out.push(c),
        }
    }
    out
}

/// A failing program.
#[derive(Clone, Debug)]
pub struct Failure {
    pub seed: u64,
    pub level: String,
    pub outcome: Outcome,
    /// The (reduced) program.
    pub file: Option<PathBuf>,
}

/// How many failures are listed one by one.
const LISTED: usize = 40;

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: usize,
    /// Programs times levels, by name of the outcome.
    pub counts: BTreeMap<&'static str, usize>,
    /// Programs thrown away, by reason.
    pub discarded: BTreeMap<String, usize>,
    /// Refusals of the plugin, by message.
    pub rejections: BTreeMap<String, usize>,
    pub failures: Vec<Failure>,
    pub seconds: f64,
}

impl Summary {
    /// Whether nothing failed.
    pub fn ok(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discarded: usize = self.discarded.values().sum();
        let share = 100.0 * discarded as f64 / self.programs.max(1) as f64;
        writeln!(f, "{} programs in {:.1} s", self.programs, self.seconds)?;
        writeln!(f, "discarded: {discarded} programs ({share:.1} %) {:?}", self.discarded)?;
        for (name, count) in self.counts.iter().filter(|(name, _)| **name != "discarded") {
            writeln!(f, "{name}: {count}")?;
        }
        for (message, count) in &self.rejections {
            writeln!(f, "rejected {count} times: {message}")?;
        }
        for x in self.failures.iter().take(LISTED) {
            let file = x.file.as_ref().map(|p| format!(" ({})", p.display())).unwrap_or_default();
            let message: String = x.outcome.message().chars().take(160).collect();
            writeln!(f, "FAILED seed {} {} {}: {message}{file}", x.seed, x.level, x.outcome.name())?;
        }
        if self.failures.len() > LISTED {
            let rest: BTreeSet<u64> = self.failures.iter().skip(LISTED).map(|x| x.seed).collect();
            writeln!(f, "and {} more failures, of seeds {rest:?}", self.failures.len() - LISTED)?;
        }
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for x in &self.failures {
            *kinds.entry(x.outcome.signature()).or_default() += 1;
        }
        for (kind, count) in kinds {
            writeln!(f, "{count} failures: {kind}")?;
        }
        Ok(())
    }
}

/// State shared by the workers.
struct Session<'a> {
    options: &'a Options,
    tools: Toolchain,
    next: AtomicUsize,
    shrinks: AtomicUsize,
    summary: Mutex<Summary>,
}

/// Generates, compiles, runs and compares.
pub fn run(options: &Options) -> Result<Summary> {
    let start = Instant::now();
    fs::create_dir_all(&options.work_dir).with_context(|| format!("cannot create {}", options.work_dir.display()))?;
    if options.mode != FuzzMode::Primal {
        anyhow::ensure!(options.plugin.exists(), "no plugin at {}", options.plugin.display());
    }
    let tools = Toolchain {
        clang: options.clang.clone(),
        plugin: options.plugin.clone(),
        mode: options.mode,
        checker: options.work_dir.join("checker.o"),
        compile_seconds: 60,
    };
    tools.build_checker(&options.work_dir)?;
    let session = Session {
        options,
        tools,
        next: AtomicUsize::new(0),
        shrinks: AtomicUsize::new(0),
        summary: Mutex::new(Summary { programs: options.programs, ..Summary::default() }),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(|| session.work())).collect();
        for worker in workers {
            match worker.join() {
                Ok(result) => result?,
                Err(_) => anyhow::bail!("a worker panicked"),
            }
        }
        Ok(())
    })?;
    let mut summary = session.summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    summary.seconds = start.elapsed().as_secs_f64();
    summary.failures.sort_by(|a, b| (a.seed, &a.level).cmp(&(b.seed, &b.level)));
    Ok(summary)
}

impl Session<'_> {
    fn work(&self) -> Result<()> {
        let size = self.options.batch.max(1);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let first = index * size;
            if first >= self.options.programs {
                return Ok(());
            }
            let count = size.min(self.options.programs - first);
            let batch: Vec<(usize, Program)> = (0..count)
                .map(|id| self.options.seed + (first + id) as u64)
                .map(|seed| generate(seed, self.options.stage, self.options.points))
                .enumerate()
                .collect();
            self.batch(index, &batch)?;
        }
    }

    fn batch(&self, index: usize, batch: &harness::Batch) -> Result<()> {
        let stem = self.options.work_dir.join(format!("batch{index}"));
        let reference = self.tools.compile_reference(batch, &stem)?;
        let mut failed = vec![false; batch.len()];
        for (number, level) in self.options.levels.iter().enumerate() {
            let mut outcomes = Vec::new();
            self.level(batch, level, &stem, &reference, &mut outcomes)?;
            let complete = outcomes.iter().all(|(_, o)| !matches!(o, Outcome::Rejected(_) | Outcome::CompilerCrash(_)));
            let valgrind = self.options.leak_every != 0 && index.is_multiple_of(self.options.leak_every);
            if valgrind && number == 0 && complete {
                self.leaks(batch, &stem, &mut outcomes)?;
            }
            for (id, outcome) in outcomes {
                let seen = std::mem::replace(&mut failed[id], true);
                failed[id] = seen || outcome.fails(self.options.allow_rejections);
                let small = failed[id] && !seen;
                self.record(&batch[id].1, level, outcome, number == 0, small)?;
            }
        }
        if !self.options.keep {
            for extension in ["c", "r.c", "r.o", "exe", "s.c"] {
                let _ = fs::remove_file(stem.with_extension(extension));
            }
        }
        Ok(())
    }

    /// All programs of a batch at a level; a batch that does not compile is cut in two.
    fn level(
        &self,
        batch: &harness::Batch,
        level: &str,
        stem: &Path,
        reference: &Path,
        out: &mut Vec<(usize, Outcome)>,
    ) -> Result<()> {
        let extra: &[&str] =
            if self.options.sanitize { &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] } else { &[] };
        let outcome = match self.tools.compile(batch, level, stem, reference, extra)? {
            Compiled::Done => {
                let ids: Vec<usize> = batch.iter().map(|(id, _)| *id).collect();
                for (id, ran) in self.tools.execute(ids.len(), &ids, stem, &[])? {
                    out.push((id, translate(ran)));
                }
                return Ok(());
            }
            Compiled::Rejected(message) => Outcome::Rejected(message),
            Compiled::Crashed(message) => Outcome::CompilerCrash(message),
        };
        if batch.len() == 1 {
            out.push((batch[0].0, outcome));
            return Ok(());
        }
        let (left, right) = batch.split_at(batch.len() / 2);
        self.level(left, level, stem, reference, out)?;
        self.level(right, level, stem, reference, out)
    }

    /// Runs a compiled batch under valgrind and finds the programs with leaks or bad accesses.
    fn leaks(&self, batch: &harness::Batch, stem: &Path, outcomes: &mut [(usize, Outcome)]) -> Result<()> {
        let exe = stem.with_extension("exe");
        let complain = |first: usize, last: usize| -> Result<Option<String>> {
            let mut command = Command::new("valgrind");
            command.args(["-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=9"]);
            let output = command.arg(&exe).arg(first.to_string()).arg(last.to_string()).output()?;
            let text = String::from_utf8_lossy(&output.stderr);
            let line = text.lines().find(|l| l.contains("lost") || l.contains("nvalid") || l.contains("ninit"));
            Ok((output.status.code() == Some(9)).then(|| line.unwrap_or("valgrind complains").trim().to_owned()))
        };
        if complain(0, batch.len())?.is_none() {
            return Ok(());
        }
        for (at, (number, _)) in batch.iter().enumerate() {
            if let Some(message) = complain(at, at + 1)? {
                for (id, outcome) in outcomes.iter_mut() {
                    if id == number && !outcome.fails(false) {
                        *outcome = Outcome::Leak(message.clone());
                    }
                }
            }
        }
        Ok(())
    }

    fn record(&self, p: &Program, level: &str, outcome: Outcome, first_level: bool, first_failure: bool) -> Result<()> {
        let failed = outcome.fails(self.options.allow_rejections);
        let file = if failed && first_failure { Some(self.keep(p, level, &outcome)?) } else { None };
        let mut summary = self.summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *summary.counts.entry(outcome.name()).or_default() += 1;
        match &outcome {
            Outcome::Discarded(reason) if first_level => {
                *summary.discarded.entry(reason.clone()).or_default() += 1;
            }
            Outcome::Rejected(message) => *summary.rejections.entry(generic(message)).or_default() += 1,
            _ => {}
        }
        if failed {
            summary.failures.push(Failure { seed: p.seed, level: level.to_owned(), outcome, file });
        }
        Ok(())
    }

    /// Writes a failing program, made smaller where there is time.
    fn keep(&self, p: &Program, level: &str, outcome: &Outcome) -> Result<PathBuf> {
        let path = self.options.work_dir.join(format!("fuzz-failure-{}.c", p.seed));
        let shrinks = self.shrinks.fetch_add(1, Ordering::Relaxed);
        let reducible = !matches!(outcome, Outcome::Leak(_)) && self.options.mode != FuzzMode::Primal;
        let wanted = self.options.shrink_seconds > 0 && shrinks < self.options.max_shrinks;
        let small = if reducible && wanted {
            let stem = self.options.work_dir.join(format!("shrink{}", p.seed));
            self.reduce(p, level, outcome, &stem)
        } else {
            p.clone()
        };
        let macros = self.options.mode.macros().join(" ");
        let comment = format!(
            "seed {}, {} at {level}: {}\n   run: {} {level} -w -ffp-contract=off -fpass-plugin={} {macros} {} -lm && ./a.out\n   \
             (A: agrees, F: fails, D: discarded) ",
            p.seed,
            outcome.name(),
            outcome.message().replace("*/", "* /"),
            self.options.clang,
            self.options.plugin.display(),
            path.display()
        );
        fs::write(&path, harness::standalone_file(&small, &comment))?;
        Ok(path)
    }

    fn reduce(&self, p: &Program, level: &str, outcome: &Outcome, stem: &Path) -> Program {
        let deadline = Instant::now() + Duration::from_secs(self.options.shrink_seconds);
        let wanted = outcome.signature();
        let small = shrink(p, &mut |candidate| {
            if Instant::now() > deadline {
                return None;
            }
            let same = self.single(candidate, level, stem).is_ok_and(|o| o.signature() == wanted);
            Some(same && clean(&self.tools, candidate, stem).unwrap_or(false))
        });
        for extension in ["c", "r.c", "r.o", "exe", "s.c"] {
            let _ = fs::remove_file(stem.with_extension(extension));
        }
        small
    }

    /// The outcome of one program at one level.
    fn single(&self, p: &Program, level: &str, stem: &Path) -> Result<Outcome> {
        let batch = [(0, p.clone())];
        let reference = self.tools.compile_reference(&batch, stem)?;
        let mut out = Vec::new();
        self.level(&batch, level, stem, &reference, &mut out)?;
        out.pop().map(|(_, outcome)| outcome).context("no outcome")
    }
}

fn translate(ran: Ran) -> Outcome {
    match ran {
        Ran::Agree => Outcome::Agree,
        Ran::Flat => Outcome::Flat,
        Ran::Discarded(reason) => Outcome::Discarded(reason),
        Ran::Disagree(message) => Outcome::Disagree(message),
        Ran::Crashed(message) => Outcome::Crash(message),
    }
}
