//! Gradients of the same functions by this compiler and by crates that overload operators: prints how long each takes, in
//! turn, the best of many, and fails where they do not agree. The argument is how many milliseconds each problem gets.

#![forbid(unsafe_code)]

mod formulas;
mod number;
mod peers;
mod problems;
mod table;

use problems::{Bodies, Lstm, Mixture, Rosenbrock};
use std::process::ExitCode;

fn main() -> ExitCode {
    let milliseconds = std::env::args().nth(1).and_then(|argument| argument.parse().ok()).unwrap_or(500);
    table::print(&[
        table::measure("Rosenbrock", &Rosenbrock::new(), milliseconds),
        table::measure("GMM log-likelihood", &Mixture::new(), milliseconds),
        table::measure("n-body energy", &Bodies::new(), milliseconds),
        table::measure("LSTM loss", &Lstm::new(), milliseconds),
    ])
}
