//! `run:` — the file has a main of its own, which must end with status 0.

use super::{Verdict, complain};
use crate::compile::Job;

/// Compiles and runs a file.
pub fn run(job: &Job) -> Verdict {
    let built = job.build_program(&job.case.path)?;
    if !built.succeeded() {
        return Ok(complain("does not compile", &built));
    }
    execute(job)
}

/// Runs a compiled test, under valgrind too if it asks for that and no sanitizer looks already.
pub fn execute(job: &Job) -> Verdict {
    let finished = job.run_program()?;
    if !finished.succeeded() {
        return Ok(complain("fails", &finished));
    }
    if job.case.leaks && job.toolchain.sanitizer.is_none() {
        let finished = job.run_program_under_valgrind()?;
        if !finished.succeeded() {
            return Ok(complain("misuses memory", &finished));
        }
    }
    Ok(None)
}
