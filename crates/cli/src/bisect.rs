//! `zymase bisect -- COMMAND`: finds the derivative that an optimisation of ours makes wrong, and the optimisation.
//!
//! The command builds and runs a program, and fails where a derivative is wrong. It is run again and again with `ZYMASE_FLAGS` that
//! tell the plugin which derivatives to make plainly (`record`, `plain`): first all, then half of them, until one is left. Then
//! that one is made without one optimisation after the other. Where that does not help, those that concern a whole file are switched
//! off, all and then one after the other.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zymase_support::optimisations::{OF_A_DERIVATIVE, OF_A_FILE};

/// What follows `zymase bisect`.
#[derive(Args, Debug)]
pub struct Options {
    /// A command that builds the program from scratch, runs it, and fails if a derivative is wrong
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Finds the derivative, and tells what it found.
pub fn run(options: &Options) -> Result<String> {
    let folder = Scratch::new()?;
    let trial = Trial { command: &options.command, plain: folder.0.join("plain"), record: folder.0.join("record") };
    ensure!(!trial.succeeds_without(&[], true)?, "the command succeeds: there is nothing to look for");
    let derivatives = trial.recorded()?;
    eprintln!("zymase: {} derivatives are made", derivatives.len());
    if !trial.succeeds_without(&derivatives, false)? {
        return search_file(&trial, &derivatives);
    }
    let found = search(derivatives.len(), |count| trial.succeeds_without(&derivatives[..count], false))?;
    let wrong = &derivatives[found - 1];
    let (source, derivative) = wrong.split_once('\t').context("the plugin recorded no derivative")?;
    let mut text = format!("The {derivative} ({source}) is wrong.\n");
    if !trial.succeeds_without(std::slice::from_ref(wrong), false)? {
        text += "It is not the only one.\n";
        return Ok(text);
    }
    let mut is_known = false;
    for option in OF_A_DERIVATIVE {
        if trial.succeeds_without(&[format!("{wrong}\t{option}")], false)? {
            writeln!(text, "It is right without {option}: ZYMASE_FLAGS={option}=0")?;
            is_known = true;
        }
    }
    if !is_known {
        text += "It is right without all optimisations, but wrong without each of them alone.\n";
    }
    Ok(text)
}

/// Looks for what makes a derivative wrong among the optimisations of whole files, when it is none of a single derivative.
fn search_file(trial: &Trial, derivatives: &[String]) -> Result<String> {
    if !trial.succeeds_with(&off(OF_A_FILE), derivatives)? {
        return Ok("The command fails without our optimisations too: they are not the reason.\n\
                   `zymase check` compares a derivative with forward mode and differences.\n"
            .to_owned());
    }
    let mut text = String::from("A derivative is wrong for an optimisation that concerns whole files.\n");
    let mut is_known = false;
    for option in OF_A_FILE {
        if trial.succeeds_with(&off([option]), &[])? {
            writeln!(text, "All are right without {option}: ZYMASE_FLAGS={option}=0")?;
            is_known = true;
        }
    }
    if !is_known {
        text += "All are right without all optimisations, but not without each of them alone.\n";
    }
    Ok(text)
}

/// Words that switch optimisations off.
fn off(options: impl IntoIterator<Item = &'static str>) -> String {
    options.into_iter().map(|option| format!("{option}=0 ")).collect()
}

/// The least count from 1 to `most` that is enough, if `most` is and 0 is not.
fn search(most: usize, mut is_enough: impl FnMut(usize) -> Result<bool>) -> Result<usize> {
    let (mut least, mut enough) = (0, most);
    while enough - least > 1 {
        let middle = least + (enough - least) / 2;
        if is_enough(middle)? { enough = middle } else { least = middle }
    }
    Ok(enough)
}

/// A command that is run with other options each time.
struct Trial<'a> {
    command: &'a [OsString],
    plain: PathBuf,
    record: PathBuf,
}

impl Trial<'_> {
    /// Does the command succeed when these derivatives are made plainly?
    fn succeeds_without(&self, plain: &[String], record: bool) -> Result<bool> {
        let record = if record { format!("record={}", word(&self.record)?) } else { String::new() };
        self.succeeds_with(&record, plain)
    }

    /// Does the command succeed with these options, when these derivatives are made plainly?
    fn succeeds_with(&self, options: &str, plain: &[String]) -> Result<bool> {
        fs::write(&self.plain, plain.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        let mut flags = std::env::var("ZYMASE_FLAGS").unwrap_or_default();
        write!(flags, " plain={} {options}", word(&self.plain)?)?;
        let status = Command::new(&self.command[0])
            .args(&self.command[1..])
            .env("ZYMASE_FLAGS", flags)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .with_context(|| format!("cannot start {}", self.command[0].to_string_lossy()))?;
        Ok(status.success())
    }

    /// The derivatives that were made, each once, in their order.
    fn recorded(&self) -> Result<Vec<String>> {
        let Ok(text) = fs::read_to_string(&self.record) else {
            bail!("the command made no derivative; it must build the program with the plugin, from scratch each time");
        };
        let mut seen = HashSet::new();
        Ok(text.lines().filter(|line| seen.insert(*line)).map(str::to_owned).collect())
    }
}

/// A path as a word of a list that is separated by spaces.
fn word(path: &Path) -> Result<&str> {
    path.to_str()
        .filter(|path| !path.contains(char::is_whitespace))
        .context("the folder for files has a space in its name")
}

/// A folder that is gone in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch> {
        let path = std::env::temp_dir().join(format!("zymase-bisect-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in a folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_least_count_that_is_enough() {
        for most in 1..20 {
            for wanted in 1..=most {
                let mut tried = 0;
                let found = search(most, |count| {
                    tried += 1;
                    Ok(count >= wanted)
                });
                assert_eq!(found.expect("no trial fails"), wanted);
                assert!(tried <= 5);
            }
        }
    }
}
