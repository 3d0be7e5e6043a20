//! `zymase raise FILE --function NAME`: a function of a program as loops over memory, or on tensors.
//!
//! The plugin answers in records, which say for each line of the module which line of the source it comes from.

use crate::compile::Driver;
use crate::raise_cuda::{Cuda, Launch};
use crate::raise_page::{self, Page};
use crate::{raise_loops, toolchain};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zymase_ir::Form;

/// Tells the plugin what to raise.
const REQUEST: &str = "ZYMASE_RAISE";

/// How far up a function is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    Loops,
    Stablehlo,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    pub function: String,
    /// Parameters that are constants, with their values.
    pub fixed: Vec<(String, String)>,
    pub shapes: Vec<(String, Vec<u64>)>,
    /// The function is a kernel.
    pub launch: Option<Launch>,
    pub level: Level,
    pub output: Option<PathBuf>,
    pub report: Option<PathBuf>,
    pub clang_arguments: Vec<OsString>,
}

/// What follows `zymase raise`.
#[derive(Args, Debug)]
pub struct Options {
    /// The source (C, C++, Fortran, CUDA), LLVM IR, or a module with loops
    file: PathBuf,
    /// The function to raise
    #[arg(long, value_name = "NAME", required_unless_present = "kernel", conflicts_with = "kernel")]
    function: Option<String>,
    /// The CUDA kernel to raise
    #[arg(long, value_name = "NAME", requires = "grid", requires = "block")]
    kernel: Option<String>,
    /// How many blocks the kernel is launched with
    #[arg(long, value_name = "4,1,1")]
    grid: Option<String>,
    /// How many threads a block has
    #[arg(long, value_name = "32,1,1")]
    block: Option<String>,
    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    shared: u64,
    /// Parameters that are constants
    #[arg(long, value_name = "n=64,m=3", value_delimiter = ',')]
    fix: Vec<String>,
    /// Sizes of arrays, in memory order
    #[arg(long, value_name = "x=64x64,y=64", value_delimiter = ',')]
    shape: Vec<String>,
    /// How far to raise; by default a program to loops, and a module with loops to StableHLO
    #[arg(long, value_enum)]
    to: Option<Level>,
    /// Where to write instead of standard output
    #[arg(short, value_name = "OUT.mlir")]
    output: Option<PathBuf>,
    /// Write a page with the source beside the module
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
    /// Arguments for the compiler, in any place
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang_arguments: Vec<OsString>,
}

/// Is a file a module of MLIR already?
fn is_module(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "mlir")
}

fn is_cuda(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "cu")
}

/// A word `name=value`.
fn pair(word: &str) -> Result<(String, String)> {
    let Some((name, value)) = word.split_once('=') else { bail!("`{word}` is no `name=value`") };
    // A member of a struct is called as its parameter is: `g.u` and `g->u` are `g_u`.
    Ok((name.trim().replace("->", "_").replace('.', "_"), value.trim().to_owned()))
}

fn shape(word: &str) -> Result<(String, Vec<u64>)> {
    let (name, sizes) = pair(word)?;
    let sizes: Result<Vec<u64>, _> = sizes.split('x').map(str::parse).collect();
    let sizes = sizes.with_context(|| format!("`{word}` gives no sizes such as 64x64"))?;
    ensure!(sizes.iter().all(|size| (1..1 << 40).contains(size)), "`{word}` gives sizes that no array has");
    Ok((name, sizes))
}

impl TryFrom<Options> for Request {
    type Error = anyhow::Error;

    fn try_from(options: Options) -> Result<Request> {
        let launch = match (&options.kernel, &options.grid, &options.block) {
            (Some(_), Some(grid), Some(block)) => Some(Launch::read(grid, block, options.shared)?),
            _ => None,
        };
        let Some(function) = options.function.or(options.kernel) else { bail!("say which --function or --kernel") };
        ensure!(launch.is_none() || is_cuda(&options.file), "{} has no kernels", options.file.display());
        Ok(Request {
            launch,
            fixed: options.fix.iter().map(|word| pair(word)).collect::<Result<_>>()?,
            shapes: options.shape.iter().map(|word| shape(word)).collect::<Result<_>>()?,
            level: options.to.unwrap_or(if is_module(&options.file) { Level::Stablehlo } else { Level::Loops }),
            file: options.file,
            function,
            output: options.output,
            report: options.report,
            clang_arguments: options.clang_arguments,
        })
    }
}

/// What the plugin answered: lines of the source (0: none is known) with texts.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Answer {
    pub text: Vec<(usize, String)>,
    pub remarks: Vec<(usize, String)>,
    pub refusals: Vec<(usize, String)>,
}

impl Answer {
    fn read(records: &str) -> Answer {
        let mut answer = Answer::default();
        for record in records.lines() {
            let mut fields = record.splitn(3, '\t');
            let (Some(kind), Some(line), Some(text)) = (fields.next(), fields.next(), fields.next()) else { continue };
            let entry = (line.parse().unwrap_or(0), text.to_owned());
            match kind {
                "text" => answer.text.push(entry),
                "remark" => answer.remarks.push(entry),
                "refused" => answer.refusals.push(entry),
                _ => {}
            }
        }
        answer
    }

    /// The module.
    fn module(&self) -> String {
        self.text.iter().map(|(_, line)| format!("{line}\n")).collect()
    }
}

impl Request {
    /// What the plugin is asked, in lines.
    fn lines(&self) -> String {
        let mut text = format!("function {}\n", self.function);
        for (name, value) in &self.fixed {
            let _ = writeln!(text, "fix {name} {value}");
        }
        for (name, sizes) in &self.shapes {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "shape {name} {}", sizes.join("x"));
        }
        text.extend(self.launch.map(|launch| launch.line()));
        if self.level == Level::Stablehlo {
            text.push_str("derive\n");
        }
        text
    }

    /// What is asked of a module with loops, whose parameters have some of the names.
    fn of_module(&self, is_known: impl Fn(&str) -> bool) -> raise_loops::Request<'_> {
        raise_loops::Request {
            file: &self.file,
            function: &self.function,
            fixed: self.fixed.iter().filter(|(name, _)| is_known(name)).cloned().collect(),
            shapes: self.shapes.iter().filter(|(name, _)| is_known(name)).cloned().collect(),
            output: self.output.as_deref(),
            report: self.report.as_deref(),
        }
    }

    /// The compiler, with what makes code that is near to the source.
    fn compiler(&self, cuda: Option<&Cuda>) -> Result<Command> {
        let driver = Driver::for_file(&self.file);
        let plugin = toolchain::plugin_path()?;
        let mut command = Command::new(toolchain::require_tool(driver.tool_name())?);
        let mut load = OsString::from("-fpass-plugin=");
        load.push(plugin);
        command.arg(load);
        if driver == Driver::Fortran {
            command.args(["-O1", "-g", "-ffp-contract=off"]);
        } else {
            command.args(["--start-no-unused-arguments", "-O1", "-g", "-fno-math-errno", "-ffp-contract=off"]);
            command.args(["-fno-discard-value-names", "-fcomplex-arithmetic=basic"]);
            if let Some(folder) = toolchain::include_folder() {
                command.arg("-I").arg(folder);
            }
            command.arg("--end-no-unused-arguments");
        }
        command.args(&self.clang_arguments);
        if let Some(cuda) = cuda {
            cuda.prepare(&self.file, &self.clang_arguments, &mut command)?;
        }
        command.args(["-S", "-emit-llvm", "-o", "/dev/null"]).arg(&self.file);
        command.env(REQUEST, self.lines());
        Ok(command)
    }
}

/// Compiles, raises, checks and writes.
pub fn run(request: &Request) -> Result<()> {
    if is_module(&request.file) {
        ensure!(request.level == Level::Stablehlo, "{} has loops already: use --to stablehlo", request.file.display());
        return raise_loops::run(&request.of_module(|_| true));
    }
    let bytes =
        fs::read(&request.file).with_context(|| format!("cannot read {}: check the path", request.file.display()))?;
    let source = String::from_utf8_lossy(&bytes);
    let cuda = if is_cuda(&request.file) { Some(Cuda::new()?) } else { None };
    let output =
        request.compiler(cuda.as_ref())?.stderr(Stdio::inherit()).output().context("cannot start the compiler")?;
    if !output.status.success() {
        bail!("{} was not compiled: correct the errors above", request.file.display());
    }
    let answer = Answer::read(&String::from_utf8_lossy(&output.stdout));
    if let Some(path) = &request.report {
        let title = format!("{} in {}", request.function, request.file.display());
        let page = raise_page::render(&Page { title, source: &source, answer: &answer });
        fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if !answer.refusals.is_empty() {
        let place = |(line, text): &(usize, String)| format!("{}: {text}", at(&request.file, *line));
        let reasons: Vec<String> = answer.refusals.iter().map(place).collect();
        bail!("`{}` is not raised: {}", request.function, reasons.join("\n"));
    }
    ensure!(!answer.text.is_empty(), "the compiler said nothing about `{}`: this is a bug in zymase", request.function);
    for (line, text) in &answer.remarks {
        eprintln!("zymase: note: {}: {text}", at(&request.file, *line));
    }
    let module = finished(request, &answer.module())?;
    match &request.output {
        Some(path) => fs::write(path, module).with_context(|| format!("cannot write {}", path.display())),
        None => {
            print!("{module}");
            Ok(())
        }
    }
}

fn at(file: &Path, line: usize) -> String {
    if line == 0 { file.display().to_string() } else { format!("{}:{line}", file.display()) }
}

/// Checks the loops, and raises them further if that was asked for.
fn finished(request: &Request, module: &str) -> Result<String> {
    let context = zymase_dialects::context();
    let wrong = "the loops that were written are wrong: this is a bug in zymase";
    let ir = zymase_ir::read(&context, module)
        .map_err(|error| anyhow::anyhow!("{wrong}: {}\n{module}", error.diagnostic))?;
    if let Err(errors) = zymase_ir::verify(&ir) {
        let texts: Vec<String> = errors.iter().map(|error| error.diagnostic.to_string()).collect();
        bail!("{wrong}: {}\n{module}", texts.join("; "));
    }
    let mut ir = ir;
    if is_cuda(&request.file) {
        zymase_raise::run_threads(&mut ir)
            .map_err(|error| anyhow::anyhow!("`{}` is not raised: {}", request.function, error.diagnostic))?;
        if let Err(errors) = zymase_ir::verify(&ir) {
            let texts: Vec<String> = errors.iter().map(|error| error.diagnostic.to_string()).collect();
            bail!("{wrong}: {}\n{}", texts.join("; "), zymase_ir::print(&ir, Form::Pretty));
        }
    }
    match request.level {
        Level::Loops if is_cuda(&request.file) => {
            let names = raise_loops::parameter_names(module, &request.function);
            Ok(raise_loops::with_names(&zymase_ir::print(&ir, Form::Pretty), &request.function, &names))
        }
        Level::Loops => Ok(module.to_owned()),
        Level::Stablehlo => {
            let names = raise_loops::parameter_names(module, &request.function);
            let asked = request.of_module(|name| names.iter().any(|known| known == name));
            let (raised, _) = raise_loops::to_tensors(&ir, &asked, names.clone())?;
            Ok(zymase_ir::print(&raised, Form::Pretty))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(words: &[&str]) -> Result<Request> {
        let Command::Raise(options) = read_command("raise", words)? else { unreachable!() };
        options.try_into()
    }

    #[test]
    fn arguments_are_told_apart() {
        let kernel = parse(&["f.cu", "--kernel=k", "--grid=4", "--block=32"]).unwrap();
        assert_eq!(kernel.lines(), "function k\nlaunch 4 1 1 32 1 1 0\n");
        let members = parse(&["f.c", "--function=f", "--fix", "g.n=64,p->m=2"]).unwrap();
        assert_eq!(members.lines(), "function f\nfix g_n 64\nfix p_m 2\n");
        let words = ["f.c", "--function", "f", "--fix", "n=64,a=0.5", "--shape", "x=4x5", "-DN=3", "-o", "f.mlir"];
        let request = parse(&words).unwrap();
        assert_eq!(request.lines(), "function f\nfix n 64\nfix a 0.5\nshape x 4x5\n");
        assert_eq!(request.clang_arguments, ["-DN=3"]);
        assert_eq!((request.level, request.output), (Level::Loops, Some("f.mlir".into())));
        let tensors = parse(&["a.mlir", "--function=f", "--shape=x=4x5,y=3"]).unwrap();
        assert_eq!(tensors.level, Level::Stablehlo);
        assert_eq!(tensors.shapes, [("x".to_owned(), vec![4, 5]), ("y".to_owned(), vec![3])]);
        for wrong in [
            &["f.c"][..],
            &["f.cu", "--kernel=k"],
            &["f.c", "--kernel=k", "--grid=4", "--block=32"],
            &["f.c", "--function=f", "--fix", "n"],
            &["f.c", "--function=f", "--shape", "x=4xn"],
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn answers_are_read() {
        let answer = Answer::read("remark\t3\tr\ntext\t0\tmodule {\ntext\t2\t  x\n");
        assert_eq!(answer.module(), "module {\n  x\n");
        assert_eq!(answer.remarks, [(3, "r".to_owned())]);
        assert_eq!(Answer::read("refused\t7\twhy\n").refusals, [(7, "why".to_owned())]);
    }
}
