//! The checkpoints of the run time (`bodies/checkpoints.c`) never run more steps than the best schedule there is, which
//! is found here by trying everything, and never hold more states than they may.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

const MOST_STEPS: usize = 64;
const MOST_STATES: usize = 8;

/// By number of steps and of states held, the first of which is there.
type Table = Vec<Vec<u64>>;

/// The fewest steps that bring back every state once, from the last to the first: go some steps on, hold that state, reverse
/// what is behind it, then what is before it.
fn fewest() -> Table {
    let mut table = vec![vec![0; MOST_STATES + 1]; MOST_STEPS + 1];
    for steps in 2..=MOST_STEPS {
        table[steps][1] = (steps * (steps - 1) / 2) as u64;
        for states in 2..=MOST_STATES {
            let by = |distance: usize| distance as u64 + table[steps - distance][states - 1] + table[distance][states];
            table[steps][states] = (1..steps).map(by).min().expect("there is a step to go");
        }
    }
    table
}

/// The same when the loop has run once before, and left states behind where that is best.
fn fewest_after_the_loop(again: &Table) -> Table {
    let mut table = again.clone();
    for steps in 2..=MOST_STEPS {
        for states in 2..=MOST_STATES {
            let by = |distance: usize| table[steps - distance][states - 1] + again[distance][states];
            let left = (1..steps).map(by).min().expect("there is a step to go");
            table[steps][states] = table[steps][states].min(left);
        }
    }
    table
}

struct Line {
    known: bool,
    again: bool,
    steps: usize,
    states: i64,
    forward: u64,
    backward: u64,
    held: i64,
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(run);

fn run() -> Vec<Line> {
    let prefix = std::env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let clang = PathBuf::from(prefix).join("bin/clang");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/checkpoints.c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checkpoints");
    let built = Command::new(clang).args(["-O1", "-o"]).arg(&program).arg(source).status().expect("clang runs");
    assert!(built.success());
    let arguments = [MOST_STEPS.to_string(), MOST_STATES.to_string()];
    let output = Command::new(&program).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "a state was not brought back in its turn");
    let text = String::from_utf8(output.stdout).expect("it prints numbers");
    let line = |line: &str| {
        let numbers: Vec<i64> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        let [kind, steps, states, forward, backward, held] = numbers[..] else { panic!("{line}") };
        let (known, again) = (kind & 1 == 1, kind & 2 == 2);
        let (steps, forward, backward) = (steps as usize, forward as u64, backward as u64);
        Line { known, again, steps, states, forward, backward, held }
    };
    text.lines().map(line).collect()
}

#[test]
fn known_counts_take_the_fewest_steps() {
    let best = fewest_after_the_loop(&fewest());
    for line in LINES.iter().filter(|l| l.known && !l.again && l.states > 0) {
        let Line { steps, states, forward, backward, .. } = *line;
        assert_eq!(forward, steps as u64, "the forward sweep runs the loop once");
        assert_eq!(backward, best[steps][states as usize], "{steps} steps, {states} states");
    }
}

#[test]
fn a_second_reverse_sweep_starts_from_the_first_state() {
    let best = fewest();
    for line in LINES.iter().filter(|l| l.known && l.again && l.states > 0) {
        assert_eq!(line.backward, best[line.steps][line.states as usize], "{} steps", line.steps);
    }
}

#[test]
fn no_more_states_are_held_than_allowed() {
    for line in LINES.iter().filter(|l| l.states > 0) {
        assert!(line.held <= line.states, "{} steps, {} states, held {}", line.steps, line.states, line.held);
    }
}

#[test]
fn unknown_counts_are_near_the_best() {
    let best = fewest_after_the_loop(&fewest());
    for line in LINES.iter().filter(|l| !l.known && !l.again && l.states > 0) {
        let limit = 2 * best[line.steps][line.states as usize] + line.steps as u64;
        assert!(line.backward <= limit, "{} steps, {} states: {}", line.steps, line.states, line.backward);
    }
}

#[test]
fn square_roots_and_logarithms_bound_what_is_held_and_run() {
    for line in LINES.iter().filter(|l| l.states <= 0 && !l.again) {
        let steps = line.steps as f64;
        let (held, repeats) = match line.states {
            0 => (2.0 * steps.sqrt() + 4.0, 2.0),
            _ => (2.0 * steps.log2() + 5.0, steps.log2() + 2.0),
        };
        assert!(line.held as f64 <= held, "{} steps held {}", line.steps, line.held);
        assert!(line.backward as f64 <= repeats * steps, "{} steps ran {}", line.steps, line.backward);
    }
}
