//! Compiling batches and running them.

use super::FuzzMode;
use super::ast::Program;
use super::harness;
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How to compile and run.
#[derive(Clone, Debug)]
pub struct Toolchain {
    pub clang: String,
    pub plugin: PathBuf,
    pub mode: FuzzMode,
    /// Object file of the checker.
    pub checker: PathBuf,
    /// Seconds that one compilation may take.
    pub compile_seconds: u64,
}

/// How a compilation ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Compiled {
    Done,
    /// The first error line.
    Rejected(String),
    /// The compiler died or did not end.
    Crashed(String),
}

/// What one program did at run time.
#[derive(Clone, Debug, PartialEq)]
pub enum Ran {
    Agree,
    /// Agrees, but every derivative is zero.
    Flat,
    Discarded(String),
    Disagree(String),
    Crashed(String),
}

/// Runs a command under a time limit.
fn limited(seconds: u64, program: &str) -> Command {
    let mut command = Command::new("timeout");
    command.args(["-k", "2", &seconds.to_string(), program]);
    command
}

/// The line of a compiler's messages that says most.
fn first_error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let telling = ["error:", "Assertion", "panicked", "LLVM ERROR", "PLEASE submit"];
    let line = telling.iter().find_map(|t| text.lines().find(|l| l.contains(t)));
    let line = line.or(text.lines().next()).unwrap_or("no message").trim();
    let frames: Vec<String> = text.lines().filter_map(frame).take(2).collect();
    if frames.is_empty() { line.to_owned() } else { format!("{line} in {}", frames.join(" < ")) }
}

/// The function of a stack frame inside the plugin, without the hash of its symbol.
fn frame(line: &str) -> Option<String> {
    let number = line.trim_start().strip_prefix('#')?;
    let symbol = number.split(' ').find(|w| w.starts_with("zymase_"))?;
    let end = symbol.rfind("::h").unwrap_or(symbol.len());
    Some(symbol[..end].to_owned())
}

/// A clean refusal, or an error of the plugin itself that it caught.
fn refused(message: String) -> Compiled {
    let internal = ["internal error", "panicked", "panic:", "unable to execute", "command failed"]
        .iter()
        .any(|t| message.contains(t));
    if internal { Compiled::Crashed(message) } else { Compiled::Rejected(message) }
}

/// A source file and the options for its language, followed by objects and libraries.
fn add_source(command: &mut Command, source: &Path, cxx: bool, objects: &[&Path]) {
    if cxx {
        command.args(["-x", "c++", "-std=c++17", "-Wno-c++11-narrowing"]).arg(source).args(["-x", "none"]);
    } else {
        command.arg(source);
    }
    command.args(objects);
    if cxx {
        command.arg("-lstdc++");
    }
    command.arg("-lm");
}

fn is_cxx(batch: &harness::Batch) -> bool {
    batch.iter().any(|(_, p)| p.cxx)
}

impl Toolchain {
    /// Compiles the checker once.
    pub fn build_checker(&self, dir: &Path) -> Result<()> {
        let source = dir.join("checker.c");
        fs::write(&source, format!("{}{}", harness::PRELUDE, harness::CHECK))?;
        let mut command = Command::new(&self.clang);
        command.args(["-O1", "-w", "-c"]).arg(&source).arg("-o").arg(&self.checker);
        let output = command.output().with_context(|| format!("cannot run {}", self.clang))?;
        anyhow::ensure!(output.status.success(), "the checker does not compile: {}", first_error(&output));
        Ok(())
    }

    /// Compiles the reference copies of a batch to `stem`r.o.
    pub fn compile_reference(&self, batch: &harness::Batch, stem: &Path) -> Result<PathBuf> {
        let source = stem.with_extension("r.c");
        let object = stem.with_extension("r.o");
        fs::write(&source, harness::reference_file(batch))?;
        let mut command = Command::new(&self.clang);
        command.args(["-O0", "-w", "-ffp-contract=off", "-c"]).arg("-o").arg(&object);
        add_source(&mut command, &source, is_cxx(batch), &[]);
        let output = command.output()?;
        let seeds: Vec<u64> = batch.iter().map(|(_, p)| p.seed).collect();
        anyhow::ensure!(
            output.status.success(),
            "bad program generated (seeds {seeds:?}): {} in {}",
            first_error(&output),
            source.display()
        );
        Ok(object)
    }

    /// Compiles the tested file of a batch at a level and links it; extra options come last.
    pub fn compile(
        &self,
        batch: &harness::Batch,
        level: &str,
        stem: &Path,
        reference: &Path,
        extra: &[&str],
    ) -> Result<Compiled> {
        let source = stem.with_extension("c");
        fs::write(&source, harness::tested_file(batch))?;
        let mut command = limited(self.compile_seconds, &self.clang);
        command.args([level, "-w", "-ffp-contract=off", "-fno-crash-diagnostics"]);
        if self.mode != FuzzMode::Primal {
            command.arg(format!("-fpass-plugin={}", self.plugin.display()));
        }
        command.args(self.mode.macros()).args(extra);
        add_source(&mut command, &source, is_cxx(batch), &[reference, &self.checker]);
        let output = command.arg("-o").arg(stem.with_extension("exe")).output()?;
        Ok(match output.status.code() {
            Some(0) => Compiled::Done,
            Some(124 | 137) => Compiled::Crashed("the compiler did not end".into()),
            Some(1) => refused(first_error(&output)),
            code => Compiled::Crashed(format!("status {code:?}: {}", first_error(&output))),
        })
    }

    /// Runs programs `first..` of a compiled batch; a crash ends one program, not the batch.
    pub fn execute(&self, count: usize, ids: &[usize], stem: &Path, prefix: &[&str]) -> Result<Vec<(usize, Ran)>> {
        let exe = stem.with_extension("exe");
        let exe = exe.to_string_lossy();
        let mut out = Vec::new();
        let mut first = 0;
        while first < count {
            let words: Vec<&str> = prefix.iter().copied().chain([&*exe]).collect();
            let mut command = limited(120, words[0]);
            let output = command.args(&words[1..]).arg(first.to_string()).output()?;
            let text = String::from_utf8_lossy(&output.stdout);
            let done = out.len();
            out.extend(text.lines().filter_map(parse));
            let finished = out.len() - done;
            first += finished;
            if output.status.success() && (finished > 0 || first >= count) {
                if first < count {
                    continue;
                }
                break;
            }
            if first < count {
                let why = crash_text(&output);
                out.push((ids[first], Ran::Crashed(why)));
                first += 1;
            }
        }
        Ok(out)
    }
}

/// What is known about a crash.
fn crash_text(output: &Output) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    let code = output.status.code().unwrap_or(0);
    let signal = output.status.signal().unwrap_or(if code > 128 { code - 128 } else { 0 });
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|l| l.contains("ERROR") || l.contains("error")).unwrap_or("").trim();
    match signal {
        14 => "did not end in 10 s".into(),
        0 => format!("exit status {code} {line}"),
        n => format!("signal {n} {line}"),
    }
}

/// One line of the checker's output.
fn parse(line: &str) -> Option<(usize, Ran)> {
    let mut words = line.splitn(3, ' ');
    let tag = words.next()?;
    let id = words.next()?.parse().ok()?;
    let rest = words.next().unwrap_or("").to_owned();
    let ran = match tag {
        "A" => Ran::Agree,
        "Z" => Ran::Flat,
        "D" => Ran::Discarded(rest),
        "F" => Ran::Disagree(rest),
        _ => return None,
    };
    Some((id, ran))
}

/// Whether a program runs cleanly under the sanitizers and is smooth (used before accepting a smaller program).
pub fn clean(tools: &Toolchain, p: &Program, stem: &Path) -> Result<bool> {
    let source = stem.with_extension("s.c");
    let exe = stem.with_extension("exe");
    fs::write(&source, harness::standalone_file(p, "sanitizers"))?;
    for sanitizer in ["-fsanitize=address,undefined", "-fsanitize=memory"] {
        let mut command = Command::new(&tools.clang);
        command.args(["-O1", "-w", "-fno-sanitize-recover=all", sanitizer]);
        add_source(&mut command, &source, p.cxx, &[]);
        let output = command.arg("-o").arg(&exe).output()?;
        if !output.status.success() {
            return Ok(false);
        }
        let output = limited(20, &exe.to_string_lossy()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        // At exact points programs may have kinks.
        let is_good = |ran: Ran| match ran {
            Ran::Discarded(_) => tools.mode == FuzzMode::Second,
            other => matches!(other, Ran::Agree | Ran::Flat),
        };
        let good = text.lines().filter_map(parse).any(|(_, ran)| is_good(ran));
        if !output.status.success() || !good {
            return Ok(false);
        }
    }
    Ok(true)
}
