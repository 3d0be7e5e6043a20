//! The kinds of test, one module each, and what they have in common.
//!
//! - `check`: `check:` — derivatives are compared three ways by a generated driver;
//! - `ir`: `ir:` — the LLVM IR of a function contains a text, or lacks it;
//! - `reject`: `reject:` — compilation must fail with status 1 and a diagnostic that contains each given text;
//! - `run`: `run:` — the file has a main of its own, which must end with status 0.

pub mod check;
pub mod ir;
pub mod reject;
pub mod run;

use crate::compile::{Job, Spent, Toolchain};
use crate::directives::Case;
use crate::process::Finished;
use anyhow::Result;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is wrong with a test file at one level.
#[derive(Clone, Debug)]
pub struct Failure {
    pub level: String,
    pub message: String,
}

/// One compilation of a test file and what is made of it: a file at one level, in one of its runs.
#[derive(Clone, Debug)]
pub struct Piece {
    pub case: Arc<Case>,
    pub level: String,
    /// The folder of a further run; empty for the first.
    pub run: String,
    /// The level, with the flags of a further run.
    pub name: String,
    /// Whether it is about claims on the LLVM IR.
    pub is_for_claims: bool,
    /// Whether valgrind looks at the program of a test that asks for it.
    pub leaks: bool,
}

impl Piece {
    /// Where it works, below the folder of the file.
    fn folder(&self) -> PathBuf {
        let level = if self.is_for_claims {
            format!("ir{}", self.level)
        } else {
            self.level.trim_start_matches('-').to_owned()
        };
        Path::new(&self.run).join(level)
    }
}

/// Everything a test file asks for, at all its levels, and again with other flags.
pub fn pieces(case: Case) -> Vec<Piece> {
    let case = Arc::new(case);
    let mut pieces = pieces_of_run(&case, "", "");
    for (number, flags) in case.again.iter().enumerate() {
        let more = format!(" with {}", flags.join(" "));
        pieces.extend(pieces_of_run(&Arc::new(case.with(flags)), &format!("again{number}"), &more));
    }
    pieces
}

fn pieces_of_run(case: &Arc<Case>, run: &str, more: &str) -> Vec<Piece> {
    let piece = |level: &String, is_for_claims: bool| Piece {
        case: Arc::clone(case),
        level: level.clone(),
        run: run.to_owned(),
        name: format!("{level}{more}"),
        is_for_claims,
        leaks: case.leaks && !is_for_claims,
    };
    let has_programs = !case.checks.is_empty() || case.has_main || !case.rejections.is_empty();
    let programs = case.levels.iter().filter(|_| has_programs).map(|level| piece(level, false));
    let claimed: BTreeSet<&String> = case.ir_claims.iter().map(|claim| &claim.level).collect();
    programs.chain(claimed.into_iter().map(|level| piece(level, true))).collect()
}

/// Runs one piece of a test file: what is wrong, and what it took.
pub fn run_piece(toolchain: &Toolchain, piece: &Piece, scratch: &Path) -> (Vec<Failure>, Spent) {
    let (case, scratch, spent) = (&*piece.case, scratch.join(piece.folder()), Cell::new(Spent::default()));
    let job = Job { toolchain, case, level: &piece.level, scratch: &scratch, leaks: piece.leaks, spent: &spent };
    let mut failures = Vec::new();
    if piece.is_for_claims {
        record(&mut failures, &piece.name, ir::run(&job));
        return (failures, spent.get());
    }
    if !case.checks.is_empty() {
        record(&mut failures, &piece.name, check::run(&job));
    }
    if case.has_main {
        record(&mut failures, &piece.name, run::run(&job));
    }
    if !case.rejections.is_empty() {
        record(&mut failures, &piece.name, reject::run(&job));
    }
    (failures, spent.get())
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
