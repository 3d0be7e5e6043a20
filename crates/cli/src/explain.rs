//! `zymase explain FILE --function NAME [--html OUT]`: where the time and memory of a gradient go.
//!
//! With `--gpu`: what kernels take of a GPU (`explain_gpu`). The plugin answers in records, which [`zymase_explain`] lays out.

use crate::print::with_level;
use crate::{compile, explain_gpu};
use anyhow::{Context, Result, bail};
use clap::Args;
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
    /// What kernels take is asked, not a function.
    pub gpu: bool,
    pub clang_arguments: Vec<OsString>,
}

/// What follows `zymase explain`.
#[derive(Args, Debug)]
pub struct Options {
    /// The source
    file: PathBuf,
    /// The function whose gradient is explained
    #[arg(long, value_name = "NAME", required_unless_present = "gpu")]
    function: Option<String>,
    /// Registers, spills, occupancy and atomic updates of the kernels in a CUDA file
    #[arg(long, conflicts_with_all = ["function", "html"])]
    gpu: bool,
    /// Write a page instead of text
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
    /// Arguments for clang, in any place; -O2 unless they name a level
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang_arguments: Vec<OsString>,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let Options { file, function, html, gpu, clang_arguments } = options;
        Request {
            file,
            function: function.unwrap_or_default(),
            html,
            gpu,
            clang_arguments: with_level(clang_arguments),
        }
    }
}

/// Compiles with the plugin; returns the text to print, and writes the page if one is wanted.
pub fn run(request: &Request) -> Result<String> {
    compile::read_source(&request.file)?;
    if request.gpu {
        return explain_gpu::run(request);
    }
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
    use crate::command_line::{Command, read_command};

    #[test]
    fn arguments_are_told_apart() {
        let parse = |words: &[&str]| -> Result<Request> {
            let Command::Explain(options) = read_command("explain", words)? else { unreachable!() };
            Ok(options.into())
        };
        let words = ["f.c", "--function=f", "--html", "out.html", "-DN=3"];
        let request = parse(&words).unwrap();
        assert_eq!(request.function, "f");
        assert_eq!(request.html, Some("out.html".into()));
        assert_eq!(request.clang_arguments, ["-DN=3", "-O2"]);
        let message = parse(&words[..1]).unwrap_err().to_string();
        assert!(message.contains("--function <NAME>"), "{message}");
    }
}
