//! `zymase run`: reads a module of the tensor level, checks it, evaluates a function and prints or saves its results.
//!
//! Parameters that are memrefs are read from files like tensors; what they hold afterwards follows the results.
//!
//! Checks that the program carries (`check.expect_eq` and its kin) are run on the way: a mismatch is an error.

use crate::{format, lower};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::path::PathBuf;
use zymase_dialects::evaluate::devices::{Grid, Job, run_on_devices};
use zymase_dialects::evaluate::values::element_type;
use zymase_dialects::evaluate::{Buffer, Limits, Machine, RuntimeValue};
use zymase_dialects::func::Func;
use zymase_ir::{Attribute, Ir, Op, Value};
use zymase_lower::Options as Lowering;
use zymase_lower::native::{self, Call, Program};
use zymase_tensor::npy;

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub file: PathBuf,
    /// By default `main`; in a module without one, all functions without parameters that nothing calls.
    pub function: Option<String>,
    /// One NumPy file for each argument; of several devices each gets the same, or its own.
    pub inputs: Vec<PathBuf>,
    /// Where results go, one NumPy file for each; those without a file are printed.
    pub outputs: Vec<PathBuf>,
    pub grid: Grid,
    /// Compiled by clang, and how often it is called to measure its time.
    pub native: Option<(Lowering, usize)>,
}

/// What follows `zymase run`.
#[derive(Args, Debug)]
pub struct Options {
    /// The module
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    /// The function (default: `main` or, if there is none, all functions without parameters that nothing calls)
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// One NumPy file for each argument
    #[arg(long, value_name = "A.npy", num_args = 1..)]
    input: Vec<PathBuf>,
    /// Where to save results, one NumPy file for each; others are printed
    #[arg(long, value_name = "B.npy", num_args = 1..)]
    output: Vec<PathBuf>,
    /// Simulated devices that run the program on different inputs
    #[arg(long, value_name = "R", default_value_t = 1)]
    replicas: usize,
    /// Simulated devices among which the program of one replica is divided
    #[arg(long, value_name = "P", default_value_t = 1)]
    partitions: usize,
    /// Compile the module and run it instead of evaluating it
    #[arg(long)]
    native: bool,
    /// Call the compiled function so often, and print the time of the fastest call
    #[arg(long, value_name = "TIMES", default_value_t = 1, requires = "native")]
    repeat: usize,
    #[command(flatten)]
    lowering: lower::Native,
}

impl From<Options> for Request {
    fn from(options: Options) -> Request {
        Request {
            file: options.file,
            function: options.function,
            inputs: options.input,
            outputs: options.output,
            grid: Grid { replicas: options.replicas, partitions: options.partitions },
            native: options.native.then(|| (options.lowering.lowering(), options.repeat)),
        }
    }
}

/// Reads, checks and evaluates the modules of a file; the text to print.
pub fn run(request: &Request) -> Result<String> {
    let mut results = Vec::new();
    for ir in format::load_all(&request.file)? {
        let ir = format::expanded(&request.file, ir)?;
        let started = functions(&ir, request.function.as_deref())?;
        if let Some((lowering, times)) = &request.native {
            results.extend(run_native(ir, &started, request, lowering, *times)?);
            continue;
        }
        for function in started {
            results.extend(run_function(&ir, function, request)?);
        }
    }
    let mut text = String::new();
    let mut outputs = request.outputs.iter();
    for result in &results {
        let tensor = match result {
            RuntimeValue::Tensor(tensor) => Some(tensor.clone()),
            RuntimeValue::Memref(buffer) => buffer.to_tensor().ok(),
            _ => None,
        };
        match (tensor, outputs.next()) {
            (Some(tensor), Some(path)) => {
                fs::write(path, npy::write(&tensor)).with_context(|| format!("cannot write {}", path.display()))?;
            }
            _ => text.push_str(&describe(result)),
        }
    }
    ensure!(outputs.next().is_none(), "there are more outputs than results");
    Ok(text)
}

/// The functions to run.
fn functions(ir: &Ir, name: Option<&str>) -> Result<Vec<Op>> {
    if let Some(function) = ir.function(name.unwrap_or("main")) {
        return Ok(vec![function]);
    }
    ensure!(name.is_none(), "there is no function `{}`", name.unwrap_or("main"));
    let all: Vec<Op> = ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some()).collect();
    let called = called_names(ir);
    let is_started = |op: &Op| {
        let name = ir.symbol_name(*op).unwrap_or_default();
        !called.iter().any(|other| other == name) && parameters(ir, *op).is_ok_and(<[Value]>::is_empty)
    };
    let started: Vec<Op> = all.into_iter().filter(is_started).collect();
    ensure!(!started.is_empty(), "there is no function `main`, and no other without parameters");
    Ok(started)
}

/// Names that operations refer to.
fn called_names(ir: &Ir) -> Vec<String> {
    fn collect(attribute: &Attribute, names: &mut Vec<String>) {
        match attribute {
            Attribute::Array(elements) => elements.iter().for_each(|element| collect(element, names)),
            other => names.extend(other.as_symbol().and_then(|path| path.last()).map(ToString::to_string)),
        }
    }
    let mut names = Vec::new();
    for op in ir.walk(ir.module()) {
        let all = ir[op].properties().iter().chain(ir[op].attributes().iter());
        all.for_each(|(_, attribute)| collect(attribute, &mut names));
    }
    names
}

fn run_function(ir: &Ir, function: Op, request: &Request) -> Result<Vec<RuntimeValue>> {
    let parameters = parameters(ir, function)?;
    let (count, devices) = (parameters.len(), request.grid.count());
    let is_for_each = devices > 1 && request.inputs.len() == count * devices;
    ensure!(
        count == request.inputs.len() || is_for_each,
        "`{}` has {count} parameters, {} inputs were given",
        ir.symbol_name(function).unwrap_or_default(),
        request.inputs.len()
    );
    let argument = |(place, path): (usize, &PathBuf)| {
        let element = element_type(ir.ty(parameters[place % count.max(1)])).ok();
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let tensor = npy::read(&bytes, element).with_context(|| path.display().to_string())?;
        let is_memory = ir.ty(parameters[place % count.max(1)]).as_memref().is_some();
        Ok(if is_memory { RuntimeValue::Memref(Buffer::of_tensor(&tensor)) } else { RuntimeValue::Tensor(tensor) })
    };
    let arguments = request.inputs.iter().enumerate().map(argument).collect::<Result<Vec<_>>>()?;
    let outcome = if request.grid == (Grid { replicas: 1, partitions: 1 }) {
        let memory: Vec<RuntimeValue> =
            arguments.iter().filter(|value| matches!(value, RuntimeValue::Memref(_))).cloned().collect();
        let results = Machine::new(ir, Limits::default()).run_function(function, arguments);
        results.map(|results| [results, memory].concat())
    } else {
        let of_device = |device: usize| {
            let all = if is_for_each { &arguments[device * count..][..count] } else { &arguments[..] };
            Job { function, arguments: all.to_vec() }
        };
        let jobs = (0..devices).map(of_device).collect();
        let outcome = run_on_devices(ir, Limits::default(), request.grid, jobs, Vec::new());
        outcome.map(|results| results.concat()).map_err(|error| *error)
    };
    outcome.map_err(|error| anyhow::anyhow!("{}", format::describe(&request.file, &[error])))
}

/// Compiles the module and calls functions of it: results, then what memory holds in the end.
fn run_native(
    ir: Ir,
    functions: &[Op],
    request: &Request,
    lowering: &Lowering,
    times: usize,
) -> Result<Vec<RuntimeValue>> {
    ensure!(request.grid.count() == 1, "--native runs on one device");
    let mut lowering = lowering.clone();
    lowering.prefix = "zymase_entry_".into();
    lowering.vector_bits = native::vector_bits();
    let mut calls = Vec::new();
    for function in functions {
        let name = format!("{}{}", lowering.prefix, ir.symbol_name(*function).unwrap_or_default());
        let parameters = parameters(&ir, *function)?;
        let read = |(place, path): (usize, &PathBuf)| {
            let element = parameters.get(place).and_then(|value| element_type(ir.ty(*value)).ok());
            let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            npy::read(&bytes, element).with_context(|| path.display().to_string())
        };
        calls.push((name, request.inputs.iter().enumerate().map(read).collect::<Result<Vec<_>>>()?));
    }
    let types: Vec<_> = functions.iter().flat_map(|function| result_types(&ir, *function)).collect();
    let ir = lower::loops(&request.file, ir, &lowering)?;
    let text = zymase_lower::llvm::write(&ir, &lowering).map_err(lower::located(&request.file))?;
    let abis = native::functions(&ir, &lowering).map_err(lower::located(&request.file))?;
    let program = Program::build(&[("module.ll".into(), text)], abis, &lowering, "-O3")?;
    let calls: Vec<Call> = calls.iter().map(|(function, arguments)| Call { function, arguments, times }).collect();
    let (results, seconds) = program.run(&calls)?;
    for taken in seconds {
        eprintln!("{taken:.3e} seconds");
    }
    // In loops integers have no sign.
    let with_sign = |(place, tensor): (usize, zymase_tensor::Tensor)| {
        let element = types.get(place).and_then(|ty| element_type(ty).ok()).filter(|_| calls.len() == 1);
        element.map_or(tensor.clone(), |element| native::with_sign_of(&tensor, element))
    };
    Ok(results.into_iter().flatten().enumerate().map(with_sign).map(RuntimeValue::Tensor).collect())
}

fn result_types(ir: &Ir, function: Op) -> Vec<zymase_ir::Type> {
    Func(function).signature(ir).map(|(_, results)| results.to_vec()).unwrap_or_default()
}

/// A value as MLIR writes constants, one tensor a line.
fn describe(value: &RuntimeValue) -> String {
    match value {
        RuntimeValue::Tensor(tensor) => format!("{tensor}\n"),
        RuntimeValue::Memref(buffer) => match buffer.to_tensor() {
            Ok(tensor) => format!("{tensor}\n"),
            Err(_) => String::from("a memref\n"),
        },
        RuntimeValue::Token => String::from("token\n"),
        RuntimeValue::Tuple(elements) | RuntimeValue::Future(elements) => elements.iter().map(describe).collect(),
    }
}

/// The parameters of a function with a body.
fn parameters(ir: &Ir, function: Op) -> Result<&[Value]> {
    let region = ir[function].regions().first().copied();
    let name = ir.symbol_name(function).unwrap_or_default();
    let block = region.and_then(|region| ir.entry(region)).with_context(|| format!("`{name}` has no body"))?;
    Ok(ir.arguments(block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Command, read_command};

    fn parse(arguments: &[&str]) -> Result<Request> {
        let Command::Run(options) = read_command("run", arguments)? else { unreachable!() };
        Ok(options.into())
    }

    #[test]
    fn arguments_are_told_apart() {
        let request =
            parse(&["a.mlir", "--input", "x.npy", "y.npy", "--function", "f", "--output", "z.npy", "--replicas", "2"])
                .unwrap();
        let expected = Request {
            file: "a.mlir".into(),
            function: Some("f".into()),
            inputs: vec!["x.npy".into(), "y.npy".into()],
            outputs: vec!["z.npy".into()],
            grid: Grid { replicas: 2, partitions: 1 },
            native: None,
        };
        assert_eq!(request, expected);
        assert!(parse(&[]).is_err() && parse(&["a", "--input"]).is_err() && parse(&["a", "--x"]).is_err());
        assert!(parse(&["a", "--partitions", "x"]).is_err());
    }
}
