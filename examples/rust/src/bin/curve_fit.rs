//! Fits a damped oscillation to noisy points with argmin's L-BFGS. The gradient comes from the compiler.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use zymase::autodiff_reverse;

/// Amplitude, decay, frequency and phase.
type Parameters = Vec<f64>;

fn model(p: &[f64], t: f64) -> f64 {
    p[0] * (-p[1] * t).exp() * (p[2] * t + p[3]).cos()
}

#[autodiff_reverse(d_squares, Duplicated, Const, Const, Active)]
fn squares(p: &[f64], times: &[f64], values: &[f64]) -> f64 {
    times.iter().zip(values).map(|(t, y)| (model(p, *t) - y).powi(2)).sum()
}

struct Fit {
    times: Vec<f64>,
    values: Vec<f64>,
}

impl CostFunction for Fit {
    type Param = Parameters;
    type Output = f64;

    fn cost(&self, p: &Parameters) -> Result<f64, Error> {
        Ok(squares(p, &self.times, &self.values))
    }
}

impl Gradient for Fit {
    type Param = Parameters;
    type Gradient = Parameters;

    fn gradient(&self, p: &Parameters) -> Result<Parameters, Error> {
        let mut gradient = vec![0.0; p.len()];
        d_squares(p, &mut gradient, &self.times, &self.values, 1.0);
        Ok(gradient)
    }
}

const TRUTH: [f64; 4] = [2.0, 0.3, 4.0, 0.5];

/// Points of the model with these parameters, and a little noise that is the same every time.
fn measure() -> Fit {
    let times: Vec<f64> = (0..200).map(|k| f64::from(k) * 0.03).collect();
    let noise = |k: usize| 0.01 * ((k * 7919 % 101) as f64 / 50.0 - 1.0);
    let values = times.iter().enumerate().map(|(k, t)| model(&TRUTH, *t) + noise(k)).collect();
    Fit { times, values }
}

fn fit(start: Parameters) -> Result<(Parameters, f64), Error> {
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result = Executor::new(measure(), solver).configure(|state| state.param(start).max_iters(100)).run()?;
    let state = result.state();
    Ok((state.get_best_param().cloned().unwrap_or_default(), state.get_best_cost()))
}

fn main() -> Result<(), Error> {
    let (found, cost) = fit(vec![1.5, 0.2, 3.8, 0.7])?;
    println!("true      {TRUTH:?}\nfound     {found:?}\nsquares   {cost:.6}");
    Ok(())
}

#[test]
fn the_parameters_are_found() -> Result<(), Error> {
    let (found, cost) = fit(vec![1.5, 0.2, 3.8, 0.7])?;
    assert!(cost < 0.01, "{cost}");
    for (found, truth) in found.iter().zip(TRUTH) {
        assert!((found - truth).abs() < 5e-3, "{found} instead of {truth}");
    }
    Ok(())
}
