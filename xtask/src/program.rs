//! Tests the `zymase` program as a user meets it: the example of the README compiles and prints what the README says,
//! alone and across files, its analyses can be printed, and no debug information stays
//! in programs whose author asked for none.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs all of it; an error says what does not hold.
pub fn test() -> Result<bool> {
    let readme = fs::read_to_string(workspace::root().join("README.md"))?;
    let program = fenced(&readme, "c").context("README.md has no C example")?;
    let promised =
        fenced(&readme, "console").and_then(|text| text.lines().nth(1)).context("README.md has no result")?;
    let folder = workspace::scratch_folder().join("program");
    fs::create_dir_all(&folder)?;

    let whole = folder.join("whole.c");
    fs::write(&whole, program)?;
    expect_output(&folder, &["-O2".as_ref(), &whole], promised)?;
    expect_output(&folder, &["-O2".as_ref(), "-flto".as_ref(), &whole], promised)?;

    let (function, main) = part(program).context("the README's example has no main")?;
    let (first, second) = (folder.join("function.c"), folder.join("main.c"));
    fs::write(&first, function)?;
    fs::write(
        &second,
        format!("#include <stdio.h>\n#include <zymase/autodiff.h>\ndouble f(double x, int n);\n{main}"),
    )?;
    expect_output(&folder, &["-O2".as_ref(), &first, &second], promised)?;

    expect_no_debug_information(&folder, &whole)?;
    for analysis in zymase_toolchain::ANALYSES {
        let output = zymase(&["print".as_ref(), analysis.as_ref(), &whole, "--function".as_ref(), "f".as_ref()])?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure!(
            output.status.success() && text.contains("y *= x;"),
            "`zymase print {analysis}` does not show the README's example:\n{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    expect_bisection(&folder)?;
    println!("the README's example prints {promised}, also across files; types, activity and plan can be printed");
    Ok(true)
}

/// Takes two versions of a gradient for a mistake, then the loop that looks for the nearest centre without an optimisation
/// of whole files: then that is what is found.
fn expect_bisection(folder: &Path) -> Result<()> {
    let two_versions = "carried-out=1\" CC bench/workloads/matvec.c | grep -q '[.]apart'";
    expect_found(folder, two_versions, &["gradient of chain", "right without alias-versions"])?;
    let one_winner = "print=plan function=cost\" CC bench/workloads/kmeans.c | { ! grep -q 'keep .* = fcmp'; }";
    expect_found(folder, one_winner, &["All are right without single-winners"])
}

/// Bisects a command that counts as wrong if the compiler, CC, prints something with these flags.
fn expect_found(folder: &Path, command: &str, expected: &[&str]) -> Result<()> {
    let (zymase, bench) = (workspace::release_plugin().with_file_name("zymase"), workspace::root().join("bench"));
    let output = folder.join("bisected.ll");
    let compile =
        format!("'{}' cc -O2 -I '{}' -S -emit-llvm -o '{}'", zymase.display(), bench.display(), output.display());
    let script = format!("! ZYMASE_FLAGS=\"$ZYMASE_FLAGS {}", command.replace("CC", &compile));
    let mut bisection = Command::new(&zymase);
    let found = bisection.args(["bisect", "--", "sh", "-c", &script]).current_dir(workspace::root()).output()?;
    let text = String::from_utf8_lossy(&found.stdout);
    ensure!(
        found.status.success() && expected.iter().all(|part| text.contains(part)),
        "`zymase bisect` of {command} does not find what it should:\n{text}{}",
        String::from_utf8_lossy(&found.stderr)
    );
    Ok(())
}

/// The text of the first fenced block of a kind.
fn fenced<'a>(markdown: &'a str, kind: &str) -> Option<&'a str> {
    let (_, rest) = markdown.split_once(&format!("```{kind}\n"))?;
    Some(rest.split_once("```")?.0)
}

/// Parts a program before its main.
fn part(program: &str) -> Option<(&str, &str)> {
    program.find("int main").map(|position| program.split_at(position))
}

fn zymase(arguments: &[&Path]) -> Result<Output> {
    let program: PathBuf = workspace::release_plugin().with_file_name("zymase");
    Command::new(program).args(arguments).output().context("cannot start zymase")
}

/// Compiles with `zymase cc`, runs, and compares what is printed.
fn expect_output(folder: &Path, arguments: &[&Path], promised: &str) -> Result<()> {
    let program = folder.join("program");
    let mut all: Vec<&Path> = vec!["cc".as_ref()];
    all.extend(arguments);
    all.extend(["-o".as_ref(), program.as_path()]);
    let compiled = zymase(&all)?;
    let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
    ensure!(compiled.status.success(), "`zymase {all:?}` fails:\n{errors}");
    let output = Command::new(&program).output().context("cannot start the compiled program")?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(printed.trim() == promised, "`zymase {all:?}` makes a program that prints {printed:?}, not {promised}");
    Ok(())
}

fn expect_no_debug_information(folder: &Path, source: &Path) -> Result<()> {
    let program = folder.join("without_debug");
    let compiled = zymase(&["cc".as_ref(), "-O2".as_ref(), source, "-o".as_ref(), &program])?;
    ensure!(compiled.status.success(), "`zymase cc` fails:\n{}", String::from_utf8_lossy(&compiled.stderr));
    let bytes = fs::read(&program)?;
    let section = b".debug_line\0";
    ensure!(
        !bytes.windows(section.len()).any(|window| window == section),
        "a program has line tables although its author asked for no debug information"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_an_example_and_its_result() {
        let readme = fs::read_to_string(workspace::root().join("README.md")).unwrap();
        let program = fenced(&readme, "c").unwrap();
        assert!(part(program).is_some());
        assert!(program.contains("y *= x;"));
        assert_eq!(fenced(&readme, "console").and_then(|text| text.lines().nth(1)), Some("80"));
    }
}
