//! Operations that ask for derivatives and batches of functions, and Jacobians.

use crate::support;

use crate::support::batches::{batched, stack};
use crate::support::{Random, load, numbers, run, signature, tensor};
use zymase_ir::{Form, Ir, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::{JacobianRequest, Mode, expand, jacobian};

/// A function of two vectors, one of which matters for an integer only.
const FUNCTION: &str = "
func.func private @f(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>) -> (tensor<3xf64>, tensor<f64>, tensor<i32>) {
  %s = stablehlo.sine %x : tensor<3xf64>
  %p = stablehlo.multiply %s, %y : tensor<3xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %q = stablehlo.multiply %r, %r : tensor<f64>
  return %p, %q, %n : tensor<3xf64>, tensor<f64>, tensor<i32>
}
";

fn activities(words: &str) -> String {
    let all: Vec<String> = words.split_whitespace().map(|word| format!("#enzyme<activity enzyme_{word}>")).collect();
    format!("[{}]", all.join(", "))
}

fn expanded(text: &str) -> Ir {
    let mut ir = load(text);
    // Both forms are read, and mean the same.
    let pretty = print(&ir, Form::Pretty);
    assert_eq!(print(&load(&pretty), Form::Pretty), pretty);
    assert_eq!(print(&load(&print(&ir, Form::Generic)), Form::Pretty), pretty);
    assert!(expand(&mut ir).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])));
    let after = print(&ir, Form::Pretty);
    assert!(!after.contains("enzyme."), "{after}");
    assert!(!expand(&mut ir).unwrap());
    load(&after)
}

fn vector(values: &[f64]) -> Tensor {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Tensor::from_bytes(ElementType::F64, &[values.len()], &bytes).unwrap()
}

fn point() -> (Vec<f64>, Vec<f64>) {
    (vec![0.3, -0.7, 1.1], vec![2.0, 0.5, -1.5])
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-13 * (1.0 + expected.abs()), "{found} instead of {expected}");
    }
}

#[test]
fn reverse() {
    let (x, y) = point();
    let (a, b) = (activities("active const const"), activities("active activenoneed constnoneed"));
    let text = format!(
        "{FUNCTION}func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>, %dp: tensor<3xf64>, %dq: tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>) {{
          %0:2 = enzyme.autodiff @f(%x, %y, %n, %dp, %dq) {{activity = {a}, ret_activity = {b}}} : (tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<3xf64>, tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>)
          return %0#0, %0#1 : tensor<3xf64>, tensor<3xf64>
        }}"
    );
    let integer = Tensor::from_i64(ElementType::I32, &[], &[5]).unwrap();
    let seeds = vec![0.5, -1.0, 2.0];
    let arguments = [vector(&x), vector(&y), integer, vector(&seeds), Tensor::scalar(ElementType::F64, 3.0)];
    let found = run(&expanded(&text), &arguments);
    let sum: f64 = (0..3).map(|i| x[i].sin() * y[i]).sum();
    let product: Vec<f64> = (0..3).map(|i| x[i].sin() * y[i]).collect();
    let gradient: Vec<f64> = (0..3).map(|i| (seeds[i] + 3.0 * 2.0 * sum) * y[i] * x[i].cos()).collect();
    close(&numbers(&found[0]), &product);
    close(&numbers(&found[1]), &gradient);
}

#[test]
fn forward_with_everything() {
    let (x, y) = point();
    let (a, b) = (activities("dup dupnoneed dup"), activities("dup dupnoneed const"));
    let text = format!(
        "{FUNCTION}func.func @main(%x: tensor<3xf64>, %dx: tensor<3xf64>, %y: tensor<3xf64>, %dy: tensor<3xf64>, %n: tensor<i32>) -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<i32>) {{
          %0:4 = \"enzyme.fwddiff\"(%x, %dx, %y, %dy, %n, %n) <{{activity = {a}, fn = @f, ret_activity = {b}, width = 1 : i64}}> : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>) -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<i32>)
          return %0#0, %0#1, %0#2, %0#3 : tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<i32>
        }}"
    );
    let (dx, dy) = (vec![1.0, 2.0, 3.0], vec![-1.0, 0.5, 0.25]);
    let integer = Tensor::from_i64(ElementType::I32, &[], &[5]).unwrap();
    let found = run(&expanded(&text), &[vector(&x), vector(&dx), vector(&y), vector(&dy), integer.clone()]);
    let product: Vec<f64> = (0..3).map(|i| x[i].sin() * y[i]).collect();
    let tangent: Vec<f64> = (0..3).map(|i| x[i].cos() * dx[i] * y[i] + x[i].sin() * dy[i]).collect();
    let (sum, moved): (f64, f64) = (product.iter().sum(), tangent.iter().sum());
    close(&numbers(&found[0]), &product);
    close(&numbers(&found[1]), &tangent);
    close(&numbers(&found[2]), &[2.0 * sum * moved]);
    assert_eq!(found[3].to_bytes(), integer.to_bytes());
}

/// The Hessian of the second result, by a forward derivative (of all directions at once) of a reverse one.
#[test]
fn nested_and_wide() {
    let (x, y) = point();
    let (a, b) = (activities("active const const"), activities("constnoneed activenoneed constnoneed"));
    let (c, d) = (activities("dup const const"), activities("dupnoneed"));
    let text = format!(
        "{FUNCTION}func.func private @gradient(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>) -> tensor<3xf64> {{
          %one = stablehlo.constant dense<1.0> : tensor<f64>
          %0 = enzyme.autodiff @f(%x, %y, %n, %one) {{activity = {a}, ret_activity = {b}}} : (tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<f64>) -> tensor<3xf64>
          return %0 : tensor<3xf64>
        }}
        func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>) -> tensor<3x3xf64> {{
          %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
          %0 = enzyme.fwddiff @gradient(%x, %i, %y, %n) {{activity = {c}, ret_activity = {d}, width = 3 : i64}} : (tensor<3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<i32>) -> tensor<3x3xf64>
          return %0 : tensor<3x3xf64>
        }}"
    );
    let integer = Tensor::from_i64(ElementType::I32, &[], &[5]).unwrap();
    let found = run(&expanded(&text), &[vector(&x), vector(&y), integer]);
    let sum: f64 = (0..3).map(|i| x[i].sin() * y[i]).sum();
    let slope = |i: usize| x[i].cos() * y[i];
    let bend = |i: usize| -2.0 * sum * x[i].sin() * y[i];
    let expected: Vec<f64> = (0..9)
        .map(|place| (place / 3, place % 3))
        .map(|(i, j)| 2.0 * slope(i) * slope(j) + if i == j { bend(i) } else { 0.0 })
        .collect();
    close(&numbers(&found[0]), &expected);
}

/// Wide reverse mode, where the function's result stays one; and a gradient that is zero for all adjoints.
#[test]
fn wide_reverse() {
    let (x, y) = point();
    let (a, b) = (activities("active active const"), activities("active constnoneed const"));
    let text = format!(
        "func.func private @f(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>) -> (tensor<3xf64>, tensor<3xf64>, tensor<i32>) {{
          %s = stablehlo.sine %x : tensor<3xf64>
          return %s, %y, %n : tensor<3xf64>, tensor<3xf64>, tensor<i32>
        }}
        func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<i32>, %d: tensor<2x3xf64>) -> (tensor<3xf64>, tensor<i32>, tensor<2x3xf64>, tensor<2x3xf64>) {{
          %0:4 = enzyme.autodiff @f(%x, %y, %n, %d) {{activity = {a}, ret_activity = {b}, width = 2 : i64}} : (tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<2x3xf64>) -> (tensor<3xf64>, tensor<i32>, tensor<2x3xf64>, tensor<2x3xf64>)
          return %0#0, %0#1, %0#2, %0#3 : tensor<3xf64>, tensor<i32>, tensor<2x3xf64>, tensor<2x3xf64>
        }}"
    );
    let integer = Tensor::from_i64(ElementType::I32, &[], &[5]).unwrap();
    let seeds = stack(&[vector(&[1.0, 2.0, 3.0]), vector(&[-1.0, 0.0, 0.5])]);
    let found = run(&expanded(&text), &[vector(&x), vector(&y), integer, seeds.clone()]);
    close(&numbers(&found[0]), &x.iter().map(|x| x.sin()).collect::<Vec<_>>());
    let expected: Vec<f64> = numbers(&seeds).iter().enumerate().map(|(i, seed)| seed * x[i % 3].cos()).collect();
    close(&numbers(&found[2]), &expected);
    close(&numbers(&found[3]), &[0.0; 6]);
}

#[test]
fn batches_of_several_dimensions() {
    let text = "func.func private @f(%x: tensor<3xf64>, %y: tensor<f64>) -> tensor<3xf64> {
          %b = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f64>) -> tensor<3xf64>
          %p = stablehlo.multiply %x, %b : tensor<3xf64>
          return %p : tensor<3xf64>
        }
        func.func @main(%x: tensor<2x4x3xf64>, %y: tensor<2x4xf64>) -> tensor<2x4x3xf64> {
          %0 = enzyme.batch @f(%x, %y) {batch_shape = array<i64: 2, 4>} : (tensor<2x4x3xf64>, tensor<2x4xf64>) -> tensor<2x4x3xf64>
          return %0 : tensor<2x4x3xf64>
        }";
    let ir = expanded(text);
    let mut random = Random(3);
    let arguments: Vec<Tensor> = signature(&ir).0.iter().map(|ty| tensor(ty, || random.real(-1.0, 1.0))).collect();
    let (x, y) = (numbers(&arguments[0]), numbers(&arguments[1]));
    let expected: Vec<f64> = (0..24).map(|i| x[i] * y[i / 3]).collect();
    close(&numbers(&run(&ir, &arguments)[0]), &expected);
}

#[test]
fn wrong_wishes_are_refused() {
    let case = |line: &str, ty: &str| {
        format!(
            "{FUNCTION}func.func @main(%x: tensor<3xf64>, %n: tensor<i32>, %q: tensor<f64>) -> {ty} {{\n  %0 = {line} -> {ty}\n  return %0 : {ty}\n}}"
        )
    };
    let (vector, types) = ("tensor<3xf64>", "(tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<f64>)");
    let good = activities("constnoneed activenoneed constnoneed");
    let cases = [
        (
            case(
                &format!(
                    "enzyme.autodiff @f(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}}} : {types}",
                    activities("active const")
                ),
                vector,
            ),
            "activity has 2 entries",
        ),
        (
            case(
                &format!(
                    "enzyme.autodiff @f(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}}} : {types}",
                    activities("dup const const")
                ),
                vector,
            ),
            "say enzyme_active",
        ),
        (
            case(
                &format!(
                    "enzyme.autodiff @f(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}}} : {types}",
                    activities("const const active")
                ),
                vector,
            ),
            "has no derivative",
        ),
        (
            case(
                &format!(
                    "enzyme.autodiff @g(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}}} : {types}",
                    activities("active const const")
                ),
                vector,
            ),
            "there is no function @g",
        ),
        (
            case(
                &format!(
                    "enzyme.autodiff @f(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}, width = 2 : i64}} : {types}",
                    activities("active const const")
                ),
                vector,
            ),
            "has operands of types",
        ),
        (
            case(
                &format!(
                    "enzyme.autodiff @f(%x, %x, %n, %q) {{activity = {}, ret_activity = {good}, width = 0 : i64}} : {types}",
                    activities("active const const")
                ),
                vector,
            ),
            "width must be at least one",
        ),
    ];
    for (text, message) in cases {
        let ir = zymase_ir::read(&zymase_dialects::context(), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let errors = zymase_ir::verify(&ir).unwrap_err();
        assert!(errors[0].to_string().contains(message), "{}", errors[0]);
    }
    let (a, b) = (activities("active"), activities("activenoneed"));
    let mut ir = load(&format!(
        "func.func @main(%x: tensor<f64>) -> tensor<f64> {{\n  %0 = enzyme.autodiff @main(%x, %x) {{activity = {a}, \
         ret_activity = {b}}} : (tensor<f64>, tensor<f64>) -> tensor<f64>\n  return %0 : tensor<f64>\n}}"
    ));
    assert!(expand(&mut ir).unwrap_err()[0].to_string().contains("part of"));
}

/// Jacobians in both modes, against derivatives in single directions.
#[test]
fn jacobians() {
    let text = "func.func @main(%a: tensor<2x3xf64>, %b: tensor<3xf64>, %n: tensor<i32>) -> (tensor<2xf64>, tensor<i32>, tensor<3x2xf64>) {
          %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
          %1 = stablehlo.sine %0 : tensor<2xf64>
          %2 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
          %3 = stablehlo.multiply %2, %2 : tensor<3x2xf64>
          return %1, %n, %3 : tensor<2xf64>, tensor<i32>, tensor<3x2xf64>
        }";
    let ir = load(text);
    let mut random = Random(8);
    let (inputs, _) = signature(&ir);
    let mut arguments: Vec<Tensor> = inputs[..2].iter().map(|ty| tensor(ty, || random.real(-1.0, 1.0))).collect();
    arguments.push(Tensor::from_i64(ElementType::I32, &[], &[1]).unwrap());
    let of = |mode: Option<Mode>| {
        let mut changed = ir.clone();
        let request = JacobianRequest { function: "main".into(), mode, wrt: None };
        jacobian(&mut changed, &request).unwrap_or_else(|errors| panic!("{}", errors[0]));
        run(&changed, &arguments)
    };
    let (forward, reverse) = (of(Some(Mode::Forward)), of(Some(Mode::Reverse)));
    assert_eq!(of(None).len(), 4);
    let shapes: Vec<&[usize]> = forward.iter().map(Tensor::shape).collect();
    assert_eq!(shapes, [&[2, 2, 3][..], &[2, 3], &[3, 2, 2, 3], &[3, 2, 3]]);
    for (forward, reverse) in forward.iter().zip(&reverse) {
        assert_eq!(forward.shape(), reverse.shape());
        close(&numbers(forward), &numbers(reverse));
    }
    let single = support::derive(&ir, Mode::Forward);
    for direction in 0..9 {
        let unit = |from: usize, count: usize| -> Vec<f64> {
            (0..count).map(|place| if place + from == direction { 1.0 } else { 0.0 }).collect()
        };
        let tangents = [vector(&unit(0, 6)).reshape(&[2, 3]).unwrap(), vector(&unit(6, 3))];
        let results = run(&single, &[&arguments[..], &tangents].concat());
        for (result, columns) in [(3, 0), (4, 2)] {
            let (place, jacobian, count) = match direction {
                0..6 => (direction, &forward[columns], 6),
                _ => (direction - 6, &forward[columns + 1], 3),
            };
            let column: Vec<f64> = numbers(jacobian).chunks(count).map(|row| row[place]).collect();
            close(&column, &numbers(&results[result]));
        }
    }
}

/// The gradient of a batched function, the batch of its gradient, and gradients example by example are the same.
#[test]
fn gradients_of_batches_and_batches_of_gradients() {
    let text = "func.func @main(%w: tensor<3xf64>, %x: tensor<3xf64>, %p: tensor<i1>) -> tensor<f64> {
          %0 = stablehlo.multiply %w, %x : tensor<3xf64>
          %z = stablehlo.constant dense<0.0> : tensor<f64>
          %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
          %2 = stablehlo.tanh %1 : tensor<f64>
          %3 = stablehlo.sine %1 : tensor<f64>
          %4 = stablehlo.select %p, %2, %3 : tensor<i1>, tensor<f64>
          return %4 : tensor<f64>
        }";
    let ir = load(text);
    let gradient = support::derive(&ir, Mode::Reverse);
    let mut random = Random(9);
    let draw = |random: &mut Random| vector(&[random.real(-1.0, 1.0), random.real(-1.0, 1.0), random.real(-1.0, 1.0)]);
    let weights = draw(&mut random);
    let examples: Vec<Tensor> = (0..4).map(|_| draw(&mut random)).collect();
    let choices: Vec<Tensor> =
        [1, 0, 0, 1].iter().map(|bit| Tensor::from_i64(ElementType::Bool, &[], &[*bit]).unwrap()).collect();
    let one = Tensor::scalar(ElementType::F64, 1.0);
    let single: Vec<Vec<Tensor>> = examples
        .iter()
        .zip(&choices)
        .map(|(x, p)| run(&gradient, &[weights.clone(), x.clone(), p.clone(), one.clone()]))
        .collect();
    // Example by example for the shared weights.
    let each = run(&batched(&gradient, 4, &[1, 2]), &[weights.clone(), stack(&examples), stack(&choices), one.clone()]);
    for place in 0..2 {
        let expected = stack(&single.iter().map(|results| results[place].clone()).collect::<Vec<_>>());
        close(&numbers(&each[place]), &numbers(&expected));
    }
    // The sum over examples for the shared weights.
    let together = batched(&ir, 4, &[1, 2]);
    let together = support::derive(&together, Mode::Reverse);
    let seeds = stack(&vec![one; 4]);
    let found = run(&together, &[weights, stack(&examples), stack(&choices), seeds]);
    let sum: Vec<f64> = (0..3).map(|i| single.iter().map(|results| numbers(&results[0])[i]).sum()).collect();
    close(&numbers(&found[0]), &sum);
    close(&numbers(&found[1]), &numbers(&each[1]));
}
