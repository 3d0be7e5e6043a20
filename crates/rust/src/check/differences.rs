//! Derivatives by differences, with an estimate of their error.
//!
//! Central differences with steps that are halved are extrapolated to a step of zero (Ridders). Entries of the table that agree with
//! their neighbours are good; how far they are apart is the error, together with what rounding contributes. Near a kink
//! or a jump neighbours do not agree, and the estimate says so.

const STEPS: usize = 8;

/// A derivative and how far it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub value: f64,
    pub error: f64,
}

/// The derivative of a function at 0; none where the function is not defined around 0. One value has an error of `noise`.
pub(super) fn difference(f: &mut dyn FnMut(f64) -> Option<f64>, first_step: f64, noise: f64) -> Option<Difference> {
    let mut best: Option<Difference> = None;
    let mut before: Vec<f64> = Vec::new();
    let mut step = first_step;
    for _ in 0..STEPS {
        let rounding = 2.0 * noise / step;
        let mut row = vec![(f(step)? - f(-step)?) / (2.0 * step)];
        let mut factor = 1.0;
        for (column, above) in before.iter().enumerate() {
            factor *= 4.0;
            let value = (row[column] * factor - above) / (factor - 1.0);
            let error = (value - row[column]).abs().max((value - above).abs()) + rounding;
            if best.is_none_or(|best| error < best.error) {
                best = Some(Difference { value, error });
            }
            row.push(value);
        }
        before = row;
        step *= 0.5;
    }
    best.filter(|best| best.value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(f: impl Fn(f64) -> f64) -> Difference {
        difference(&mut |t| Some(f(t)), 0.02, 1e-16).unwrap()
    }

    #[test]
    fn the_error_covers_the_truth() {
        type Case = (fn(f64) -> f64, f64);
        let cases: [Case; 4] = [
            (|t| (1.0 + t).exp(), 1f64.exp()),
            (|t| (0.3 + t).sqrt(), 0.5 / 0.3f64.sqrt()),
            (|t| (20.0 * t).sin(), 20.0),
            (|t| 1.0 / (0.1 + t), -100.0),
        ];
        for (f, expected) in cases {
            let found = of(f);
            assert!((found.value - expected).abs() <= 4.0 * found.error, "{found:?} {expected}");
            assert!(found.error < 1e-8 * expected.abs(), "{found:?} {expected}");
        }
    }

    #[test]
    fn kinks_and_jumps_show() {
        let is_honest =
            |found: Difference, truth: f64| found.error > 1e-4 || (found.value - truth).abs() <= 20.0 * found.error;
        for distance in [1e-5, 4e-4, 3e-3, 1e-2] {
            let kink = of(|t| (t - distance).abs());
            assert!(is_honest(kink, -1.0), "{distance}: {kink:?}");
            let jump = of(|t| if t > distance { t + 1.0 } else { t });
            assert!(is_honest(jump, 1.0), "{distance}: {jump:?}");
        }
    }

    #[test]
    fn what_is_not_defined_has_none() {
        assert_eq!(difference(&mut |t| (t > -1e-3).then_some(t), 0.02, 0.0), None);
    }
}
