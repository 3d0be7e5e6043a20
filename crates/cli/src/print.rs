//! `zymase print types|activity|plan FILE --function NAME`: shows what the plugin found beside the source lines.
//!
//! The plugin is asked through `ZYMASE_FLAGS` and answers on standard output, one fact a line, as
//! `LINE<TAB>text`, where LINE is a line of the source file or 0 for what has no line. This module runs clang and
//! lays the facts out; it knows nothing about what they mean.

use crate::compile;
use anyhow::{Context, Result, bail};
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

impl Request {
    /// Reads the arguments after `zymase print`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str = "zymase print types|activity|plan FILE --function NAME [--width N] [-O2] [clang arguments]";
        let [analysis, file, rest @ ..] = arguments else {
            bail!("say what to print, and of which file: {USAGE}");
        };
        let analysis = analysis.to_string_lossy().into_owned();
        if !ANALYSES.contains(&analysis.as_str()) {
            bail!("there is no analysis called {analysis}: {USAGE}");
        }
        let mut function = None;
        let mut width = "1".to_owned();
        let mut clang_arguments = Vec::new();
        let mut remaining = rest.iter();
        while let Some(argument) = remaining.next() {
            let text = argument.to_string_lossy();
            if text == "--function" {
                function = remaining.next().map(|name| name.to_string_lossy().into_owned());
            } else if let Some(name) = text.strip_prefix("--function=") {
                function = Some(name.to_string());
            } else if text == "--width" {
                let number = remaining.next().context("--width needs a number of lanes, such as 4")?;
                width = number.to_string_lossy().into_owned();
            } else if text == "-O" {
                let level = remaining.next().context("-O needs a level, such as -O2")?;
                clang_arguments.push(format!("-O{}", level.to_string_lossy()).into());
            } else {
                clang_arguments.push(argument.clone());
            }
        }
        let Some(function) = function else {
            bail!("say which function to show with --function NAME: {USAGE}");
        };
        let has_level = |argument: &OsString| argument.to_string_lossy().starts_with("-O");
        if !clang_arguments.iter().any(has_level) {
            clang_arguments.push("-O2".into());
        }
        Ok(Request { analysis, file: file.into(), function, width, clang_arguments })
    }
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

    fn parse(arguments: &[&str]) -> Result<Request> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Request::parse(&arguments)
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
        assert!(message.contains("--function NAME"), "{message}");
        let message = parse(&["colours", "f.c"]).unwrap_err().to_string();
        assert!(message.contains("types|activity|plan"), "{message}");
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
