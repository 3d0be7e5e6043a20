//! Bodies that use values from outside which have derivatives: reverse against forward against differences.

use crate::support::{Random, check};

/// `a + b + c a b`, which is associative, with `%c` from outside.
const TWISTED: &str = "({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %p = stablehlo.multiply %a, %b : tensor<f64>
    %q = stablehlo.multiply %p, %c : tensor<f64>
    %s = stablehlo.add %a, %b : tensor<f64>
    %r = stablehlo.add %s, %q : tensor<f64>
    stablehlo.return %r : tensor<f64>
  })";

/// `max(a, b * c)`.
const SCALED: &str = "({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %p = stablehlo.multiply %b, %c : tensor<f64>
    %r = stablehlo.maximum %a, %p : tensor<f64>
    stablehlo.return %r : tensor<f64>
  })";

/// A function of `%x`, `%y` and of a number `%w`, of which `%c` is made.
fn with_number(parameters: &str, result: &str, code: &str) -> String {
    format!(
        "func.func @main({parameters}, %w: tensor<f64>) -> {result} {{
  %c = stablehlo.sine %w : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  {code}
  return %r : {result}
}}"
    )
}

#[test]
fn reductions_and_windows() {
    let mut random = Random(121);
    let reduce = format!(
        "%r = \"stablehlo.reduce\"(%x, %zero) <{{dimensions = array<i64: 1>}}> {TWISTED} : (tensor<3x5xf64>, tensor<f64>) -> \
         tensor<3xf64>"
    );
    check(&with_number("%x: tensor<3x5xf64>", "tensor<3xf64>", &reduce), &mut random, (0.3, 1.2), (0, 1));
    let started = reduce.replace("%zero)", "%w)");
    check(&with_number("%x: tensor<3x5xf64>", "tensor<3xf64>", &started), &mut random, (0.3, 1.2), (0, 1));
    for (window, result) in [(3, 4), (6, 1)] {
        let windows = format!(
            "%r = \"stablehlo.reduce_window\"(%x, %zero) <{{window_dimensions = array<i64: {window}>}}> {TWISTED} : \
             (tensor<6xf64>, tensor<f64>) -> tensor<{result}xf64>"
        );
        let text = with_number("%x: tensor<6xf64>", &format!("tensor<{result}xf64>"), &windows);
        check(&text, &mut random, (0.3, 1.2), (0, 1));
    }
}

#[test]
fn scatters() {
    let mut random = Random(122);
    let parameters = "%x: tensor<4xf64>, %y: tensor<5xf64>, %i: tensor<5x1xi64>";
    for (body, is_unique) in [(TWISTED, false), (SCALED, false), (TWISTED, true)] {
        let (places, parameters) = match is_unique {
            // No place twice, and two outside.
            true => ("%i = stablehlo.constant dense<[[2], [0], [7], [3], [-1]]> : tensor<5x1xi64>", &parameters[..36]),
            false => ("", parameters),
        };
        let scatter = format!(
            "{places}
  %r = \"stablehlo.scatter\"(%x, %i, %y) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], \
             scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = {is_unique}}}> {body} : \
             (tensor<4xf64>, tensor<5x1xi64>, tensor<5xf64>) -> tensor<4xf64>"
        );
        for _ in 0..3 {
            check(&with_number(parameters, "tensor<4xf64>", &scatter), &mut random, (0.3, 1.2), (-1, 4));
        }
    }
}

#[test]
fn selections() {
    let mut random = Random(123);
    let choose = "({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %c : tensor<f64>
    %t = stablehlo.multiply %b, %c : tensor<f64>
    %o = stablehlo.compare GE, %s, %t : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %o : tensor<i1>
  }";
    let add = "{
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  })";
    for combine in [add, TWISTED.trim_start_matches('(')] {
        let code = format!(
            "%r = \"stablehlo.select_and_scatter\"(%x, %y, %zero) <{{window_dimensions = array<i64: 3>}}> {choose}, {combine} : \
             (tensor<6xf64>, tensor<4xf64>, tensor<f64>) -> tensor<6xf64>"
        );
        let text = with_number("%x: tensor<6xf64>, %y: tensor<4xf64>", "tensor<6xf64>", &code);
        check(&text, &mut random, (0.3, 1.2), (0, 1));
    }
}

#[test]
fn sorts_by_another_key() {
    let code = "%r = \"stablehlo.sort\"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %c : tensor<f64>
    %t = stablehlo.multiply %b, %c : tensor<f64>
    %o = stablehlo.compare GT, %s, %t : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %o : tensor<i1>
  }) : (tensor<7xf64>) -> tensor<7xf64>";
    check(&with_number("%x: tensor<7xf64>", "tensor<7xf64>", code), &mut Random(124), (0.3, 1.2), (0, 1));
}

/// In a loop the number is another one each time.
#[test]
fn bodies_within_loops() {
    let text = format!(
        "func.func @main(%x: tensor<3x5xf64>, %w: tensor<f64>) -> tensor<3xf64> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.1> : tensor<3xf64>
  %l:3 = stablehlo.while(%i = %first, %c = %w, %v = %start) : tensor<i32>, tensor<f64>, tensor<3xf64>
  cond {{
    %rounds = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %s = \"stablehlo.reduce\"(%x, %zero) <{{dimensions = array<i64: 1>}}> {TWISTED} : (tensor<3x5xf64>, tensor<f64>) -> tensor<3xf64>
    %t = stablehlo.multiply %s, %v : tensor<3xf64>
    %k = stablehlo.cosine %c : tensor<f64>
    stablehlo.return %n, %k, %t : tensor<i32>, tensor<f64>, tensor<3xf64>
  }}
  return %l#2 : tensor<3xf64>
}}"
    );
    check(&text, &mut Random(125), (0.2, 0.6), (0, 1));
}
