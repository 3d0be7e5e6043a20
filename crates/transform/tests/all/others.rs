//! Special functions, operations that repeat operands, calls with rules of their own, tuples, operations among devices (of
//! which there is one), and sizes that are operands.

use crate::support::{
    Random, any_shape, body, check, derive, load, numbers, program, refusal, request, run, shape, ty,
};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::{Mode, differentiate};

#[test]
fn special_functions() {
    let mut random = Random(41);
    let shape = any_shape(&mut random);
    let full = ty(&shape, "f64");
    check(&program("chlo.erf_inv", &[&full], "", "", &full), &mut random, (-0.9, 0.9), (0, 1));
    for (op, first) in [("chlo.polygamma", "2.0"), ("chlo.zeta", "2.5")] {
        let text = format!(
            "func.func @main(%x: {full}) -> {full} {{\n  %n = stablehlo.constant dense<{first}> : {full}\n  %r = {op} %n, %x : \
             {full}, {full} -> {full}\n  return %r : {full}\n}}"
        );
        check(&text, &mut random, (0.6, 2.0), (0, 1));
        let both = program(op, &[&full, &full], "", "", &full);
        let refused = refusal(&both, &request(Mode::Reverse, None));
        assert!(refused.contains("first operand") && refused.contains("help: "), "{refused}");
    }
    for op in ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan"] {
        let full = ty(&shape, "complex<f64>");
        check(&program(&format!("chlo.{op}"), &[&full], "", "", &full), &mut random, (0.3, 0.8), (0, 1));
    }
}

#[test]
fn largest_elements() {
    let mut random = Random(42);
    for _ in 0..4 {
        let rank = random.between(1, 3);
        let mut sizes = shape(&mut random, 1, rank);
        let operand = ty(&sizes, "f64");
        let last = sizes.len() - 1;
        sizes[last] = random.between(0, sizes[last]);
        let (values, places) = (ty(&sizes, "f64"), ty(&sizes, "i32"));
        let text = format!(
            "func.func @main(%0: {operand}) -> ({values}, {places}) {{\n  %r:2 = chlo.top_k(%0, k = {}) : {operand} -> ({values}, \
             {places})\n  return %r#0, %r#1 : {values}, {places}\n}}",
            sizes[last]
        );
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn operands_that_are_repeated() {
    let mut random = Random(43);
    for op in ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"] {
        let (large, small) = (ty(&[2, 3, 4], "f64"), ty(&[3, 1], "f64"));
        let text = program(&format!("chlo.broadcast_{op}"), &[&large, &small], "", "", &large);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
        let small = ty(&[2, 3], "f64");
        let where_to = "broadcast_dimensions = array<i64: 0, 1>";
        let text = program(&format!("chlo.broadcast_{op}"), &[&small, &large], where_to, "", &large);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    let operands = [ty(&[3], "i1"), ty(&[2, 1], "f64"), ty(&[2, 3], "f64")];
    let text = program("chlo.broadcast_select", &operands, "", "", &ty(&[2, 3], "f64"));
    check(&text, &mut random, (0.3, 1.5), (0, 1));
    let operands = [ty(&[3], "f64"), ty(&[2, 1], "f64")];
    let text = program("chlo.broadcast_complex", &operands, "", "", &ty(&[2, 3], "complex<f64>"));
    check(&text, &mut random, (0.3, 1.5), (0, 1));
}

const CUBE: &str = "
func.func private @cube(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  %1 = stablehlo.multiply %0, %x : tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func private @tangent(%x: tensor<3xf64>, %n: tensor<i32>, %t: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<2.0> : tensor<3xf64>
  %1 = stablehlo.multiply %t, %0 : tensor<3xf64>
  %2 = stablehlo.multiply %1, %x : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func private @adjoint(%x: tensor<3xf64>, %n: tensor<i32>, %r: tensor<3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> {
  %0 = call @tangent(%x, %n, %s) : (tensor<3xf64>, tensor<i32>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
";

#[test]
fn composites_and_tuples() {
    let mut random = Random(44);
    let text = format!(
        "{CUBE}func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {{
  %0 = stablehlo.composite \"my.cube\" %x {{decomposition = @cube}} : (tensor<3xf64>) -> tensor<3xf64>
  %1 = stablehlo.multiply %0, %x : tensor<3xf64>
  return %1 : tensor<3xf64>
}}"
    );
    check(&text, &mut random, (0.3, 1.5), (0, 1));
    let text =
        "func.func @main(%x: tensor<3xf64>, %n: tensor<2xi32>, %y: tensor<f64>) -> (tensor<3xf64>, tensor<f64>) {
      %t = stablehlo.tuple %x, %n, %y : tuple<tensor<3xf64>, tensor<2xi32>, tensor<f64>>
      %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3xf64>, tensor<2xi32>, tensor<f64>>) -> tensor<3xf64>
      %b = stablehlo.get_tuple_element %t[2] : (tuple<tensor<3xf64>, tensor<2xi32>, tensor<f64>>) -> tensor<f64>
      %c = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3xf64>, tensor<2xi32>, tensor<f64>>) -> tensor<3xf64>
      %d = stablehlo.multiply %a, %c : tensor<3xf64>
      %e = stablehlo.multiply %b, %b : tensor<f64>
      return %d, %e : tensor<3xf64>, tensor<f64>
    }";
    check(text, &mut random, (0.3, 1.5), (0, 1));
}

/// The square, by an unknown call: forward and reverse mode agree on what the module says of it.
#[test]
fn calls_with_rules_of_their_own() {
    for rules in ["zymase.forward = @tangent", "zymase.forward = @tangent, zymase.reverse = @adjoint"] {
        let text = format!(
            "{CUBE}func.func @main(%x: tensor<3xf64>, %n: tensor<i32>) -> tensor<3xf64> {{
  %0 = stablehlo.custom_call @mystery(%x, %n) {{{rules}}} : (tensor<3xf64>, tensor<i32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}}"
        );
        for mode in [Mode::Forward, Mode::Reverse] {
            let mut ir = load(&text);
            differentiate(&mut ir, &request(mode, None)).unwrap_or_else(|errors| panic!("{}", errors[0]));
        }
    }
    let text = format!(
        "{CUBE}func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {{
  %0 = stablehlo.custom_call @mystery(%x) {{zymase.forward = @tangent}} : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}}"
    );
    let refused = refusal(&text, &request(Mode::Reverse, None));
    assert!(refused.contains("zymase.forward") && refused.contains("(tensor<3xf64>, tensor<3xf64>)"), "{refused}");
    let named = "func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<3xf64>) -> tensor<3xf64>
      %1 = stablehlo.custom_call @Sharding(%0) : (tensor<3xf64>) -> tensor<3xf64>
      return %1 : tensor<3xf64>
    }";
    check(named, &mut Random(45), (0.3, 1.5), (0, 1));
}

/// Calls that can be evaluated, with rules of the module that are tested three ways; and one whose rule is not the derivative, so
/// that it is seen to be the rule that is used.
#[test]
fn rules_of_calls_are_what_is_computed() {
    let rules = "func.func private @tangent(%x: tensor<3xf64>, %t: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.tanh %x : tensor<3xf64>
      %1 = stablehlo.multiply %0, %0 : tensor<3xf64>
      %2 = stablehlo.multiply %1, %t : tensor<3xf64>
      %3 = stablehlo.subtract %t, %2 : tensor<3xf64>
      return %3 : tensor<3xf64>
    }
    func.func private @adjoint(%x: tensor<3xf64>, %y: tensor<3xf64>, %s: tensor<3xf64>) -> tensor<3xf64> {
      %1 = stablehlo.multiply %y, %y : tensor<3xf64>
      %2 = stablehlo.multiply %1, %s : tensor<3xf64>
      %3 = stablehlo.subtract %s, %2 : tensor<3xf64>
      return %3 : tensor<3xf64>
    }
    func.func private @move(%x: tensor<3xf64>, %n: tensor<i32>, %z: tensor<2xf64>, %tx: tensor<3xf64>, %tz: tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>) {
      return %tx, %tz : tensor<3xf64>, tensor<2xf64>
    }
    func.func private @turn(%x: tensor<3xf64>, %t: tensor<3xf64>) -> tensor<3xf64> {
      %0 = stablehlo.constant dense<-2.0> : tensor<3xf64>
      %1 = stablehlo.multiply %0, %t : tensor<3xf64>
      return %1 : tensor<3xf64>
    }";
    for named in ["zymase.forward = @tangent", "zymase.forward = @tangent, zymase.reverse = @adjoint"] {
        let text = format!(
            "{rules}
    func.func @main(%x: tensor<3xf64>, %n: tensor<i32>, %z: tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>) {{
      %0 = stablehlo.sine %x : tensor<3xf64>
      %1 = stablehlo.custom_call @mhlo.tanh(%0) {{{named}}} : (tensor<3xf64>) -> tensor<3xf64>
      %2:3 = stablehlo.custom_call @Sharding(%1, %n, %z) {{zymase.forward = @move}} : (tensor<3xf64>, tensor<i32>, tensor<2xf64>) -> (tensor<3xf64>, tensor<i32>, tensor<2xf64>)
      %3 = stablehlo.multiply %2#0, %x : tensor<3xf64>
      %4 = stablehlo.exponential %2#2 : tensor<2xf64>
      return %3, %4 : tensor<3xf64>, tensor<2xf64>
    }}"
        );
        check(&text, &mut Random(48), (0.3, 1.5), (0, 1));
    }
    let text = format!(
        "{rules}
    func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {{
      %0 = stablehlo.custom_call @Sharding(%x) {{zymase.forward = @turn}} : (tensor<3xf64>) -> tensor<3xf64>
      return %0 : tensor<3xf64>
    }}"
    );
    let ir = load(&text);
    let of = |values: [f64; 3]| {
        Tensor::from_bytes(ElementType::F64, &[3], &values.map(f64::to_le_bytes).concat()).expect("a tensor")
    };
    for mode in [Mode::Forward, Mode::Reverse] {
        let results = run(&derive(&ir, mode), &[of([1.0, 2.0, 3.0]), of([0.5, -1.0, 4.0])]);
        assert_eq!(numbers(results.last().expect("a result")), [-1.0, 2.0, -8.0]);
    }
}

#[test]
fn operations_among_devices() {
    let mut random = Random(46);
    let row = ty(&[4, 2], "f64");
    let groups = "replica_groups = dense<0> : tensor<1x1xi64>";
    for op in ["add", "multiply", "maximum"] {
        let body = body(&format!("stablehlo.{op}"), "f64");
        check(&program("stablehlo.all_reduce", &[&row], groups, &body, &row), &mut random, (0.3, 1.5), (0, 1));
        let attributes = format!("{groups}, scatter_dimension = 0 : i64");
        let text = program("stablehlo.reduce_scatter", &[&row], &attributes, &body, &row);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    let exchange = format!("concat_dimension = 1 : i64, {groups}, split_count = 1 : i64, split_dimension = 0 : i64");
    let pairs = "source_target_pairs = dense<0> : tensor<1x2xi64>".to_string();
    for (op, attributes) in [
        ("all_gather", format!("all_gather_dim = 1 : i64, {groups}")),
        ("all_to_all", exchange),
        ("collective_permute", pairs),
        ("collective_broadcast", groups.to_string()),
    ] {
        let text = program(&format!("stablehlo.{op}"), &[&row], &attributes, "", &row);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
}

#[test]
fn sizes_that_are_operands() {
    let mut random = Random(47);
    let reshaped = "func.func @main(%x: tensor<2x3xf64>) -> (tensor<6xf64>, tensor<4x2x3xf64>, tensor<1x2xf64>, tensor<5x9xf64>) {
      %s = stablehlo.constant dense<6> : tensor<1xi64>
      %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf64>, tensor<1xi64>) -> tensor<6xf64>
      %b = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi64>
      %1 = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [1, 2] : (tensor<2x3xf64>, tensor<3xi64>) -> tensor<4x2x3xf64>
      %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
      %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %d = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
      %2 = stablehlo.real_dynamic_slice %x, %l, %h, %d : (tensor<2x3xf64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf64>
      %z = stablehlo.constant dense<0.5> : tensor<f64>
      %3 = stablehlo.dynamic_pad %x, %z, %l, %d, %d : (tensor<2x3xf64>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x9xf64>
      return %0, %1, %2, %3 : tensor<6xf64>, tensor<4x2x3xf64>, tensor<1x2xf64>, tensor<5x9xf64>
    }";
    check(reshaped, &mut random, (-1.0, 1.0), (0, 1));
    for (operand, indices, result, attributes) in [
        (vec![4, 3], vec![2], vec![2, 3], "batch_dims = 0 : i64, dim = 0 : i64"),
        (vec![2, 4, 3], vec![2, 2], vec![2, 2, 3], "batch_dims = 1 : i64, dim = 1 : i64"),
    ] {
        let operands = [ty(&operand, "f64"), ty(&indices, "i64")];
        let text = program("stablehlo.torch_index_select", &operands, attributes, "", &ty(&result, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 3));
    }
}

#[test]
fn convolutions_with_groups_of_batches() {
    let mut random = Random(48);
    for groups in [2, 3] {
        let operands = [ty(&[2 * groups, 5, 2], "f64"), ty(&[3, 2, 2 * groups], "f64")];
        let attributes = format!(
            "batch_group_count = {groups} : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, \
             feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_strides = array<i64: 2>"
        );
        let text = program("stablehlo.convolution", &operands, &attributes, "", &ty(&[2, 2, 2 * groups], "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

/// Places that are known only at run time, of operations whose results have known sizes.
#[test]
fn places_that_are_operands() {
    let mut random = Random(49);
    let sliced = "func.func @main(%x: tensor<9x6xf64>, %n: tensor<2xi64>) -> tensor<3x2xf64> {
      %steps = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
      %one = stablehlo.constant dense<1> : tensor<2xi64>
      %strides = stablehlo.add %n, %one : tensor<2xi64>
      %way = stablehlo.multiply %steps, %strides : tensor<2xi64>
      %end = stablehlo.add %way, %n : tensor<2xi64>
      %limit = stablehlo.add %end, %one : tensor<2xi64>
      %s = stablehlo.sine %x : tensor<9x6xf64>
      %r = stablehlo.real_dynamic_slice %s, %n, %limit, %strides : (tensor<9x6xf64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x2xf64>
      return %r : tensor<3x2xf64>
    }";
    // Amounts of less than zero cut off.
    let padded = "func.func @main(%x: tensor<3x2xf64>, %z: tensor<f64>, %n: tensor<2xi64>) -> tensor<7x2xf64> {
      %two = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
      %gaps = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
      %low = stablehlo.subtract %n, %gaps : tensor<2xi64>
      %high = stablehlo.subtract %two, %low : tensor<2xi64>
      %s = stablehlo.sine %x : tensor<3x2xf64>
      %r = stablehlo.dynamic_pad %s, %z, %low, %high, %gaps : (tensor<3x2xf64>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<7x2xf64>
      return %r : tensor<7x2xf64>
    }";
    let gathered = "func.func @main(%x: tensor<4x5xf64>, %i: tensor<3x1xi64>, %n: tensor<1xi64>) -> tensor<3x5xf64> {
      %zero = stablehlo.subtract %n, %n : tensor<1xi64>
      %sizes = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
      %both = stablehlo.concatenate %zero, %zero, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
      %windows = stablehlo.add %sizes, %both : tensor<2xi64>
      %r = \"stablehlo.dynamic_gather\"(%x, %i, %windows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x5xf64>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x5xf64>
      return %r : tensor<3x5xf64>
    }";
    for text in [sliced, padded, gathered] {
        for _ in 0..4 {
            check(text, &mut random, (0.3, 1.5), (0, 2));
        }
    }
}
