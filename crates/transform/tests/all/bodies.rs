//! Reductions, windows and scatters with bodies of all kinds: reverse against forward against differences.

use crate::support::{Random, any_shape, body, check, derive, list, load, run, shape, ty, window};
use zymase_ir::{Form, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::Mode;

/// An associative body of one or two values of `f64` each, which may call `@helper`.
struct Body {
    text: &'static str,
    operands: usize,
}

const HELPER: &str = "func.func private @helper(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.multiply %x, %y : tensor<f64>
  return %0 : tensor<f64>
}
";

const BODIES: [Body; 5] = [
    // The logarithm of a sum of exponentials.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %m = stablehlo.maximum %a, %b : tensor<f64>
      %d = stablehlo.subtract %a, %b : tensor<f64>
      %p = stablehlo.abs %d : tensor<f64>
      %n = stablehlo.negate %p : tensor<f64>
      %e = stablehlo.exponential %n : tensor<f64>
      %l = stablehlo.log_plus_one %e : tensor<f64>
      %r = stablehlo.add %m, %l : tensor<f64>
      stablehlo.return %r : tensor<f64>",
        operands: 1,
    },
    // (1 + a)(1 + b) - 1, with a constant and a call.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %k = stablehlo.constant dense<1.0> : tensor<f64>
      %s = stablehlo.add %a, %k : tensor<f64>
      %t = stablehlo.add %b, %k : tensor<f64>
      %p = func.call @helper(%s, %t) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      %r = stablehlo.subtract %p, %k : tensor<f64>
      stablehlo.return %r : tensor<f64>",
        operands: 1,
    },
    // One affine map after another: the order matters.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
      %p = stablehlo.multiply %a, %c : tensor<f64>
      %q = stablehlo.multiply %c, %b : tensor<f64>
      %s = stablehlo.add %q, %d : tensor<f64>
      stablehlo.return %p, %s : tensor<f64>, tensor<f64>",
        operands: 2,
    },
    // The larger of two by their first values.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
      %p = stablehlo.compare GE, %a, %c : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %q = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f64>
      %s = stablehlo.select %p, %b, %d : tensor<i1>, tensor<f64>
      stablehlo.return %q, %s : tensor<f64>, tensor<f64>",
        operands: 2,
    },
    // Two independent ones.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
      %q = stablehlo.multiply %a, %c : tensor<f64>
      %s = stablehlo.minimum %d, %b : tensor<f64>
      stablehlo.return %q, %s : tensor<f64>, tensor<f64>",
        operands: 2,
    },
];

/// A program of one operation with several operands of one type, starts, and a body.
fn folding(op: &str, body: &Body, operand: &str, attributes: &str, result: &str) -> String {
    let count = body.operands;
    let types = [vec![operand; count], vec!["tensor<f64>"; count]].concat();
    let parameters: Vec<String> = types.iter().enumerate().map(|(place, ty)| format!("%p{place}: {ty}")).collect();
    let names: Vec<String> = (0..2 * count).map(|place| format!("%p{place}")).collect();
    let results: Vec<String> = match count {
        1 => vec!["%r".into()],
        _ => (0..count).map(|place| format!("%r#{place}")).collect(),
    };
    let (outputs, binder) = (vec![result; count].join(", "), if count == 1 { "%r" } else { "%r:2" });
    format!(
        "{HELPER}func.func @main({}) -> ({outputs}) {{\n  {binder} = \"{op}\"({}) <{{{attributes}}}> ({{\n    {}\n  }}) : ({}) -> \
         ({outputs})\n  return {} : {outputs}\n}}",
        parameters.join(", "),
        names.join(", "),
        body.text,
        types.join(", "),
        results.join(", ")
    )
}

#[test]
fn reductions_with_any_body() {
    let mut random = Random(31);
    for round in 0..15 {
        let from = any_shape(&mut random);
        let folded: Vec<i64> = (0..from.len() as i64).filter(|_| random.between(0, 2) > 0).collect();
        let kept = (0..from.len()).filter(|place| !folded.contains(&(*place as i64)));
        let kept: Vec<i64> = kept.map(|place| from[place]).collect();
        let attributes = format!("dimensions = {}", list(&folded));
        let text = folding("stablehlo.reduce", &BODIES[round % 5], &ty(&from, "f64"), &attributes, &ty(&kept, "f64"));
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    // Starts that have derivatives, and more elements.
    for op in ["add", "multiply", "maximum", "minimum"] {
        let text = body(&format!("stablehlo.{op}"), "f64");
        let program = format!(
            "func.func @main(%0: tensor<2x11xf64>, %1: tensor<f64>) -> tensor<2xf64> {{\n  %r = \
             \"stablehlo.reduce\"(%0, %1) <{{dimensions = array<i64: 1>}}>{text} : (tensor<2x11xf64>, tensor<f64>) -> \
             tensor<2xf64>\n  return %r : tensor<2xf64>\n}}"
        );
        check(&program, &mut random, (0.3, 1.5), (0, 1));
    }
}

#[test]
fn windows_with_any_body() {
    let mut random = Random(32);
    for round in 0..20 {
        let rank = random.between(1, 2);
        let from = shape(&mut random, 1, rank);
        let (attributes, result) = window(&mut random, &from, 3, true);
        let text =
            folding("stablehlo.reduce_window", &BODIES[round % 5], &ty(&from, "f64"), &attributes, &ty(&result, "f64"));
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    // Long windows, also dilated, are put together from shorter ones.
    for (size, dilation) in [(13, 1), (23, 1), (16, 1), (14, 2), (31, 1)] {
        let count = 40 - (size - 1) * dilation;
        let attributes = format!(
            "window_dilations = array<i64: {dilation}>, window_dimensions = array<i64: {size}>, window_strides = array<i64: \
             1>"
        );
        for body in &BODIES[..3] {
            let text = folding("stablehlo.reduce_window", body, "tensor<40xf64>", &attributes, &ty(&[count], "f64"));
            check(&text, &mut random, (0.1, 0.5), (0, 1));
        }
    }
}

/// Windows of one operand that start from a constant.
fn choosing(op: &str, from: &[i64], start: &str, attributes: &str, result: &[i64]) -> String {
    let (operand, result, body) = (ty(from, "f64"), ty(result, "f64"), body(op, "f64"));
    format!(
        "func.func @main(%0: {operand}) -> {result} {{\n  %1 = stablehlo.constant dense<{start}> : tensor<f64>\n  %r = \
         \"stablehlo.reduce_window\"(%0, %1) <{{{attributes}}}>{body} : ({operand}, tensor<f64>) -> {result}\n  return %r : \
         {result}\n}}"
    )
}

const LOWEST: &str = "0xFFF0000000000000";
const HIGHEST: &str = "0x7FF0000000000000";

#[test]
fn windows_that_choose() {
    let mut random = Random(33);
    for round in 0..24 {
        let rank = random.between(1, 3);
        let from = shape(&mut random, 2, rank);
        let (attributes, result) = window(&mut random, &from, 3, round % 2 == 0);
        let (op, start) = match round % 3 {
            0 => ("stablehlo.maximum", LOWEST),
            1 => ("stablehlo.minimum", HIGHEST),
            // A start that may be chosen.
            _ => ("stablehlo.maximum", "0.2"),
        };
        // Windows of nothing but padding are infinite, which differences cannot compare.
        let text = choosing(op, &from, start, &attributes, &result);
        if is_finite(&text, &from) {
            check(&text, &mut random, (-1.0, 1.0), (0, 1));
        }
    }
}

fn is_finite(text: &str, from: &[i64]) -> bool {
    let sizes: Vec<usize> = from.iter().map(|size| *size as usize).collect();
    let results = run(&load(text), &[Tensor::zeros(ElementType::F64, &sizes).unwrap()]);
    results[0].to_f64().unwrap().iter().all(|value| value.is_finite())
}

#[test]
fn the_gradient_of_pooling_is_differentiated_again() {
    let mut random = Random(34);
    let attributes = "padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, \
                      window_strides = array<i64: 2, 1>";
    let text = choosing("stablehlo.maximum", &[5, 4], LOWEST, attributes, &[3, 3]);
    let gradient = derive(&load(&text), Mode::Reverse);
    assert!(print(&gradient, Form::Pretty).contains("select_and_scatter"));
    check(&print(&gradient, Form::Pretty), &mut random, (-1.0, 1.0), (0, 1));
}

#[test]
fn selections_that_scatter() {
    let mut random = Random(35);
    let mut count = 0;
    while count < 18 {
        let rank = random.between(1, 3);
        let from = shape(&mut random, 2, rank);
        let (attributes, result) = window(&mut random, &from, 3, false);
        if result.contains(&0) {
            continue;
        }
        count += 1;
        let (operand, source) = (ty(&from, "f64"), ty(&result, "f64"));
        let direction = if count % 2 == 0 { "GE" } else { "LT" };
        let combine = body(["stablehlo.add", "stablehlo.multiply", "stablehlo.maximum"][count % 3], "f64");
        let combine = combine.trim().trim_start_matches('(').trim_end_matches(')').to_string();
        let text = format!(
            "func.func @main(%0: {operand}, %1: {source}, %2: tensor<f64>) -> {operand} {{
              %r = \"stablehlo.select_and_scatter\"(%0, %1, %2) <{{{attributes}}}> ({{
              ^bb0(%a: tensor<f64>, %b: tensor<f64>):
                %c = stablehlo.compare {direction}, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
                stablehlo.return %c : tensor<i1>
              }}, {combine}) : ({operand}, {source}, tensor<f64>) -> {operand}
              return %r : {operand}
            }}"
        );
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
}

/// Bodies of scatters, which need not be associative.
const UPDATES: [Body; 6] = [
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %r = stablehlo.divide %a, %b : tensor<f64>
      stablehlo.return %r : tensor<f64>",
        operands: 1,
    },
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %r = stablehlo.subtract %a, %b : tensor<f64>
      stablehlo.return %r : tensor<f64>",
        operands: 1,
    },
    // What is there already matters to how much is added.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %s = stablehlo.sine %a : tensor<f64>
      %p = stablehlo.multiply %s, %b : tensor<f64>
      %r = stablehlo.add %p, %a : tensor<f64>
      stablehlo.return %r : tensor<f64>",
        operands: 1,
    },
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f64>",
        operands: 1,
    },
    // Each of two inputs looks at the other.
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
      %p = stablehlo.multiply %a, %d : tensor<f64>
      %q = stablehlo.multiply %b, %c : tensor<f64>
      %s = stablehlo.add %p, %c : tensor<f64>
      stablehlo.return %s, %q : tensor<f64>, tensor<f64>",
        operands: 2,
    },
    Body {
        text: "^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
      stablehlo.return %c, %b : tensor<f64>, tensor<f64>",
        operands: 2,
    },
];

/// A scatter of rows or windows into a matrix, at indices that are parameters or a constant.
fn scattering(body: &Body, input: &str, indices: &str, constant: &str, update: &str, attributes: &str) -> String {
    let count = body.operands;
    let types = [vec![input; count], vec![indices], vec![update; count]].concat();
    let name = |place: usize| if place == count && !constant.is_empty() { "%i".into() } else { format!("%p{place}") };
    let names: Vec<String> = (0..types.len()).map(name).collect();
    let parameters = names.iter().zip(&types).filter(|(name, _)| *name != "%i");
    let parameters: Vec<String> = parameters.map(|(name, ty)| format!("{name}: {ty}")).collect();
    let first = match constant {
        "" => String::new(),
        _ => format!("%i = stablehlo.constant dense<{constant}> : {indices}"),
    };
    let outputs = vec![input; count].join(", ");
    let (binder, results) = if count == 1 { ("%r", "%r") } else { ("%r:2", "%r#0, %r#1") };
    format!(
        "{HELPER}func.func @main({}) -> ({outputs}) {{\n  {first}\n  {binder} = \"stablehlo.scatter\"({}) <{{{attributes}}}> \
         ({{\n    {}\n  }}) : ({}) -> ({outputs})\n  return {results} : {outputs}\n}}",
        parameters.join(", "),
        names.join(", "),
        body.text,
        types.join(", "),
    )
}

#[test]
fn scatters_with_any_body() {
    let mut random = Random(36);
    for (round, body) in UPDATES.iter().chain(&BODIES).enumerate() {
        let (rows, columns, count) = (random.between(2, 4), random.between(1, 3), random.between(2, 5));
        let matrix = ty(&[rows, columns], "f64");
        let by_row = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], \
                      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>";
        let (indices, update) = (ty(&[count], "i32"), ty(&[count, columns], "f64"));
        let text = scattering(body, &matrix, &indices, "", &update, by_row);
        check(&text, &mut random, (0.4, 1.4), (-1, rows));
        // Windows that overlap and reach outside.
        let (high, wide) = (random.between(1, rows), random.between(1, columns));
        let by_window = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], \
                         scatter_dims_to_operand_dims = [1, 0]>";
        let (indices, update) = (ty(&[2, count], "i64"), ty(&[high, count, wide], "f64"));
        let text = scattering(body, &matrix, &indices, "", &update, by_window);
        check(&text, &mut random, (0.4, 1.4), (-1, 3));
        // Indices that are known to differ.
        let unique = format!("{by_row}, unique_indices = true");
        let constant = ["[2, 0, 7]", "[1, 0, -4]"][round % 2];
        let (indices, update) = (ty(&[3], "i32"), ty(&[3, columns], "f64"));
        let text = scattering(body, &ty(&[3, columns], "f64"), &indices, constant, &update, &unique);
        check(&text, &mut random, (0.4, 1.4), (0, 1));
    }
    for op in ["add", "multiply", "maximum", "minimum"] {
        for unique in [false, true] {
            let text = body(&format!("stablehlo.{op}"), "f64");
            let constant = if unique { "%1 = stablehlo.constant dense<[2, 5, 0, -1]> : tensor<4xi32>" } else { "" };
            let parameter = if unique { "" } else { "%1: tensor<4xi32>, " };
            let text = format!(
                "func.func @main(%0: tensor<3x2xf64>, {parameter}%2: tensor<4x2xf64>) -> tensor<3x2xf64> {{\n  {constant}\n  %r = \
                 \"stablehlo.scatter\"(%0, %1, %2) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], \
                 inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = \
                 {unique}}}>{text} : (tensor<3x2xf64>, tensor<4xi32>, tensor<4x2xf64>) -> tensor<3x2xf64>\n  return %r : \
                 tensor<3x2xf64>\n}}"
            );
            check(&text, &mut random, (0.4, 1.4), (-1, 3));
        }
    }
}

/// Bodies may combine numbers of a wider type than those that they are given: the derivatives are those of a program that
/// widens them before, and have the types of what they belong to.
#[test]
fn bodies_of_a_wider_type() {
    let mut random = Random(36);
    let bytes = |tensors: &[Tensor]| tensors.iter().map(Tensor::to_bytes).collect::<Vec<_>>();
    for op in ["add", "multiply", "maximum"] {
        let body = body(&format!("stablehlo.{op}"), "f64");
        let scatter = |input: &str, update: &str| {
            format!(
                "%r = \"stablehlo.scatter\"({input}, %i, {update}) <{{scatter_dimension_numbers = \
                 #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = \
                 1>}}>{body} : (TX, tensor<3x1xi64>, TY) -> tensor<4xf64>"
            )
        };
        let select = |operand: &str, source: &str, start: &str| {
            let choose = "({\n  ^bb0(%a: TZ, %b: TZ):\n    %c = stablehlo.compare GE, %a, %b : (TZ, TZ) -> tensor<i1>\n    \
                          stablehlo.return %c : tensor<i1>\n  }, ";
            format!(
                "%r = \"stablehlo.select_and_scatter\"({operand}, {source}, {start}) <{{window_dimensions = array<i64: 2>}}> \
                 {choose}{} : (TX, TY, TZ) -> tensor<4xf64>",
                body.trim_start().trim_start_matches('(')
            )
        };
        let pairs =
            [(scatter("%x", "%y"), scatter("%wx", "%wy")), (select("%x", "%y", "%z"), select("%wx", "%wy", "%wz"))];
        for (narrow, wide) in pairs {
            let text = |code: &str, element: &str| {
                let typed = code
                    .replace("TX", &ty(&[4], element))
                    .replace("TY", &ty(&[3], element))
                    .replace("TZ", &ty(&[], element));
                format!(
                    "func.func @main(%x: tensor<4xf32>, %y: tensor<3xf32>, %z: tensor<f32>, %i: tensor<3x1xi64>) -> \
                     tensor<4xf64> {{
  %wx = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %wy = stablehlo.convert %y : (tensor<3xf32>) -> tensor<3xf64>
  %wz = stablehlo.convert %z : (tensor<f32>) -> tensor<f64>
  {typed}
  return %r : tensor<4xf64>
}}"
                )
            };
            let (narrow, wide) = (load(&text(&narrow, "f32")), load(&text(&wide, "f64")));
            let mut draw = |shape: &[usize], element: ElementType| {
                let count = shape.iter().product();
                let values: Vec<f64> = (0..count).map(|_| random.real(0.3, 1.5)).collect();
                Tensor::from_f64(element, shape, &values).expect("a tensor")
            };
            let mut arguments = vec![
                draw(&[4], ElementType::F32),
                draw(&[3], ElementType::F32),
                draw(&[], ElementType::F32),
                Tensor::from_i64(ElementType::I64, &[3, 1], &[2, 0, 2]).expect("a tensor"),
                draw(&[4], ElementType::F64),
            ];
            let found = run(&derive(&narrow, Mode::Reverse), &arguments);
            let expected = run(&derive(&wide, Mode::Reverse), &arguments);
            assert_eq!(bytes(&found), bytes(&expected), "{}", print(&narrow, Form::Pretty));
            assert_eq!(found[0].element(), ElementType::F32);
            arguments.pop();
            arguments.extend(found);
            let pushed = run(&derive(&narrow, Mode::Forward), &arguments);
            assert_eq!(bytes(&pushed), bytes(&run(&derive(&wide, Mode::Forward), &arguments)));
        }
    }
}
