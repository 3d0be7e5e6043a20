//! Runs the checks of one test program, each in a process of its own: what crashes or does not return ends itself alone.

use super::RESULTS;
use anyhow::{Context, Result, ensure};
use std::env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What the program is asked for; see `entry.rs` of the crate `zymase`.
const ASKED: &str = "CARGO_ZYMASE_CHECK";
/// In every program that has checks, and before each check that it lists.
const MARK: &str = "zymase has checks in this program";
/// Written before calls.
const CALLS_FUNCTION: &str = "calls the function";
const CALLS_DERIVATIVE: &str = "calls the derivative";

/// How long one call of a function may take; a derivative may take longer.
const LONGEST_CALL: Duration = Duration::from_secs(5);
const LONGEST_DERIVATIVE: Duration = Duration::from_secs(60);

/// Ranges of numbers to try where a function does not return: any, and two of positive ones.
const RANGES: [&str; 3] = ["0", "1", "3"];

/// Takes the program and what stands after `--`: names of functions.
pub fn run_program(arguments: &[OsString]) -> Result<ExitCode> {
    let (program, rest) = arguments.split_first().context("cargo names no program")?;
    let program = Path::new(program);
    let content = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    if !content.windows(MARK.len()).any(|window| window == MARK.as_bytes()) {
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<String> = rest.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let path = env::var_os(RESULTS).context("only `cargo zymase check` runs checks")?;
    let mut results = OpenOptions::new().append(true).open(path).context("cannot write what came out")?;
    for (number, check) in list(program)?.iter().enumerate() {
        if !is_wanted(check, &names) {
            continue;
        }
        let outcome = outcome(program, number)?;
        writeln!(results, "{check}\t{outcome}").context("cannot write what came out")?;
    }
    // What failed is told at the end, by `cargo zymase check`.
    Ok(ExitCode::SUCCESS)
}

/// The checks of a program.
fn list(program: &Path) -> Result<Vec<String>> {
    let output = Command::new(program).env(ASKED, "list").output().context("cannot start the test program")?;
    ensure!(output.status.success(), "{} does not list its checks", program.display());
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_prefix(MARK)?.strip_prefix('\t').map(str::to_owned)).collect())
}

/// Is one of the names part of the name of the derivative or of the function?
fn is_wanted(check: &str, names: &[String]) -> bool {
    let mut names = names.iter().filter(|name| !name.starts_with('-')).peekable();
    let (_, described) = check.split_once('\t').unwrap_or_default();
    names.peek().is_none() || names.any(|name| described.contains(name.as_str()))
}

/// What came out of one check.
fn outcome(program: &Path, number: usize) -> Result<String> {
    let mut reason = String::new();
    for range in RANGES {
        match attempt(program, &format!("{number} {range}"))? {
            Attempt::Outcome(outcome) => return Ok(outcome),
            Attempt::Function(text) => reason = text,
            Attempt::Derivative(text) => return Ok(format!("failed\tthe derivative {text}, the function does not")),
        }
    }
    Ok(format!(
        "unchecked\tnot checked: at random arguments the function {reason}; write a function that makes valid arguments and \
         calls it, and annotate that one"
    ))
}

/// What one process did.
#[derive(Debug, PartialEq)]
enum Attempt {
    Outcome(String),
    /// How a call of the function ended the check.
    Function(String),
    Derivative(String),
}

fn attempt(program: &Path, asked: &str) -> Result<Attempt> {
    let mut child = Command::new(program)
        .env(ASKED, asked)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .stdin(Stdio::null())
        .spawn()
        .context("cannot start the test program")?;
    let lines = lines_of(&mut child);
    let mut in_derivative = false;
    loop {
        let limit = if in_derivative { LONGEST_DERIVATIVE } else { LONGEST_CALL };
        let how = match lines.recv_timeout(limit) {
            Ok(line) if line.starts_with(CALLS_FUNCTION) => {
                in_derivative = false;
                continue;
            }
            Ok(line) if line.starts_with(CALLS_DERIVATIVE) => {
                in_derivative = true;
                continue;
            }
            Ok(line) if is_outcome(&line) => {
                child.wait().context("the test program is lost")?;
                return Ok(Attempt::Outcome(line));
            }
            // What the function prints.
            Ok(_) => continue,
            Err(RecvTimeoutError::Timeout) => {
                // It may have ended meanwhile.
                let _ = child.kill();
                child.wait().context("the test program is lost")?;
                format!("does not return within {} seconds", limit.as_secs())
            }
            Err(RecvTimeoutError::Disconnected) => ending(child.wait().context("the test program is lost")?),
        };
        return Ok(if in_derivative { Attempt::Derivative(how) } else { Attempt::Function(how) });
    }
}

fn lines_of(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
            for line in lines {
                // Nobody listens any more to a process that is ended.
                let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
            }
        });
    }
    receiver
}

fn is_outcome(line: &str) -> bool {
    ["checked\t", "failed\t", "unchecked\t"].iter().any(|start| line.starts_with(start))
}

fn ending(status: ExitStatus) -> String {
    format!("ends the program ({status})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_chosen_by_name() {
        let check = "src/lib.rs:3\td_chain\treverse mode of models::chain";
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(is_wanted(check, &names("")));
        assert!(is_wanted(check, &names("--nocapture")));
        assert!(is_wanted(check, &names("x chain")));
        assert!(!is_wanted(check, &names("src")));
    }
}
