//! What holds of all formulas alike.

use crate::support::{Number, references};
use zymase_calculus::strong_pullback;
use zymase_calculus::{Constant, Emit, Function, Needs, Predicate};
use zymase_calculus::{
    is_differentiable_operand, is_integer_operand, needs, operand_count, pullback, pushforward, relative,
};

fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

#[test]
fn pushforward_is_the_sum_of_pullbacks() {
    for r in references() {
        let tangents: Vec<f64> = (0..r.args.len()).map(|i| [1.5, -0.25, 3.0][i]).collect();
        let pull = |i: usize| pullback(&mut Number, r.f, i, &r.args, r.result, tangents[i]);
        let push = |tangents: &[Option<f64>]| pushforward(&mut Number, r.f, &r.args, tangents, r.result);

        let all: Vec<Option<f64>> = tangents.iter().copied().map(Some).collect();
        let sum = (0..r.args.len()).filter_map(pull).reduce(|a, b| a + b);
        assert!(same(push(&all).unwrap_or(0.0), sum.unwrap_or(0.0)), "{r:?}");

        for i in 0..r.args.len() {
            let mut alone = vec![None; r.args.len()];
            alone[i] = Some(tangents[i]);
            assert_eq!(push(&alone).map(f64::to_bits), pull(i).map(f64::to_bits), "{r:?}");
        }
        assert_eq!(push(&vec![None; r.args.len()]), None);
    }
}

#[test]
fn zero_seed_gives_zero_where_the_value_is_finite() {
    use Function as F;
    let mut singular = 0;
    for r in references() {
        let finite = r.result.is_finite() && r.args.iter().all(|x| x.is_finite());
        let ends = matches!(r.f, F::Log | F::Log2 | F::Log10 | F::Log1p | F::Atanh);
        for i in 0..r.args.len() {
            if !(finite || ends) || !is_differentiable_operand(r.f, i) {
                continue;
            }
            for seed in [0.0, -0.0] {
                let got = pullback(&mut Number, r.f, i, &r.args, r.result, seed);
                assert_eq!(got, Some(0.0), "operand {i} of {r:?}");
            }
            singular += usize::from(!r.partials[i].unwrap().is_finite());
        }
    }
    assert!(singular >= 20, "only {singular} singular points");
}

#[test]
fn strong_pullbacks_of_zero_are_zero() {
    for r in references() {
        for i in (0..r.args.len()).filter(|&i| is_differentiable_operand(r.f, i)) {
            let got = strong_pullback(&mut Number, r.f, i, &r.args, r.result, 0.0);
            assert_eq!(got, Some(0.0), "operand {i} of {r:?}");
        }
    }
}

/// The tangent of an operand that was not picked is not read, even when NaN.
#[test]
fn losers_do_not_leak() {
    let table = [
        (Function::MaxNum, [1.0, 2.0], 2.0, [None, Some(3.0)]),
        (Function::Maximum, [2.0, 1.0], 2.0, [Some(3.0), None]),
        (Function::MinNum, [1.0, f64::NAN], 1.0, [Some(3.0), None]),
        (Function::MinimumNum, [1.0, 1.0], 1.0, [None, Some(3.0)]),
        (Function::Fdim, [1.0, 2.0], 0.0, [None, None]),
    ];
    for (f, args, result, tangents) in table {
        for bad in [f64::NAN, f64::INFINITY] {
            let filled = tangents.map(|tangent| tangent.or(Some(bad)));
            let got = pushforward(&mut Number, f, &args, &filled, result);
            let picked = tangents.into_iter().flatten().sum::<f64>();
            assert_eq!(got, Some(picked), "{f:?} of {args:?}");
        }
    }
    let tip = pullback(&mut Number, Function::Fabs, 0, &[0.0], 0.0, f64::NAN);
    assert_eq!(tip, Some(0.0));
}

/// What is not needed may be anything; what is needed makes a difference.
#[test]
fn needs_are_what_is_read() {
    for r in references() {
        for i in 0..r.args.len() {
            let needs = needs(r.f, i);
            let mut args = r.args.clone();
            for (j, arg) in args.iter_mut().enumerate() {
                if needs.args >> j & 1 == 0 {
                    *arg = f64::NAN;
                }
            }
            let result = if needs.result { r.result } else { f64::NAN };
            let full = pullback(&mut Number, r.f, i, &r.args, r.result, 1.0);
            let part = pullback(&mut Number, r.f, i, &args, result, 1.0);
            assert_eq!(full.map(f64::to_bits), part.map(f64::to_bits), "operand {i} of {r:?}");
        }
    }
    for &f in Function::ALL {
        let rows: Vec<_> = references().into_iter().filter(|r| r.f == f).collect();
        for i in 0..operand_count(f) {
            let matters = |change: &dyn Fn(&mut Vec<f64>, &mut f64)| {
                rows.iter().any(|r| {
                    let (mut args, mut result) = (r.args.clone(), r.result);
                    let before = pullback(&mut Number, f, i, &args, result, 1.0).unwrap();
                    change(&mut args, &mut result);
                    !same(pullback(&mut Number, f, i, &args, result, 1.0).unwrap(), before)
                })
            };
            let needs = needs(f, i);
            assert_eq!(needs.args >> operand_count(f), 0);
            for j in (0..operand_count(f)).filter(|j| needs.args >> j & 1 == 1) {
                assert!(matters(&|args, _| args[j] = 1.0 - args[j]), "{f:?} by {i} does not need {j}");
            }
            if needs.result {
                assert!(matters(&|_, result| *result = 7.0), "{f:?} by {i} does not need its result");
            }
        }
    }
}

#[test]
fn relatives_are_all_that_is_read() {
    use Function::*;
    let found: Vec<_> = Function::ALL.iter().filter_map(|&f| Some((f, relative(f)?))).collect();
    for pair in [(Sin, Cos), (Cos, Sin), (SinPi, CosPi), (CosPi, SinPi), (Sinh, Cosh), (Cosh, Sinh)] {
        assert!(found.contains(&pair), "{pair:?}");
    }
    for (f, _) in found {
        assert_eq!(needs(f, 0), Needs { args: 0b1, result: false }, "{f:?}");
    }
}

#[test]
fn needs_of_some() {
    let table = [
        (Function::Add, 0, Needs { args: 0b00, result: false }),
        (Function::Mul, 0, Needs { args: 0b10, result: false }),
        (Function::Mul, 1, Needs { args: 0b01, result: false }),
        (Function::Div, 0, Needs { args: 0b10, result: false }),
        (Function::Div, 1, Needs { args: 0b10, result: true }),
        (Function::Exp, 0, Needs { args: 0b00, result: true }),
        (Function::Sqrt, 0, Needs { args: 0b00, result: true }),
        (Function::Sin, 0, Needs { args: 0b01, result: false }),
        (Function::Powi, 0, Needs { args: 0b11, result: false }),
        (Function::Fma, 2, Needs { args: 0b000, result: false }),
        (Function::Floor, 0, Needs { args: 0b00, result: false }),
    ];
    for (f, i, expected) in table {
        assert_eq!(needs(f, i), expected, "operand {i} of {f:?}");
    }
    assert!(!is_differentiable_operand(Function::Floor, 0));
    assert!(!is_differentiable_operand(Function::Copysign, 1));
    for &f in Function::ALL {
        for i in (0..operand_count(f)).filter(|&i| is_integer_operand(f, i)) {
            assert!(!is_differentiable_operand(f, i));
        }
    }
}

/// A number with a tangent: formulas run over these give second derivatives, by
/// way of the pushforward of each operation in them.
#[derive(Copy, Clone)]
struct Dual {
    value: f64,
    tangent: f64,
}

struct Duals;

impl Duals {
    fn apply(&mut self, f: Function, args: &[Dual], value: f64) -> Dual {
        let values: Vec<f64> = args.iter().map(|a| a.value).collect();
        let tangents: Vec<Option<f64>> = args.iter().map(|a| Some(a.tangent)).collect();
        let tangent = pushforward(&mut Number, f, &values, &tangents, value);
        Dual { value, tangent: tangent.unwrap_or(0.0) }
    }
}

fn fixed(value: f64) -> Dual {
    Dual { value, tangent: 0.0 }
}

impl Emit for Duals {
    type Value = Dual;
    type Condition = bool;

    fn constant(&mut self, _: Dual, x: f64) -> Dual {
        fixed(x)
    }
    fn named(&mut self, _: Dual, c: Constant) -> Dual {
        fixed(c.value())
    }
    fn neg(&mut self, a: Dual) -> Dual {
        self.apply(Function::Neg, &[a], -a.value)
    }
    fn add(&mut self, a: Dual, b: Dual) -> Dual {
        self.apply(Function::Add, &[a, b], a.value + b.value)
    }
    fn sub(&mut self, a: Dual, b: Dual) -> Dual {
        self.apply(Function::Sub, &[a, b], a.value - b.value)
    }
    fn mul(&mut self, a: Dual, b: Dual) -> Dual {
        self.apply(Function::Mul, &[a, b], a.value * b.value)
    }
    fn div(&mut self, a: Dual, b: Dual) -> Dual {
        self.apply(Function::Div, &[a, b], a.value / b.value)
    }
    fn compare(&mut self, p: Predicate, a: Dual, b: Dual) -> bool {
        Number.compare(p, a.value, b.value)
    }
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
    fn or(&mut self, a: bool, b: bool) -> bool {
        a || b
    }
    fn select(&mut self, c: bool, a: Dual, b: Dual) -> Dual {
        if c { a } else { b }
    }
    fn call(&mut self, f: Function, args: &[Dual]) -> Dual {
        let values: Vec<f64> = args.iter().map(|a| a.value).collect();
        let value = Number.call(f, &values);
        self.apply(f, args, value)
    }
    fn integer(&mut self, _: Dual, n: i32) -> Dual {
        fixed(f64::from(n))
    }
    fn int_offset(&mut self, n: Dual, k: i32) -> Dual {
        fixed(n.value + f64::from(k))
    }
    fn int_to_float(&mut self, n: Dual, _: Dual) -> Dual {
        n
    }
}

/// A seed that is 0 here but not nearby: what it is multiplied by must not be lost where that is finite.
#[test]
fn zero_seeds_keep_their_derivative() {
    let mut points = 0;
    for r in references() {
        for i in (0..r.args.len()).filter(|&i| is_differentiable_operand(r.f, i)) {
            let partial = r.partials[i].unwrap();
            let finite = partial.is_finite() && r.args.iter().all(|x| x.is_finite());
            // Where squares overflow, nothing is asked.
            if !finite || r.args.iter().any(|x| x.abs() > 1e100) {
                continue;
            }
            let args: Vec<Dual> = r.args.iter().copied().map(fixed).collect();
            for (name, rule) in [("pullback", pullback as Rule), ("strong pullback", strong_pullback as Rule)] {
                let seed = Dual { value: 0.0, tangent: 1.0 };
                let got = rule(&mut Duals, r.f, i, &args, fixed(r.result), seed).unwrap();
                points += 1;
                assert_eq!(got.value, 0.0, "{name} by {i} of {r:?}");
                let error = (got.tangent - partial).abs();
                assert!(error <= 1e-9 * partial.abs().max(1.0), "{name} by {i} of {r:?}: {}", got.tangent);
            }
        }
    }
    assert!(points > 400, "only {points} points");
}

type Rule = fn(&mut Duals, Function, usize, &[Dual], Dual, Dual) -> Option<Dual>;

/// At ordinary points, the derivative of a derivative against its difference
/// quotient.
#[test]
fn second_derivatives() {
    type Primal = fn(&[f64]) -> f64;
    let table: &[(Function, &[f64], Primal)] = &[
        (Function::Mul, &[1.5, -3.0], |a| a[0] * a[1]),
        (Function::Div, &[1.5, -3.0], |a| a[0] / a[1]),
        (Function::Sqrt, &[2.0], |a| a[0].sqrt()),
        (Function::Cbrt, &[-2.0], |a| a[0].cbrt()),
        (Function::Pow, &[1.7, 2.6], |a| a[0].powf(a[1])),
        (Function::Powi, &[-1.7, 5.0], |a| a[0].powi(a[1] as i32)),
        (Function::Hypot, &[1.5, -2.0], |a| a[0].hypot(a[1])),
        (Function::Exp2, &[1.3], |a| a[0].exp2()),
        (Function::Expm1, &[-0.3], |a| a[0].exp_m1()),
        (Function::Log10, &[2.5], |a| a[0].log10()),
        (Function::Log1p, &[0.5], |a| a[0].ln_1p()),
        (Function::Sin, &[0.7], |a| a[0].sin()),
        (Function::Tan, &[0.7], |a| a[0].tan()),
        (Function::Acos, &[-0.4], |a| a[0].acos()),
        (Function::Atan2, &[0.7, -1.2], |a| a[0].atan2(a[1])),
        (Function::Atan2, &[1.7, -1.2], |a| a[0].atan2(a[1])),
        (Function::Tanh, &[0.6], |a| a[0].tanh()),
        (Function::Asinh, &[0.6], |a| a[0].asinh()),
        (Function::Acosh, &[1.6], |a| a[0].acosh()),
        (Function::Atanh, &[0.6], |a| a[0].atanh()),
        (Function::Erf, &[0.6], |a| libm::erf(a[0])),
        (Function::Tgamma, &[2.6], |a| libm::tgamma(a[0])),
        (Function::Lgamma, &[-1.3], |a| libm::lgamma(a[0])),
        (Function::Polygamma(1), &[-0.7], |_| f64::NAN),
        (Function::J1, &[1.4], |a| libm::j1(a[0])),
        (Function::Yn, &[2.0, 1.4], |a| libm::yn(a[0] as i32, a[1])),
    ];
    for &(f, at, primal) in table {
        for i in (0..at.len()).filter(|&i| is_differentiable_operand(f, i)) {
            for j in (0..at.len()).filter(|&j| !is_integer_operand(f, j)) {
                let args: Vec<Dual> =
                    at.iter().enumerate().map(|(k, &value)| Dual { value, tangent: f64::from(k == j) }).collect();
                let result = Duals.apply(f, &args, primal(at));
                let got = pullback(&mut Duals, f, i, &args, result, fixed(1.0)).unwrap().tangent;

                let slope = |step: f64| {
                    let mut at = at.to_vec();
                    at[j] += step;
                    pullback(&mut Number, f, i, &at, primal(&at), 1.0).unwrap()
                };
                let h = 1e-5;
                let want = (slope(h) - slope(-h)) / (2.0 * h);
                assert!((got - want).abs() <= 1e-8 * want.abs().max(1.0), "{f:?} by {i}, {j}: {got} for {want}");
            }
        }
    }
}
