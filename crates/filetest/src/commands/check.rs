//! `check:` — derivatives are compared three ways by a generated driver.

use super::{Verdict, complain};
use crate::compile::Job;
use crate::driver::Purpose;

/// Compiles and runs the driver of all checks of a file.
pub fn run(job: &Job) -> Verdict {
    let built = job.build_driver(Purpose::Check)?;
    if !built.succeeded() {
        return Ok(complain("does not compile", &built));
    }
    super::run::execute(job)
}
