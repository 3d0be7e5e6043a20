//! Zeros of what is not used: where they must be kept from infinite factors, and where such factors cannot be.

use crate::support::{derive, load, numbers, run};
use zymase_ir::{Form, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::Mode;

fn vector(values: &[f64]) -> Tensor {
    Tensor::from_f64(ElementType::F64, &[values.len()], values).expect("a tensor")
}

fn scalar(value: f64) -> Tensor {
    Tensor::from_f64(ElementType::F64, &[], &[value]).expect("a tensor")
}

/// The sum of the first two of four quotients.
fn quotient(divisor: &str) -> String {
    format!(
        "func.func @main(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<f64> {{
  {divisor}
  %q = stablehlo.divide %x, %d : tensor<4xf64>
  %p = stablehlo.multiply %q, %x : tensor<4xf64>
  %a = stablehlo.slice %p [0:2] : (tensor<4xf64>) -> tensor<2xf64>
  %s = stablehlo.constant dense<0.0> : tensor<f64>
  %f = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %f : tensor<f64>
}}"
    )
}

#[test]
fn quotients_by_what_is_never_zero_need_no_care() {
    let never_zero = [
        "%d = stablehlo.constant dense<[3.0, -2.0, 5.0, 1.0]> : tensor<4xf64>",
        "%one = stablehlo.constant dense<1.0> : tensor<4xf64>
         %yy = stablehlo.multiply %y, %y : tensor<4xf64>
         %d = stablehlo.add %yy, %one : tensor<4xf64>",
        "%one = stablehlo.constant dense<1.0> : tensor<4xf64>
         %d = stablehlo.maximum %y, %one : tensor<4xf64>",
    ];
    for divisor in never_zero {
        let made = derive(&load(&quotient(divisor)), Mode::Reverse);
        let text = print(&made, Form::Pretty);
        assert!(!text.contains("stablehlo.and"), "{text}");
    }
    // A divisor that is zero where its quotient is not used: the gradients there are zero, not 0·∞.
    let made = derive(&load(&quotient("%d = stablehlo.negate %y : tensor<4xf64>")), Mode::Reverse);
    let found = run(&made, &[vector(&[1.0, 2.0, 3.0, 4.0]), vector(&[-1.0, -4.0, 0.0, 0.0]), scalar(1.0)]);
    assert_eq!(numbers(&found[0]), [2.0, 1.0, 0.0, 0.0], "{}", print(&made, Form::Pretty));
    assert_eq!(numbers(&found[1]), [1.0, 0.25, 0.0, 0.0]);
}

#[test]
fn a_maximum_that_no_element_is_has_no_derivative() {
    let ir = load(
        "func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %s = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %f = stablehlo.reduce(%x init: %s) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %f : tensor<f64>
}",
    );
    let made = derive(&ir, Mode::Reverse);
    let gradient = |values: &[f64]| numbers(&run(&made, &[vector(values), scalar(6.0)])[0]);
    assert_eq!(gradient(&[1.0, 4.0, 2.0]), [0.0, 6.0, 0.0]);
    assert_eq!(gradient(&[4.0, 4.0, 2.0]), [3.0, 3.0, 0.0]);
    // Nothing is equal to what is undefined: that is said, not passed over.
    assert!(gradient(&[1.0, f64::NAN, 2.0]).iter().all(|number| number.is_nan()));
}
