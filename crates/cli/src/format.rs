//! `zymase fmt`: reads a module of the tensor level, checks it and prints it.

use crate::bytecode;
use crate::shared_options::Printed;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use zymase_ir::{Form, Ir, LocatedDiagnostic, Location};

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// `-` is standard input.
    pub file: PathBuf,
    /// Whether operations that ask for derivatives and batches are expanded.
    pub expand: bool,
    pub form: Form,
    pub output: Option<PathBuf>,
}

/// What follows `zymase fmt`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module; `-` is standard input
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    /// Make the derivatives and batches that its enzyme operations ask for
    #[arg(long)]
    expand: bool,
    #[command(flatten)]
    printed: Printed,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        let (form, output) = (options.printed.form(), options.printed.output);
        Request { file: options.file, expand: options.expand, form, output }
    }
}

/// Stands alone on a line between modules that share a file.
const SEPARATOR: &str = "// -----";

/// Reads and checks the module in a file.
pub fn load(file: &Path) -> Result<Ir> {
    read_module(file, &read_text(file)?)
}

/// Reads and checks the modules in a file, which may hold several with separators between them.
pub fn load_all(file: &Path) -> Result<Vec<Ir>> {
    let text = read_text(file)?;
    let sections = sections(&text);
    if sections.len() == 1 {
        return Ok(vec![read_module(file, &text)?]);
    }
    // Behind as many empty lines as there were before it, places in a part are those in the file.
    let read = |(line, section): &(usize, String)| read_module(file, &format!("{}{section}", "\n".repeat(*line)));
    sections.iter().map(read).collect()
}

pub fn read_text(file: &Path) -> Result<String> {
    let mut content = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().read_to_end(&mut content).context("cannot read standard input")?;
    } else {
        content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    if bytecode::is_bytecode(&content) {
        return bytecode::text(&content).with_context(|| format!("cannot read {}", file.display()));
    }
    String::from_utf8(content).with_context(|| format!("cannot read {}: it is not UTF-8 text", file.display()))
}

pub fn read_module(file: &Path, text: &str) -> Result<Ir> {
    let ir = zymase_ir::read(&zymase_dialects::context(), text)
        .map_err(|error| anyhow::anyhow!("{}", describe(file, &[error])))?;
    match zymase_ir::verify(&ir) {
        Ok(()) => Ok(ir),
        Err(errors) => bail!("{}", describe(file, &errors)),
    }
}

/// The parts of a text between separators, and how many lines come before each. Parts of comments and white space only are
/// left out.
fn sections(text: &str) -> Vec<(usize, String)> {
    let mut sections = vec![(0, String::new())];
    let mut is_empty = true;
    for (number, line) in text.lines().enumerate() {
        if line.trim_end() == SEPARATOR {
            if is_empty {
                sections.pop();
            }
            sections.push((number + 1, String::new()));
            is_empty = true;
            continue;
        }
        is_empty &= line.trim().is_empty() || line.trim_start().starts_with("//");
        if let Some((_, section)) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    if is_empty && sections.len() > 1 {
        sections.pop();
    }
    sections
}

/// Expands operations that ask for derivatives and batches of functions.
pub fn expanded(file: &Path, mut ir: Ir) -> Result<Ir> {
    match zymase_transform::expand(&mut ir) {
        Ok(_) => Ok(ir),
        Err(errors) => bail!("{}", describe(file, &errors)),
    }
}

/// As [`load`], with operations that ask for derivatives and batches of functions expanded.
pub fn load_expanded(file: &Path) -> Result<Ir> {
    expanded(file, load(file)?)
}

/// Reads, checks and prints.
pub fn run(request: &Request) -> Result<()> {
    let mut texts = Vec::new();
    for ir in load_all(&request.file)? {
        let ir = if request.expand { expanded(&request.file, ir)? } else { ir };
        texts.push(zymase_ir::print(&ir, request.form));
    }
    write_text(&texts.join(&format!("\n{SEPARATOR}\n\n")), request.output.as_deref())
}

/// Reads and checks a module, changes it, and prints it, or saves it where a file is named.
pub fn rewrite<T>(
    file: &Path,
    form: Form,
    output: Option<&Path>,
    change: impl FnOnce(&mut Ir) -> Result<T, Vec<LocatedDiagnostic>>,
) -> Result<()> {
    let mut ir = load_expanded(file)?;
    if let Err(errors) = change(&mut ir) {
        bail!("{}", describe(file, &errors));
    }
    write_text(&zymase_ir::print(&ir, form), output)
}

/// Prints, or saves where a file is named.
pub fn write_text(text: &str, output: Option<&Path>) -> Result<()> {
    match output {
        Some(path) => fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

/// Errors with their places, one a line.
pub fn describe(file: &Path, errors: &[LocatedDiagnostic]) -> String {
    let mut text = String::new();
    for (index, error) in errors.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        // Only places in the text itself are places in this file.
        let _ = match error.location {
            Location::Text(_) => write!(text, "{}:{error}", file.display()),
            _ => write!(text, "{error}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Fmt(options) = read_command("fmt", arguments)? else { unreachable!() };
        Ok(options.into())
    }

    #[test]
    fn modules_that_share_a_file_are_told_apart() {
        assert_eq!(sections("a\nb\n"), [(0, "a\nb\n".to_owned())]);
        let found = sections("// x\n// -----\na\n// -----\n\n// -----\nb\n// -----\n");
        assert_eq!(found, [(2, "a\n".to_owned()), (6, "b\n".to_owned())]);
        assert_eq!(sections("").len(), 1);
    }

    #[test]
    fn arguments_are_told_apart() {
        let request = parse(&["--generic", "a.mlir", "-o", "b.mlir"]).unwrap();
        let expected =
            Request { file: "a.mlir".into(), expand: false, form: Form::Generic, output: Some("b.mlir".into()) };
        assert_eq!(request, expected);
        assert!(parse(&["a", "--expand"]).unwrap().expand);
        assert!(parse(&[]).is_err() && parse(&["a", "b"]).is_err() && parse(&["a", "--x"]).is_err());
    }
}
