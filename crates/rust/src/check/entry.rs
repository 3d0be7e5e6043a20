//! The checks of a program: generated code registers them before `main` runs, and `cargo zymase check` asks for them through the
//! environment. Without being asked a program runs as always.
//!
//! The answers are lines of standard output: with `list` one for each check; with the number of a check and the number of a range
//! first a line before each call, so that it is seen which one does not return, then what came out.

use super::trial::{self, Outcome, Subject};
use std::io::Write as _;
use std::sync::Mutex;

/// Names what is asked for.
const ASKED: &str = "CARGO_ZYMASE_CHECK";
/// Names another seed.
const SEED: &str = "ZYMASE_SEED";
const USUAL_SEED: u64 = 20;

/// In every program that has checks: `cargo zymase check` looks for it, so as not to start others.
const MARK: &str = "zymase has checks in this program";

/// An annotated function.
pub struct Entry {
    /// The name of the derivative.
    pub derivative: &'static str,
    pub function: &'static str,
    /// `forward`, `reverse` or `split`.
    pub mode: &'static str,
    pub module: &'static str,
    pub file: &'static str,
    pub line: u32,
    /// How it is called, or why it is not.
    pub subject: Result<fn() -> Subject, &'static str>,
}

static ENTRIES: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());

/// Adds a check. Called before `main`.
pub fn register(entry: &'static Entry) {
    if let Ok(mut entries) = ENTRIES.lock() {
        entries.push(entry);
    }
}

/// Does what is asked for, if something is, and ends the program. Called before `main`, after everything is registered.
pub extern "C" fn run() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let mut entries = ENTRIES.lock().map(|entries| entries.clone()).unwrap_or_default();
    entries.sort_by_key(|entry| (entry.file, entry.line, entry.derivative));
    let mut numbers = asked.split_whitespace().map(|word| word.parse::<usize>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(number), Some(range)) if number < entries.len() => check(entries[number], range),
        _ => entries.iter().for_each(|entry| list(entry)),
    }
    // A program that ends here has nothing that could be told of what was not written.
    let _ = std::io::stdout().flush();
    std::process::exit(0);
}

fn list(entry: &Entry) {
    let Entry { derivative, function, mode, module, file, line, .. } = entry;
    println!("{MARK}\t{file}:{line}\t{derivative}\t{mode} mode of {module}::{function}");
}

fn check(entry: &Entry, range: usize) {
    let outcome = match entry.subject {
        Ok(subject) => trial::run(&subject(), seed(entry), range),
        Err(reason) => Outcome::NotChecked(reason.to_owned()),
    };
    println!("\n{}", outcome.record());
}

/// Each function has numbers of its own, which other functions do not change.
fn seed(entry: &Entry) -> u64 {
    let given = std::env::var(SEED).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(USUAL_SEED);
    let name = entry.module.bytes().chain(entry.derivative.bytes());
    name.fold(given ^ 0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
