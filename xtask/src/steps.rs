//! Runs the steps of `cargo xtask test` side by side.
//!
//! Each step is a process of its own, `cargo xtask step NAME`: what it prints stays together, what it costs is counted,
//! and it can be repeated alone. Two run at a time, because most steps leave processors idle for a part of their time:
//! when they link, install, or wait for the last of their programs. What they print comes in the order of the list.

use crate::scope::Scope;
use crate::workspace;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs::{self, File};
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use zymase_filetest::cpu;
use zymase_filetest::runner::Summary;

/// How many steps run at a time.
const AT_A_TIME: usize = 2;

/// The processors of the machines that run all tests for each change.
const USUAL_PROCESSORS: f64 = 2.0;

/// One part of the tests.
pub struct TestStep {
    /// One word, that selects the step.
    pub name: &'static str,
    pub purpose: &'static str,
    /// The steps that must succeed before.
    pub needs: &'static [&'static str],
    /// Counts what passed and failed; an error is one more failure.
    pub run: fn(Scope) -> Result<Summary>,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outcome {
    summary: Summary,
    has_error: bool,
    cpu: Duration,
    wall: Duration,
}

impl Outcome {
    fn succeeded(&self) -> bool {
        !self.has_error && self.summary.failed == 0
    }

    /// As a step writes it for the process that started it.
    fn to_text(self) -> String {
        let Summary { passed, failed } = self.summary;
        format!("{passed} {failed} {} {}\n", u8::from(self.has_error), self.cpu.as_millis())
    }
}

impl FromStr for Outcome {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Outcome> {
        let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [passed, failed, has_error, cpu] = numbers[..] else { bail!("`{text}` is no result of a step") };
        Ok(Outcome {
            summary: Summary { passed: usize::try_from(passed)?, failed: usize::try_from(failed)? },
            has_error: has_error != 0,
            cpu: Duration::from_millis(cpu),
            wall: Duration::ZERO,
        })
    }
}

/// Runs one step in this process; false when something is wrong. What became of it is written for the process that started
/// it, or printed.
pub fn run_one(step: &TestStep, scope: Scope) -> Result<bool> {
    let run = (step.run)(scope);
    let outcome = Outcome {
        summary: *run.as_ref().unwrap_or(&Summary::default()),
        has_error: run.is_err(),
        cpu: cpu::spent_by(std::process::id()),
        wall: Duration::ZERO,
    };
    if let Err(error) = run {
        println!("{error:#}");
    }
    match env::var_os(RESULT) {
        Some(file) => fs::write(file, outcome.to_text())?,
        None => {
            let Summary { passed, failed } = outcome.summary;
            println!("\n{passed} passed, {failed} failed, {:.1} s of processors", outcome.cpu.as_secs_f64());
        }
    }
    Ok(outcome.succeeded())
}

/// Names the file for the result of a step.
const RESULT: &str = "ZYMASE_STEP_RESULT";

#[derive(Clone, Copy, Debug)]
enum State {
    Waiting,
    Running,
    Done(Outcome),
}

/// Runs all steps; false when something is wrong.
pub fn run_all(steps: &[TestStep], scope: Scope) -> Result<bool> {
    let folder = workspace::scratch_folder().join("steps");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let program = env::current_exe().context("cannot find the program that is running")?;
    let launch = Launch { program, folder: folder.clone(), scope };
    println!("samples are drawn with --seed {}", scope.seed);
    let start = Instant::now();
    let mut states = vec![State::Waiting; steps.len()];
    let (report, reports) = mpsc::channel();
    let mut printed = 0;
    loop {
        let is_running = |state: &&State| matches!(state, State::Running);
        while states.iter().filter(is_running).count() < AT_A_TIME
            && let Some(next) = next_ready(steps, &states)
        {
            states[next] = State::Running;
            start_process(next, steps[next].name, launch.clone(), report.clone());
        }
        if !states.iter().any(|state| is_running(&state)) {
            break;
        }
        let (done, outcome) = reports.recv()?;
        states[done] = State::Done(outcome?);
        while matches!(states.get(printed), Some(State::Done(_))) {
            print_step(&steps[printed], &folder);
            printed += 1;
        }
    }
    for (step, _) in steps.iter().zip(&states).skip(printed).filter(|(_, state)| matches!(state, State::Done(_))) {
        print_step(step, &folder);
    }
    Ok(conclude(steps, &states, start.elapsed()))
}

/// The first step that waits for nothing; those behind a step that failed wait for ever.
fn next_ready(steps: &[TestStep], states: &[State]) -> Option<usize> {
    let has_succeeded = |name: &&str| {
        let found = steps.iter().zip(states).find(|(step, _)| step.name == *name);
        found.is_none_or(|(_, state)| matches!(state, State::Done(outcome) if outcome.succeeded()))
    };
    let is_ready =
        |(step, state): (&TestStep, &State)| matches!(state, State::Waiting) && step.needs.iter().all(&has_succeeded);
    steps.iter().zip(states).position(is_ready)
}

/// How steps are started.
#[derive(Clone)]
struct Launch {
    /// This program, as it was found at the beginning: cargo may put another of the same name in its place.
    program: PathBuf,
    folder: PathBuf,
    scope: Scope,
}

type Report = (usize, Result<Outcome>);

/// Starts a step; what becomes of it is reported with its place in the list.
fn start_process(place: usize, name: &'static str, launch: Launch, report: mpsc::Sender<Report>) {
    if stderr().is_terminal() {
        eprintln!("  {name} begins");
    }
    thread::spawn(move || {
        // Nobody listens any more only when the whole run breaks off.
        let _ = report.send((place, run_process(name, &launch)));
    });
}

/// Where a step prints to.
fn output_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension("txt")
}

fn run_process(name: &str, launch: &Launch) -> Result<Outcome> {
    let result = launch.folder.join(name).with_extension("result");
    let output = File::create(output_file(&launch.folder, name))?;
    // Left over from an earlier run, or not there.
    let _ = fs::remove_file(&result);
    let start = Instant::now();
    let mut command = Command::new(&launch.program);
    command.args(["step", name]).args(launch.scope.options()).env(RESULT, &result);
    command.stderr(output.try_clone()?).stdout(output);
    let status = command.status().with_context(|| format!("cannot start the step {name}"))?;
    let written = fs::read_to_string(&result).ok().and_then(|text| text.parse().ok());
    let mut outcome = written.unwrap_or(Outcome { has_error: true, ..Outcome::default() });
    outcome.has_error |= !status.success() && outcome.summary.failed == 0;
    outcome.wall = start.elapsed();
    Ok(outcome)
}

fn print_step(step: &TestStep, folder: &Path) {
    let text = fs::read(output_file(folder, step.name)).unwrap_or_default();
    println!("\n──── {}: {}\n{}", step.name, step.purpose, String::from_utf8_lossy(&text).trim_end());
}

/// Prints what each step took and the last line, `N passed, M failed`, which counts what steps counted, and each that
/// ended with an error or could not begin as one more failure.
fn conclude(steps: &[TestStep], states: &[State], wall: Duration) -> bool {
    let mut summary = Summary::default();
    let (mut wrong, mut cpu) = (Vec::new(), Duration::ZERO);
    println!("\n  CPU s  wall s  step");
    for (step, state) in steps.iter().zip(states) {
        let State::Done(outcome) = state else {
            println!("      -       -  {}", step.name);
            wrong.push(step.name);
            summary.failed += 1;
            continue;
        };
        println!("{:>7} {:>7}  {}", outcome.cpu.as_secs(), outcome.wall.as_secs(), step.name);
        cpu += outcome.cpu;
        summary.passed += outcome.summary.passed;
        summary.failed += outcome.summary.failed + usize::from(outcome.has_error);
        if !outcome.succeeded() {
            wrong.push(step.name);
        }
    }
    println!("{:>7} {:>7}  all", cpu.as_secs(), wall.as_secs());
    let minutes = cpu.as_secs_f64() / 60.0 / USUAL_PROCESSORS;
    println!("two processors with nothing else to do and no pauses need {minutes:.1} minutes");
    if !wrong.is_empty() {
        println!("\nfailed steps: {} (`cargo xtask step NAME` repeats one)", wrong.join(", "));
    }
    println!("\n{} passed, {} failed", summary.passed, summary.failed);
    summary.failed == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, needs: &'static [&'static str]) -> TestStep {
        TestStep { name, purpose: "", needs, run: |_| Ok(Summary::default()) }
    }

    #[test]
    fn results_are_written_and_read() {
        let summary = Summary { passed: 3, failed: 1 };
        let outcome = Outcome { summary, has_error: true, cpu: Duration::from_millis(1234), wall: Duration::ZERO };
        assert_eq!(outcome.to_text().parse::<Outcome>().unwrap(), outcome);
        assert!("1 2".parse::<Outcome>().is_err());
        assert!("".parse::<Outcome>().is_err());
    }

    #[test]
    fn steps_wait_for_those_they_need() {
        let steps = [step("a", &[]), step("b", &["a"]), step("c", &["a", "elsewhere"])];
        let done = State::Done(Outcome::default());
        let failed = State::Done(Outcome { has_error: true, ..Outcome::default() });
        assert_eq!(next_ready(&steps, &[State::Waiting; 3]), Some(0));
        assert_eq!(next_ready(&steps, &[State::Running, State::Waiting, State::Waiting]), None);
        assert_eq!(next_ready(&steps, &[done, State::Waiting, State::Waiting]), Some(1));
        assert_eq!(next_ready(&steps, &[done, State::Running, State::Waiting]), Some(2));
        assert_eq!(next_ready(&steps, &[failed, State::Waiting, State::Waiting]), None);
    }

    #[test]
    fn what_could_not_begin_is_a_failure() {
        let steps = [step("a", &[]), step("b", &["a"])];
        let done = State::Done(Outcome::default());
        assert!(conclude(&steps, &[done, done], Duration::ZERO));
        assert!(!conclude(&steps, &[done, State::Waiting], Duration::ZERO));
    }
}
