//! Whole functions: calls, activity, what is refused, and how results are arranged.

use crate::support::{Random, check, derive, load, numbers, refusal, request, run, signature};
use zymase_ir::{Form, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::{Mode, Request, differentiate};

const CALLS: &str = "
func.func private @square(%x: tensor<3xf64>, %n: tensor<i32>) -> (tensor<3xf64>, tensor<i32>) {
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  return %0, %n : tensor<3xf64>, tensor<i32>
}
func.func private @twice(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = call @square(%x, %n) : (tensor<3xf64>, tensor<i32>) -> (tensor<3xf64>, tensor<i32>)
  %1:2 = call @square(%0#0, %0#1) : (tensor<3xf64>, tensor<i32>) -> (tensor<3xf64>, tensor<i32>)
  %2 = stablehlo.add %1#0, %y : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0 = call @twice(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %1 = stablehlo.sine %0 : tensor<3xf64>
  return %1, %y : tensor<3xf64>, tensor<3xf64>
}
";

#[test]
fn calls_are_differentiated_once_per_signature() {
    check(CALLS, &mut Random(1), (-1.0, 1.0), (0, 1));
    let mut ir = load(CALLS);
    differentiate(&mut ir, &request(Mode::Reverse, Some(&[0]))).unwrap();
    let text = print(&ir, Form::Pretty);
    assert_eq!(text.matches("func.func private @square_reverse").count(), 1, "{text}");
    assert_eq!(text.matches("@main").count(), 1, "{text}");
}

#[test]
fn parameters_are_chosen_and_gradients_come_in_that_order() {
    let text = "func.func @main(%x: tensor<f64>, %n: tensor<i32>, %y: tensor<f64>) -> tensor<f64> {
      %0 = stablehlo.multiply %x, %y : tensor<f64>
      %1 = stablehlo.multiply %0, %y : tensor<f64>
      return %1 : tensor<f64>
    }";
    let mut ir = load(text);
    let mut wanted = request(Mode::Reverse, Some(&[2, 0]));
    wanted.outputs = true;
    differentiate(&mut ir, &wanted).unwrap();
    let scalar = |value| Tensor::scalar(ElementType::F64, value);
    let n = Tensor::from_i64(ElementType::I32, &[], &[7]).unwrap();
    let results = run(&ir, &[scalar(3.0), n, scalar(5.0), scalar(1.0)]);
    let values: Vec<f64> = results.iter().map(|result| result.to_f64().unwrap()[0]).collect();
    assert_eq!(values, [75.0, 30.0, 25.0]);
    for (wrt, message) in [(vec![1], "no derivatives"), (vec![3], "no number 3"), (vec![0, 0], "twice")] {
        let refused = refusal(text, &request(Mode::Forward, Some(&wrt)));
        assert!(refused.contains(message), "{refused}");
    }
    let missing = Request { function: "other".into(), ..request(Mode::Forward, Some(&[])) };
    assert!(refusal(text, &missing).contains("there is no function `other`"));
}

#[test]
fn zeros_are_written_only_as_results() {
    let text = "func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
      %0 = stablehlo.floor %x : tensor<2xf64>
      %1 = stablehlo.multiply %0, %y : tensor<2xf64>
      return %1 : tensor<2xf64>
    }";
    check(text, &mut Random(3), (0.1, 0.9), (0, 1));
    let mut ir = load(text);
    differentiate(&mut ir, &request(Mode::Reverse, Some(&[0]))).unwrap();
    assert_eq!(signature(&ir).1.len(), 1);
    assert_eq!(ir.walk(ir.module()).len(), 4, "a zero and a return: {}", print(&ir, Form::Pretty));
}

#[test]
fn what_does_not_matter_needs_no_rule() {
    let text = "func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
      %0 = stablehlo.custom_call @mystery(%x) : (tensor<2xf64>) -> tensor<2xf64>
      %1 = stablehlo.custom_call @other(%y) : (tensor<2xf64>) -> tensor<2xf64>
      %2 = stablehlo.multiply %x, %1 : tensor<2xf64>
      return %2 : tensor<2xf64>
    }";
    for mode in [Mode::Forward, Mode::Reverse] {
        differentiate(&mut load(text), &request(mode, Some(&[0]))).unwrap();
        let refused = refusal(text, &request(mode, Some(&[1])));
        assert!(refused.contains("stablehlo.custom_call") && refused.contains("`other`"), "{refused}");
        assert!(refused.starts_with("3:") && refused.contains("help: "), "{refused}");
    }
}

#[test]
fn refusals_name_the_operation_and_a_remedy() {
    let function = |result: &str, body: &str| {
        format!("func.func @main(%x: tensor<4xf64>) -> {result} {{\n{body}\n  return %r : {result}\n}}")
    };
    let captured = "%o = stablehlo.constant dense<1.0> : tensor<f64>
      %p = \"stablehlo.reduce\"(%x, %o) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f64>, %b: tensor<f64>):
        %s = stablehlo.slice %x [0:1] : (tensor<4xf64>) -> tensor<1xf64>
        %f = stablehlo.reshape %s : (tensor<1xf64>) -> tensor<f64>
        %0 = stablehlo.multiply %a, %b : tensor<f64>
        %1 = stablehlo.multiply %0, %f : tensor<f64>
        stablehlo.return %1 : tensor<f64>
      }) : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
      %r = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<f64>) -> tensor<4xf64>";
    let unknown = "%r = \"mine.op\"(%x) : (tensor<4xf64>) -> tensor<4xf64>";
    for (body, message) in
        [(captured, "does not treat each element by itself"), (unknown, "mine.op: is of no known dialect")]
    {
        for mode in [Mode::Forward, Mode::Reverse] {
            let refused = refusal(&function("tensor<4xf64>", body), &request(mode, Some(&[0])));
            assert!(refused.contains(message) && refused.contains("help: "), "{refused}");
        }
    }
    let dynamic = "func.func @main(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = stablehlo.cholesky %x : tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }";
    assert!(refusal(dynamic, &request(Mode::Reverse, Some(&[0]))).contains("known only at run time"));
    let recursive = "func.func @main(%x: tensor<f64>) -> tensor<f64> {
      %0 = call @main(%x) : (tensor<f64>) -> tensor<f64>
      return %0 : tensor<f64>
    }";
    assert!(refusal(recursive, &request(Mode::Forward, Some(&[0]))).contains("calls itself"));
    let declared = "func.func private @main(tensor<f64>) -> tensor<f64>";
    assert!(refusal(declared, &request(Mode::Forward, Some(&[0]))).contains("without a body"));
}

#[test]
fn elements_that_tie_share_the_derivative_of_a_maximum() {
    let text = "func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
      %0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
      %1 = stablehlo.reduce(%x init: %0) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
      return %1 : tensor<f64>
    }";
    let mut ir = load(text);
    differentiate(&mut ir, &request(Mode::Reverse, Some(&[0]))).unwrap();
    let x = Tensor::from_f64(ElementType::F64, &[4], &[2.0, 1.0, 2.0, 0.0]).unwrap();
    let results = run(&ir, &[x, Tensor::scalar(ElementType::F64, 1.0)]);
    assert_eq!(results[0].to_f64().unwrap(), [0.5, 0.0, 0.5, 0.0]);
}

#[test]
fn zeros_in_products_are_no_obstacle() {
    let text = "func.func @main(%x: tensor<3x3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.constant dense<1.0> : tensor<f64>
      %1 = stablehlo.reduce(%x init: %0) applies stablehlo.multiply across dimensions = [1] : (tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>
      return %1 : tensor<3xf64>
    }";
    let mut ir = load(text);
    differentiate(&mut ir, &request(Mode::Reverse, Some(&[0]))).unwrap();
    let x = Tensor::from_f64(ElementType::F64, &[3, 3], &[2.0, 3.0, 4.0, 0.0, 3.0, 4.0, 0.0, 0.0, 4.0]).unwrap();
    let results = run(&ir, &[x, Tensor::from_f64(ElementType::F64, &[3], &[1.0; 3]).unwrap()]);
    assert_eq!(results[0].to_f64().unwrap(), [12.0, 8.0, 6.0, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn second_derivatives_of_products_are_right_where_factors_are_zero() {
    let text = "func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
      %0 = stablehlo.constant dense<1.0> : tensor<f64>
      %1 = stablehlo.reduce(%x init: %0) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
      return %1 : tensor<f64>
    }";
    let mut ir = load(text);
    for _ in 0..2 {
        differentiate(&mut ir, &request(Mode::Reverse, Some(&[0]))).unwrap();
    }
    let row = |values: &[f64]| Tensor::from_f64(ElementType::F64, &[3], values).unwrap();
    let results = run(&ir, &[row(&[0.0, 2.0, 5.0]), Tensor::scalar(ElementType::F64, 1.0), row(&[0.0, 1.0, 0.0])]);
    assert_eq!(results[0].to_f64().unwrap(), [5.0, 0.0, 0.0]);
}

#[test]
fn a_function_that_others_call_stays_under_another_name() {
    let text = "func.func @main(%x: tensor<f64>) -> tensor<f64> {
      %0 = stablehlo.sine %x : tensor<f64>
      return %0 : tensor<f64>
    }
    func.func @caller(%x: tensor<f64>) -> tensor<f64> {
      %0 = call @main(%x) : (tensor<f64>) -> tensor<f64>
      return %0 : tensor<f64>
    }";
    let mut ir = load(text);
    differentiate(&mut ir, &request(Mode::Forward, Some(&[0]))).unwrap();
    let text = print(&ir, Form::Pretty);
    assert!(text.contains("call @main_original(") && text.contains("func.func private @main_original("), "{text}");
    assert_eq!(signature(&ir).0.len(), 2);
}

#[test]
fn calls_nest_deeply_or_are_refused() {
    let chain = |depth: usize| {
        let mut text =
            String::from("func.func private @f0(%x: tensor<f64>) -> tensor<f64> {\n  return %x : tensor<f64>\n}\n");
        for level in 1..=depth {
            let name = if level == depth { "main".into() } else { format!("f{level}") };
            let below = level - 1;
            text += &format!(
                "func.func @{name}(%x: tensor<f64>) -> tensor<f64> {{\n  %0 = call @f{below}(%x) : (tensor<f64>) -> \
                 tensor<f64>\n  %1 = stablehlo.sine %0 : tensor<f64>\n  return %1 : tensor<f64>\n}}\n"
            );
        }
        text
    };
    check(&chain(60), &mut Random(4), (-1.0, 1.0), (0, 1));
    for mode in [Mode::Forward, Mode::Reverse] {
        assert!(refusal(&chain(500), &request(mode, Some(&[0]))).contains("too deeply"));
    }
}

/// Nothing is known of a call of a foreign function, whatever it says about effects: it is not run twice, and where a derivative
/// depends on it, refused.
#[test]
fn foreign_calls_are_not_run_again() {
    for attributes in ["", " {has_side_effect = false}", " {has_side_effect = true}"] {
        let in_loop = |limit: &str, operand: &str| {
            format!(
                "func.func @main(%x: tensor<f64>, %k: tensor<f64>, %n: tensor<i32>) -> tensor<f64> {{
  %z = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %o:2 = stablehlo.while(%i = %z, %s = %x) : tensor<i32>, tensor<f64>
  cond {{
    %c = stablehlo.compare LT, %i, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %q = stablehlo.custom_call @noise({operand}){attributes} : (tensor<f64>) -> tensor<f64>
    %m = stablehlo.multiply %s, %q : tensor<f64>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %m : tensor<i32>, tensor<f64>
  }}
  return %o#1 : tensor<f64>
}}
"
            )
        };
        let asked = request(Mode::Reverse, Some(&[0]));
        let refused = refusal(&in_loop("%n", "%k"), &asked);
        assert!(refused.contains("has effects or random numbers"), "{refused}");
        let refused = refusal(&in_loop("%five", "%s"), &asked);
        assert!(refused.contains("nothing is known of the derivative of `noise`"), "{refused}");
        // Its results are kept.
        let mut ir = load(&in_loop("%five", "%k"));
        differentiate(&mut ir, &asked).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(print(&ir, Form::Pretty).matches("@noise").count(), 1, "{}", print(&ir, Form::Pretty));
    }
}

/// The reverse of a function of elements computes again what it needs, which a foreign call or a drawn number does not allow.
#[test]
fn functions_of_elements_with_effects_have_no_reverse() {
    let draw = "%lo = stablehlo.constant dense<0.0> : tensor<f64>
    %hi = stablehlo.constant dense<1.0> : tensor<f64>
    %size = stablehlo.constant dense<> : tensor<0xi64>
    %q = stablehlo.rng %lo, %hi, %size, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<0xi64>) -> tensor<f64>";
    let call = "%q = stablehlo.custom_call @noise(%k) {has_side_effect = true} : (tensor<f64>) -> tensor<f64>";
    for effect in [draw, call] {
        let text = format!(
            "func.func @main(%x: tensor<3xf64>, %k: tensor<f64>) -> tensor<3xf64> {{
  %r = \"stablehlo.map\"(%x) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%e: tensor<f64>):
    {effect}
    %m = stablehlo.multiply %e, %q : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }}) : (tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}}
"
        );
        let refused = refusal(&text, &request(Mode::Reverse, Some(&[0])));
        let expected = "has effects or random numbers, and what it computes would have to be computed again";
        assert!(refused.contains(expected) && refused.contains("take what has effects out of it"), "{refused}");
        let mut forward = load(&text);
        differentiate(&mut forward, &request(Mode::Forward, Some(&[0])))
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
    }
}

#[test]
fn zeros_of_parameters_of_open_sizes_have_their_sizes() {
    let text = "func.func @main(%x: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {\n  return %y : tensor<f64>\n}\n";
    let derived = derive(&load(text), Mode::Reverse);
    for count in [0usize, 1, 3] {
        let x = Tensor::from_f64(ElementType::F64, &[count], &vec![2.0; count]).unwrap();
        let [y, seed] = [5.0, 0.5].map(|number| Tensor::scalar(ElementType::F64, number));
        let found: Vec<Vec<f64>> = run(&derived, &[x, y, seed]).iter().map(numbers).collect();
        assert_eq!(found, [vec![0.0; count], vec![0.5]]);
    }
    let unranked = text.replace("?xf64", "*xf64");
    for mode in [Mode::Forward, Mode::Reverse] {
        let refused = refusal(&unranked, &request(mode, None));
        assert!(refused.contains("parameter 0 of type tensor<*xf64>") && refused.contains("--wrt"), "{refused}");
    }
}
