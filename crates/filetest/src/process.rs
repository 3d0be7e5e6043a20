//! Runs another program with a time limit and collects what it says.
//!
//! Memory is limited too, through the shell's `ulimit`: a compiler that runs away must not take the machine with
//! it. (AddressSanitizer reserves its shadow memory up front and must run without that limit.)

use crate::cpu::spent_by;
use anyhow::{Context, Result};
use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The virtual memory a limited program may use, in KiB.
pub const MEMORY_LIMIT_KIB: u64 = 6 * 1024 * 1024;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Exited(i32),
    Signalled(i32),
    TimedOut,
}

/// What a program did and said.
#[derive(Clone, Debug)]
pub struct Finished {
    pub outcome: Outcome,
    /// Standard output, then standard error.
    pub output: String,
    /// The command line, to be repeated by hand.
    pub command_line: String,
    /// The time of processors that it took.
    pub cpu: Duration,
}

impl Finished {
    pub fn succeeded(&self) -> bool {
        self.outcome == Outcome::Exited(0)
    }

    /// One line on how the program ended.
    pub fn describe(&self) -> String {
        match self.outcome {
            Outcome::Exited(status) => format!("exit status {status}"),
            Outcome::Signalled(signal) => format!("killed by signal {signal}"),
            Outcome::TimedOut => "ran out of time".to_string(),
        }
    }
}

/// A command whose memory is limited.
pub fn limited_command(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {MEMORY_LIMIT_KIB}; exec \"$@\"")).arg("sh").arg(program);
    command
}

/// Runs a command to its end or to the time limit.
///
/// A program that closes both its streams is about to end: that is what is waited for, without looking again and again.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished> {
    let command_line = command_line(command);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start: {command_line}"))?;
    let deadline = Instant::now() + limit;
    let (ended, streams_that_end) = mpsc::channel();
    let output = child.stdout.take().map(|stream| collect(stream, ended.clone()));
    let errors = child.stderr.take().map(|stream| collect(stream, ended));
    // Nothing is ever sent: this returns when both have ended, or at the deadline.
    let _: Result<(), _> = streams_that_end.recv_timeout(limit);
    let cpu = spent_by(child.id());
    let outcome = wait_until(&mut child, deadline)?;
    let mut text = String::new();
    for reader in [output, errors].into_iter().flatten() {
        text.push_str(&reader.join().unwrap_or_default());
    }
    Ok(Finished { outcome, output: text, command_line, cpu })
}

/// How a program ends, which is killed at the deadline.
fn wait_until(child: &mut Child, deadline: Instant) -> Result<Outcome> {
    let mut pause = Duration::from_micros(100);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(outcome_of(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn outcome_of(status: ExitStatus) -> Outcome {
    match (status.code(), status.signal()) {
        (Some(code), _) => Outcome::Exited(code),
        (None, Some(signal)) => Outcome::Signalled(signal),
        (None, None) => Outcome::Exited(-1),
    }
}

/// Reads a stream to its end, where it drops `ended`.
fn collect(mut stream: impl Read + Send + 'static, ended: mpsc::Sender<()>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A stream that breaks off still tells what it told until then.
        let _ = stream.read_to_end(&mut bytes);
        drop(ended);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The command as one can type it, without the wrapper that limits memory.
fn command_line(command: &Command) -> String {
    let mut words: Vec<&OsStr> = vec![command.get_program()];
    words.extend(command.get_args());
    if words.len() > 4 && words[0] == "sh" && words[1] == "-c" {
        words.drain(..4);
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(&word.to_string_lossy())).collect();
    quoted.join(" ")
}

fn quote(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_./=+:,@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Finished {
        let mut command = limited_command(Path::new("/bin/sh"));
        run(command.args(["-c", script]), Duration::from_millis(500)).unwrap()
    }

    #[test]
    fn status_output_and_command_line() {
        let finished = shell("echo one; echo two >&2; exit 3");
        assert_eq!(finished.outcome, Outcome::Exited(3));
        assert_eq!(finished.output, "one\ntwo\n");
        assert_eq!(finished.command_line, "/bin/sh -c 'echo one; echo two >&2; exit 3'");
    }

    #[test]
    fn signals_and_time_limits_are_told_apart() {
        assert_eq!(shell("kill -SEGV $$").outcome, Outcome::Signalled(11));
        let mut command = limited_command(Path::new("/bin/sleep"));
        let finished = run(command.arg("5"), Duration::from_millis(100)).unwrap();
        assert_eq!(finished.outcome, Outcome::TimedOut);
    }
}
