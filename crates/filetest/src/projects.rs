//! Projects: folders of several files with a transcript of the commands that build and run them.
//!
//! `tests/projects/NAME/steps` is a transcript: a line `$ command` must succeed, `! command` must fail with an exit
//! status (a crash does not count as such a failure); the lines below it must each appear in what the command prints.
//! `#` begins a comment. Commands are run by the shell in a copy of the folder, with the `zymase` that was built first
//! on PATH.

use crate::process::{self, Outcome};
use crate::runner::Summary;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The longest one step may take.
const STEP_LIMIT: Duration = Duration::from_secs(400);

/// One command of a transcript.
#[derive(Debug, PartialEq, Eq)]
struct TranscriptCommand {
    command: String,
    must_fail: bool,
    texts: Vec<String>,
}

fn parse(transcript: &str) -> Result<Vec<TranscriptCommand>> {
    let mut steps: Vec<TranscriptCommand> = Vec::new();
    for line in transcript.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((must_fail, command)) = line
            .strip_prefix("$ ")
            .map(|rest| (false, rest))
            .or_else(|| line.strip_prefix("! ").map(|rest| (true, rest)))
        {
            steps.push(TranscriptCommand { command: command.to_string(), must_fail, texts: Vec::new() });
        } else {
            let step = steps.last_mut().context("a transcript begins with a command: `$ …` or `! …`")?;
            step.texts.push(line.to_string());
        }
    }
    Ok(steps)
}

/// All projects below a folder whose path contains the filter, sorted.
pub fn discover(folder: &Path, filter: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.join("steps").is_file() && format!("{}/", path.display()).contains(filter) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Runs projects one after the other; what is wrong is printed.
pub fn run_all(zymase: &Path, projects: &[PathBuf], scratch: &Path) -> Summary {
    let mut summary = Summary::default();
    for project in projects {
        match run(zymase, project, scratch) {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                summary.failed += 1;
                println!("FAILED {}\n  {error:#}", project.display());
            }
        }
    }
    summary
}

fn run(zymase: &Path, project: &Path, scratch: &Path) -> Result<()> {
    let copy = scratch.join("projects").join(project.file_name().context("a project has a name")?);
    // Left over from an earlier run, or not there.
    let _ = fs::remove_dir_all(&copy);
    copy_folder(project, &copy)?;
    let tools = zymase.parent().context("the program is in a folder")?;
    let mut folders = vec![tools.to_path_buf()];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(folders)?;
    for step in parse(&fs::read_to_string(project.join("steps"))?)? {
        let mut command = Command::new("sh");
        command.arg("-c").arg(&step.command).current_dir(&copy).env("PATH", &path);
        let finished = process::run(&mut command, STEP_LIMIT)?;
        let ended_well = match finished.outcome {
            Outcome::Exited(0) => !step.must_fail,
            Outcome::Exited(1..128) => step.must_fail,
            _ => false,
        };
        let sign = if step.must_fail { '!' } else { '$' };
        if !ended_well {
            bail!("{sign} {}\n  {}\n{}", step.command, finished.describe(), finished.output);
        }
        if let Some(missing) = step.texts.iter().find(|text| !finished.output.contains(*text)) {
            bail!("{sign} {}\n  does not print {missing:?}:\n{}", step.command, finished.output);
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().context("an entry of a folder has a name")?);
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_is_commands_and_what_they_print() {
        let steps = parse("# one\n$ make\nok\n\n! zymase cc a.c\nerror\nhelp\n").expect("a transcript");
        assert_eq!(steps.len(), 2);
        assert!(!steps[0].must_fail && steps[0].texts == ["ok"]);
        assert!(steps[1].must_fail && steps[1].texts == ["error", "help"]);
        assert!(parse("text first\n").is_err());
    }
}
