//! `cargo xtask demo`: from a fresh clone to derivatives of the examples.

use crate::{packages, workspace};
use anyhow::Result;
use zymase_filetest::{report, runner};

/// Installs, builds, and shows every example; false when one is wrong.
pub fn run() -> Result<bool> {
    packages::install_missing(false)?;
    workspace::build_release()?;
    let toolchain = workspace::toolchain()?;
    let examples = runner::discover(&workspace::root().join("examples"), "")?;
    let mut failed = Vec::new();
    for path in &examples {
        let (case, program) = report::read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        println!("\n──── {name}: {}\n\n{program}\n", case.description.join(" "));
        let scratch = workspace::scratch_folder().join("demo").join(&name);
        match report::run(&toolchain, &case, &scratch) {
            Ok(text) => print!("{text}"),
            Err(error) => {
                println!("  FAILED: {error:#}");
                failed.push(name);
            }
        }
    }
    println!("\n{} examples, {} failed {}", examples.len(), failed.len(), failed.join(" "));
    Ok(failed.is_empty())
}
