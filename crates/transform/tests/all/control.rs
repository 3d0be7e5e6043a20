//! Branches, loops and functions of elements: reverse against forward against differences, at several orders, with every
//! way to save memory.

use crate::support::{Random, check, derive, load, numbers, request, same_gradients, signature, tensor};
use zymase_dialects::evaluate::{Limits, Machine};
use zymase_ir::{Form, print};
use zymase_transform::{Checkpointing, Mode, Request, differentiate};

/// A function of a vector, a matrix and an integer, with a body that defines `%r`.
fn program(body: &str) -> String {
    format!(
        "func.func @main(%x: tensor<3xf64>, %w: tensor<3x3xf64>, %n: tensor<i32>) -> tensor<3xf64> {{\n{body}\n  return %r : \
         tensor<3xf64>\n}}\n"
    )
}

const IF: &str = r#"
  %c0 = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare LT, %n, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %y = stablehlo.sine %x : tensor<3xf64>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.tanh %0 : tensor<3xf64>
    %2 = stablehlo.multiply %1, %y : tensor<3xf64>
    stablehlo.return %2 : tensor<3xf64>
  }, {
    %0 = stablehlo.exponential %x : tensor<3xf64>
    %1 = stablehlo.multiply %0, %y : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }) : (tensor<i1>) -> tensor<3xf64>"#;

const CASE: &str = r#"
  %z:2 = "stablehlo.case"(%n) ({
    %0 = stablehlo.multiply %x, %x : tensor<3xf64>
    stablehlo.return %0, %x : tensor<3xf64>, tensor<3xf64>
  }, {
    %c = stablehlo.constant dense<2.0> : tensor<3xf64>
    stablehlo.return %x, %c : tensor<3xf64>, tensor<3xf64>
  }, {
    %0 = stablehlo.dot_general %w, %x, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.cosine %0 : tensor<3xf64>
    stablehlo.return %1, %0 : tensor<3xf64>, tensor<3xf64>
  }) : (tensor<i32>) -> (tensor<3xf64>, tensor<3xf64>)
  %r = stablehlo.multiply %z#0, %z#1 : tensor<3xf64>"#;

/// A loop with a constant number of iterations: an invariant that is carried, a counter, a state and what is put together.
const SCAN: &str = r#"
  %i0 = stablehlo.constant dense<0> : tensor<i64>
  %zero = stablehlo.constant dense<0.0> : tensor<7x3xf64>
  %out:4 = stablehlo.while(%a = %w, %i = %i0, %h = %x, %ys = %zero) : tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<7x3xf64>
  cond {
    %c = stablehlo.constant dense<7> : tensor<i64>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @step(%a, %h, %i) : (tensor<3x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<3xf64>
    %2 = stablehlo.multiply %1, %x : tensor<3xf64>
    %3 = stablehlo.reshape %2 : (tensor<3xf64>) -> tensor<1x3xf64>
    %z = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.dynamic_update_slice %ys, %3, %i, %z : (tensor<7x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<7x3xf64>
    %one = stablehlo.constant dense<1> : tensor<i64>
    %5 = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %a, %5, %1, %4 : tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<7x3xf64>
  }
  %init = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%out#3 init: %init) applies stablehlo.add across dimensions = [0] : (tensor<7x3xf64>, tensor<f64>) -> tensor<3xf64>
  %r = stablehlo.add %s, %out#2 : tensor<3xf64>"#;

const STEP: &str = r#"
func.func private @step(%a: tensor<3x3xf64>, %h: tensor<3xf64>, %i: tensor<i64>) -> tensor<3xf64> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 3] : (tensor<3x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
  %1 = stablehlo.reshape %0 : (tensor<1x3xf64>) -> tensor<3xf64>
  %2 = stablehlo.dot_general %a, %h, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %3 = stablehlo.add %1, %2 : tensor<3xf64>
  %4 = stablehlo.tanh %3 : tensor<3xf64>
  %5 = stablehlo.sine %4 : tensor<3xf64>
  return %5 : tensor<3xf64>
}
"#;

/// A loop that ends when a state has grown, or, if there is a bound, by a counter at the latest.
fn growing(bound: bool) -> String {
    let decision = match bound {
        true => {
            "%c = stablehlo.constant dense<40> : tensor<i32>
    %2 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>"
        }
        false => {
            "%2 = stablehlo.not %1 : tensor<i1>
    %3 = stablehlo.not %2 : tensor<i1>"
        }
    };
    format!(
        r#"
  %i0 = stablehlo.constant dense<-3> : tensor<i32>
  %out:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i32>, tensor<3xf64>
  cond {{
    %limit = stablehlo.constant dense<50.0> : tensor<f64>
    %init = stablehlo.constant dense<0.0> : tensor<f64>
    %q = stablehlo.multiply %h, %h : tensor<3xf64>
    %s = stablehlo.reduce(%q init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %1 = stablehlo.compare LT, %s, %limit : (tensor<f64>, tensor<f64>) -> tensor<i1>
    {decision}
    stablehlo.return %3 : tensor<i1>
  }} do {{
    %0 = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.sine %0 : tensor<3xf64>
    %f = stablehlo.constant dense<1.02> : tensor<3xf64>
    %2 = stablehlo.multiply %h, %f : tensor<3xf64>
    %tenth = stablehlo.constant dense<0.1> : tensor<3xf64>
    %3 = stablehlo.multiply %1, %tenth : tensor<3xf64>
    %4 = stablehlo.add %2, %3 : tensor<3xf64>
    %5 = stablehlo.add %4, %tenth : tensor<3xf64>
    %k = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
    %kk = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %small = stablehlo.constant dense<0.001> : tensor<3xf64>
    %6 = stablehlo.multiply %kk, %small : tensor<3xf64>
    %7 = stablehlo.multiply %6, %x : tensor<3xf64>
    %8 = stablehlo.add %5, %7 : tensor<3xf64>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %8 : tensor<i32>, tensor<3xf64>
  }}
  %r = stablehlo.multiply %out#1, %x : tensor<3xf64>"#
    )
}

/// Loops in branches in loops; the inner loop goes round as often as the outer one has, by a counter that runs down.
const NESTED: &str = r#"
  %i0 = stablehlo.constant dense<5> : tensor<i32>
  %out:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i32>, tensor<3xf64>
  cond {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %odd = stablehlo.remainder %i, %two : tensor<i32>
    %next = "stablehlo.case"(%odd) ({
      %in:2 = stablehlo.while(%j = %i, %g = %h) : tensor<i32>, tensor<3xf64>
      cond {
        %c = stablehlo.constant dense<1> : tensor<i32>
        %1 = stablehlo.compare GE, %j, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.sine %g : tensor<3xf64>
        %2 = stablehlo.multiply %1, %x : tensor<3xf64>
        %3 = stablehlo.add %2, %h : tensor<3xf64>
        %4 = stablehlo.subtract %j, %one : tensor<i32>
        stablehlo.return %4, %3 : tensor<i32>, tensor<3xf64>
      }
      stablehlo.return %in#1 : tensor<3xf64>
    }, {
      %z0 = stablehlo.constant dense<0> : tensor<i32>
      %in:2 = stablehlo.while(%j = %z0, %g = %h) : tensor<i32>, tensor<3xf64>
      cond {
        %c = stablehlo.constant dense<6> : tensor<i32>
        %1 = stablehlo.compare NE, %c, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.dot_general %w, %g, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
        %2 = stablehlo.tanh %1 : tensor<3xf64>
        %4 = stablehlo.add %j, %two : tensor<i32>
        stablehlo.return %4, %2 : tensor<i32>, tensor<3xf64>
      }
      stablehlo.return %in#1 : tensor<3xf64>
    }) : (tensor<i32>) -> tensor<3xf64>
    %5 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %5, %next : tensor<i32>, tensor<3xf64>
  }
  %r = stablehlo.multiply %out#1, %out#1 : tensor<3xf64>"#;

/// Never runs; what it starts from is what it gives.
const EMPTY: &str = r#"
  %i0 = stablehlo.constant dense<5> : tensor<i32>
  %y = stablehlo.sine %x : tensor<3xf64>
  %out:2 = stablehlo.while(%i = %i0, %h = %y) : tensor<i32>, tensor<3xf64>
  cond {
    %c = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %h, %x : tensor<3xf64>
    stablehlo.return %1, %2 : tensor<i32>, tensor<3xf64>
  }
  %r = stablehlo.multiply %out#1, %x : tensor<3xf64>"#;

/// Runs as often as a parameter says, perhaps never; two states change places.
const COUNTED: &str = r#"
  %y = stablehlo.sine %x : tensor<3xf64>
  %out:3 = stablehlo.while(%i = %n, %g = %x, %h = %y) : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  cond {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.multiply %h, %g : tensor<3xf64>
    %3 = stablehlo.cosine %2 : tensor<3xf64>
    stablehlo.return %1, %h, %3 : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  }
  %r = stablehlo.multiply %out#1, %out#2 : tensor<3xf64>"#;

const MAP: &str = r#"
  %s = stablehlo.slice %x [0:1] : (tensor<3xf64>) -> tensor<1xf64>
  %t = stablehlo.reshape %s : (tensor<1xf64>) -> tensor<f64>
  %y = stablehlo.exponential %x : tensor<3xf64>
  %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %0 = stablehlo.sine %a : tensor<f64>
    %1 = stablehlo.multiply %0, %b : tensor<f64>
    %2 = stablehlo.multiply %1, %t : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>"#;

fn all() -> Vec<(&'static str, String, (i64, i64))> {
    vec![
        ("if", program(IF), (0, 2)),
        ("case", program(CASE), (-1, 3)),
        ("scan", format!("{}{STEP}", program(SCAN)), (0, 1)),
        ("bounded", program(&growing(true)), (0, 1)),
        ("growing", program(&growing(false)), (0, 1)),
        ("nested", program(NESTED), (0, 1)),
        ("empty", program(EMPTY), (0, 1)),
        ("counted", program(COUNTED), (0, 6)),
        ("map", program(MAP), (0, 1)),
    ]
}

#[test]
fn control_flow_is_differentiated() {
    let mut random = Random(21);
    for (_, text, integers) in all() {
        for _ in 0..4 {
            check(&text, &mut random, (0.2, 0.9), integers);
        }
    }
}

#[test]
fn derivatives_of_control_flow_are_differentiated_again() {
    let mut random = Random(22);
    for (_, text, integers) in all() {
        for mode in [Mode::Forward, Mode::Reverse] {
            let first = print(&derive(&load(&text), mode), Form::Pretty);
            check(&first, &mut random, (0.2, 0.9), integers);
        }
    }
}

#[test]
fn every_way_to_save_memory_gives_the_same_bits() {
    let ways = ["none", "sqrt", "binomial:1", "binomial:2", "binomial:5", "budget:1", "budget:300", "budget:1000000"];
    let mut random = Random(23);
    for (name, text, integers) in all() {
        let ir = load(&text);
        let (inputs, results) = signature(&ir);
        let mut arguments: Vec<_> = inputs[..2].iter().map(|ty| tensor(ty, || random.real(0.2, 0.9))).collect();
        let number = random.between(integers.0, integers.1);
        arguments.push(zymase_tensor::Tensor::from_i64(zymase_tensor::ElementType::I32, &[], &[number]).unwrap());
        arguments.push(tensor(&results[0], || random.real(-1.0, 1.0)));
        let found = same_gradients(&ir, &arguments, &ways);
        assert!(found.iter().flatten().all(|number| number.is_finite()), "{name}: {found:?}");
    }
}

fn gradient(text: &str) -> Result<zymase_ir::Ir, String> {
    let mut ir = load(text);
    differentiate(&mut ir, &request(Mode::Reverse, None)).map_err(|errors| errors[0].to_string())?;
    Ok(ir)
}

#[test]
fn loops_of_any_start_step_and_limit() {
    let mut random = Random(24);
    for round in 0..24 {
        let direction = ["LT", "LE", "GT", "GE", "NE"][round % 5];
        let (sign, number) = (if matches!(direction, "GT" | "GE") { -1 } else { 1 }, random.between(0, 5));
        let (start, step) = (random.between(-4, 4), sign * random.between(1, 3));
        let slack = if direction == "NE" { 0 } else { random.between(0, 1) };
        let limit = start + step * number - sign * slack;
        let (a, b) = if round % 2 == 0 { ("%i", "%c") } else { ("%c", "%i") };
        let turned = match (round % 2, direction) {
            (0, same) => same,
            (_, "LT") => "GT",
            (_, "LE") => "GE",
            (_, "GT") => "LT",
            (_, "GE") => "LE",
            (_, other) => other,
        };
        let ty = ["tensor<i64>", "tensor<i8>", "tensor<i32>"][round % 3];
        let body = format!(
            "%i0 = stablehlo.constant dense<{start}> : {ty}
  %c = stablehlo.constant dense<{limit}> : {ty}
  %out:2 = stablehlo.while(%i = %i0, %h = %x) : {ty}, tensor<3xf64>
  cond {{
    %1 = stablehlo.compare {turned}, {a}, {b} : ({ty}, {ty}) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %step = stablehlo.constant dense<{step}> : {ty}
    %1 = stablehlo.add %step, %i : {ty}
    %2 = stablehlo.convert %i : ({ty}) -> tensor<f64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %4 = stablehlo.multiply %3, %x : tensor<3xf64>
    %5 = stablehlo.multiply %h, %h : tensor<3xf64>
    %6 = stablehlo.add %4, %5 : tensor<3xf64>
    %7 = stablehlo.sine %6 : tensor<3xf64>
    stablehlo.return %1, %7 : {ty}, tensor<3xf64>
  }}
  %r = stablehlo.multiply %out#1, %x : tensor<3xf64>"
        );
        let text = program(&body);
        check(&text, &mut random, (0.2, 0.9), (0, 1));
        // The number of iterations is known, so there is no need to run any of them again.
        let derived = print(&gradient(&text).unwrap(), Form::Pretty);
        assert!(derived.matches("stablehlo.while").count() <= 2, "{derived}");
    }
}

#[test]
fn scans_keep_and_add_no_more_than_they_must() {
    let derived = print(&gradient(&format!("{}{STEP}", program(SCAN))).unwrap(), Form::Pretty);
    // The matrix does not change; it is neither kept for every iteration nor carried.
    assert!(!derived.contains("tensor<7x3x3xf64>"), "{derived}");
    let rows = r#"
  %i0 = stablehlo.constant dense<0> : tensor<i64>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %out:2 = stablehlo.while(%i = %i0, %h = %zero) : tensor<i64>, tensor<3xf64>
  cond {
    %c = stablehlo.constant dense<3> : tensor<i64>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i64>
    %one = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.dynamic_slice %w, %i, %z, sizes = [1, 3] : (tensor<3x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %2 = stablehlo.reshape %1 : (tensor<1x3xf64>) -> tensor<3xf64>
    %3 = stablehlo.multiply %2, %x : tensor<3xf64>
    %4 = stablehlo.add %h, %3 : tensor<3xf64>
    %5 = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %5, %4 : tensor<i64>, tensor<3xf64>
  }
  %r = stablehlo.multiply %out#1, %x : tensor<3xf64>"#;
    let text = program(rows);
    check(&text, &mut Random(25), (0.2, 0.9), (0, 1));
    let derived = print(&gradient(&text).unwrap(), Form::Pretty);
    let sums = derived.lines().filter(|line| line.contains("stablehlo.add") && line.contains("3x3xf64"));
    assert_eq!(sums.count(), 0, "each iteration adds to one row: {derived}");
}

#[test]
fn calls_in_a_row_are_computed_once() {
    let depth = 40;
    let mut text = String::from(
        "func.func private @f0(%x: tensor<3xf64>, %w: tensor<3x3xf64>) -> tensor<3xf64> {\n  return %x : tensor<3xf64>\n}\n",
    );
    for level in 1..=depth {
        let name = if level == depth { "main".into() } else { format!("f{level}") };
        text += &format!(
            "func.func @{name}(%x: tensor<3xf64>, %w: tensor<3x3xf64>) -> tensor<3xf64> {{
  %0 = call @f{}(%x, %w) : (tensor<3xf64>, tensor<3x3xf64>) -> tensor<3xf64>
  %1 = stablehlo.dot_general %w, %0, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %2 = stablehlo.tanh %1 : tensor<3xf64>
  return %2 : tensor<3xf64>\n}}\n",
            level - 1
        );
    }
    check(&text, &mut Random(26), (0.2, 0.9), (0, 1));
    let derived = gradient(&text).unwrap();
    let arguments = [
        zymase_tensor::Tensor::from_f64(zymase_tensor::ElementType::F64, &[3], &[0.5; 3]),
        zymase_tensor::Tensor::from_f64(zymase_tensor::ElementType::F64, &[3, 3], &[0.5; 9]),
        zymase_tensor::Tensor::from_f64(zymase_tensor::ElementType::F64, &[3], &[1.0; 3]),
    ];
    let arguments = arguments.into_iter().map(|tensor| tensor.unwrap().into()).collect();
    let limits = Limits { operations: 20 * depth as u64, ..Limits::default() };
    Machine::new(&derived, limits).run("main", arguments).unwrap();
}

#[test]
fn what_a_loop_says_about_memory_goes_first() {
    let marked = |way: &str| {
        let text = print(&load(&format!("{}{STEP}", program(SCAN))), Form::Generic);
        let at = text.find("\"stablehlo.while\"").and_then(|from| Some(from + text[from..].find("}) : (")?)).unwrap();
        format!("{}}}) {{zymase.checkpoint = \"{way}\"}} : ({}", &text[..at], &text[at + 6..])
    };
    let loops = |text: &str| print(&gradient(text).unwrap(), Form::Pretty).matches("stablehlo.while").count();
    assert_eq!(loops(&marked("none")), 2);
    assert_eq!(loops(&marked("sqrt")), 5);
    let refused = gradient(&marked("much")).unwrap_err();
    assert!(refused.contains("zymase.checkpoint") && refused.contains("help: "), "{refused}");
}

#[test]
fn few_states_cost_few_iterations() {
    let body = "%i0 = stablehlo.constant dense<0> : tensor<i64>
  %c = stablehlo.constant dense<400> : tensor<i64>
  %out:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i64>, tensor<3xf64>
  cond {
    %1 = stablehlo.compare LT, %i, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %i, %one : tensor<i64>
    %2 = stablehlo.sine %h : tensor<3xf64>
    %3 = stablehlo.add %2, %x : tensor<3xf64>
    stablehlo.return %1, %3 : tensor<i64>, tensor<3xf64>
  }
  %r = stablehlo.multiply %out#1, %x : tensor<3xf64>";
    let ir = load(&program(body));
    let (inputs, results) = signature(&ir);
    let mut random = Random(27);
    let mut arguments: Vec<_> = inputs[..2].iter().map(|ty| tensor(ty, || random.real(0.2, 0.9))).collect();
    arguments.push(zymase_tensor::Tensor::from_i64(zymase_tensor::ElementType::I32, &[], &[0]).unwrap());
    arguments.push(tensor(&results[0], || random.real(-1.0, 1.0)));
    let run_with = |way: &str, operations: u64| {
        let mut derived = ir.clone();
        let checkpointing = Checkpointing::parse(way).unwrap();
        let request = Request { checkpointing, ..request(Mode::Reverse, None) };
        differentiate(&mut derived, &request).unwrap();
        let values = arguments.iter().cloned().map(Into::into).collect();
        let results = Machine::new(&derived, Limits { operations, ..Limits::default() }).run("main", values);
        let results = results.unwrap_or_else(|error| panic!("{way}: {error}"));
        results.into_iter().map(|value| numbers(&value.into_tensor().unwrap())).collect::<Vec<_>>()
    };
    let expected = run_with("none", 400 * 40);
    // The least number of iterations that run again is 3435 with three states and 1029 with sixteen.
    assert_eq!(run_with("binomial:3", 3435 * 12 + 400 * 160), expected);
    assert_eq!(run_with("binomial:16", 1029 * 12 + 400 * 160), expected);
    assert_eq!(run_with("sqrt", 400 * 80), expected);
}

#[test]
fn random_numbers_are_not_drawn_again() {
    let draw = "%lo = stablehlo.constant dense<0.0> : tensor<f64>
    %hi = stablehlo.constant dense<1.0> : tensor<f64>
    %size = stablehlo.constant dense<3> : tensor<1xi64>
    %u = stablehlo.rng %lo, %hi, %size, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<3xf64>";
    let with_draw = |text: &str| {
        let text = text.replace("%one = stablehlo", &format!("{draw}\n    %one = stablehlo"));
        text.replace("stablehlo.multiply %h, %g", "stablehlo.multiply %h, %u")
            .replace("multiply %h, %x", "multiply %h, %u")
    };
    let refused = gradient(&with_draw(&program(COUNTED))).unwrap_err();
    assert!(refused.contains("random numbers") && refused.contains("help: "), "{refused}");
    let known = EMPTY.replace("%c = stablehlo.constant dense<5>", "%c = stablehlo.constant dense<8>");
    let derived = print(&gradient(&with_draw(&program(&known))).unwrap(), Form::Pretty);
    assert_eq!(derived.matches("stablehlo.rng").count(), 1, "{derived}");
}
