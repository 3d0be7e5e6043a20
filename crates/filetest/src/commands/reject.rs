//! `reject:` — compilation must fail with status 1 and a diagnostic that contains each given text.

use super::{Verdict, complain};
use crate::compile::Job;
use crate::process::Outcome;

/// Compiles a file and looks at how it is refused.
pub fn run(job: &Job) -> Verdict {
    let built = job.build_object()?;
    if built.outcome != Outcome::Exited(1) {
        return Ok(complain("is not rejected with exit status 1", &built));
    }
    for text in &job.case.rejections {
        if !built.output.contains(text) {
            return Ok(complain(&format!("is rejected without the text `{text}`"), &built));
        }
    }
    Ok(None)
}
