//! Looks for inputs that the tensor level does not survive: `cargo run --release -p zymase-transform --example fuzz -- [--seconds
//! N] [--seed S] [--keep FOLDER] [FILE…]`; or, with `--second-order [--programs N] [--threads T]`, for second derivatives that
//! are wrong (`second.rs`).
//!
//! Texts of `tests/tensor` are damaged and mixed, and modules are made from scratch; what is done with them is in `examine.rs`. All
//! of that may end with diagnostics, but not with a panic, and not take long. The current input is in `FOLDER/current.mlir`, so that
//! it is known even if the process dies; inputs that panic or take long are kept. With files, only these are tried.

#![forbid(unsafe_code)]

mod damage;
mod examine;
mod made;
mod second;

use damage::{Random, damaged};
use examine::{Reached, examine};
use std::fs::File;
use std::io::{Seek, Write};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An input that takes more time of the processor is kept.
const SLOW: Duration = Duration::from_secs(5);
/// An input that takes more time of the processor ends the run; so does one that waits ten times as long.
const HANGS: Duration = Duration::from_secs(60);

struct Options {
    seconds: u64,
    seed: u64,
    keep: PathBuf,
    files: Vec<PathBuf>,
    second_order: bool,
    programs: usize,
    threads: usize,
}

fn options() -> Result<Options, String> {
    let keep = std::env::temp_dir().join("zymase-fuzz");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options =
        Options { seconds: 60, seed: 1, keep, files: Vec::new(), second_order: false, programs: 1000, threads };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match argument.as_str() {
            "--seconds" => options.seconds = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--second-order" => options.second_order = true,
            "--programs" => options.programs = number(value()?)? as usize,
            "--threads" => options.threads = number(value()?)?.max(1) as usize,
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
    for folder in ["batches", "corpus", "fuzz", "gradients"] {
        let entries = std::fs::read_dir(root.join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        texts.extend(paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()));
    }
    Ok(texts)
}

fn main() {
    let outcome = options().and_then(|options| match options.second_order {
        true => run_second_order(&options),
        false => run(&options),
    });
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
    let mut current = Current::new(&options.keep).map_err(|error| error.to_string())?;
    let (texts, context) = (corpus()?, zymase_dialects::context());
    let mut random = Random(options.seed);
    let progress = watch();
    let (mut found, mut inputs, mut reached) = (0, 0usize, Reached::default());
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let (mut files, mut untouched) = (options.files.iter(), texts.iter());
    loop {
        let (text, is_whole) = if let Some(path) = files.next() {
            (std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?, true)
        } else if !options.files.is_empty() || processor_time().as_secs() >= options.seconds {
            break;
        } else if let Some(text) = untouched.next() {
            // What was found once must not come back.
            (text.clone(), false)
        } else {
            match random.between(0, 5) {
                0..=3 => (damaged(&texts, &mut random), false),
                4 => (made::module(&mut random), true),
                _ => (damaged(&[made::module(&mut random)], &mut random), false),
            }
        };
        current.hold(&text).map_err(|error| error.to_string())?;
        inputs += 1;
        let begin = processor_time();
        *progress.lock().unwrap_or_else(PoisonError::into_inner) = (begin, Instant::now());
        let seed = random.next();
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| examine(&context, &text, is_whole, seed)));
        let time = processor_time() - begin;
        let is_slow = time > SLOW;
        if outcome.is_err() || is_slow {
            found += 1;
            let name = format!("{}-{}-{inputs}.mlir", if is_slow { "slow" } else { "panic" }, options.seed);
            eprintln!("{name}: after {:.1} s", time.as_secs_f64());
            std::fs::write(options.keep.join(name), &text).map_err(|error| error.to_string())?;
        }
        if let Ok(step) = outcome {
            reached.count(step);
        }
    }
    let seconds = processor_time().as_secs();
    println!("{inputs} inputs in {seconds} s of the processor, {reached:?}, {found} found that should not be");
    Ok(found)
}

/// Compares second derivatives of programs, which depend on the seed and their number only; how many disagree.
fn run_second_order(options: &Options) -> Result<usize, String> {
    std::fs::create_dir_all(&options.keep).map_err(|error| error.to_string())?;
    let (context, next) = (zymase_dialects::context(), AtomicUsize::new(0));
    let sum = Mutex::new((second::Outcome::default(), 0usize));
    std::panic::set_hook(Box::new(|_| {}));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.programs {
                return;
            }
            let mut random = Random(Random(options.seed.wrapping_mul(1_000_003).wrapping_add(number as u64)).next());
            let examined = std::panic::catch_unwind(AssertUnwindSafe(|| second::examine(&context, &mut random)));
            let (text, outcome) = examined.unwrap_or_else(|panic| {
                let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                (String::new(), Err(format!("it panics: {message}")))
            });
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            match outcome {
                Ok(outcome) => sum.0.add(outcome),
                Err(message) => {
                    sum.1 += 1;
                    let name = format!("second-{}-{number}.mlir", options.seed);
                    eprintln!("{name}: {message}");
                    if let Err(error) = std::fs::write(options.keep.join(name), format!("{text}// {message}\n")) {
                        eprintln!("{error}");
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| (0..options.threads).for_each(|_| drop(scope.spawn(work))));
    let (outcome, disagreements) = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} programs, {outcome}, {disagreements} disagreements", options.programs);
    Ok(disagreements)
}

/// The file that holds the input of the moment. It stays open: a file that is made anew for each input waits for the disk.
struct Current(File);

impl Current {
    fn new(folder: &Path) -> std::io::Result<Self> {
        File::create(folder.join("current.mlir")).map(Self)
    }

    fn hold(&mut self, text: &str) -> std::io::Result<()> {
        self.0.rewind()?;
        self.0.write_all(text.as_bytes())?;
        self.0.set_len(text.len() as u64)
    }
}

/// The time that the processor has spent on the first thread, where the system tells it; else the time that has gone by.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// A thread that ends the process when one input takes too long. The answer takes when an input begins, by both clocks.
fn watch() -> Arc<Mutex<(Duration, Instant)>> {
    let progress = Arc::new(Mutex::new((processor_time(), Instant::now())));
    let seen = Arc::clone(&progress);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let (begin, start) = *seen.lock().unwrap_or_else(PoisonError::into_inner);
            if processor_time().saturating_sub(begin) > HANGS || start.elapsed() > 10 * HANGS {
                eprintln!("current.mlir does not end");
                std::process::exit(3);
            }
        }
    });
    progress
}
