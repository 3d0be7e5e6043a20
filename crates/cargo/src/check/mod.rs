//! `cargo zymase check`: compares the derivatives of all annotated functions with those of the other mode and with differences.
//!
//! Test programs are built with checks in them, which the attributes write ([`WRITE_CHECKS`]). Cargo does not start these programs
//! but this one ([`runner`]), which asks them for one check after the other. What comes out is collected in a file and shown at the
//! end.

mod runner;

use crate::invocation::{Additions, Invocation};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::{env, fs};

pub use runner::run_program;

/// How cargo starts this program in the place of a test program.
pub const RUNNER: &str = "zymase-runs-checks";
/// Tells the attributes to write checks. Cargo does not see it: the flag beside it, by which the crate `zymase` has the code that
/// checks, keeps what is built so apart.
const WRITE_CHECKS: &str = "CARGO_ZYMASE_WRITE_CHECKS";
const CHECKING: &str = "--cfg=zymase_check";
/// Names the file in which results are collected.
const RESULTS: &str = "CARGO_ZYMASE_CHECKS";

/// Options of cargo's that say which programs are built.
const SELECTIONS: [&str; 9] =
    ["--lib", "--bins", "--bin", "--tests", "--test", "--examples", "--example", "--benches", "--all-targets"];

/// Builds and checks; takes the arguments of `cargo test`.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let results = env::temp_dir().join(format!("cargo-zymase-checks-{}.txt", std::process::id()));
    fs::write(&results, "").with_context(|| format!("cannot write {}", results.display()))?;
    let is_selection = |argument: &OsString| {
        let text = argument.to_string_lossy();
        SELECTIONS.contains(&text.split('=').next().unwrap_or_default())
    };
    let mut added = vec!["--no-fail-fast".to_owned()];
    if !arguments.iter().take_while(|argument| *argument != "--").any(is_selection) {
        added.push("--tests".to_owned());
    }
    let additions = Additions {
        flags: vec![CHECKING.to_owned()],
        arguments: added,
        runner: Some(RUNNER),
        environment: vec![(WRITE_CHECKS, "1".into()), (RESULTS, results.clone().into())],
    };
    let status = Invocation::new("test", arguments, &additions)?.run()?;
    let collected = fs::read_to_string(&results).with_context(|| format!("cannot read {}", results.display()))?;
    // It is in the folder of temporary files.
    let _ = fs::remove_file(&results);
    let table = Table::read(&collected);
    if status == ExitCode::SUCCESS || !collected.is_empty() {
        print!("{}", table.to_text());
    }
    Ok(if table.count("failed") > 0 { ExitCode::FAILURE } else { status })
}

/// A check and what came out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    file: String,
    line: u32,
    derivative: String,
    what: String,
    outcome: String,
    lines: Vec<String>,
}

/// What came out of all checks. A module of several programs has the same checks in each.
struct Table {
    rows: BTreeSet<Row>,
}

impl Table {
    fn read(text: &str) -> Table {
        let row = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [place, derivative, what, outcome, lines @ ..] = fields.as_slice() else { return None };
            let (file, line) = place.rsplit_once(':')?;
            Some(Row {
                file: file.to_owned(),
                line: line.parse().ok()?,
                derivative: (*derivative).to_owned(),
                what: (*what).to_owned(),
                outcome: (*outcome).to_owned(),
                lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            })
        };
        Table { rows: text.lines().filter_map(row).collect() }
    }

    fn count(&self, outcome: &str) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    fn to_text(&self) -> String {
        if self.rows.is_empty() {
            return "there is nothing to check: no function of these packages has an attribute of zymase's\n"
                .to_owned();
        }
        let place = |row: &Row| format!("{}:{}", row.file, row.line);
        let width =
            |of: &dyn Fn(&Row) -> String| self.rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
        let (places, names) = (width(&place), width(&|row: &Row| row.derivative.clone()));
        let mut text = String::from("\n");
        for row in &self.rows {
            let is_failed = row.outcome == "failed";
            let first = if is_failed { "FAILED" } else { row.lines.first().map_or("", String::as_str) };
            let _ = writeln!(text, "{:places$}  {:names$}  {first}", place(row), row.derivative);
            if is_failed {
                let _ = writeln!(text, "    {}", row.what);
                row.lines.iter().for_each(|line| {
                    let _ = writeln!(text, "    {line}");
                });
            }
        }
        let (checked, failed, unchecked) = (self.count("checked"), self.count("failed"), self.count("unchecked"));
        let _ = writeln!(text, "\n{checked} checked, {failed} failed, {unchecked} not checked");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: &str = "src/lib.rs:12\td_f\treverse mode of a::f\tchecked\tchecked 20 samples\n\
         src/lib.rs:2\td_long\treverse mode of a::long\tfailed\treverse 1, forward 2\t  x = 3\n\
         src/lib.rs:12\td_f\treverse mode of a::f\tchecked\tchecked 20 samples\n\
         src/a.rs:7\tb_g\tforward mode of a::g\tunchecked\tnot checked: it is generic\n";

    #[test]
    fn every_check_has_a_line() {
        let expected = "\nsrc/a.rs:7     b_g     not checked: it is generic\n\
             src/lib.rs:2   d_long  FAILED\n    reverse mode of a::long\n    reverse 1, forward 2\n      x = 3\n\
             src/lib.rs:12  d_f     checked 20 samples\n\n1 checked, 1 failed, 1 not checked\n";
        assert_eq!(Table::read(RESULTS).to_text(), expected);
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        assert!(Table::read("").to_text().contains("nothing to check"));
    }
}
