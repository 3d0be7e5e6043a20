//! Second derivatives in all four mixtures where values, adjoints or factors are exactly zero, and where what is not used is
//! infinite or undefined.

use crate::support::second::{NAMES, hessians};

/// Checks the second derivatives of the sum of results.
fn expect(text: &str, point: &[&[f64]], expected: &[&[f64]]) {
    for (name, found) in NAMES.iter().zip(hessians(text, point)) {
        for (found, expected) in found.iter().flatten().zip(expected.iter().copied().flatten()) {
            let close = (found - expected).abs() <= 1e-12 * (1.0 + expected.abs());
            assert!(close, "{name}: {found}, expected {expected}\n{text}");
        }
        assert_eq!(found.len(), expected.len(), "{text}");
    }
}

/// A function of one number, by lines that define `%r`.
fn of_one(lines: &str) -> String {
    format!("func.func @main(%x: tensor<f64>) -> tensor<f64> {{\n{lines}\n  return %r : tensor<f64>\n}}\n")
}

fn of_two(lines: &str) -> String {
    format!(
        "func.func @main(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {{\n{lines}\n  return %r : tensor<f64>\n}}\n"
    )
}

fn constant(name: &str, number: f64) -> String {
    format!("  {name} = stablehlo.constant dense<{number:?}> : tensor<f64>\n")
}

/// `f(x)` by the name of an operation.
fn unary(to: &str, op: &str, from: &str) -> String {
    match op.starts_with("chlo") {
        true => format!("  {to} = {op} {from} : tensor<f64> -> tensor<f64>\n"),
        false => format!("  {to} = {op} {from} : tensor<f64>\n"),
    }
}

fn binary(to: &str, op: &str, a: &str, b: &str) -> String {
    match op.starts_with("chlo") {
        true => format!("  {to} = {op} {a}, {b} : tensor<f64>, tensor<f64> -> tensor<f64>\n"),
        false => format!("  {to} = stablehlo.{op} {a}, {b} : tensor<f64>\n"),
    }
}

/// `(f(x) - f(x₀))²` has the second derivative `2 f'(x₀)²` at `x₀`.
#[test]
fn squares_of_what_vanishes() {
    let cases: &[(&str, f64, f64, f64)] = &[
        ("stablehlo.log", 1.0, 0.0, 1.0),
        ("stablehlo.log", 0.5, 0.5f64.ln(), 2.0),
        ("stablehlo.log_plus_one", 0.0, 0.0, 1.0),
        ("stablehlo.sqrt", 4.0, 2.0, 0.25),
        ("stablehlo.cbrt", 8.0, 2.0, 1.0 / 12.0),
        ("stablehlo.rsqrt", 4.0, 0.5, -1.0 / 16.0),
        ("stablehlo.tanh", 0.0, 0.0, 1.0),
        ("stablehlo.sine", 0.0, 0.0, 1.0),
        ("stablehlo.exponential_minus_one", 0.0, 0.0, 1.0),
        ("stablehlo.tan", 0.0, 0.0, 1.0),
        ("stablehlo.logistic", 0.0, 0.5, 0.25),
        ("chlo.asin", 0.0, 0.0, 1.0),
        ("chlo.acos", 0.0, std::f64::consts::FRAC_PI_2, -1.0),
        ("chlo.atan", 0.0, 0.0, 1.0),
        ("chlo.asinh", 0.0, 0.0, 1.0),
        ("chlo.atanh", 0.0, 0.0, 1.0),
        ("chlo.sinh", 0.0, 0.0, 1.0),
        ("chlo.erf", 0.0, 0.0, std::f64::consts::FRAC_2_SQRT_PI),
        ("chlo.erf_inv", 0.0, 0.0, 1.0 / std::f64::consts::FRAC_2_SQRT_PI),
    ];
    for (op, at, value, slope) in cases {
        let lines = unary("%f", op, "%x")
            + &constant("%c", *value)
            + &binary("%d", "subtract", "%f", "%c")
            + &binary("%r", "multiply", "%d", "%d");
        expect(&of_one(&lines), &[&[*at]], &[&[2.0 * slope * slope]]);
        // The same with the square of CHLO, and a factor that is zero.
        let squared = unary("%f", op, "%x")
            + &constant("%c", *value)
            + &binary("%d", "subtract", "%f", "%c")
            + &unary("%r", "chlo.square", "%d");
        expect(&of_one(&squared), &[&[*at]], &[&[2.0 * slope * slope]]);
        let product = unary("%f", op, "%x") + &binary("%r", "multiply", "%f", "%y");
        expect(&of_two(&product), &[&[*at], &[0.0]], &[&[0.0, *slope], &[*slope, 0.0]]);
    }
}

#[test]
fn powers_and_angles_that_vanish() {
    let lines = |op: &str| {
        binary("%f", op, "%x", "%y")
            + &constant("%c", 1.0)
            + &binary("%d", "subtract", "%f", "%c")
            + &binary("%r", "multiply", "%d", "%d")
    };
    // x^y - 1 at (1, 2): derivatives 2 and 0; at (2, 0): 0 and ln 2.
    expect(&of_two(&lines("power")), &[&[1.0], &[2.0]], &[&[8.0, 0.0], &[0.0, 0.0]]);
    let ln2 = std::f64::consts::LN_2;
    expect(&of_two(&lines("power")), &[&[2.0], &[0.0]], &[&[0.0, 0.0], &[0.0, 2.0 * ln2 * ln2]]);
    // x^y itself at an exponent of zero: 0, 1/x, and ln² x.
    expect(&of_two(&binary("%r", "power", "%x", "%y")), &[&[2.0], &[0.0]], &[&[0.0, 0.5], &[0.5, ln2 * ln2]]);
    // x² and x³ at 0, by constant exponents.
    for (exponent, second) in [(2.0, 2.0), (3.0, 0.0), (1.0, 0.0), (0.0, 0.0)] {
        expect(&of_one(&(constant("%c", exponent) + &binary("%r", "power", "%x", "%c"))), &[&[0.0]], &[&[second]]);
    }
    let angle = binary("%f", "atan2", "%x", "%y") + &binary("%r", "multiply", "%f", "%f");
    expect(&of_two(&angle), &[&[0.0], &[2.0]], &[&[0.5, 0.0], &[0.0, 0.0]]);
}

#[test]
fn adjoints_that_vanish() {
    let shifted = |op: &str| {
        constant("%c", 1.0)
            + &binary("%s", "add", "%x", "%c")
            + &unary("%f", op, "%s")
            + &binary("%r", "multiply", "%x", "%f")
    };
    expect(&of_one(&shifted("stablehlo.sqrt")), &[&[0.0]], &[&[1.0]]);
    expect(&of_one(&shifted("stablehlo.log")), &[&[0.0]], &[&[2.0]]);
    expect(&of_one(&shifted("stablehlo.cbrt")), &[&[0.0]], &[&[2.0 / 3.0]]);
    let length = binary("%q", "multiply", "%x", "%x")
        + &constant("%c", 1.0)
        + &binary("%s", "add", "%q", "%c")
        + &unary("%r", "stablehlo.sqrt", "%s");
    expect(&of_one(&length), &[&[0.0]], &[&[1.0]]);
    // y √x / x at y = 0.
    let quotient = unary("%f", "stablehlo.sqrt", "%x")
        + &binary("%p", "multiply", "%y", "%f")
        + &binary("%r", "divide", "%p", "%x");
    expect(&of_two(&quotient), &[&[4.0], &[0.0]], &[&[0.0, -1.0 / 16.0], &[-1.0 / 16.0, 0.0]]);
}

/// A choice by `x > 0` between two lines' results `%a` and `%b`.
fn choice(lines: &str) -> String {
    format!(
        "{lines}{}  %p = stablehlo.compare GT, %x, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>\n  \
         %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>\n",
        constant("%zero", 0.0)
    )
}

#[test]
fn what_is_not_chosen_may_be_undefined() {
    let root = binary("%a", "multiply", "%x", "%x")
        + &unary("%n", "stablehlo.negate", "%x")
        + &unary("%b", "stablehlo.sqrt", "%n");
    expect(&of_one(&choice(&root)), &[&[1.0]], &[&[2.0]]);
    expect(&of_one(&choice(&root)), &[&[-4.0]], &[&[-1.0 / 32.0]]);
    // x y where x > 0, else y ln(-x) / x: NaN and, at 1, nothing finite.
    let log = unary("%n", "stablehlo.negate", "%x")
        + &unary("%l", "stablehlo.log", "%n")
        + &binary("%m", "multiply", "%l", "%y")
        + &binary("%b", "divide", "%m", "%x")
        + &binary("%a", "multiply", "%x", "%y");
    expect(&of_two(&choice(&log)), &[&[1.0], &[3.0]], &[&[0.0, 1.0], &[1.0, 0.0]]);
    // y √(x - 1) is 0 at 1, where it is not used, with an infinite slope.
    let end = constant("%c", 1.0)
        + &binary("%s", "subtract", "%x", "%c")
        + &unary("%f", "stablehlo.sqrt", "%s")
        + &binary("%b", "multiply", "%f", "%y")
        + &binary("%a", "multiply", "%x", "%y");
    expect(&of_two(&choice(&end)), &[&[1.0], &[3.0]], &[&[0.0, 1.0], &[1.0, 0.0]]);
    // 1 / (x - 1) is infinite where it is not used, and overflows are.
    let pole = constant("%c", 1.0)
        + &binary("%s", "subtract", "%x", "%c")
        + &binary("%q", "divide", "%y", "%s")
        + &constant("%k", 1000.0)
        + &binary("%e", "multiply", "%x", "%k")
        + &unary("%g", "stablehlo.exponential", "%e")
        + &binary("%b", "multiply", "%g", "%q")
        + &binary("%a", "multiply", "%x", "%x");
    expect(&of_two(&choice(&pole)), &[&[1.0], &[2.0]], &[&[2.0, 0.0], &[0.0, 0.0]]);
}

#[test]
fn branches_and_functions_that_do_not_use_what_is_undefined() {
    let branch = "  %q = stablehlo.divide %y, %x : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.compare EQ, %x, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %r = \"stablehlo.if\"(%p) ({
    %a = stablehlo.multiply %y, %y : tensor<f64>
    stablehlo.return %a : tensor<f64>
  }, {
    stablehlo.return %q : tensor<f64>
  }) : (tensor<i1>) -> tensor<f64>";
    expect(&of_two(branch), &[&[0.0], &[3.0]], &[&[0.0, 0.0], &[0.0, 2.0]]);
    let called = "func.func private @quotient(%y: tensor<f64>, %x: tensor<f64>) -> tensor<f64> {
  %q = stablehlo.divide %y, %x : tensor<f64>
  return %q : tensor<f64>
}
func.func private @choice(%x: tensor<f64>, %a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.compare EQ, %x, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
  return %r : tensor<f64>
}
";
    let main = of_two(
        "  %q = call @quotient(%y, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %a = stablehlo.multiply %y, %y : tensor<f64>
  %r = call @choice(%x, %a, %q) : (tensor<f64>, tensor<f64>, tensor<f64>) -> tensor<f64>",
    );
    expect(&format!("{called}{main}"), &[&[0.0], &[3.0]], &[&[0.0, 0.0], &[0.0, 2.0]]);
}

#[test]
fn elements_that_are_left_out_may_be_undefined() {
    let program = |part: &str| {
        format!(
            "func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<1xf64> {{
  %q = stablehlo.divide %y, %x : tensor<2xf64>
  %m = stablehlo.multiply %q, %y : tensor<2xf64>
  {part}
  return %r : tensor<1xf64>
}}
"
        )
    };
    // y² / x of the second element only: 2y²/x³, -2y/x², 2/x at (2, 3).
    let expected: &[&[f64]] = &[&[0.0; 4], &[0.0, 18.0 / 8.0, 0.0, -1.5], &[0.0; 4], &[0.0, -1.5, 0.0, 1.0]];
    let point: &[&[f64]] = &[&[0.0, 2.0], &[1.0, 3.0]];
    let slice = program("%r = stablehlo.slice %m [1:2] : (tensor<2xf64>) -> tensor<1xf64>");
    expect(&slice, point, expected);
    let index = "%i = stablehlo.constant dense<1> : tensor<i32>\n  %r = stablehlo.dynamic_slice %m, %i, sizes = [1] : \
                 (tensor<2xf64>, tensor<i32>) -> tensor<1xf64>";
    expect(&program(index), point, expected);
    // The smaller one: infinity is not.
    let smallest = "%k = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = stablehlo.reduce(%m init: %k) applies stablehlo.minimum across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  %r = stablehlo.reshape %s : (tensor<f64>) -> tensor<1xf64>";
    expect(&program(smallest), point, expected);
}

#[test]
fn a_loop_may_end_before_it_uses_what_is_undefined() {
    // s += d, d = y / (2 - i) for i = 0, 1, 2, of which the last is not used.
    let text = of_two(
        "  %i0 = stablehlo.constant dense<0.0> : tensor<f64>
  %l = stablehlo.constant dense<3.0> : tensor<f64>
  %out:3 = stablehlo.while(%i = %i0, %s = %x, %d = %y) : tensor<f64>, tensor<f64>, tensor<f64>
  cond {
    %c = stablehlo.compare LT, %i, %l : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f64>
    %two = stablehlo.constant dense<2.0> : tensor<f64>
    %n = stablehlo.add %i, %one : tensor<f64>
    %sq = stablehlo.multiply %d, %d : tensor<f64>
    %t = stablehlo.add %s, %sq : tensor<f64>
    %rest = stablehlo.subtract %two, %i : tensor<f64>
    %e = stablehlo.divide %y, %rest : tensor<f64>
    stablehlo.return %n, %t, %e : tensor<f64>, tensor<f64>, tensor<f64>
  }
  %r = stablehlo.add %out#1, %x : tensor<f64>",
    );
    // y² + y²/4 + y².
    expect(&text, &[&[1.0], &[3.0]], &[&[0.0, 0.0], &[0.0, 4.5]]);
}

/// Conventions at tips and ties: numbers, the same in every mixture.
#[test]
fn edges_have_numbers() {
    let tip = unary("%f", "stablehlo.abs", "%x") + &binary("%r", "multiply", "%f", "%x");
    expect(&of_one(&tip), &[&[0.0]], &[&[0.0]]);
    // Of equal operands the first is the maximum: x·x, of which the other one has nothing.
    let tie = binary("%f", "maximum", "%x", "%y") + &binary("%r", "multiply", "%f", "%f");
    expect(&of_two(&tie), &[&[2.0], &[2.0]], &[&[2.0, 0.0], &[0.0, 0.0]]);
    let other = binary("%f", "minimum", "%x", "%y") + &binary("%r", "multiply", "%f", "%f");
    expect(&of_two(&other), &[&[2.0], &[2.0]], &[&[0.0, 0.0], &[0.0, 2.0]]);
    // The length of a complex number has a tip at 0, where it is 0 with all derivatives.
    let length = "  %z = stablehlo.complex %x, %y : tensor<complex<f64>>
  %l = stablehlo.abs %z : (tensor<complex<f64>>) -> tensor<f64>
  %r = stablehlo.multiply %l, %x : tensor<f64>";
    expect(&of_two(length), &[&[0.0], &[0.0]], &[&[0.0, 0.0], &[0.0, 0.0]]);
    expect(&of_two(length), &[&[2.0], &[0.0]], &[&[2.0, 0.0], &[0.0, 1.0]]);
}
