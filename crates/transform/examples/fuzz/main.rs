//! Looks for inputs that the tensor level does not survive: `cargo run --release -p zymase-transform --example fuzz -- [--seconds
//! N] [--seed S] [--keep FOLDER] [FILE…]`.
//!
//! Texts of `tests/tensor` are damaged and mixed. What can be read must be printed and read again unchanged if it is verified; it
//! is evaluated on small random arguments, batched, and differentiated both ways; derivatives are printed, read, and evaluated as
//! well. All of that may end with diagnostics, but not with a panic, and not take long. The current input is in
//! `FOLDER/current.mlir`, so that it is known even if the process dies; inputs that panic or take long are kept. With files, only
//! these are tried.

#![forbid(unsafe_code)]

mod damage;

use damage::{Random, damaged};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_dialects::func::Func;
use zymase_ir::{Context, Form, Ir, Type, print, read, verify};
use zymase_tensor::Tensor;
use zymase_transform::{BatchRequest, Checkpointing, Mode, Request, batch, differentiate};

/// An input that takes longer is kept.
const SLOW: Duration = Duration::from_secs(5);
/// An input that takes longer ends the run.
const HANGS: Duration = Duration::from_secs(60);
const LIMITS: Limits = Limits { operations: 3000, depth: 60, bytes: 1 << 20 };

const SAVINGS: [Checkpointing; 4] =
    [Checkpointing::KeepAll, Checkpointing::SquareRoot, Checkpointing::Binomial(3), Checkpointing::Budget(1000)];

struct Options {
    seconds: u64,
    seed: u64,
    keep: PathBuf,
    files: Vec<PathBuf>,
}

fn options() -> Result<Options, String> {
    let keep = std::env::temp_dir().join("zymase-fuzz");
    let mut options = Options { seconds: 60, seed: 1, keep, files: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match argument.as_str() {
            "--seconds" => options.seconds = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--keep" => options.keep = value()?.into(),
            other if other.starts_with("--") => return Err(format!("there is no option {other}")),
            file => options.files.push(file.into()),
        }
    }
    Ok(options)
}

/// The texts that are damaged.
fn corpus() -> Result<Vec<String>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tensor");
    let mut texts = Vec::new();
    for folder in ["corpus", "fuzz", "gradients"] {
        let entries = std::fs::read_dir(root.join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        texts.extend(paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()));
    }
    Ok(texts)
}

fn main() {
    let outcome = options().and_then(|options| run(&options));
    match outcome {
        Ok(0) => {}
        Ok(_) => std::process::exit(1),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    }
}

/// Tries inputs until time is up; how many were found that should not be.
fn run(options: &Options) -> Result<usize, String> {
    std::fs::create_dir_all(&options.keep).map_err(|error| error.to_string())?;
    let current = options.keep.join("current.mlir");
    let (texts, context) = (corpus()?, zymase_dialects::context());
    let mut random = Random(options.seed);
    let start = Instant::now();
    let progress = watch(start);
    let (mut found, mut inputs, mut reached) = (0, 0usize, Reached::default());
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let mut files = options.files.iter();
    loop {
        let text = match files.next() {
            Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?,
            None if !options.files.is_empty() || start.elapsed().as_secs() >= options.seconds => break,
            None => damaged(&texts, &mut random),
        };
        std::fs::write(&current, &text).map_err(|error| error.to_string())?;
        inputs += 1;
        let begin = start.elapsed();
        progress.store(begin.as_millis() as u64, Ordering::Relaxed);
        let seed = random.next();
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| examine(&context, &text, seed)));
        let is_slow = start.elapsed() - begin > SLOW;
        if outcome.is_err() || is_slow {
            found += 1;
            let name = format!("{}-{}-{inputs}.mlir", if is_slow { "slow" } else { "panic" }, options.seed);
            eprintln!("{name}: after {:.1} s", (start.elapsed() - begin).as_secs_f64());
            std::fs::write(options.keep.join(name), &text).map_err(|error| error.to_string())?;
        }
        if let Ok(step) = outcome {
            reached.count(step);
        }
    }
    let seconds = start.elapsed().as_secs();
    println!("{inputs} inputs in {seconds} s, {reached:?}, {found} found that should not be");
    Ok(found)
}

/// A thread that ends the process when one input takes too long. The answer takes the time at which an input begins.
fn watch(start: Instant) -> Arc<AtomicU64> {
    let progress = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&progress);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let begin = Duration::from_millis(seen.load(Ordering::Relaxed));
            if start.elapsed().saturating_sub(begin) > HANGS {
                eprintln!("current.mlir does not end");
                std::process::exit(3);
            }
        }
    });
    progress
}

/// How far an input came.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    verified: bool,
    evaluated: usize,
    derivatives: usize,
}

/// How far inputs came.
#[derive(Debug, Default)]
struct Reached {
    verified: usize,
    evaluated: usize,
    derivatives: usize,
}

impl Reached {
    fn count(&mut self, step: Step) {
        self.verified += usize::from(step.verified);
        self.evaluated += step.evaluated;
        self.derivatives += step.derivatives;
    }
}

fn examine(context: &Arc<Context>, text: &str, seed: u64) -> Step {
    let mut step = Step::default();
    let Ok(ir) = read(context, text) else { return step };
    if verify(&ir).is_err() {
        print(&ir, Form::Generic);
        return step;
    }
    step.verified = true;
    for form in [Form::Pretty, Form::Generic] {
        let printed = print(&ir, form);
        let again = read(context, &printed).unwrap_or_else(|error| panic!("what was printed is not read: {error}"));
        assert!(print(&again, form) == printed, "what was printed changes");
    }
    let mut random = Random(seed);
    let functions = ir.block_ops(ir.module_block()).filter(|op| Func::of(&ir, *op).is_some());
    let names: Vec<String> = functions.filter_map(|op| ir.symbol_name(op).map(str::to_owned)).collect();
    for name in names.iter().take(6) {
        step.evaluated += usize::from(evaluate(&ir, name, &mut random));
        let mut batched = ir.clone();
        if batch(&mut batched, &BatchRequest { function: name.clone(), size: 2, parameters: None }).is_ok() {
            evaluate(&batched, name, &mut random);
        }
        for mode in [Mode::Forward, Mode::Reverse] {
            let mut derived = ir.clone();
            let outputs = mode == Mode::Reverse;
            let checkpointing = SAVINGS[random.between(0, 3) as usize];
            let request = Request { function: name.clone(), mode, wrt: None, outputs, checkpointing };
            if differentiate(&mut derived, &request).is_ok() {
                step.derivatives += 1;
                let printed = print(&derived, Form::Pretty);
                let again = read(context, &printed).unwrap_or_else(|error| panic!("a derivative is not read: {error}"));
                verify(&again).unwrap_or_else(|errors| panic!("a derivative is wrong: {}", errors[0]));
                evaluate(&again, name, &mut random);
            }
        }
    }
    step
}

/// Evaluates a function on random arguments; false when it could not be.
fn evaluate(ir: &Ir, name: &str, random: &mut Random) -> bool {
    let Some((inputs, _)) = ir.function(name).and_then(|op| Func::of(ir, op)).and_then(|func| func.signature(ir))
    else {
        return false;
    };
    let arguments: Option<Vec<RuntimeValue>> = inputs.iter().map(|ty| argument(ty, random)).collect();
    let Some(arguments) = arguments else { return false };
    Machine::new(ir, LIMITS).run(name, arguments).is_ok()
}

fn argument(ty: &Type, random: &mut Random) -> Option<RuntimeValue> {
    if *ty == Type::dialect("stablehlo.token") {
        return Some(RuntimeValue::Token);
    }
    let sizes: Vec<i64> = ty.shape()?.iter().map(|size| if *size < 0 { 2 } else { *size }).collect();
    let shape = static_shape(&Type::tensor(sizes, ty.element().clone())).ok()?;
    let count =
        shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size)).filter(|count| *count <= 1 << 16)?;
    let element = element_type(ty).ok()?;
    let values: Vec<f64> = (0..count).map(|_| random.between(-20, 60) as f64 / 8.0).collect();
    Tensor::from_f64(element, &shape, &values).ok().map(RuntimeValue::Tensor)
}
