//! Every formula against derivatives computed in 300 digits, and at the edges
//! against the conventions the formulas document.

mod support;

use support::{Number, Reference, references};
use zymase_calculus::{Constant, Function, is_integer_operand, operand_count, pullback};

/// Formulas that subtract near-equal numbers, or call a function near its zero:
/// these are right to so much of 1, not of the derivative.
fn is_absolute(f: Function) -> bool {
    use Function as F;
    matches!(f, F::Tanh | F::Expm1 | F::Sinc | F::SincN | F::Erfcx)
        || matches!(f, F::J0 | F::J1 | F::Jn | F::Y0 | F::Y1 | F::Yn)
        || matches!(f, F::CosPi | F::SinPi)
}

fn agrees(r: &Reference, got: f64, want: f64) -> bool {
    if want.is_nan() || got.is_nan() {
        return want.is_nan() && got.is_nan();
    }
    let scale = if is_absolute(r.f) { want.abs().max(1.0) } else { want.abs() };
    got == want || (got - want).abs() <= 2e-14 * scale
}

#[test]
fn derivatives_match_the_reference() {
    let mut wrong = Vec::new();
    for r in references() {
        for (i, &partial) in r.partials.iter().enumerate() {
            for seed in [1.0, -2.5] {
                let got = pullback(&mut Number, r.f, i, &r.args, r.result, seed);
                let agree = match (got, partial) {
                    (None, None) => true,
                    (Some(got), Some(partial)) => agrees(&r, got, partial * seed),
                    _ => false,
                };
                if !agree {
                    wrong.push(format!("operand {i}, seed {seed}: {got:?} in {r:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_function_is_in_the_reference() {
    let references = references();
    for &f in Function::ALL {
        let mut rows = references.iter().filter(|r| r.f == f).peekable();
        assert!(rows.peek().is_some(), "no reference for {f:?}");
        for r in rows {
            assert_eq!(r.args.len(), operand_count(f), "{r:?}");
            assert_eq!(r.partials.len(), operand_count(f), "{r:?}");
            for (i, partial) in r.partials.iter().enumerate() {
                assert!(partial.is_none() || !is_integer_operand(f, i), "{r:?}");
            }
        }
    }
}

#[test]
fn polygamma_functions_match_the_reference() {
    use zymase_calculus::polygamma;
    let mut worst = 0.0f64;
    for r in references() {
        let Function::Polygamma(order) = r.f else { continue };
        if r.result.is_finite() {
            let got = polygamma(&mut Number, order, r.args[0]);
            let error = ((got - r.result) / r.result).abs();
            assert!(error < 2e-14, "{got} for {r:?}: {error:e}");
            worst = worst.max(error);
        }
    }
    println!("largest relative error: {worst:e}");
}

#[test]
fn constants_are_their_decimals() {
    use std::f64::consts;
    let values = Constant::ALL.map(Constant::value);
    let expected = [
        consts::LN_2,
        consts::LN_10,
        consts::LOG2_E,
        consts::LOG10_E,
        consts::PI,
        consts::FRAC_1_PI,
        consts::FRAC_2_SQRT_PI,
    ];
    assert_eq!(values, expected);
    for c in Constant::ALL {
        let digits = c.decimal().trim_start_matches("0.").replace('.', "");
        assert!(digits.len() >= 40, "{c:?}");
    }
}

#[test]
fn c_names_lead_back() {
    use zymase_calculus::libm_name;
    for &f in Function::ALL {
        if let Some(name) = libm_name(f) {
            assert_eq!(Function::from_libm_name(name), Some(f));
        }
    }
    assert_eq!(Function::from_libm_name("fmod"), Some(Function::Rem));
    assert_eq!(Function::from_libm_name("sinf"), None);
}
