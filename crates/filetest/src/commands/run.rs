//! `run:` — the file has a main of its own, which must end with status 0.

use super::{Verdict, complain};
use crate::compile::{Job, VALGRIND_COMPLAINT};
use crate::process::Outcome;

/// Compiles and runs a file.
pub fn run(job: &Job) -> Verdict {
    let built = job.build_program(&job.case.path)?;
    if !built.succeeded() {
        return Ok(complain("does not compile", &built));
    }
    execute(job)
}

/// Runs a compiled test, under valgrind too where that is to look at it. There only what valgrind itself reports counts:
/// its long doubles are shorter than the machine's.
pub fn execute(job: &Job) -> Verdict {
    let finished = job.run_program()?;
    if !finished.succeeded() {
        return Ok(complain("fails", &finished));
    }
    if job.is_for_valgrind() {
        let finished = job.run_program_under_valgrind()?;
        let is_clean = matches!(finished.outcome, Outcome::Exited(status) if status != VALGRIND_COMPLAINT);
        if !is_clean {
            return Ok(complain("misuses memory", &finished));
        }
    }
    Ok(None)
}
