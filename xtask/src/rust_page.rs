//! What docs/rust.md tells a reader to do: its programs, built with its manifest, print what it says they print.
//!
//! A program is a block with a `main`; the manifest is the block before the first one; the block of commands after a program is what it prints.
//! Commands that install something are not run: of those, the folders must be there.

use crate::{cargo_zymase, workspace};
use anyhow::{Context, Result, ensure};
use std::fs;
use zymase_filetest::runner::Summary;

/// What a reader calls the copy of the repository.
const COPY: &str = "zymase/";

const RUN: &str = "$ cargo zymase run --release\n";

/// Builds and runs all programs of the page.
pub fn test() -> Result<Summary> {
    let page = fs::read_to_string(workspace::root().join("docs/rust.md")).context("cannot read docs/rust.md")?;
    let blocks = blocks(&page);
    let manifest = blocks.iter().find(|(kind, _)| *kind == "toml").context("docs/rust.md shows no manifest")?.1;
    let mut summary = Summary::default();
    for (index, (kind, text)) in blocks.iter().enumerate() {
        match *kind {
            "sh" => check_folders(text)?,
            "rust" if text.contains("fn main()") => {
                let expected = blocks.get(index + 1).and_then(|(_, text)| text.strip_prefix(RUN));
                let expected = expected.context("a program of docs/rust.md has no output")?;
                let printed = run(manifest, text)?;
                let passed = printed == expected;
                println!("docs/rust.md, program {}: {}", index + 1, if passed { "as it says" } else { "differs" });
                if !passed {
                    println!("{printed}");
                }
                summary.passed += usize::from(passed);
                summary.failed += usize::from(!passed);
            }
            _ => {}
        }
    }
    Ok(summary)
}

/// Blocks of code: their kind and their text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

fn check_folders(commands: &str) -> Result<()> {
    let words = commands.split_whitespace().filter_map(|word| word.strip_prefix(COPY));
    for folder in words {
        ensure!(workspace::root().join(folder).is_dir(), "docs/rust.md names {folder}, which is not there");
    }
    Ok(())
}

fn run(manifest: &str, program: &str) -> Result<String> {
    let folder = workspace::scratch_folder().join("rust-page");
    fs::create_dir_all(folder.join("src"))?;
    let root = format!("{}/", workspace::root().display());
    fs::write(folder.join("Cargo.toml"), format!("{}\n[workspace]\n", manifest.replace(COPY, &root)))?;
    fs::write(folder.join("src/main.rs"), program)?;
    let mut command = cargo_zymase::command(".");
    let output =
        command.current_dir(&folder).args(["run", "--release"]).output().context("cannot start cargo-zymase")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        println!("{messages}");
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_kinds() {
        assert_eq!(blocks("a\n```sh\nls\n```\nb\n```rust\nx\n```\n"), [("sh", "ls\n"), ("rust", "x\n")]);
    }
}
