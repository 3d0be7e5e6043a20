//! Bounds of errors: every operand counts, nothing cancels, rounding is added once.

use crate::support::Number;
use zymase_calculus::{Function, error_bound};

#[test]
fn errors_add_up() {
    let unit = 2f64.powi(-53);
    let bound = |f, args: &[f64], errors: &[Option<f64>], result| {
        error_bound(&mut Number, f, args, errors, result, unit).unwrap_or(0.0)
    };
    assert_eq!(bound(Function::Sub, &[3.0, 3.0], &[Some(0.5), Some(-0.25)], 0.0), 0.75);
    assert_eq!(bound(Function::Mul, &[3.0, 4.0], &[None, None], 12.0), 12.0 * unit);
    assert_eq!(bound(Function::Mul, &[3.0, -4.0], &[Some(1.0), None], -12.0), 4.0 + 12.0 * unit);
    assert_eq!(bound(Function::Fabs, &[-3.0], &[Some(0.5)], 3.0), 0.5);
    assert_eq!(bound(Function::Floor, &[3.5], &[Some(0.5)], 3.0), 0.0);
}
