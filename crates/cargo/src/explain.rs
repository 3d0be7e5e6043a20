//! `cargo zymase explain NAME`: what the gradient of a function keeps, line by line, and why.
//!
//! Programs are built in a folder of their own, `zymase/explain` of the usual target folder: programs there are linked anew each
//! time, because the plugin speaks when they are linked, and everything else is compiled once. NAME is that of the function or
//! of its derivative. What the plugin says is collected in a file by the linker.

use crate::invocation::{Additions, Invocation};
use crate::linker;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use zymase_explain::{Report, render};
use zymase_toolchain::{FLAGS_VARIABLE, extend_plugin_flags};

const USAGE: &str = "cargo zymase explain FUNCTION [--html FILE] [arguments of cargo build]";

/// What the user asked for.
#[derive(Debug, PartialEq)]
struct Request {
    /// The last part of the path that was given.
    function: String,
    html: Option<PathBuf>,
    cargo_arguments: Vec<OsString>,
}

impl Request {
    fn parse(arguments: &[OsString]) -> Result<Request> {
        let Some((function, rest)) =
            arguments.split_first().filter(|(name, _)| !name.to_string_lossy().starts_with('-'))
        else {
            bail!("say which function to explain: {USAGE}");
        };
        let function = function.to_string_lossy().rsplit("::").next().unwrap_or_default().to_owned();
        let mut html = None;
        let mut cargo_arguments = Vec::new();
        let mut remaining = rest.iter();
        while let Some(argument) = remaining.next() {
            match argument.to_string_lossy().split_once('=') {
                Some(("--html", path)) => html = Some(PathBuf::from(path)),
                _ if argument == "--html" => {
                    html = Some(remaining.next().context("--html needs the name of a file to write")?.into());
                }
                _ => cargo_arguments.push(argument.clone()),
            }
        }
        let is_profile = |argument: &OsString| {
            let text = argument.to_string_lossy();
            text == "--release" || text == "-r" || text.starts_with("--profile")
        };
        if !cargo_arguments.iter().any(is_profile) {
            cargo_arguments.insert(0, "--release".into());
        }
        Ok(Request { function, html, cargo_arguments })
    }
}

/// Builds, shows the text, and writes the page.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let request = Request::parse(arguments)?;
    let folder = target_folder(&request.cargo_arguments)?.join("zymase");
    let mut answer = match build(&request, &folder.join("explain"), &request.function)? {
        Ok(answer) => answer,
        Err(failure) => return Ok(failure),
    };
    // A function may have derivatives of both modes, of which one keeps something.
    if answer.is_forward()
        && let Some(derivative) = answer.reverse_derivative_of(&request.function)
    {
        answer = match build(&request, &folder.join("explain"), &derivative)? {
            Ok(answer) => answer,
            Err(failure) => return Ok(failure),
        };
    }
    let report = answer.report(&request.function)?;
    let page = request.html.clone().unwrap_or_else(|| folder.join(format!("{}.html", request.function)));
    fs::write(&page, render(&report)).with_context(|| format!("cannot write {}", page.display()))?;
    if !open(&page) {
        print!("{}\nthe same as a page: {}\n", report.to_text(), page.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Where cargo puts what it builds.
fn target_folder(cargo_arguments: &[OsString]) -> Result<PathBuf> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    let manifest = cargo_arguments.iter().skip_while(|argument| *argument != "--manifest-path").take(2);
    let output = command.args(manifest).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let folder = text.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    Ok(folder.context("cargo does not say where it builds: run this in the folder of a package")?.0.into())
}

/// Builds with the question in the environment; the outer error is ours, the inner one cargo's.
fn build(request: &Request, folder: &Path, name: &str) -> Result<Result<Answer, ExitCode>> {
    forget_programs(folder);
    let records = env::temp_dir().join(format!("cargo-zymase-explain-{}.txt", std::process::id()));
    fs::write(&records, "").with_context(|| format!("cannot write {}", records.display()))?;
    let flags = extend_plugin_flags(&["print=explain", &format!("derivative={name}")]);
    let additions = Additions {
        environment: vec![
            ("CARGO_TARGET_DIR", folder.into()),
            (FLAGS_VARIABLE, flags.into()),
            (linker::SAID, records.clone().into()),
        ],
        ..Additions::default()
    };
    let status = Invocation::new("build", &request.cargo_arguments, &additions)?.run()?;
    let said = fs::read_to_string(&records).with_context(|| format!("cannot read {}", records.display()))?;
    // It is in the folder of temporary files.
    let _ = fs::remove_file(&records);
    Ok(if status == ExitCode::SUCCESS { Ok(Answer { records: said }) } else { Err(status) })
}

/// Removes linked programs, wherever a profile or a target has put them, so that cargo links them again.
fn forget_programs(folder: &Path) {
    let is_program = |path: &Path| {
        path.extension().is_none()
            && fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o100 != 0)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        // Build scripts are programs too, and stay.
        if path.is_dir() && name != "build" && name != ".fingerprint" {
            forget_programs(&path);
        } else if is_program(&path) {
            // What is still there is not linked again, and says nothing.
            let _ = fs::remove_file(&path);
        }
    }
}

/// What the plugin said.
struct Answer {
    records: String,
}

/// A derivative of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Derivative {
    name: String,
    function: String,
    is_reverse: bool,
    file: PathBuf,
    line: String,
}

impl Answer {
    fn derivatives(&self) -> BTreeSet<Derivative> {
        let derivative = |record: &str| {
            let fields: Vec<&str> = record.split('\t').collect();
            let ["0", "call", call, folder, file, line] = fields.as_slice() else { return None };
            let (operation, rest) = call.split_once(" of ")?;
            let (name, rest) = rest.split_once(" (derivative of ")?;
            let (function, _) = rest.split_once(" (")?;
            Some(Derivative {
                name: name.to_owned(),
                function: function.to_owned(),
                is_reverse: !operation.contains("fwddiff"),
                file: Path::new(folder).join(file),
                line: (*line).to_owned(),
            })
        };
        self.records.lines().filter_map(derivative).collect()
    }

    fn is_forward(&self) -> bool {
        self.records.lines().any(|line| line == "0\tforward")
    }

    fn reverse_derivative_of(&self, function: &str) -> Option<String> {
        let derivatives = self.derivatives();
        derivatives.into_iter().find(|found| found.is_reverse && found.function == function).map(|found| found.name)
    }

    fn report(&self, name: &str) -> Result<Report> {
        let derivatives = self.derivatives();
        let is_asked = |found: &&Derivative| found.name == name || found.function == name;
        let asked = || derivatives.iter().filter(is_asked);
        let Some(found) = asked().find(|found| found.is_reverse).or_else(|| asked().next()) else {
            let all: Vec<String> =
                derivatives.iter().map(|known| format!("  {} of {}", known.name, known.function)).collect();
            match all.is_empty() {
                true => {
                    bail!("no program that was built calls a derivative: is there a binary, and does it use `{name}`?")
                }
                false => {
                    bail!("no program that was built calls a derivative of `{name}`; there are\n{}", all.join("\n"))
                }
            }
        };
        if self.is_forward() {
            bail!("{} is a derivative in forward mode, which keeps nothing", found.name);
        }
        let source =
            fs::read_to_string(&found.file).with_context(|| format!("cannot read {}", found.file.display()))?;
        let title = format!("{} ({}:{})", found.function, found.file.display(), found.line);
        Report::read(&title, &source, &self.records)
            .context("the plugin says nothing about it: is it of another version?")
    }
}

/// Opens a page where somebody sits; false when nobody does.
fn open(page: &Path) -> bool {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    has_display
        && std::io::stdout().is_terminal()
        && Command::new("xdg-open").arg(page).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_told_apart() {
        let words = ["model::f", "--html", "f.html", "-p", "x"].map(OsString::from);
        let request = Request::parse(&words).unwrap();
        assert_eq!((request.function.as_str(), request.html), ("f", Some("f.html".into())));
        assert_eq!(request.cargo_arguments, ["--release", "-p", "x"]);
        let request = Request::parse(&["f", "--profile=dev"].map(OsString::from)).unwrap();
        assert_eq!(request.cargo_arguments, ["--profile=dev"]);
        assert!(Request::parse(&["--release".into()]).is_err());
    }

    #[test]
    fn derivatives_are_listed() {
        let end = "(the plugin makes derivatives: …))";
        let records = format!(
            "0\tcall\t__enzyme_autodiff of d_f (derivative of f {end}\t/w\tsrc/main.rs\t3\n\
             0\tcall\t__enzyme_fwddiff of b_f (derivative of f {end}\t/w\tsrc/main.rs\t4\n\
             0\tcall\t__enzyme_autodiff (the plugin makes derivatives: …)\t/w\tsrc/main.rs\t5\n0\tforward\n"
        );
        let answer = Answer { records };
        assert_eq!(answer.derivatives().len(), 2);
        assert!(answer.is_forward());
        assert_eq!(answer.reverse_derivative_of("f").as_deref(), Some("d_f"));
        let message = answer.report("g").unwrap_err().to_string();
        assert!(message.contains("d_f of f"), "{message}");
    }
}
