//! Checks one derivative: draws points, calls the function, its derivative and one of the other mode, and compares.

use super::call::{Call, Returned, Sides, factor};
use super::compare::{Question, Verdict, judge};
use super::differences::{Difference, difference};
use super::source::{RANGES, Random, Style};
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

/// Points that are compared at.
const SAMPLES: usize = 20;
/// Points that are drawn in all.
const MOST_DRAWN: usize = 400;

/// Rounding of one value, relative to what it is the sum of.
const NOISE: f64 = 4.0 * f64::EPSILON;
const NOISE_SINGLE: f64 = 4.0 * f32::EPSILON as f64;

/// Derivatives that are smaller than this part of the value are compared with this part.
const SMALLEST: f64 = 1e-6;

/// What to do where random arguments are of no use.
const VALID_ARGUMENTS: &str = "write a function that makes valid arguments and calls it, and annotate that one";

/// A parameter, for messages.
pub struct Parameter {
    pub name: &'static str,
    pub ty: &'static str,
    /// Does it have derivatives?
    pub active: bool,
    /// Can it be drawn?
    pub known: bool,
}

/// What is checked.
pub struct Subject {
    pub parameters: Vec<Parameter>,
    /// The type of the result, if it can not be read.
    pub unreadable: Option<&'static str>,
    pub forward: bool,
    /// Calls the function and gives its results.
    pub value: fn(&mut Call),
    /// Gives the numbers of each argument.
    pub read: fn(&mut Call),
    /// Calls the derivative.
    pub own: fn(&mut Call),
    /// Calls a derivative of the other mode.
    pub other: fn(&mut Call),
    /// Writes the arguments.
    pub describe: fn(&Call) -> Vec<String>,
}

/// What came out.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    Checked {
        samples: usize,
        forward: f64,
        differences: f64,
    },
    /// Lines that say at which arguments, and how.
    Failed(Vec<String>),
    NotChecked(String),
}

impl Outcome {
    /// One line, with tabs between its fields.
    pub(super) fn record(&self) -> String {
        let plain = |text: &String| text.replace(['\t', '\n'], " ");
        match self {
            Outcome::Checked { samples, forward, differences } => {
                let plural = if *samples == 1 { "" } else { "s" };
                format!(
                    "checked\tchecked {samples} sample{plural}, worst relative difference {forward:.0e} (forward), \
                     {differences:.0e} (differences)"
                )
            }
            Outcome::Failed(lines) => {
                let lines: Vec<String> = lines.iter().map(plain).collect();
                format!("failed\t{}", lines.join("\t"))
            }
            Outcome::NotChecked(reason) => format!("unchecked\tnot checked: {}", plain(reason)),
        }
    }
}

/// Draws points until there are enough; `range` is the only one to draw numbers from if it is not 0.
pub(super) fn run(subject: &Subject, seed: u64, range: usize) -> Outcome {
    if let Some(reason) = obstacle(subject) {
        return Outcome::NotChecked(reason);
    }
    panic::set_hook(Box::new(|information| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = information.payload_as_str().unwrap_or("something that is no text").to_owned();
        }
    }));
    let mut random = Random::new(seed);
    let (mut samples, mut forward, mut differences) = (0, 0f64, 0f64);
    let mut reasons = Reasons::default();
    for drawn in 0..MOST_DRAWN {
        let numbers = if range == 0 { RANGES[drawn % RANGES.len()] } else { RANGES[range % RANGES.len()] };
        match Point::draw(subject, Style::new(random.next(), numbers)).and_then(|point| point.compare()) {
            Ok((by_forward, by_differences)) => {
                (samples, forward, differences) =
                    (samples + 1, forward.max(by_forward), differences.max(by_differences));
            }
            Err(Obstacle::Here(reason)) => reasons.add(reason),
            Err(Obstacle::Wrong(lines)) => return Outcome::Failed(lines),
        }
        if samples == SAMPLES {
            break;
        }
    }
    match samples {
        0 => Outcome::NotChecked(reasons.most_frequent()),
        _ => Outcome::Checked { samples, forward, differences },
    }
}

/// What keeps a function from being checked anywhere.
fn obstacle(subject: &Subject) -> Option<String> {
    if let Some(Parameter { name, ty, .. }) = subject.parameters.iter().find(|parameter| !parameter.known) {
        return Some(format!("parameter `{name}: {ty}` has no `Sample`; derive `zymase::Sample` for its type"));
    }
    let ty = subject.unreadable?;
    Some(format!("the result, `{ty}`, has no `Sample`; derive `zymase::Sample` for it"))
}

/// Why points were of no use, and how often. Messages that differ in numbers are alike.
#[derive(Default)]
struct Reasons {
    counts: BTreeMap<String, (usize, String)>,
}

impl Reasons {
    fn add(&mut self, reason: String) {
        let alike = reason.chars().filter(|character| !character.is_ascii_digit()).collect();
        let (count, last) = self.counts.entry(alike).or_default();
        (*count, *last) = (*count + 1, reason);
    }

    fn most_frequent(&self) -> String {
        self.counts.values().max().map(|(_, reason)| reason.clone()).unwrap_or_default()
    }
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Why there is nothing to compare.
enum Obstacle {
    /// Another point may do.
    Here(String),
    /// The derivative is wrong.
    Wrong(Vec<String>),
}

/// Runs something that may panic, or not return: what runs is written before.
fn guarded<T>(what: &str, run: impl FnOnce() -> T) -> Result<T, String> {
    println!("\ncalls the {what}");
    let outcome = panic::catch_unwind(AssertUnwindSafe(run));
    outcome.map_err(|_| LAST_PANIC.lock().map(|last| last.clone()).unwrap_or_default())
}

/// Arguments, and what derivatives are asked of there.
struct Point<'a> {
    subject: &'a Subject,
    style: Style,
    /// The numbers of parameters that have derivatives.
    at: Sides,
    direction: Sides,
    /// Of the results.
    weights: Sides,
    value: f64,
    single: bool,
}

impl<'a> Point<'a> {
    fn draw(subject: &'a Subject, style: Style) -> Result<Point<'a>, Obstacle> {
        let mut random = Random::new(style.seed ^ 0xA5A5_A5A5);
        let nowhere = vec![None; subject.parameters.len()];
        let mut call = Call::new(&style, nowhere, Sides::default());
        (subject.read)(&mut call);
        let (at, single_arguments) = only(call.returned());
        let direction = random_like(&at, &mut random);
        let mut point =
            Point { subject, style, at, direction, weights: Sides::default(), value: 0.0, single: single_arguments };
        let (results, single_results) = point.results(0.0).map_err(Obstacle::Here)?;
        point.single |= single_results;
        point.weights = random_like(&results, &mut random);
        point.value = results.dot(&point.weights);
        if point.at.all().next().is_none() || results.all().next().is_none() {
            return Err(Obstacle::Here("there are no numbers in what has derivatives".to_owned()));
        }
        let again = point.results(0.0).map_err(Obstacle::Here)?.0.dot(&point.weights);
        if again.to_bits() != point.value.to_bits() {
            let text = "called again, the function returns something else; it must depend on its arguments alone";
            return Err(Obstacle::Here(text.to_owned()));
        }
        Ok(point)
    }

    /// What the function returns at some distance along the direction; an error says why it returns nothing.
    fn results(&self, distance: f64) -> Result<(Sides, bool), String> {
        let moved = |(numbers, direction): (&Vec<f64>, &Vec<f64>)| {
            Some(numbers.iter().zip(direction).map(|(number, by)| number + distance * by).collect())
        };
        let point = self.at.parameters.iter().zip(&self.direction.parameters).map(moved).collect();
        let mut call = Call::new(&self.style, self.constants(point), Sides::default());
        guarded("function", || (self.subject.value)(&mut call))
            .map_err(|panic| format!("at random arguments the function panics ({panic}); {VALID_ARGUMENTS}"))?;
        let (results, single) = only(call.returned());
        let is_finite = results.all().all(|number| number.is_finite());
        match is_finite {
            true => Ok((results, single)),
            false => Err(format!("at random arguments the function returns no finite numbers; {VALID_ARGUMENTS}")),
        }
    }

    /// Parameters without derivatives have their random numbers.
    fn constants(&self, point: Vec<Option<Vec<f64>>>) -> Vec<Option<Vec<f64>>> {
        let mut point = point;
        point.resize(self.subject.parameters.len(), None);
        for (numbers, parameter) in point.iter_mut().zip(&self.subject.parameters) {
            *numbers = numbers.take().filter(|_| parameter.active);
        }
        point
    }

    fn derivative(&self, run: fn(&mut Call), forward: bool) -> Result<Vec<Returned>, String> {
        let point = self.constants(self.at.parameters.iter().cloned().map(Some).collect());
        let shadows = if forward { self.direction.clone() } else { self.weights.clone() };
        let mut call = Call::new(&self.style, point, shadows);
        guarded("derivative", || run(&mut call))?;
        Ok(call.returned())
    }

    /// The derivative along the direction in each lane, and the size of what it is the sum of.
    fn along(&self, lanes: &[Returned], forward: bool) -> (Vec<f64>, f64) {
        let with = if forward { &self.weights } else { &self.direction };
        let sums = lanes.iter().enumerate().map(|(lane, returned)| returned.sides.dot(with) / factor(lane)).collect();
        let terms = lanes.first().into_iter().flat_map(|lane| lane.sides.products(with));
        (sums, terms.map(f64::abs).sum())
    }

    fn difference(&self, step: f64) -> Option<Difference> {
        let noise = if self.single { NOISE_SINGLE } else { NOISE } * self.size();
        let mut value = |distance: f64| self.results(distance).ok().map(|(results, _)| results.dot(&self.weights));
        difference(&mut value, step, noise)
    }

    fn size(&self) -> f64 {
        self.value.abs().max(1e-9)
    }

    fn compare(&self) -> Result<(f64, f64), Obstacle> {
        let is_forward = self.subject.forward;
        let panics = |which: &str, panic: String| self.wrong(format!("{which} panics, the function does not: {panic}"));
        let own = self.derivative(self.subject.own, is_forward).map_err(|panic| panics("the derivative", panic))?;
        let other = self
            .derivative(self.subject.other, !is_forward)
            .map_err(|panic| panics("the derivative of the other mode", panic))?;
        let ((own, own_size), (other, other_size)) = (self.along(&own, is_forward), self.along(&other, !is_forward));
        let (reverse, forward) = if is_forward { (other, own) } else { (own, other) };
        let scale = own_size.max(other_size).max(SMALLEST * self.size());
        let question = Question { reverse, forward, scale, value: self.size(), single: self.single };
        match judge(&question, &mut |step| self.difference(step)) {
            Verdict::Agreement { forward, differences } => Ok((forward, differences)),
            Verdict::Unsettled => Err(Obstacle::Here(
                "differences do not settle: there are kinks or jumps near all random points".to_owned(),
            )),
            Verdict::Disagreement(found) => {
                let lanes =
                    |all: &[f64]| all.iter().map(|value| format!("{value:.12e}")).collect::<Vec<_>>().join(", ");
                Err(self.wrong(format!(
                    "the derivative along a random direction: reverse {}, forward {}, differences {:.12e} ± {:.0e}",
                    lanes(&question.reverse),
                    lanes(&question.forward),
                    found.value,
                    found.error
                )))
            }
        }
    }

    fn wrong(&self, what: String) -> Obstacle {
        let point = self.constants(self.at.parameters.iter().cloned().map(Some).collect());
        let call = Call::new(&self.style, point, Sides::default());
        let mut lines = vec![what];
        lines.extend((self.subject.describe)(&call).into_iter().map(|argument| format!("  {argument}")));
        Obstacle::Wrong(lines)
    }
}

/// What came back of a call that has no lanes.
fn only(lanes: Vec<Returned>) -> (Sides, bool) {
    lanes.into_iter().next().map(|lane| (lane.sides, lane.single)).unwrap_or_default()
}

fn random_like(sides: &Sides, random: &mut Random) -> Sides {
    let mut draw = |numbers: &Vec<f64>| numbers.iter().map(|_| random.between(-1.0, 1.0)).collect::<Vec<f64>>();
    Sides { parameters: sides.parameters.iter().map(&mut draw).collect(), result: draw(&sides.result) }
}
