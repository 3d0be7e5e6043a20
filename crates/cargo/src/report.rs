//! What the plugin says, in the form of rustc's messages.
//!
//! rustc shows the output of a linker that failed in full, command line and all. So the linker keeps the plugin's messages in a file, and
//! `cargo zymase` shows them again at the end, each with its place in the source.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Names the file to the linker.
pub const FILE: &str = "CARGO_ZYMASE_REPORT";

/// How the plugin's messages begin.
const OURS: &str = "zymase: ";
const HELP: &str = "; help: ";

/// Keeps the messages of a linker that failed.
pub fn keep(messages: &str) -> Result<()> {
    let Some(path) = env::var_os(FILE) else { return Ok(()) };
    let mut file =
        OpenOptions::new().create(true).append(true).open(&path).context("cannot keep the messages of the linker")?;
    for message in messages.lines().filter_map(|line| translate(line, "error")) {
        writeln!(file, "{message}")?;
    }
    Ok(())
}

/// rustc does not show what a linker says that succeeds: keeps warnings for the end.
pub fn pass_on_warnings(messages: &str) {
    let Some(path) = env::var_os(FILE) else { return };
    let Ok(mut file) = OpenOptions::new().create(true).append(true).open(&path) else { return };
    for message in messages.lines().filter_map(|line| translate(line, "warning")) {
        // A warning that cannot be kept is no reason for a link to fail.
        let _ = writeln!(file, "{message}");
    }
}

/// Shows what was kept.
pub fn show(path: &Path) {
    if let Ok(kept) = fs::read_to_string(path) {
        eprint!("{kept}");
    }
}

/// The functions whose bodies derivatives lack.
pub fn missing_bodies(messages: &str) -> BTreeSet<String> {
    let missing = |line: &str| {
        let (_, text) = line.split_once("cannot differentiate the call to '")?;
        let (symbol, rest) = text.split_once("': ")?;
        rest.starts_with("its body is not in this module").then(|| symbol.to_owned())
    };
    messages.lines().filter_map(missing).collect()
}

/// What only the linker reads of a message.
const FIRST_MET: &str = " (first met: ";

/// A line of lld's in the form of rustc's messages, if it comes from the plugin.
fn translate(line: &str, level: &str) -> Option<String> {
    let (before, text) = line.split_once(OURS)?;
    let (text, help) = text.split_once(HELP).unwrap_or((text, ""));
    let text = text.split_once(FIRST_MET).map_or(text, |(text, _)| text);
    let place = before.split_once(&format!("{level}: ")).map_or("", |(_, place)| place);
    let place = place.split(": in function ").next().unwrap_or_default();
    let mut message = format!("{level}: {text}\n");
    if !place.is_empty() && !place.starts_with("<unknown>") {
        message += &format!("  --> {place}\n");
    }
    if !help.is_empty() {
        message += &format!("   = help: {help}\n");
    }
    Some(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_without_bodies_are_listed() {
        let line = "ld.lld-22: error: a.rs:1:1: in function f void (): zymase: cannot differentiate the call to 'g': its body is not in this module; help: x";
        assert_eq!(missing_bodies(line).into_iter().collect::<Vec<_>>(), ["g"]);
    }

    #[test]
    fn a_message_has_its_place_and_its_help() {
        let line = "ld.lld-22: error: src/main.rs:7:9: in function f void (ptr): zymase: cannot differentiate g; help: define it";
        let expected = "error: cannot differentiate g\n  --> src/main.rs:7:9\n   = help: define it\n";
        assert_eq!(translate(line, "error").as_deref(), Some(expected));
        let line = "ld.lld-22: error: <unknown>:0:0: in function f void (ptr): zymase: no";
        assert_eq!(translate(line, "error").as_deref(), Some("error: no\n"));
        assert_eq!(translate("ld.lld-22: error: undefined symbol: x", "error"), None);
    }
}
