//! Loops: what every step repeats is done once, before them; and only if they run at all.

use crate::support;

use crate::support::{load, numbers, run};
use zymase_ir::{Form, Ir, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::optimise::level::Level;
use zymase_transform::{Mode, OptimiseOptions, Request, differentiate, optimise};

fn optimised(ir: &Ir) -> Ir {
    let mut made = ir.clone();
    let options = OptimiseOptions { level: Level::Exact, ..OptimiseOptions::default() };
    optimise(&mut made, &options).unwrap_or_else(|errors| panic!("{}", errors[0]));
    made
}

fn count(ir: &Ir, name: &str) -> usize {
    ir.walk(ir.module()).iter().filter(|op| ir[**op].name().as_str() == format!("stablehlo.{name}")).count()
}

/// `while i < n { x[0, :] = 0; x[end, :] = 0; y = x∘y + y; i = i + 1 }`
const BOUNDARY: &str = r#"
func.func @main(%n: tensor<i32>, %x: tensor<5x3xf64>, %y: tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<5x3xf64>, tensor<5x3xf64>
   cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %last = stablehlo.constant dense<4> : tensor<i32>
    %row = stablehlo.constant dense<0.0> : tensor<1x3xf64>
    %0 = stablehlo.dynamic_update_slice %a, %row, %none, %none : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x3xf64>
    %1 = stablehlo.dynamic_update_slice %0, %row, %last, %none : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x3xf64>
    %2 = stablehlo.multiply %1, %b : tensor<5x3xf64>
    %3 = stablehlo.add %2, %b : tensor<5x3xf64>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %1, %3 : tensor<i32>, tensor<5x3xf64>, tensor<5x3xf64>
  }
  return %r#1, %r#2 : tensor<5x3xf64>, tensor<5x3xf64>
}"#;

fn arguments(steps: i64) -> Vec<Tensor> {
    let matrix = |shift: f64| {
        let values: Vec<f64> = (0..15).map(|at| (f64::from(at) * 0.37 + shift).sin()).collect();
        Tensor::from_f64(ElementType::F64, &[5, 3], &values).expect("a tensor")
    };
    vec![Tensor::from_i64(ElementType::I32, &[], &[steps]).expect("a tensor"), matrix(0.1), matrix(0.7)]
}

#[test]
fn boundary_updates_leave_the_loop() {
    let ir = load(BOUNDARY);
    let made = optimised(&ir);
    let carried =
        made.walk(made.module()).into_iter().find(|op| made[*op].name() == "stablehlo.while").expect("a loop");
    assert_eq!(made[carried].results().len(), 2, "{}", print(&made, Form::Pretty));
    for steps in [0, 1, 3] {
        for (old, new) in run(&ir, &arguments(steps)).iter().zip(run(&made, &arguments(steps))) {
            assert_eq!(numbers(old), numbers(&new), "{steps} steps\n{}", print(&made, Form::Pretty));
        }
    }
}

#[test]
fn gradients_of_loops_without_their_boundary_are_the_same() {
    let ir = load(&BOUNDARY.replace("%i, %n : (", "%i, %limit : (").replace(
        "  %zero = stablehlo.constant dense<0> : tensor<i32>\n",
        "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %limit = stablehlo.constant dense<6> : tensor<i32>\n",
    ));
    let gradient = |ir: &Ir| {
        let mut made = ir.clone();
        let request = Request { outputs: false, ..support::request(Mode::Reverse, None) };
        differentiate(&mut made, &request).unwrap_or_else(|errors| panic!("{}", errors[0]));
        made
    };
    let (old, new) = (gradient(&ir), optimised(&gradient(&optimised(&ir))));
    let mut all = arguments(6);
    all.extend(arguments(6).into_iter().skip(1).rev());
    for (old, new) in run(&old, &all).iter().zip(run(&new, &all)) {
        for (x, y) in numbers(old).iter().zip(numbers(&new)) {
            assert!((x - y).abs() < 1e-11 * (1.0 + x.abs()), "{x} became {y}");
        }
    }
}

#[test]
fn what_never_changes_is_computed_before_the_loop() {
    let ir = load(
        r#"func.func @main(%x: tensor<3x3xf64>, %u: tensor<3xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<9> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %u) : tensor<i32>, tensor<3x3xf64>, tensor<3xf64>
   cond {
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.exponential %a : tensor<3x3xf64>
    %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %2 = stablehlo.tanh %1 : tensor<3xf64>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %a, %2 : tensor<i32>, tensor<3x3xf64>, tensor<3xf64>
  }
  return %r#2 : tensor<3xf64>
}"#,
    );
    let made = optimised(&ir);
    let carried =
        made.walk(made.module()).into_iter().find(|op| made[*op].name() == "stablehlo.while").expect("a loop");
    assert_eq!(made[carried].results().len(), 2, "{}", print(&made, Form::Pretty));
    let inside = made.walk(carried).into_iter().any(|op| made[op].name() == "stablehlo.exponential");
    assert!(!inside && count(&made, "exponential") == 1);
}
