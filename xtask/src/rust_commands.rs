//! What `cargo zymase` says beside building: `check`, `explain`, and messages about what is refused. Each is compared with what is
//! written down beside the programs, in one run of each command.

use crate::{cargo_zymase, workspace};
use anyhow::{Context, Result};
use std::fs;
use std::process::Output;
use zymase_filetest::runner::Summary;

/// Runs all of them.
pub fn test() -> Result<Summary> {
    let mut summary = Summary::default();
    for (name, differences) in [("check", check()?), ("explain", explain()?), ("refusals", refusals()?)] {
        match differences.is_empty() {
            true => summary.passed += 1,
            false => summary.failed += 1,
        }
        let verdict = if differences.is_empty() { "as expected" } else { "differs" };
        println!("cargo zymase, {name}: {verdict}");
        differences.iter().for_each(|difference| println!("  {difference}"));
    }
    Ok(summary)
}

fn cargo_zymase(arguments: &[&str]) -> Result<Output> {
    let mut command = cargo_zymase::command("tests/rust");
    command.args(arguments).env_remove("DISPLAY").output().context("cannot start cargo-zymase")
}

/// The table of `cargo zymase check` without its numbers, against `checks/expected.txt`.
fn check() -> Result<Vec<String>> {
    let output = cargo_zymase(&["check", "--package", "checks"])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = fs::read_to_string(workspace::root().join("tests/rust/checks/expected.txt"))?;
    let mut found = verdicts(&text);
    if output.status.success() {
        found.push("the exit status says that nothing failed".to_owned());
    }
    let mut differences = compare(&expected.lines().map(str::to_owned).collect::<Vec<_>>(), &found);
    if !differences.is_empty() {
        differences.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(differences)
}

/// `NAME VERDICT` of each line of the table.
fn verdicts(table: &str) -> Vec<String> {
    let verdict = |line: &str| {
        let (place, rest) = line.split_once(' ')?;
        let (_, number) = place.rsplit_once(':')?;
        number.parse::<usize>().ok()?;
        let (name, text) = rest.trim_start().split_once(' ')?;
        let text = text.trim_start();
        let text = if text.starts_with("checked 20 samples, worst relative difference ") { "checked" } else { text };
        Some(format!("{name} {text}"))
    };
    table.lines().filter_map(verdict).collect()
}

/// What the gradient of `steps` keeps, at the lines of its source.
fn explain() -> Result<Vec<String>> {
    let output = cargo_zymase(&["explain", "steps", "--package", "explained"])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let wanted = ["kept for the reverse sweep", " keeps   13|             state[i] = state[i].sin() * state[i - 1];"];
    let missing = wanted.iter().filter(|wanted| !text.contains(**wanted));
    let mut differences: Vec<String> = missing.map(|wanted| format!("does not say `{wanted}`")).collect();
    let unknown = cargo_zymase(&["explain", "nobody", "--package", "explained"])?;
    if !String::from_utf8_lossy(&unknown.stderr).contains("d_steps of steps") {
        differences.push("does not list the derivatives there are".to_owned());
    }
    if !differences.is_empty() {
        differences.extend([text.into_owned(), String::from_utf8_lossy(&output.stderr).into_owned()]);
    }
    Ok(differences)
}

/// Programs that start threads in what is differentiated, each with the line that the message must name.
const REFUSED: [(&str, &str); 4] = [
    ("rayon runs this on several threads", "threads/src/bin/broadcast.rs:9:"),
    ("std::sync::mpsc hands values from one thread to another", "threads/src/bin/channel.rs:1"),
    ("std::thread runs this on several threads", "threads/src/bin/scope.rs:1"),
    ("std::thread runs this on several threads", "threads/src/bin/spawn.rs:9:"),
];

fn refusals() -> Result<Vec<String>> {
    let arguments = ["build", "--release", "--package", "threads", "--features", "refused", "--bins", "--keep-going"];
    let output = cargo_zymase(&arguments)?;
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().collect();
    let is_there = |(message, place): &&(&str, &str)| {
        lines.windows(2).any(|pair| pair[0].contains(message) && pair[1].contains(place))
    };
    let mut differences: Vec<String> = REFUSED
        .iter()
        .filter(|refused| !is_there(refused))
        .map(|(message, place)| format!("does not say `{message}` at {place}"))
        .collect();
    if !differences.is_empty() {
        differences.push(text.into_owned());
    }
    Ok(differences)
}

/// Lines that are in one list and not in the other.
fn compare(expected: &[String], found: &[String]) -> Vec<String> {
    let missing = expected.iter().filter(|line| !found.contains(line)).map(|line| format!("missing: {line}"));
    let extra = found.iter().filter(|line| !expected.contains(line)).map(|line| format!("unexpected: {line}"));
    missing.chain(extra).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_no_numbers() {
        let table = "\nchecks/src/lib.rs:11  d_f  checked 20 samples, worst relative difference 2e-16 (forward)\n    x = 3\n\
                     checks/src/lib.rs:2   d_long  FAILED\n\n1 checked, 1 failed, 0 not checked\n";
        assert_eq!(verdicts(table), ["d_f checked", "d_long FAILED"]);
    }

    #[test]
    fn differences_are_named() {
        let lists = [["a", "b"], ["b", "c"]].map(|list| list.map(str::to_owned));
        assert_eq!(compare(&lists[0], &lists[1]), ["missing: a", "unexpected: c"]);
    }
}
