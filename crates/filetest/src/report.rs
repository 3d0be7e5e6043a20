//! Shows an example: its program, its value and derivatives, and what they cost.

use crate::compile::{Job, Spent, Toolchain};
use crate::directives::Case;
use crate::driver::Purpose;
use anyhow::{Context, Result, bail};
use std::cell::Cell;
use std::fs;
use std::path::Path;

/// The level at which examples are compiled.
pub const LEVEL: &str = "-O2";

/// Reads an example: what it is about, and its program without the directives.
pub fn read(path: &Path) -> Result<(Case, String)> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let case = Case::parse(path, &text)?;
    let program: Vec<&str> = text.lines().skip_while(|line| line.starts_with("//") || line.is_empty()).collect();
    Ok((case, program.join("\n")))
}

/// Compiles and runs an example and returns what it prints about itself.
pub fn run(toolchain: &Toolchain, case: &Case, scratch: &Path) -> Result<String> {
    let spent = Cell::new(Spent::default());
    let job = Job { toolchain, case, level: LEVEL, scratch, leaks: false, spent: &spent };
    let built = job.build_driver(Purpose::Report)?;
    if !built.succeeded() {
        bail!("does not compile ({})\n{}\ncommand: {}", built.describe(), built.output, built.command_line);
    }
    let finished = job.run_program()?;
    if !finished.succeeded() {
        bail!("{}\n{}", finished.describe(), finished.output);
    }
    Ok(finished.output)
}
