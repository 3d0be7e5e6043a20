//! Raised functions: `tests/raise`, each of which computes as loops what the native program computes, with the same gradients.
//!
//! - `case`: what a test asks for, and its data;
//! - `native`: the function as the compiler makes it;
//! - `tensors`: the same on tensors.

mod case;
mod native;
mod tensors;

use crate::scope::Scope;
use crate::{cuda, workspace};
use anyhow::{Context, Result, bail, ensure};
use case::{Case, Item, Numbers, values};
use native::{Call, finished};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tensors::Tensors;
use zymase_filetest::runner::Summary;
use zymase_toolchain::require_tool;

/// How far results may be apart, relatively: sums are in the same order on both sides.
const TOLERANCE: f64 = 1e-12;
/// Gradients are summed in another order.
const TOLERANCE_OF_GRADIENTS: f64 = 1e-10;
/// Tensors add in another order, too; in single precision nothing is nearer.
const TOLERANCE_OF_TENSORS: f64 = 1e-9;
const TOLERANCE_OF_SINGLES: f64 = 2e-4;
/// Of so many cases of a file one is run; those of CUDA are compiled six times each.
const SAMPLE: usize = 3;
const SAMPLE_OF_CUDA: usize = 6;

/// Runs the cases of the files whose names contain a text; a sample, if not all are asked for.
pub fn test(filter: &str, scope: Scope) -> Result<Summary> {
    let folder = workspace::root().join("tests/raise");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let scratch = workspace::scratch_folder().join("raise");
    fs::create_dir_all(&scratch)?;
    let mlir_opt = require_tool("mlir-opt")?;
    let mut summary = Summary::default();
    for file in &files {
        let text = fs::read_to_string(file)?;
        let is_cuda = file.extension().is_some_and(|ending| ending == "cu");
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sample = if is_cuda { SAMPLE_OF_CUDA } else { SAMPLE };
        for case in scope.one_of_each(&format!("raise/{stem}"), sample, Case::all(&text)) {
            let name = format!("{stem}/{}", case.function);
            if !name.contains(filter) {
                continue;
            }
            match check(file, &case, &scratch, &mlir_opt) {
                Ok(()) => summary.passed += 1,
                Err(error) => {
                    println!("{name} {}: {error:#}", case.options.join(" "));
                    summary.failed += 1;
                }
            }
        }
    }
    Ok(summary)
}

/// The same by name: what passed and failed is printed.
pub fn run(filter: &str) -> Result<bool> {
    let Summary { passed, failed } = test(filter, Scope::all())?;
    println!("{passed} passed, {failed} failed");
    Ok(failed == 0)
}

fn zymase() -> Command {
    let mut command = Command::new(workspace::target_folder().join("release/zymase"));
    if let Some(headers) = headers() {
        command.env("CUDA_HOME", headers);
    }
    command
}

/// Where CUDA's headers are, if they were needed.
fn headers() -> Option<PathBuf> {
    let given = std::env::var_os("CUDA_HOME").map(PathBuf::from);
    given.or_else(|| Some(workspace::target_folder().join("cuda/nvidia/cu13")).filter(|folder| folder.is_dir()))
}

fn check(file: &Path, case: &Case, scratch: &Path, mlir_opt: &Path) -> Result<()> {
    let module = scratch.join("module.mlir");
    if file.extension().is_some_and(|ending| ending == "cu") && headers().is_none() {
        cuda::headers()?;
    }
    let mut raise = zymase();
    let which = if case.options.iter().any(|option| option == "--grid") { "--kernel" } else { "--function" };
    raise.arg("raise").arg(file).args([which, &case.function]).args(&case.options).arg("-o").arg(&module);
    if let Some(message) = case.after("refused") {
        let refused = finished(&mut raise).err().context("was not refused")?;
        let message = message.join(" ");
        ensure!(format!("{refused:#}").contains(&message), "was refused with another message: {refused:#}");
        return Ok(());
    }
    finished(&mut raise).context("zymase raise")?;
    finished(Command::new(mlir_opt).arg(&module).args(["-o", "/dev/null"])).context("mlir-opt")?;
    let (parameters, results) = case::signature(&fs::read_to_string(&module)?, &case.function)?;
    let (parameters, shadows) = data(case, parameters);
    let (order, signature) = order(file, case)?;
    let call = Call {
        file,
        case,
        order: &order,
        signature: &signature,
        parameters: &parameters,
        results: &results,
        shadows: &shadows,
    };
    let expected = call.run(scratch).context("the native program")?;
    let all: Vec<&(Item, Vec<f64>)> = parameters.iter().collect();
    let found = evaluate(&module, case, &all, results.len(), scratch).context("the loops")?;
    compare(&found, &expected, TOLERANCE)?;
    let single = parameters.iter().any(|(item, _)| item.element == "f32");
    let tensors =
        Tensors { module: &module, case, parameters: &parameters, results: &results, shadows: &shadows, scratch };
    let near = if single { TOLERANCE_OF_SINGLES } else { TOLERANCE_OF_TENSORS };
    let on_tensors = !case.has("loops");
    if on_tensors {
        tensors.raise().context("to tensors")?;
        compare(&tensors.values().context("the tensors")?, &expected, near).context("tensors")?;
        if let Some(texts) = case.after("optimised") {
            tensors.optimise(texts).context("optimised")?;
            compare(&tensors.values().context("the tensors, optimised")?, &expected, near)
                .context("tensors, optimised")?;
        }
    }
    if case.has("grad") {
        let expected =
            call.gradient(&workspace::target_folder().join("release/zymase"), scratch).context("the engine")?;
        let found =
            gradient(&module, case, &parameters, &results, &shadows, scratch).context("gradients of the loops")?;
        compare(&found, &expected, if single { near } else { TOLERANCE_OF_GRADIENTS }).context("gradients")?;
        if on_tensors {
            compare(&tensors.gradients().context("gradients of the tensors")?, &expected, near)
                .context("gradients of tensors")?;
        }
    }
    Ok(())
}

/// A parameter with its values.
type Given = (Item, Vec<f64>);

/// Parameters with their values, and the adjoints that gradients begin with.
fn data(case: &Case, parameters: Vec<Item>) -> (Vec<Given>, Vec<Vec<f64>>) {
    let mut numbers = Numbers(case.function.len() as u64 + 77);
    let mut given = Vec::new();
    for item in parameters {
        let values = values(case, &item, &mut numbers);
        given.push((item, values));
    }
    let plain = Case::default();
    let shadows = given.iter().map(|(item, _)| values(&plain, item, &mut numbers)).collect();
    (given, shadows)
}

/// The names of the parameters in the source, and the text that declares them: between the name and the closing bracket of its definition.
fn order(file: &Path, case: &Case) -> Result<(Vec<String>, String)> {
    let text = fs::read_to_string(file)?;
    let start = format!("{}(", case.native());
    let is_fortran = file.extension().is_some_and(|ending| ending == "f90");
    for (at, _) in text.match_indices(&start) {
        let rest = &text[at + start.len()..];
        let Some(end) = closing_bracket(rest) else { continue };
        let behind = rest[end + 1..].trim_start();
        let is_whole = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if is_whole && (is_fortran || behind.starts_with('{')) {
            let names = rest[..end].split(',').map(parameter_name);
            let names = names.filter(|name| !name.is_empty() && name != "void").collect();
            return Ok((names, rest[..end].to_owned()));
        }
    }
    bail!("the definition of {} is not found", case.function)
}

/// Where a bracket is closed that was opened before the text.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at)
    })
}

/// The name in the declaration of a parameter: `double (*a)[6]`, `const double x[n]`, `int n`.
fn parameter_name(text: &str) -> String {
    let text = match text.split_once("(*") {
        Some((_, inner)) => inner.split(')').next().unwrap_or(inner),
        None => text.split('[').next().unwrap_or(text),
    };
    text.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Runs a function of a module; all that it hands back.
fn evaluate(
    module: &Path,
    case: &Case,
    inputs: &[&(Item, Vec<f64>)],
    results: usize,
    scratch: &Path,
) -> Result<Vec<f64>> {
    Ok(outputs(module, case, inputs, results, scratch)?.concat())
}

fn outputs(
    module: &Path,
    case: &Case,
    inputs: &[&(Item, Vec<f64>)],
    results: usize,
    scratch: &Path,
) -> Result<Vec<Vec<f64>>> {
    let mut command = zymase();
    command.arg("run").arg(module).args(["--function", &case.function]);
    let mut flag = Some("--input");
    for (number, (item, values)) in inputs.iter().enumerate() {
        let path = scratch.join(format!("in{number}.npy"));
        case::write(&path, item, values)?;
        command.args(flag.take()).arg(path);
    }
    let arrays = inputs.iter().filter(|(item, _)| item.shape.is_some()).count();
    let paths: Vec<PathBuf> = (0..results + arrays).map(|number| scratch.join(format!("out{number}.npy"))).collect();
    if !paths.is_empty() {
        command.arg("--output").args(&paths);
    }
    finished(&mut command)?;
    paths.iter().map(|path| case::read(path)).collect()
}

/// What the shadows hold after the gradient that is taken of the loops.
fn gradient(
    module: &Path,
    case: &Case,
    parameters: &[(Item, Vec<f64>)],
    results: &[Item],
    shadows: &[Vec<f64>],
    scratch: &Path,
) -> Result<Vec<f64>> {
    let is_active = |item: &Item| item.shape.is_some() && item.is_float();
    let active: Vec<String> =
        parameters.iter().enumerate().filter(|(_, (item, _))| is_active(item)).map(|(at, _)| at.to_string()).collect();
    if active.is_empty() {
        return Ok(Vec::new());
    }
    let differentiated = scratch.join("gradient.mlir");
    let mut command = zymase();
    command.arg("grad").arg(module).args(["--function", &case.function, "--wrt", &active.join(",")]);
    finished(command.arg("-o").arg(&differentiated))?;
    let mut inputs: Vec<(Item, Vec<f64>)> = Vec::new();
    let mut of_shadow = Vec::new();
    let mut arrays = 0;
    for ((item, values), shadow) in parameters.iter().zip(shadows) {
        inputs.push((item.clone(), values.clone()));
        arrays += usize::from(item.shape.is_some());
        if is_active(item) {
            inputs.push((item.clone(), shadow.clone()));
            of_shadow.push(arrays);
            arrays += 1;
        }
    }
    for result in results.iter().filter(|result| result.is_float()) {
        inputs.push((result.clone(), vec![1.0]));
    }
    let inputs: Vec<&(Item, Vec<f64>)> = inputs.iter().collect();
    let all = outputs(&differentiated, case, &inputs, results.len(), scratch)?;
    Ok(of_shadow.into_iter().flat_map(|place| all[results.len() + place].clone()).collect())
}

fn compare(found: &[f64], expected: &[f64], tolerance: f64) -> Result<()> {
    ensure!(found.len() == expected.len(), "{} numbers instead of {}", found.len(), expected.len());
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        let close = (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs())) || a == b || a.is_nan() && b.is_nan();
        ensure!(close, "number {place} is {a} instead of {b}");
    }
    Ok(())
}
