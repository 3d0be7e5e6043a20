//! `zymase explain FILE --function NAME [--html OUT]`: where the time and memory of a gradient go.
//!
//! The plugin answers in records, which [`zymase_explain`] lays out.

use crate::compile;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use zymase_explain::{Report, render};

/// What the user asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub function: String,
    pub html: Option<PathBuf>,
    pub clang_arguments: Vec<OsString>,
}

impl Request {
    /// Reads the arguments after `zymase explain`.
    pub fn parse(arguments: &[OsString]) -> Result<Request> {
        const USAGE: &str = "zymase explain FILE --function NAME [--html OUT.html] [-O2] [clang arguments]";
        let Some((file, rest)) = arguments.split_first() else {
            bail!("say which file to explain: {USAGE}");
        };
        let (mut function, mut html) = (None, None);
        let mut clang_arguments = Vec::new();
        let mut remaining = rest.iter();
        while let Some(argument) = remaining.next() {
            let text = argument.to_string_lossy();
            match text.split_once('=') {
                Some(("--function", name)) => function = Some(name.to_owned()),
                Some(("--html", path)) => html = Some(PathBuf::from(path)),
                _ if text == "--function" => function = remaining.next().map(|name| name.to_string_lossy().into()),
                _ if text == "--html" => {
                    html = Some(remaining.next().context("--html needs the name of a file to write")?.into());
                }
                _ => clang_arguments.push(argument.clone()),
            }
        }
        let Some(function) = function else {
            bail!("say which function to explain with --function NAME: {USAGE}");
        };
        if !clang_arguments.iter().any(|argument| argument.to_string_lossy().starts_with("-O")) {
            clang_arguments.push("-O2".into());
        }
        Ok(Request { file: file.into(), function, html, clang_arguments })
    }
}

/// Compiles with the plugin; returns the text to print, and writes the page if one is wanted.
pub fn run(request: &Request) -> Result<String> {
    compile::read_source(&request.file)?;
    let mut arguments = request.clang_arguments.clone();
    arguments.extend(["-g", "-fno-discard-value-names"].map(OsString::from));
    let options = ["print=explain".to_owned(), format!("function={}", request.function)];
    let records = compile::ask_plugin(&request.file, &arguments, &options)?;
    let (file, source) = compile::source_of_answer(&request.file, &records)?;
    let title = format!("{} in {}", request.function, file.display());
    let Some(report) = Report::read(&title, &source, &records) else {
        bail!(
            "nothing to explain: {} has no function {} with a body; check the name (static functions that nobody calls \
             are gone)",
            request.file.display(),
            request.function
        );
    };
    if let Some(path) = &request.html {
        fs::write(path, render(&report)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(report.to_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_told_apart() {
        let words = ["f.c", "--function=f", "--html", "out.html", "-DN=3"].map(OsString::from);
        let request = Request::parse(&words).unwrap();
        assert_eq!(request.function, "f");
        assert_eq!(request.html, Some("out.html".into()));
        assert_eq!(request.clang_arguments, ["-DN=3", "-O2"]);
        let message = Request::parse(&words[..1]).unwrap_err().to_string();
        assert!(message.contains("--function NAME"), "{message}");
    }
}
