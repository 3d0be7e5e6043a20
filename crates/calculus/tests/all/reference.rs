//! Every formula against derivatives computed in 300 digits, and at the edges
//! against the conventions the formulas document.

use crate::support::{Number, Reference, references};
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

/// Points, `e^-|x| I₀(x)`, `e^-|x| I₁(x)` and its derivative, by mpmath in 60 digits.
const SCALED_BESSEL: [(f64, f64, f64, f64); 8] = [
    (1e-08, 0.9999999900000001, 4.99999995e-09, 0.4999999900000001),
    (-0.3, 0.7575806251825479, -0.1123775606398388, 0.2706111957432464),
    (1.0, 0.46575960759364043, 0.20791041534970844, 0.04993877689422354),
    (7.5, 0.14831583007739552, 0.1380412115485542, -0.00813087634429926),
    (-24.99, 0.08021298506517069, -0.07859134158082241, -0.0015232681435357746),
    (25.0, 0.0801967735474367, 0.07857611331929278, -0.0015223843046277745),
    (61.5, 0.050975620574808256, 0.05055947182220465, -0.0004059564802777733),
    (3000.0, 0.00728395974654569, 0.007282745652054752, -1.2134873930801e-06),
];

#[test]
fn scaled_bessel_functions_match_the_reference() {
    use zymase_calculus::{bessel_i0e, bessel_i1e_slope};
    for (x, below, y, slope) in SCALED_BESSEL {
        let got = bessel_i0e(&mut Number, x);
        assert!((got - below).abs() <= 2e-15 * below, "{got} at {x}");
        // The slope is a difference of numbers of the size of the function below.
        let got = bessel_i1e_slope(&mut Number, x, y);
        assert!((got - slope).abs() <= 2e-15 * below, "{got} at {x}");
    }
    assert_eq!(bessel_i1e_slope(&mut Number, 0.0, 0.0), 0.5);
    assert_eq!(bessel_i0e(&mut Number, f64::INFINITY), 0.0);
    assert!(bessel_i0e(&mut Number, f64::NAN).is_nan());
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
