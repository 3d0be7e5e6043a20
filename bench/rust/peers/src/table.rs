//! Measures one problem with everybody in turn, and prints the table.

use crate::peers;
use crate::problems::Problem;
use easy_ml::differentiation::WengertList;
use reverse::Tape;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How far gradients may be from ours, relative to the largest derivative.
const TOLERANCE: f64 = 1e-8;

/// The ways to compute a gradient; ours is the first.
const NAMES: [&str; 5] = ["zymase", "num-dual", "reverse", "echidna", "easy-ml"];

/// A problem, measured.
pub struct Row {
    problem: &'static str,
    parameters: usize,
    primal_seconds: f64,
    /// By name.
    seconds: [f64; NAMES.len()],
    /// How far gradients are from ours.
    errors: [f64; NAMES.len()],
}

/// The best times of all, in turn.
pub fn measure(name: &'static str, problem: &impl Problem, milliseconds: u64) -> Row {
    let (tape, list) = (Tape::new(), WengertList::new());
    let gradient = |at: usize| match at {
        0 => peers::zymase(problem),
        1 => peers::num_dual(problem),
        2 => peers::reverse(problem, &tape),
        3 => peers::echidna(problem),
        _ => peers::easy_ml(problem, &list),
    };
    let expected = gradient(0);
    let scale = expected.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let errors = std::array::from_fn(|at| {
        let differences = gradient(at).into_iter().zip(&expected).map(|(found, expected)| (found - expected).abs());
        differences.fold(0.0, f64::max) / scale
    });
    let (mut primal_seconds, mut seconds) = (f64::INFINITY, [f64::INFINITY; NAMES.len()]);
    let end = Instant::now() + Duration::from_millis(milliseconds);
    while Instant::now() < end {
        primal_seconds = primal_seconds.min(time(|| problem.value(black_box(problem.parameters()))));
        for (at, best) in seconds.iter_mut().enumerate() {
            *best = best.min(time(|| gradient(at)));
        }
    }
    Row { problem: name, parameters: expected.len(), primal_seconds, seconds, errors }
}

fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// Gradient over primal time, and how many times as long as ours; a failure when gradients do not agree.
pub fn print(rows: &[Row]) -> ExitCode {
    println!("| problem | parameters | primal, µs | {} |", NAMES.join(" | "));
    println!("| --- | --- | --- |{}", " --- |".repeat(NAMES.len()));
    for row in rows {
        print!("| {} | {} | {:.2} |", row.problem, row.parameters, row.primal_seconds * 1e6);
        for (at, seconds) in row.seconds.iter().enumerate() {
            print!(" {:.1}", seconds / row.primal_seconds);
            if at > 0 {
                print!(" ({:.1}×)", seconds / row.seconds[0]);
            }
            print!(" |");
        }
        println!();
    }
    let wrong = |row: &Row, at: usize| row.errors[at].is_nan() || row.errors[at] > TOLERANCE;
    let mut status = ExitCode::SUCCESS;
    for row in rows {
        for at in (0..NAMES.len()).filter(|at| wrong(row, *at)) {
            println!("{}: the gradient by {} is off by {:.1e}", row.problem, NAMES[at], row.errors[at]);
            status = ExitCode::FAILURE;
        }
    }
    status
}
