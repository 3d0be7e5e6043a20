//! `zymase opt`: reads a module of the tensor level, optimises it, prints it, and explains on a page what was done.

use crate::format;
use crate::opt_page;
use crate::shared_options::Printed;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use zymase_ir::Form;
use zymase_transform::optimise::cost::Target;
use zymase_transform::optimise::rule::Level;
use zymase_transform::{OptimiseOptions, optimise};

#[derive(Debug)]
pub struct Request {
    pub file: PathBuf,
    pub options: OptimiseOptions,
    pub explain: Option<PathBuf>,
    pub form: Form,
    pub output: Option<PathBuf>,
}

/// What follows `zymase opt`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module; `-` is standard input
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    /// What it shall be fast on: cpu, gpu or tpu
    #[arg(long, default_value = "cpu", value_parser = target)]
    target: Target,
    /// How much numbers may change: exact, reassociate (other roundings) or finite (no number is infinite or undefined)
    #[arg(long, value_name = "LEVEL", default_value = "reassociate", value_parser = level)]
    fast_math: Level,
    /// Stop after this many seconds with what has been reached
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Write a page that shows the program before and after, and the rules that were applied
    #[arg(long, value_name = "REPORT.html")]
    explain: Option<PathBuf>,
    #[command(flatten)]
    printed: Printed,
}

fn target(text: &str) -> Result<Target, String> {
    Target::parse(text).ok_or_else(|| "write cpu, gpu or tpu".to_owned())
}

fn level(text: &str) -> Result<Level, String> {
    Level::parse(text).ok_or_else(|| "write exact, reassociate or finite".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    let duration = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    duration.ok_or_else(|| "write a number of seconds".to_owned())
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let optimisation = OptimiseOptions {
            target: options.target,
            level: options.fast_math,
            time_limit: options.time_limit,
            ..OptimiseOptions::default()
        };
        Request {
            file: options.file,
            options: optimisation,
            explain: options.explain,
            form: options.printed.form(),
            output: options.printed.output,
        }
    }
}

/// Reads, checks, optimises and prints.
pub fn run(request: &Request) -> Result<()> {
    let before = format::load_expanded(&request.file)?;
    let mut after = before.clone();
    let report = match optimise(&mut after, &request.options) {
        Ok(report) => report,
        Err(errors) => bail!("{}", format::describe(&request.file, &errors)),
    };
    if let Some(path) = &request.explain {
        let page = opt_page::page(&request.file.display().to_string(), &request.options, &report, &before, &after);
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    format::write_text(&zymase_ir::print(&after, request.form), request.output.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Opt(options) = read_command("opt", arguments)? else { unreachable!() };
        Ok(options.into())
    }

    #[test]
    fn arguments_are_told_apart() {
        let words = [
            "a.mlir",
            "--target",
            "gpu",
            "--fast-math",
            "finite",
            "--time-limit",
            "1.5",
            "--explain",
            "r.html",
            "-o",
            "b",
        ];
        let request = parse(&words).unwrap();
        assert_eq!((request.options.target, request.options.level), (Target::Gpu, Level::Finite));
        assert_eq!(request.options.time_limit, Some(Duration::from_millis(1500)));
        assert_eq!((request.explain, request.output), (Some("r.html".into()), Some("b".into())));
        assert_eq!(parse(&["a"]).unwrap().options.level, Level::Reassociate);
        for wrong in [&["a", "--target", "x"][..], &[], &["a", "--fast-math", "y"], &["a", "--time-limit", "-1"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
