//! Loads the plugin into other versions of LLVM, where it must be refused with one clear line and without a crash.

use crate::process::{self, Finished, Outcome};
use anyhow::Result;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zymase_toolchain::{LLVM_MAJOR, find_versioned_tool};

/// The major versions of LLVM that are looked for.
const MAJORS: RangeInclusive<u32> = 14..=30;

const LIMIT: Duration = Duration::from_secs(60);

/// A program of another LLVM, and what is wrong with how it refuses the plugin.
#[derive(Debug)]
pub struct Refusal {
    pub program: PathBuf,
    pub complaint: Option<String>,
}

/// Tries every other LLVM that is installed.
pub fn try_all(plugin: &Path, scratch: &Path) -> Result<Vec<Refusal>> {
    let mut refusals = Vec::new();
    for major in MAJORS.map(|major| major.to_string()).filter(|major| major != LLVM_MAJOR) {
        for tool in ["clang", "opt"] {
            if let Some(program) = find_versioned_tool(tool, &major) {
                let finished = load(tool, &program, plugin, scratch)?;
                refusals.push(Refusal { program, complaint: complaint_about(&finished) });
            }
        }
    }
    Ok(refusals)
}

fn load(tool: &str, program: &Path, plugin: &Path, scratch: &Path) -> Result<Finished> {
    fs::create_dir_all(scratch)?;
    let mut command = process::limited_command(program);
    if tool == "clang" {
        let source = scratch.join("empty.c");
        fs::write(&source, "int nothing;\n")?;
        command.arg(format!("-fpass-plugin={}", plugin.display())).args(["-c", "-o", "/dev/null"]).arg(source);
    } else {
        let source = scratch.join("empty.ll");
        fs::write(&source, "")?;
        command.arg(format!("-load-pass-plugin={}", plugin.display())).args(["-passes=verify", "-disable-output"]);
        command.arg(source);
    }
    process::run(&mut command, LIMIT)
}

fn complaint_about(finished: &Finished) -> Option<String> {
    let lines = finished.output.lines().filter(|line| !line.trim().is_empty()).count();
    let is_clean_exit = matches!(finished.outcome, Outcome::Exited(0 | 1));
    (!is_clean_exit || lines != 1)
        .then(|| format!("{}, {lines} lines instead of one:\n{}", finished.describe(), finished.output))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_and_a_clean_exit_are_demanded() {
        let finished = |outcome, output: &str| Finished {
            outcome,
            output: output.into(),
            command_line: String::new(),
            cpu: Duration::ZERO,
        };
        assert!(complaint_about(&finished(Outcome::Exited(1), "error: wrong version\n")).is_none());
        assert!(complaint_about(&finished(Outcome::Signalled(11), "error\n")).is_some());
        assert!(complaint_about(&finished(Outcome::Exited(1), "a\nb\n")).is_some());
        assert!(complaint_about(&finished(Outcome::Exited(0), "")).is_some());
    }
}
