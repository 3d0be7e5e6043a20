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

/// A recurrence whose gradient by the weights is a sum over all steps; `%xs` is read row by row.
const RECURRENCE: &str = r#"
func.func @main(%w: tensor<8x16xf64>, %u: tensor<16x16xf64>, %xs: tensor<12x4x8xf64>) -> tensor<f64> {
  %none = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<4x16xf64>
  %r:2 = stablehlo.while(%i = %none, %h = %start) : tensor<i32>, tensor<4x16xf64>
   cond {
    %limit = stablehlo.constant dense<12> : tensor<i32>
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_slice %xs, %i, %none, %none, sizes = [1, 4, 8] : (tensor<12x4x8xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8xf64>) -> tensor<4x8xf64>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf64>, tensor<8x16xf64>) -> tensor<4x16xf64>
    %3 = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<4x16xf64>, tensor<16x16xf64>) -> tensor<4x16xf64>
    %4 = stablehlo.add %2, %3 : tensor<4x16xf64>
    %5 = stablehlo.tanh %4 : tensor<4x16xf64>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %5 : tensor<i32>, tensor<4x16xf64>
  }
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %sum = stablehlo.reduce(%r#1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x16xf64>, tensor<f64>) -> tensor<f64>
  return %sum : tensor<f64>
}"#;

fn waves(shape: &[usize], shift: f64) -> Tensor {
    let count = shape.iter().product::<usize>();
    let values: Vec<f64> = (0..count).map(|at| 0.4 * (at as f64 * 0.37 + shift).sin()).collect();
    Tensor::from_f64(ElementType::F64, shape, &values).expect("a tensor")
}

/// The products within loops, and the values that loops carry.
fn within_loops(ir: &Ir) -> (usize, usize) {
    let loops: Vec<_> = ir.walk(ir.module()).into_iter().filter(|op| ir[*op].name() == "stablehlo.while").collect();
    let inner = loops.iter().flat_map(|op| ir.walk(*op)).filter(|op| ir[*op].name() == "stablehlo.dot_general").count();
    (inner, loops.iter().map(|op| ir[*op].results().len()).sum())
}

fn reassociated(ir: &Ir) -> Ir {
    let mut made = ir.clone();
    optimise(&mut made, &OptimiseOptions::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    made
}

#[test]
fn products_that_a_loop_sums_are_taken_once_after_it() {
    let ir = load(RECURRENCE);
    let mut gradient = ir.clone();
    let request = Request { outputs: false, ..support::request(Mode::Reverse, None) };
    differentiate(&mut gradient, &request).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let made = reassociated(&gradient);
    // Two products in the loop forwards; in the one backwards those by the weights have left, two by the state and the inputs stay.
    let shown = print(&made, Form::Pretty);
    assert_eq!(within_loops(&gradient).0, 6, "{}", print(&gradient, Form::Pretty));
    assert_eq!(within_loops(&made).0, 4, "{shown}");
    // What the steps have read is not kept once more: the first loop carries its counter, the state and two tensors of rows.
    assert!(within_loops(&made).1 < within_loops(&gradient).1, "{shown}");
    let mut all = vec![waves(&[8, 16], 0.1), waves(&[16, 16], 0.7), waves(&[12, 4, 8], 1.3)];
    all.push(Tensor::from_f64(ElementType::F64, &[], &[1.5]).expect("a tensor"));
    for (old, new) in run(&gradient, &all).iter().zip(run(&made, &all)) {
        for (x, y) in numbers(old).iter().zip(numbers(&new)) {
            assert!((x - y).abs() < 1e-12 * (1.0 + x.abs()), "{x} became {y}\n{shown}");
        }
    }
}

#[test]
fn small_products_that_share_a_factor_are_joined() {
    let ir = load(
        r#"func.func @main(%w: tensor<32x32xf32>, %xs: tensor<3x4x32xf32>, %h: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %0 = stablehlo.slice %xs [0:1, 0:4, 0:32] : (tensor<3x4x32xf32>) -> tensor<1x4x32xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x4x32xf32>) -> tensor<4x32xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
  %3 = stablehlo.multiply %2, %h : tensor<4x32xf32>
  %4 = stablehlo.tanh %3 : tensor<4x32xf32>
  %5 = stablehlo.slice %xs [1:2, 0:4, 0:32] : (tensor<3x4x32xf32>) -> tensor<1x4x32xf32>
  %6 = stablehlo.reshape %5 : (tensor<1x4x32xf32>) -> tensor<4x32xf32>
  %7 = stablehlo.dot_general %6, %w, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
  %8 = stablehlo.multiply %7, %4 : tensor<4x32xf32>
  %9 = stablehlo.dot_general %8, %w, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
  return %9 : tensor<4x32xf32>
}"#,
    );
    let made = reassociated(&ir);
    // The last one depends on the others.
    assert_eq!((count(&ir, "dot_general"), count(&made, "dot_general")), (3, 2), "{}", print(&made, Form::Pretty));
    let wave = |shape: &[usize], shift: f64| {
        let values = numbers(&waves(shape, shift));
        Tensor::from_f64(ElementType::F32, shape, &values).expect("a tensor")
    };
    let all = [wave(&[32, 32], 0.2), wave(&[3, 4, 32], 0.9), wave(&[4, 32], 1.7)];
    for (x, y) in numbers(&run(&ir, &all)[0]).iter().zip(numbers(&run(&made, &all)[0])) {
        assert!((x - y).abs() < 1e-5 * (1.0 + x.abs()), "{x} became {y}");
    }
}
