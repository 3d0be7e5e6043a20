//! The kinds of test, one module each, and what they have in common.

pub mod check;
pub mod ir;
pub mod reject;
pub mod run;

use crate::compile::{Job, Toolchain};
use crate::directives::Case;
use crate::process::Finished;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::Path;

/// What is wrong with a test file at one level.
#[derive(Clone, Debug)]
pub struct Failure {
    pub level: String,
    pub message: String,
}

/// Runs everything a test file asks for, at all its levels, and again with other flags.
pub fn run_case(toolchain: &Toolchain, case: &Case, scratch: &Path) -> Vec<Failure> {
    let mut failures = run_once(toolchain, case, scratch);
    for (number, flags) in case.again.iter().enumerate() {
        let found = run_once(toolchain, &case.with(flags), &scratch.join(format!("again{number}")));
        let named = |f: Failure| Failure { level: format!("{} with {}", f.level, flags.join(" ")), ..f };
        failures.extend(found.into_iter().map(named));
    }
    failures
}

fn run_once(toolchain: &Toolchain, case: &Case, scratch: &Path) -> Vec<Failure> {
    let mut failures = Vec::new();
    let is_wanted = |level: &&String| toolchain.levels.is_empty() || toolchain.levels.contains(&level.as_str());
    for level in case.levels.iter().filter(is_wanted) {
        let scratch = scratch.join(level.trim_start_matches('-'));
        let job = Job { toolchain, case, level, scratch: &scratch };
        if !case.checks.is_empty() {
            record(&mut failures, level, check::run(&job));
        }
        if case.has_main {
            record(&mut failures, level, run::run(&job));
        }
        if !case.rejections.is_empty() {
            record(&mut failures, level, reject::run(&job));
        }
    }
    let claimed_levels: BTreeSet<&String> = case.ir_claims.iter().map(|claim| &claim.level).collect();
    for level in claimed_levels {
        let scratch = scratch.join(format!("ir{level}"));
        let job = Job { toolchain, case, level, scratch: &scratch };
        record(&mut failures, level, ir::run(&job));
    }
    failures
}

/// A test's verdict: nothing, or what is wrong. Errors are reserved for what keeps the test from being made.
type Verdict = Result<Option<String>>;

fn record(failures: &mut Vec<Failure>, level: &str, verdict: Verdict) {
    let message = match verdict {
        Ok(None) => return,
        Ok(Some(message)) => message,
        Err(error) => format!("the test could not be made: {error:#}"),
    };
    failures.push(Failure { level: level.to_string(), message });
}

/// The message for a program that did not end as it should.
fn complain(what: &str, finished: &Finished) -> Option<String> {
    let output = finished.output.trim_end();
    Some(format!("{what} ({})\n{output}\ncommand: {}", finished.describe(), finished.command_line))
}
