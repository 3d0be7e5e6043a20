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
        // A warning that cannot be kept must not make the link fail.
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

/// Advice for programs of other languages, by how it begins, and what it means for one of Rust.
const ADVICE: [(&str, &str); 4] = [
    (
        "build all files with `zymase cc`",
        "its body is not in the program as Rust: it is in a library that was compiled elsewhere (C, a system call), or in a part of \
         the standard library without bitcode; write it in Rust, take it out of the differentiated function, or pass what it \
         computes as an argument",
    ),
    ("declare it with its size", "give the static a type of a fixed size in a crate that `cargo zymase` builds"),
    (
        "call __enzyme_double(pointer, bytes)",
        "keep numbers and integers in types that say so (no unions, transmutes and arrays of bytes), or move this code out of the \
         differentiated function; a smaller function often tells enough",
    ),
    ("compile with -g", ""),
];

/// The help as a user of Rust can follow it.
fn advice(help: &str) -> &str {
    ADVICE.iter().find(|(start, _)| help.starts_with(start)).map_or(help, |(_, advice)| advice)
}

/// A message without instructions of LLVM's, which no line of the source says: ` in \`%7 = load …\``.
fn without_instructions(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let Some(length) = rest[start + 1..].find('`') else { break };
        let quoted = &rest[start + 1..start + 1 + length];
        let (before, after) = (&rest[..start], &rest[start + length + 2..]);
        if is_instruction(quoted) {
            kept += before.strip_suffix(" in ").unwrap_or(before).trim_end();
        } else {
            kept += before;
            kept += &rest[start..start + length + 2];
        }
        rest = after;
    }
    let text = kept + rest;
    SUBJECTS.iter().fold(text, |text, (subject, instead)| without_subject(&text, subject, instead).unwrap_or(text))
}

/// What messages about types speak of, and how to speak of it without saying which instruction it is.
const SUBJECTS: [(&str, &str); 2] =
    [(" of the memory at ", " of memory that is used here"), (" of the value ", " of a value here")];

fn without_subject(text: &str, subject: &str, instead: &str) -> Option<String> {
    let (before, rest) = text.split_once(subject)?;
    let ends = [": nothing tells", ": they are used", ": a "].iter().filter_map(|end| rest.find(end));
    let end = ends.min().filter(|end| rest[..*end].contains(['%', '@']))?;
    Some(format!("{before}{instead}{}", &rest[end..]))
}

/// Does this look like one of LLVM's instructions?
fn is_instruction(text: &str) -> bool {
    let is_assignment = text.starts_with('%') && text.contains(" = ");
    is_assignment || ["store ", "call void ", "br label ", "ret void"].iter().any(|start| text.starts_with(start))
}

/// A line of lld's in the form of rustc's messages, if it comes from the plugin.
fn translate(line: &str, level: &str) -> Option<String> {
    let (before, text) = line.split_once(OURS)?;
    let (text, help) = text.split_once(HELP).unwrap_or((text, ""));
    let text = text.split_once(FIRST_MET).map_or(text, |(text, _)| text);
    let place = before.split_once(&format!("{level}: ")).map_or("", |(_, place)| place);
    let place = place.split(": in function ").next().unwrap_or_default();
    let mut message = format!("{level}: {}\n", without_instructions(text));
    let help = advice(help);
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
    fn advice_is_for_rust() {
        let line = "ld.lld-22: error: a.rs:1:1: in function f void (): zymase: no body; help: build all files with `zymase cc`, or not";
        let message = translate(line, "error").expect("a message");
        assert!(!message.contains("zymase cc") && message.contains("write it in Rust"), "{message}");
        let text = "used as double (load in `%7 = load double, ptr %3`) and as `x`";
        assert_eq!(without_instructions(text), "used as double (load) and as `x`");
        let text = "the bytes at offset 0 of the memory at   %5 = getelementptr i8, ptr %a: nothing tells";
        assert_eq!(without_instructions(text), "the bytes at offset 0 of memory that is used here: nothing tells");
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
