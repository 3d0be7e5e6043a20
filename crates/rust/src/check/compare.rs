//! Compares the derivative along a direction three ways.
//!
//! Reverse and forward mode differ by rounding. Differences have an error that is estimated with them, so that it is known how
//! far they may be from the truth; where that is too far to say anything, another point is drawn.

use super::differences::Difference;

/// Reverse and forward mode of one program differ by rounding, which adds up.
const ROUNDING: f64 = 1e-8;
const ROUNDING_SINGLE: f64 = 1e-3;

/// Differences with a larger relative error say nothing.
const MOST_ERROR: f64 = 1e-4;
const MOST_ERROR_SINGLE: f64 = 5e-2;

/// An estimate of an error may be this many times too small.
const CAUTION: f64 = 20.0;

/// The first step of differences, and of those for a second opinion.
const STEPS: [f64; 2] = [2e-2, 5e-6];
const STEPS_SINGLE: [f64; 2] = [1e-1, 1e-2];

/// The last step is this many times smaller than the first.
const LAST_STEP: f64 = 128.0;
/// A function that changes by this many times its value over the last step cannot be followed.
const STEEPEST: f64 = 10.0;

/// What is compared.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// In each lane.
    pub reverse: Vec<f64>,
    pub forward: Vec<f64>,
    /// The size of what the derivatives are sums of.
    pub scale: f64,
    /// The size of the value.
    pub value: f64,
    pub single: bool,
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Relative differences to forward mode, and to differences.
    Agreement { forward: f64, differences: f64 },
    /// The differences.
    Disagreement(Difference),
    /// Differences say nothing here.
    Unsettled,
}

/// Compares; `differences` takes the first step.
pub(super) fn judge(question: &Question, differences: &mut dyn FnMut(f64) -> Option<Difference>) -> Verdict {
    let (rounding, most_error, [step, finer]) = match question.single {
        true => (ROUNDING_SINGLE, MOST_ERROR_SINGLE, STEPS_SINGLE),
        false => (ROUNDING, MOST_ERROR, STEPS),
    };
    let scale_of = |found: &Difference| question.scale.max(found.value.abs());
    let mut settled = |step| differences(step).filter(|found| found.error <= most_error * scale_of(found));
    let Some(found) = settled(step) else { return Verdict::Unsettled };
    let scale = scale_of(&found);
    let tolerance = (CAUTION * found.error).max(rounding * scale);
    let pairs =
        question.reverse.iter().flat_map(|reverse| question.forward.iter().map(move |forward| reverse - forward));
    let forward = largest(pairs);
    let differ = |found: Difference| {
        largest(question.reverse.iter().chain(&question.forward).map(|derivative| derivative - found.value))
    };
    // What is not a number agrees with nothing.
    if forward.is_nan() || forward > tolerance {
        return Verdict::Disagreement(found);
    }
    if differ(found) <= tolerance {
        let relative = |difference: f64| if difference == 0.0 { 0.0 } else { difference / scale };
        return Verdict::Agreement { forward: relative(forward), differences: relative(differ(found)) };
    }
    // No step is small enough for a function that is as steep as both modes say.
    if question.scale * finer / LAST_STEP > STEEPEST * question.value {
        return Verdict::Unsettled;
    }
    // There may be a kink that the steps do not see: only differences that agree with each other say something.
    match settled(finer) {
        Some(second) if (second.value - found.value).abs() <= CAUTION * (second.error + found.error) => {
            Verdict::Disagreement(found)
        }
        _ => Verdict::Unsettled,
    }
}

/// The largest magnitude; not a number if one of them is not.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |most, value| if value.is_nan() || value.abs() > most { value.abs() } else { most })
}

#[cfg(test)]
mod tests {
    use super::super::differences::difference;
    use super::*;

    type Gradient = fn(f64, f64) -> (f64, f64);

    /// The verdict on a gradient of x·sin(y) at a point, with forward mode right.
    fn verdict(gradient: Gradient) -> Verdict {
        let (x, y, v) = (0.8f64, 0.3f64, (0.6, -0.7));
        let f = |t: f64| (x + t * v.0) * (y + t * v.1).sin();
        let (by_x, by_y) = gradient(x, y);
        let forward = v.0 * y.sin() + v.1 * x * y.cos();
        let question = Question {
            reverse: vec![by_x * v.0 + by_y * v.1],
            forward: vec![forward],
            scale: 1.0,
            value: 1.0,
            single: false,
        };
        judge(&question, &mut |step| difference(&mut |t| Some(f(t)), step, 1e-16))
    }

    #[test]
    fn a_right_gradient_agrees() {
        let Verdict::Agreement { forward, differences } = verdict(|x, y| (y.sin(), x * y.cos())) else {
            panic!("they do not agree");
        };
        assert!(forward < 1e-15 && differences < 1e-10, "{forward} {differences}");
    }

    #[test]
    fn wrong_gradients_disagree() {
        let wrong: [Gradient; 5] = [
            |x, y| (y.sin(), -x * y.cos()),
            |_, y| (y.sin(), 0.0),
            |x, y| (y.sin(), x * y.cos() * (1.0 + 1e-6)),
            |x, y| (y.sin() + 1e-7, x * y.cos()),
            |_, y| (y.sin(), f64::NAN),
        ];
        for gradient in wrong {
            assert!(matches!(verdict(gradient), Verdict::Disagreement(_)));
        }
    }

    #[test]
    fn two_modes_that_are_wrong_alike_disagree_with_differences() {
        let question = Question { reverse: vec![2.0], forward: vec![2.0], scale: 2.0, value: 1.0, single: false };
        let verdict = judge(&question, &mut |step| difference(&mut |t| Some((1.0 + t).powi(3)), step, 1e-16));
        assert!(matches!(verdict, Verdict::Disagreement(found) if (found.value - 3.0).abs() < 1e-9), "{verdict:?}");
    }

    #[test]
    fn every_lane_counts() {
        let question =
            Question { reverse: vec![3.0, 3.0, 3.1], forward: vec![3.0], scale: 3.0, value: 1.0, single: false };
        let verdict = judge(&question, &mut |step| difference(&mut |t| Some((1.0 + t).powi(3)), step, 1e-16));
        assert!(matches!(verdict, Verdict::Disagreement(_)), "{verdict:?}");
    }

    #[test]
    fn what_is_too_steep_for_any_step_is_not_compared() {
        let steep = |t: f64| (1e15 * t + 0.3).sin();
        let derivative = 1e15 * 0.3f64.cos();
        let (reverse, forward) = (vec![derivative], vec![derivative]);
        let question = Question { reverse, forward, scale: derivative, value: 1.0, single: false };
        let verdict = judge(&question, &mut |step| difference(&mut |t| Some(steep(t)), step, 1e-16));
        assert_eq!(verdict, Verdict::Unsettled);
    }

    #[test]
    fn no_derivative_where_there_is_one_disagrees() {
        let question = Question { reverse: vec![0.0], forward: vec![0.0], scale: 1e-6, value: 1.0, single: false };
        let verdict = judge(&question, &mut |step| difference(&mut |t| Some((1.0 + t).powi(3)), step, 1e-16));
        assert!(matches!(verdict, Verdict::Disagreement(_)), "{verdict:?}");
    }

    #[test]
    fn kinks_are_not_held_against_anybody() {
        let question = Question { reverse: vec![1.0], forward: vec![1.0], scale: 1.0, value: 1.0, single: false };
        for distance in [1e-7, 1e-5, 1e-3] {
            let verdict = judge(&question, &mut |step| difference(&mut |t| Some((t + distance).abs()), step, 1e-16));
            assert!(!matches!(verdict, Verdict::Disagreement(_)), "{distance}: {verdict:?}");
        }
    }
}
