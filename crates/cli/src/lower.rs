//! `zymase lower`: loops over memory, and tensors through loops, as LLVM IR text.

use crate::format;
use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use zymase_ir::{Ir, LocatedDiagnostic};
use zymase_lower::optimise::{NAMES, Switches};
use zymase_lower::{FastMath, Options as Lowering};

/// How much numbers may change.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Level {
    #[default]
    Exact,
    Contract,
    Reassociate,
    Finite,
}

/// How modules become native code.
#[derive(Args, Clone, Debug, Default)]
pub struct Native {
    /// How much numbers may change: exact, contract (one rounding of a product and a sum), reassociate (other roundings) or finite (no number is infinite or undefined)
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "exact")]
    pub fast_math: Level,
    /// Run parallel loops on the threads of OpenMP
    #[arg(long)]
    pub threads: bool,
    /// Let BLAS multiply matrices
    #[arg(long)]
    pub blas: bool,
    /// Make loops cheaper first: all, or some of simplify, hoist, forward, jam, fuse, interchange, parallelise
    #[arg(long, value_name = "STEPS", value_delimiter = ',', value_parser = step)]
    pub optimise: Vec<String>,
}

fn step(text: &str) -> std::result::Result<String, String> {
    let is_known = Switches::default().enable(text);
    if is_known { Ok(text.to_owned()) } else { Err(format!("write all, or some of {}", NAMES.join(", "))) }
}

impl Native {
    pub fn lowering(&self) -> Lowering {
        let fast_math = match self.fast_math {
            Level::Exact => FastMath::Exact,
            Level::Contract => FastMath::Contract,
            Level::Reassociate => FastMath::Reassociate,
            Level::Finite => FastMath::Finite,
        };
        let mut optimise = Switches::default();
        self.optimise.iter().for_each(|name| {
            optimise.enable(name);
        });
        Lowering { optimise, fast_math, threads: self.threads, blas: self.blas, ..Lowering::default() }
    }
}

/// What follows `zymase lower`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module; `-` is standard input
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    #[command(flatten)]
    native: Native,
    /// What names of functions begin with
    #[arg(long, value_name = "TEXT", default_value = "")]
    prefix: String,
    /// Write a header for C with the functions that can be called
    #[arg(long, value_name = "OUT.h")]
    header: Option<PathBuf>,
    /// Print the loops instead of LLVM IR
    #[arg(long)]
    loops: bool,
    /// Where to write instead of standard output
    #[arg(short, value_name = "OUT.ll")]
    output: Option<PathBuf>,
}

/// A diagnostic with the place in the file.
pub fn located(file: &Path) -> impl Fn(LocatedDiagnostic) -> anyhow::Error {
    move |error| anyhow!("{}", format::describe(file, &[error]))
}

/// The loops of a module: tensors are written as loops.
pub fn loops(file: &Path, ir: Ir, options: &Lowering) -> Result<Ir> {
    let mut ir = zymase_lower::to_loops(ir, options).map_err(located(file))?;
    zymase_lower::optimise::optimise(&mut ir, &options.optimise).map_err(located(file))?;
    Ok(ir)
}

/// Reads, checks, lowers and prints.
pub fn run(options: &Options) -> Result<()> {
    let mut lowering = options.native.lowering();
    lowering.prefix.clone_from(&options.prefix);
    let ir = loops(&options.file, format::load_expanded(&options.file)?, &lowering)?;
    if let Some(path) = &options.header {
        let text = zymase_lower::header(&ir, &lowering).map_err(located(&options.file))?;
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let text = if options.loops {
        zymase_ir::print(&ir, zymase_ir::Form::Pretty)
    } else {
        zymase_lower::llvm::write(&ir, &lowering).map_err(located(&options.file))?
    };
    format::write_text(&text, options.output.as_deref())
}
