//! `zymase print types|activity|plan FILE --function NAME`: shows what the plugin found beside the source lines.
//!
//! The plugin is asked through `ZYMASE_FLAGS` and answers on standard output, one fact a line, as
//! `LINE<TAB>text`, where LINE is a line of the source file or 0 for what has no line. This module runs clang and
//! lays the facts out; it knows nothing about what they mean.

use crate::compile;
use anyhow::{Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use zymase_toolchain::ANALYSES;

/// What the user asked to see.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub analysis: String,
    pub file: PathBuf,
    pub function: String,
    /// Derivative directions at once, for `plan`.
    pub width: String,
    pub clang_arguments: Vec<OsString>,
}

/// What follows `zymase print`.
#[derive(Args, Debug)]
pub struct Options {
    /// What to print
    #[arg(value_parser = ANALYSES)]
    analysis: String,
    /// The source
    file: PathBuf,
    /// The function to show
    #[arg(long, value_name = "NAME", required = true)]
    function: String,
    /// Number of lanes: derivative directions at once, for `plan`
    #[arg(long, value_name = "N", default_value = "1")]
    width: String,
    /// Arguments for clang, anywhere behind the file; -O2 unless they name a level
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang_arguments: Vec<OsString>,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let Options { analysis, file, function, width, clang_arguments } = options;
        Request { analysis, file, function, width, clang_arguments: with_level(clang_arguments) }
    }
}

/// Arguments for clang with a level, which may be apart from its `-O`.
pub(crate) fn with_level(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut remaining = arguments.into_iter();
    while let Some(mut argument) = remaining.next() {
        if argument == "-O" {
            argument.push(remaining.next().unwrap_or_default());
        }
        joined.push(argument);
    }
    if !joined.iter().any(|argument| argument.to_string_lossy().starts_with("-O")) {
        joined.push("-O2".into());
    }
    joined
}

/// Runs clang with the plugin and returns the source annotated with the plugin's facts.
pub fn run(request: &Request) -> Result<String> {
    compile::read_source(&request.file)?;
    let options = [
        format!("print={}", request.analysis),
        format!("function={}", request.function),
        format!("width={}", request.width),
    ];
    let answer = compile::ask_plugin(&request.file, &request.clang_arguments, &options)?;
    let (file, source) = compile::source_of_answer(&request.file, &answer)?;
    let facts = parse_facts(&answer);
    if facts.is_empty() {
        bail!(
            "nothing to show: {} has no function {} that a derivative call reaches; check the name (C++ names are \
             mangled) and that the file calls __enzyme_autodiff or __enzyme_fwddiff on it",
            request.file.display(),
            request.function
        );
    }
    Ok(annotate(&file, &source, &facts))
}

/// The plugin's facts by source line.
fn parse_facts(text: &str) -> BTreeMap<usize, Vec<String>> {
    let mut facts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with("0\tsource\t")) {
        let (number, fact) = match line.split_once('\t') {
            Some((number, fact)) => (number.trim().parse().unwrap_or(0), fact),
            None => (0, line),
        };
        facts.entry(number).or_default().push(fact.to_string());
    }
    facts
}

/// Lays out the facts under the source lines they concern, from the first such line to the last.
fn annotate(file: &Path, source: &str, facts: &BTreeMap<usize, Vec<String>>) -> String {
    let mut text = format!("{}\n", file.display());
    let lines: Vec<&str> = source.lines().collect();
    let is_source_line = |number: &usize| (1..=lines.len()).contains(number);
    for (number, without_place) in facts.iter().filter(|(number, _)| !is_source_line(number)) {
        if *number == 0 {
            text.push_str("      | (no source line)\n");
        } else {
            let _ = writeln!(text, "{number:5} | (line of another file)");
        }
        push_facts(&mut text, without_place);
    }
    let mut placed = facts.keys().copied().filter(is_source_line);
    if let Some(first) = placed.next() {
        let last = placed.next_back().unwrap_or(first);
        for number in first..=last {
            let _ = writeln!(text, "{number:5} | {}", lines[number - 1]);
            push_facts(&mut text, facts.get(&number).map_or(&[], Vec::as_slice));
        }
    }
    text
}

fn push_facts(text: &mut String, facts: &[String]) {
    for fact in facts {
        let _ = writeln!(text, "      |     {fact}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Print(options) = read_command("print", arguments)? else { unreachable!() };
        Ok(options.into())
    }

    #[test]
    fn arguments_are_told_apart() {
        let request = parse(&["plan", "f.c", "-DN=3", "--function", "f", "-O", "1", "-I", "inc"]).unwrap();
        assert_eq!(request.function, "f");
        assert_eq!(request.clang_arguments, ["-DN=3", "-O1", "-I", "inc"]);
        let request = parse(&["types", "f.c", "--function=g"]).unwrap();
        assert_eq!(request.clang_arguments, ["-O2"]);
    }

    #[test]
    fn errors_say_what_to_do() {
        let message = parse(&["plan", "f.c"]).unwrap_err().to_string();
        assert!(message.contains("--function <NAME>"), "{message}");
        let message = parse(&["colours", "f.c"]).unwrap_err().to_string();
        assert!(message.contains("types, activity, plan"), "{message}");
    }

    #[test]
    fn facts_stand_below_their_lines() {
        let facts = parse_facts("2\t%a: active\n0\targuments: x\n3\t%b: constant\n2\t%c: active\n");
        let shown = annotate(Path::new("f.c"), "one\ntwo\nthree\nfour\n", &facts);
        let expected = "f.c\n      | (no source line)\n      |     arguments: x\n    2 | two\n      |     %a: active\n      \
                        |     %c: active\n    3 | three\n      |     %b: constant\n";
        assert_eq!(shown, expected);
    }
}
