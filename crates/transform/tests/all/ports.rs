//! Attributes of parameters and results, in functions that take the place of others.

use crate::support::{load, request};
use zymase_ir::{Form, Ir, print};
use zymase_transform::{BatchRequest, JacobianRequest, Mode, Request, batch, differentiate, jacobian};

const TEXT: &str = "func.func @main(%x: tensor<3xf64> {mhlo.sharding = \"{devices=[3]0,1,2}\", tf.aliasing_output = 0 : i32}, \
                    %n: tensor<i32> {mine.name = \"count\"}) -> (tensor<3xf64> {jax.result_info = \"out\", mhlo.layout_mode = \
                    \"default\"}) {
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}";

/// The line of the function that takes the place.
fn head(ir: &Ir) -> String {
    let text = print(ir, Form::Pretty);
    text.lines().find(|line| line.contains("@main(")).unwrap_or_default().trim().to_owned()
}

fn derivative(mode: Mode, outputs: bool) -> String {
    let mut ir = load(TEXT);
    differentiate(&mut ir, &Request { outputs, ..request(mode, None) })
        .unwrap_or_else(|errors| panic!("{}", errors[0]));
    head(&ir)
}

const X: &str = "%arg0: tensor<3xf64> {mhlo.sharding = \"{devices=[3]0,1,2}\"}";
const N: &str = "%arg1: tensor<i32> {mine.name = \"count\"}";
const Y: &str = "tensor<3xf64> {jax.result_info = \"out\", mhlo.layout_mode = \"default\"}";

#[test]
fn derivatives_lie_where_their_values_do() {
    assert_eq!(
        derivative(Mode::Forward, false),
        format!(
            "func.func @main({X}, {N}, %arg2: tensor<3xf64> {{mhlo.sharding = \"{{devices=[3]0,1,2}}\"}}) -> ({Y}, tensor<3xf64> \
             {{mhlo.layout_mode = \"default\"}}) {{"
        )
    );
    let gradient = "tensor<3xf64> {mhlo.sharding = \"{devices=[3]0,1,2}\"}";
    let seed = "%arg2: tensor<3xf64> {mhlo.layout_mode = \"default\"}";
    assert_eq!(derivative(Mode::Reverse, false), format!("func.func @main({X}, {N}, {seed}) -> ({gradient}) {{"));
    assert_eq!(derivative(Mode::Reverse, true), format!("func.func @main({X}, {N}, {seed}) -> ({Y}, {gradient}) {{"));
}

#[test]
fn stacked_values_lose_what_speaks_of_dimensions() {
    let mut ir = load(TEXT);
    batch(&mut ir, &BatchRequest { function: "main".into(), size: 2, parameters: Some(vec![0]) })
        .unwrap_or_else(|errors| panic!("{}", errors[0]));
    let result = "tensor<2x3xf64> {jax.result_info = \"out\"}";
    assert_eq!(head(&ir), format!("func.func @main(%arg0: tensor<2x3xf64>, {N}) -> ({result}) {{"));
    let mut ir = load(TEXT);
    batch(&mut ir, &BatchRequest { function: "main".into(), size: 2, parameters: Some(vec![1]) })
        .unwrap_or_else(|errors| panic!("{}", errors[0]));
    let stacked = "%arg1: tensor<2xi32> {mine.name = \"count\"}";
    assert_eq!(head(&ir), format!("func.func @main({X}, {stacked}) -> ({result}) {{"));
    let mut ir = load(TEXT);
    jacobian(&mut ir, &JacobianRequest { function: "main".into(), wrt: None, mode: None })
        .unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert_eq!(head(&ir), format!("func.func @main({X}, {N}) -> tensor<3x3xf64> {{"));
}
