//! `zymase check FILE --function f`: compares reverse mode, forward mode and central differences of a function.
//!
//! The parameters are read from debug information (`types`), inputs are made for them (`inputs`), a program is
//! written that includes the user's file and compares (`driver`), compiled at every level and run.

mod driver;
mod inputs;
mod types;

use crate::compile::{self, Driver};
use anyhow::{Context, Result, bail};
use clap::Args;
use inputs::Wishes;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use types::{Metadata, Signature};

/// What the user asked for.
#[derive(Debug)]
pub struct Request {
    file: PathBuf,
    function: String,
    wishes: Wishes,
    levels: Vec<String>,
    /// How many threads regions of OpenMP have, one check after the other.
    threads: Vec<u32>,
    clang_arguments: Vec<OsString>,
}

/// What follows `zymase check`.
#[derive(Args, Debug)]
pub struct Options {
    /// The source
    file: Option<PathBuf>,
    /// The function to check
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// The value of an integer parameter (default 5)
    #[arg(long, value_name = "n=10")]
    size: Vec<String>,
    /// The number of elements behind a pointer, or of a std::vector (default 5)
    #[arg(long, value_name = "x=100")]
    length: Vec<String>,
    /// The values of a parameter (default: random, between 0.25 and 1.25)
    #[arg(long, value_name = "x=1,2,3")]
    input: Vec<String>,
    /// No derivative with respect to this parameter
    #[arg(long = "const", value_name = "x")]
    constant: Vec<String>,
    /// Its final content is a part of the objective (default: memory that is not const)
    #[arg(long, value_name = "y")]
    out: Vec<String>,
    /// The seed of random inputs
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With -fopenmp: how many threads parallel regions have, in one run after the other (default: 1,2,3,8)
    #[arg(long, value_name = "1,2", value_delimiter = ',')]
    threads: Vec<u32>,
    /// Build a program (as cc or c++ do) whose derivatives check themselves while it runs, with the arguments that follow; the same as
    /// the option --zymase-check of cc, c++ and fc
    #[arg(long)]
    runtime: bool,
    /// Arguments for clang, in any place; a level such as -O2 checks this level only (may be repeated; default: -O0 -O1 -O2 -O3)
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang_arguments: Vec<OsString>,
}

impl Options {
    /// The words of which a program is built that checks itself, if one is wanted.
    pub fn program(&self) -> Option<&[OsString]> {
        self.runtime.then_some(&self.clang_arguments)
    }
}

impl TryFrom<Options> for Request {
    type Error = anyhow::Error;

    fn try_from(options: Options) -> Result<Request> {
        let mut wishes = Wishes {
            sizes: options.size.iter().map(|text| assignment(text)).collect::<Result<_>>()?,
            constants: options.constant.into_iter().collect(),
            outputs: options.out.into_iter().collect(),
            ..Wishes::default()
        };
        wishes.seed = options.seed.unwrap_or(wishes.seed);
        for text in &options.length {
            let (name, length) = assignment(text)?;
            let length = length.parse().with_context(|| format!("{length} is not a length"))?;
            wishes.lengths.insert(name, length);
        }
        for text in &options.input {
            let (name, values) = assignment(text)?;
            let number = |each: &str| each.trim().parse().with_context(|| format!("{each} is not a number"));
            wishes.values.insert(name, values.split(',').map(number).collect::<Result<_>>()?);
        }
        let is_level = |word: &OsString| word.to_string_lossy().starts_with("-O");
        let (levels, clang_arguments): (Vec<_>, Vec<_>) = options.clang_arguments.into_iter().partition(is_level);
        let mut levels: Vec<String> = levels.iter().map(|level| level.to_string_lossy().into_owned()).collect();
        if levels.is_empty() {
            levels = ["-O0", "-O1", "-O2", "-O3"].map(String::from).to_vec();
        }
        let mut threads = options.threads;
        if threads.is_empty() && clang_arguments.iter().any(|word| word == "-fopenmp") {
            threads = vec![1, 2, 3, 8];
        }
        let file = options.file.context("say which file to check; `zymase check --help` lists options")?;
        let function = options.function.context("say which function to check, with --function NAME")?;
        Ok(Request { file, function, wishes, levels, threads, clang_arguments })
    }
}

fn assignment(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').with_context(|| format!("write NAME=VALUE instead of {text}"))?;
    Ok((name.to_string(), value.to_string()))
}

/// Performs the check and prints the table; true when everything agrees at every level.
pub fn run(request: &Request) -> Result<bool> {
    let source = request
        .file
        .canonicalize()
        .with_context(|| format!("cannot read {}: check the path", request.file.display()))?;
    let language = Driver::for_file(&source);
    if language == Driver::Fortran {
        bail!("zymase check reads C and C++: give the Fortran routine bind(c) and check a C function that calls it");
    }
    let scratch = std::env::temp_dir().join(format!("zymase-check-{}", std::process::id()));
    fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    let outcome = run_in(request, &source, language, &scratch);
    if matches!(outcome, Ok(false)) {
        println!("the program that was run is in {}", scratch.display());
    } else {
        // One that cannot be removed does no harm.
        let _ = fs::remove_dir_all(&scratch);
    }
    outcome
}

fn run_in(request: &Request, source: &Path, language: Driver, scratch: &Path) -> Result<bool> {
    let is_cpp = language == Driver::CPlusPlus;
    let signature = probe(request, source, language, scratch)?;
    let inputs = inputs::choose(&signature, &request.wishes)?;
    let program_text = driver::write(source, &request.function, &inputs, is_cpp);
    let driver = scratch.join(if is_cpp { "check.cpp" } else { "check.c" });
    fs::write(&driver, program_text)?;
    let mut agrees = true;
    for level in &request.levels {
        let program = scratch.join("check");
        let mut arguments: Vec<OsString> = vec![level.into(), "-w".into(), driver.clone().into()];
        arguments.extend(include_of(source));
        arguments.extend(request.clang_arguments.iter().cloned());
        arguments.extend(["-lm".into(), "-o".into(), program.clone().into_os_string()]);
        let compiled = compile::command(language, &arguments)?.status().context("cannot start clang")?;
        if !compiled.success() {
            println!("{} {level}", request.function);
            println!("  does not compile: see above");
            agrees = false;
            continue;
        }
        if request.threads.is_empty() {
            println!("{} {level}", request.function);
            agrees &= runs(&mut std::process::Command::new(&program))?;
        }
        for threads in &request.threads {
            println!("{} {level}, {threads} {}", request.function, if *threads == 1 { "thread" } else { "threads" });
            agrees &= runs(std::process::Command::new(&program).env("OMP_NUM_THREADS", threads.to_string()))?;
        }
    }
    println!("{}: {}", request.function, if agrees { "all derivatives agree" } else { "DERIVATIVES DISAGREE" });
    Ok(agrees)
}

/// Runs a program that compares; false if something does not agree.
fn runs(program: &mut std::process::Command) -> Result<bool> {
    let ended = program.status().context("cannot start the compiled program")?;
    if ended.code().is_none() {
        println!("  the program crashed ({ended}): are all lengths (--length) and sizes (--size) right?");
    }
    Ok(ended.success())
}

/// Files that the user's file includes with quotes are found beside it.
fn include_of(source: &Path) -> Vec<OsString> {
    source.parent().map(|folder| vec!["-I".into(), folder.into()]).unwrap_or_default()
}

/// Reads the function's parameters from the debug information of a program that takes its address.
fn probe(request: &Request, source: &Path, language: Driver, scratch: &Path) -> Result<Signature> {
    let is_cpp = language == Driver::CPlusPlus;
    let file = scratch.join(if is_cpp { "probe.cpp" } else { "probe.c" });
    let function = &request.function;
    fs::write(
        &file,
        format!(
            "#define main zymase_user_main\n#include \"{}\"\n#undef main\nvoid *zymase_probe = (void *)&{function};\n",
            source.display()
        ),
    )?;
    let mut command = std::process::Command::new(crate::toolchain::require_tool(language.tool_name())?);
    command.args(["-O0", "-g", "-S", "-emit-llvm", "-w", "-Xclang", "-disable-llvm-passes", "-o", "-"]).arg(&file);
    command.args(crate::toolchain::include_folder().map(|folder| format!("-I{}", folder.display())));
    command.args(include_of(source)).args(&request.clang_arguments);
    let output = command.stderr(Stdio::inherit()).output().context("cannot start clang")?;
    if !output.status.success() {
        bail!(
            "{} does not compile, or has no function {function} whose address can be taken (overloaded functions and \
             members: check a small function that calls them)",
            source.display()
        );
    }
    let ir = String::from_utf8_lossy(&output.stdout);
    let symbol = ir
        .lines()
        .find_map(|line| line.strip_prefix("@zymase_probe = ")?.split_once("ptr @")?.1.split([',', ' ']).next())
        .with_context(|| format!("{function} is not a function"))?;
    let subprogram = ir
        .lines()
        .filter(|line| line.starts_with("define ") && line.contains(&format!("@{symbol}(")))
        .find_map(|line| line.rsplit_once("!dbg ")?.1.split(' ').next())
        .with_context(|| format!("{function} has no body in {}", source.display()))?;
    Metadata::read(&ir, is_cpp).signature(subprogram)
}
