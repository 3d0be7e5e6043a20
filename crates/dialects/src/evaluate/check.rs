//! Comparisons of results with what was expected, which test programs carry: as operations of the dialect `check` or as
//! custom calls of the same names.
//!
//! NaN agrees with NaN, and zeros of either sign agree. A mismatch is a diagnostic that names the first element.

use super::rules::{attach_all, operands, short_name};
use super::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Attribute, Dialect, Op};
use zymase_tensor::display::element_texts;
use zymase_tensor::element::Class;
use zymase_tensor::layout::Odometer;
use zymase_tensor::number::Real;
use zymase_tensor::{ElementType, Tensor, elementwise};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let names: Vec<&'static str> =
        dialect.operations.iter().filter_map(|definition| definition.name.strip_prefix("check.")).collect();
    attach_all(dialect, names.into_iter().map(|name| (name, Evaluate(run_operation))), &[]);
}

fn run_operation(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let name = short_name(machine, op);
    run(machine, op, name, values)
}

/// How far numbers may be apart.
#[derive(Clone, Copy, Debug)]
pub enum Tolerance {
    Exact,
    Absolute(f64),
    /// At least and at most this many representable numbers.
    Steps(i64, i64),
}

/// Runs the check of this name.
pub(super) fn run(machine: &Machine, op: Op, name: &str, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let integer = |name: &str, default: i64| machine.attribute(op, name).and_then(Attribute::as_i64).unwrap_or(default);
    let tolerance = || machine.attribute(op, "tolerance").and_then(Attribute::as_f64).unwrap_or(1e-4);
    let (found, expected, allowed) = match name {
        "expect_eq" | "eq" => {
            let [found, expected] = operands(values)?;
            (found, expected, Tolerance::Exact)
        }
        "expect_almost_eq" => {
            let [found, expected] = operands(values)?;
            (found, expected, Tolerance::Absolute(tolerance()))
        }
        "expect_close" => {
            let [found, expected] = operands(values)?;
            let steps = (integer("min_ulp_difference", 0), integer("max_ulp_difference", 3));
            (found, expected, Tolerance::Steps(steps.0, steps.1))
        }
        "expect_eq_const" | "expect_almost_eq_const" => {
            let [found] = operands(values)?;
            let expected = super::values::constant(machine.ir(), machine.required(op, "value")?)?;
            let is_exact = name == "expect_eq_const";
            (found, expected, if is_exact { Tolerance::Exact } else { Tolerance::Absolute(tolerance()) })
        }
        _ => return Err(format!("there is no check `{name}`").into()),
    };
    match first_difference(&found, &expected, allowed)? {
        None => Ok(Vec::new()),
        Some(message) => Err(Problem::Here(message)),
    }
}

/// Describes the first element that differs; nothing when all agree.
pub fn first_difference(found: &Tensor, expected: &Tensor, allowed: Tolerance) -> Result<Option<String>> {
    if found.element() != expected.element() || found.shape() != expected.shape() {
        return Ok(Some(format!("found {}, expected {}", found.describe(), expected.describe())));
    }
    if found.element().is_complex() {
        let parts = [elementwise::real, elementwise::imag];
        for part in parts {
            if let Some(message) = first_difference(&part(found)?, &part(expected)?, allowed)? {
                return Ok(Some(message));
            }
        }
        return Ok(None);
    }
    let agrees = agreement(found, expected, allowed)?;
    let Some(place) = agrees.iter().position(|agrees| !agrees) else {
        return Ok(None);
    };
    let text = |tensor: &Tensor| tensor.at(place).map(|one| element_texts(&one).concat());
    let index = Odometer::at(found.shape(), place).index;
    let count = agrees.iter().filter(|agrees| !**agrees).count();
    let (left, right) = (text(found)?, text(expected)?);
    Ok(Some(format!("element {index:?} is {left}, expected {right}; {count} of {} differ", agrees.len())))
}

fn agreement(found: &Tensor, expected: &Tensor, allowed: Tolerance) -> Result<Vec<bool>> {
    if found.element().class() != Class::Float {
        let (found, expected) = (found.to_i64()?, expected.to_i64()?);
        return Ok(found.iter().zip(&expected).map(|(a, b)| a == b).collect());
    }
    let (a, b) = (found.to_f64()?, expected.to_f64()?);
    let (steps_a, steps_b) = (steps(found)?, steps(expected)?);
    let agrees = |i: usize| {
        if a[i].is_nan() || b[i].is_nan() {
            return a[i].is_nan() && b[i].is_nan();
        }
        let exactly = a[i] == b[i];
        match allowed {
            Tolerance::Exact => exactly,
            Tolerance::Absolute(tolerance) => exactly || (a[i] - b[i]).abs() <= tolerance,
            Tolerance::Steps(least, most) => {
                let apart = (i128::from(steps_a[i]) - i128::from(steps_b[i])).abs();
                let both_finite = a[i].is_finite() && b[i].is_finite();
                (exactly || both_finite) && apart >= i128::from(least) && apart <= i128::from(most)
            }
        }
    };
    Ok((0..a.len()).map(agrees).collect())
}

/// The place of each float among all numbers of its type, with zero at zero.
fn steps(x: &Tensor) -> Result<Vec<i64>> {
    Ok(match x.element() {
        ElementType::F64 => x.values::<f64>()?.iter().map(|value| (value + 0.0).total_order()).collect(),
        ElementType::F32 => x.values::<f32>()?.iter().map(|value| (value + 0.0).total_order()).collect(),
        _ => {
            // Codes of narrow floats are a sign and a magnitude that counts numbers.
            let sign_bit = 1i64 << (x.element().bits() - 1);
            let bytes = x.to_bytes();
            let code = |chunk: &[u8]| chunk.iter().rev().fold(0i64, |code, byte| code << 8 | i64::from(*byte));
            let place = |code: i64| if code & sign_bit == 0 { code } else { -(code ^ sign_bit) };
            let is_unsigned = x.element() == ElementType::F8E8M0FNU;
            bytes
                .chunks(x.element().bytes())
                .map(|chunk| if is_unsigned { code(chunk) } else { place(code(chunk)) })
                .collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(a: &[f64], b: &[f64], element: ElementType, allowed: Tolerance) -> Option<String> {
        let tensor = |values: &[f64]| Tensor::from_f64(element, &[values.len()], values).unwrap();
        first_difference(&tensor(a), &tensor(b), allowed).unwrap()
    }

    #[test]
    fn steps_between_numbers() {
        let next = |x: f32, n: u32| f64::from(f32::from_bits(x.to_bits() + n));
        let close = Tolerance::Steps(0, 3);
        assert!(differ(&[1.0, f64::NAN, -0.0], &[next(1.0, 3), f64::NAN, 0.0], ElementType::F32, close).is_none());
        let message = differ(&[0.0, 1.0], &[0.0, next(1.0, 4)], ElementType::F32, close).unwrap();
        assert!(message.starts_with("element [1] is 1.000000e+00"), "{message}");
        assert!(differ(&[f64::MAX], &[f64::INFINITY], ElementType::F64, close).is_some());
        assert!(differ(&[1.0], &[1.03125], ElementType::BF16, close).is_some());
        assert!(differ(&[1.0], &[1.015625], ElementType::BF16, close).is_none());
        assert!(differ(&[-0.0625], &[0.0625], ElementType::F16, close).is_some());
    }

    #[test]
    fn tolerances_and_integers() {
        assert!(differ(&[1.0], &[1.00009], ElementType::F64, Tolerance::Absolute(1e-4)).is_none());
        assert!(differ(&[1.0], &[1.0002], ElementType::F64, Tolerance::Absolute(1e-4)).is_some());
        assert!(differ(&[1.0], &[2.0], ElementType::I32, Tolerance::Steps(0, 3)).is_some());
        assert!(differ(&[f64::INFINITY], &[f64::INFINITY], ElementType::F64, Tolerance::Absolute(0.0)).is_none());
    }
}
