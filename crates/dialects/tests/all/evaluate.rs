//! Small programs, read, verified and evaluated.

use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_ir::{read, verify};
use zymase_tensor::Tensor;

/// Runs `main` of a module and gives its results as text.
fn run_with(text: &str, arguments: Vec<Tensor>, limits: Limits) -> Result<Vec<String>, String> {
    let ir = read(&zymase_dialects::context(), text).map_err(|error| error.to_string())?;
    verify(&ir).map_err(|errors| errors[0].to_string())?;
    let arguments = arguments.into_iter().map(RuntimeValue::Tensor).collect();
    let results = Machine::new(&ir, limits).run("main", arguments).map_err(|error| error.to_string())?;
    results.iter().map(|value| value.tensor().map(ToString::to_string).map_err(|_| "no tensor".into())).collect()
}

fn run(text: &str, arguments: Vec<Tensor>) -> Result<Vec<String>, String> {
    run_with(text, arguments, Limits::default())
}

#[test]
fn loops_calls_and_branches() {
    let text = r#"
func.func @double(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  func.return %0 : tensor<i32>
}
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %one) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %twice = func.call @double(%x) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %next, %twice : tensor<i32>, tensor<i32>
    }
  %big = stablehlo.compare GT, %0#1, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "stablehlo.if"(%big) ({
    stablehlo.return %0#1 : tensor<i32>
  }, {
    stablehlo.return %n : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  func.return %0#0, %1 : tensor<i32>, tensor<i32>
}
"#;
    let found = run(text, vec![Tensor::from(5i32)]).unwrap();
    assert_eq!(found, ["dense<5> : tensor<i32>", "dense<32> : tensor<i32>"]);
    let limits = Limits { operations: 10, ..Limits::default() };
    assert!(run_with(text, vec![Tensor::from(5i32)], limits).unwrap_err().contains("stopped"));
    assert!(run(text, Vec::new()).is_err());
    assert!(run(text, vec![Tensor::from(5i64)]).is_err());
}

#[test]
fn bodies_run_for_many_elements() {
    // The largest element and its place, with a constant inside the body.
    let text = r#"
func.func @main(%x: tensor<4xf32>) -> (tensor<f32>, tensor<i32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = "stablehlo.reduce"(%x, %i, %low, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>):
    %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %sa = stablehlo.multiply %a, %half : tensor<f32>
    %sb = stablehlo.multiply %b, %half : tensor<f32>
    %c = stablehlo.compare GE, %sa, %sb : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %c, %ai, %bi : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  func.return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
"#;
    let found = run(text, vec![Tensor::from(&[1.0f32, 7.0, 3.0, 7.0][..])]).unwrap();
    assert_eq!(found, ["dense<7.000000e+00> : tensor<f32>", "dense<1> : tensor<i32>"]);
}

#[test]
fn checks_name_the_first_difference() {
    let program = |expected: &str| {
        format!(
            r#"
func.func @main() {{
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[1.0, {expected}]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%0, %1) {{has_side_effect = true}} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}}
"#
        )
    };
    assert_eq!(run(&program("2.0"), Vec::new()).unwrap(), [""; 0]);
    let message = run(&program("2.1"), Vec::new()).unwrap_err();
    assert!(message.contains("element [1] is 2.000000e+00, expected 2.100000e+00"), "{message}");
}

#[test]
fn sizes_are_asserted() {
    let text = r#"
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.compare GE, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0, %n) {error_message = "{0} elements are too few", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return %x : tensor<?xf32>
}
"#;
    let found = run(text, vec![Tensor::from(&[1.0f32, 7.0][..])]).unwrap();
    assert_eq!(found, ["dense<[1.000000e+00, 7.000000e+00]> : tensor<2xf32>"]);
    let message = run(text, vec![Tensor::from(&[1.0f32][..])]).unwrap_err();
    assert!(message.contains("1 elements are too few"), "{message}");
}

#[test]
fn windows_of_unknown_sizes_are_reduced() {
    let text = r#"
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %padding = stablehlo.constant dense<[[2, 0]]> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one, %one, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}
"#;
    let found = run(text, vec![Tensor::from(&[1.0f32, 7.0, 4.0][..])]).unwrap();
    assert_eq!(found, ["dense<[1.000000e+00, 8.000000e+00, 1.200000e+01]> : tensor<3xf32>"]);
    let wrong = text.replace("[@sum]", "[]");
    assert!(run(&wrong, vec![Tensor::from(&[1.0f32, 7.0, 4.0][..])]).unwrap_err().contains("names no function"));
}

#[test]
fn recursion_and_unknown_operations_are_errors() {
    let text = "func.func @main() {\n  func.call @main() : () -> ()\n  func.return\n}\n";
    assert!(run(text, Vec::new()).unwrap_err().contains("nested too deeply"));
    let text = "func.func @main() {\n  \"other.thing\"() : () -> ()\n  func.return\n}\n";
    assert!(run(text, Vec::new()).unwrap_err().contains("cannot be evaluated"));
}
