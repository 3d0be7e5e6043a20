//! `zymase raise FILE.mlir --function NAME --to stablehlo`: a function with loops and memory as one on tensors.
//!
//! Parameters are known by the names that they have in the text of the module, or as `arg0`, `arg1` and so on.

use crate::format;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use zymase_ir::{Form, Ir};
use zymase_raise::Report;

/// How far up a function is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    Stablehlo,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub function: String,
    /// Parameters that are constants, with their values.
    pub fixed: Vec<(String, String)>,
    pub shapes: Vec<(String, Vec<u64>)>,
    pub output: Option<PathBuf>,
    pub report: Option<PathBuf>,
}

/// What follows `zymase raise`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    /// The function to raise
    #[arg(long, value_name = "NAME", required = true)]
    function: String,
    /// Parameters that are constants
    #[arg(long, value_name = "n=64,m=3", value_delimiter = ',')]
    fix: Vec<String>,
    /// Sizes of arrays, in memory order
    #[arg(long, value_name = "x=64x64,y=64", value_delimiter = ',')]
    shape: Vec<String>,
    /// How far up
    #[arg(long, value_enum, default_value = "stablehlo")]
    to: Level,
    /// Where to write instead of standard output
    #[arg(short, value_name = "OUT.mlir")]
    output: Option<PathBuf>,
    /// Write a page with the loops beside the tensors
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
}

/// A word `name=value`.
fn pair(word: &str) -> Result<(String, String)> {
    let Some((name, value)) = word.split_once('=') else { bail!("`{word}` is no `name=value`") };
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn shape(word: &str) -> Result<(String, Vec<u64>)> {
    let (name, sizes) = pair(word)?;
    let sizes: Result<Vec<u64>, _> = sizes.split('x').map(str::parse).collect();
    Ok((name, sizes.with_context(|| format!("`{word}` gives no sizes such as 64x64"))?))
}

impl TryFrom<Options> for Request {
    type Error = anyhow::Error;

    fn try_from(options: Options) -> Result<Request> {
        match options.to {
            Level::Stablehlo => {}
        }
        Ok(Request {
            file: options.file,
            function: options.function,
            fixed: options.fix.iter().map(|word| pair(word)).collect::<Result<_>>()?,
            shapes: options.shape.iter().map(|word| shape(word)).collect::<Result<_>>()?,
            output: options.output,
            report: options.report,
        })
    }
}

/// Reads, raises and prints.
pub fn run(request: &Request) -> Result<()> {
    let text = format::read_text(&request.file)?;
    let ir = format::read_module(&request.file, &text)?;
    let names = parameter_names(&text, &request.function);
    let (raised, report) = to_tensors(&request.file, &ir, request, names)?;
    let after = zymase_ir::print(&raised, Form::Pretty);
    if let Some(path) = &request.report {
        let page = report.page(&format!("{} in {}", request.function, request.file.display()), &text, &after);
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    format::write_text(&after, request.output.as_deref())
}

/// The module with the function raised, and what was decided about its loops.
pub fn to_tensors(file: &Path, ir: &Ir, request: &Request, names: Vec<String>) -> Result<(Ir, Report)> {
    let mut fixed = Vec::new();
    for (name, value) in &request.fixed {
        fixed.push((
            name.clone(),
            value.parse().with_context(|| format!("`{value}`, which {name} is to be, is not a number"))?,
        ));
    }
    let sizes = |sizes: &[u64]| sizes.iter().map(|size| i64::try_from(*size).unwrap_or(i64::MAX)).collect();
    let asked = zymase_raise::Request {
        function: request.function.clone(),
        names,
        shapes: request.shapes.iter().map(|(name, given)| (name.clone(), sizes(given))).collect(),
        fixed,
    };
    let mut raised = ir.clone();
    match zymase_raise::to_tensors(&mut raised, &asked) {
        Ok(report) => Ok((raised, report)),
        Err(error) => Err(anyhow!("{}", format::describe(file, &[error]))),
    }
}

/// What the parameters of a function are called in a text, without the `%`.
pub fn parameter_names(text: &str, function: &str) -> Vec<String> {
    let start = [format!("@{function}("), format!("@\"{function}\"(")].iter().find_map(|head| {
        let at = text.find(&format!("func.func {head}")).or_else(|| text.find(&format!("func.func public {head}")))?;
        Some(at + text[at..].find('(')? + 1)
    });
    let Some(start) = start else { return Vec::new() };
    let (mut names, mut depth, mut rest) = (Vec::new(), 1, &text[start..]);
    while let Some(at) = rest.find(['(', ')', '%', '"']) {
        let (mark, behind) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = behind;
        match mark {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            b'"' => rest = &behind[behind.find('"').map_or(behind.len(), |end| end + 1)..],
            _ => {
                let end = behind.find([':', ' ', ',', ')']).unwrap_or(behind.len());
                names.push(behind[..end].to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    #[test]
    fn arguments_are_told_apart() {
        let words = ["a.mlir", "--function", "f", "--fix", "n=64,a=0.5", "--shape", "x=4x5,y=3", "-o", "b.mlir"];
        let Ok(Command::Raise(options)) = read_command("raise", &words) else { panic!("not read") };
        let request: Request = options.try_into().unwrap();
        assert_eq!(request.fixed, [("n".to_owned(), "64".to_owned()), ("a".to_owned(), "0.5".to_owned())]);
        assert_eq!(request.shapes, [("x".to_owned(), vec![4, 5]), ("y".to_owned(), vec![3])]);
        assert!(read_command("raise", &["a.mlir"]).is_err());
    }

    #[test]
    fn parameters_have_the_names_of_the_text() {
        let text = "func.func @f(%n: i32, %x: memref<?xf64, strided<[1], offset: ?>> {a = \"%no\"}, %y : f64) -> f64 {";
        assert_eq!(parameter_names(text, "f"), ["n", "x", "y"]);
        assert!(parameter_names(text, "g").is_empty());
    }
}
