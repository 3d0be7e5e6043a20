//! Other ways to write the same: older texts, and whatever the grammar allows, print as one form.

/// What is written, and how it is printed: single operations.
const SPELLINGS: &[(&str, &str)] = &[
    (
        "stablehlo.compare  LT, %a,%a,  FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>",
        "stablehlo.compare LT, %0, %0, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>",
    ),
    (
        "\"stablehlo.compare\"(%a, %a) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>",
        "stablehlo.compare EQ, %0, %0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>",
    ),
    (
        "\"stablehlo.transpose\"(%a) {permutation = array<i64: 1, 0>, mhlo.x} : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "stablehlo.transpose %0, dims = [1, 0] {mhlo.x} : (tensor<2x2xf32>) -> tensor<2x2xf32>",
    ),
    (
        "stablehlo.add %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
        "stablehlo.add %0, %0 : tensor<2x2xf32>",
    ),
    (
        "stablehlo.dot_general %a, %a, batch_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>",
        "stablehlo.dot_general %0, %0, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>",
    ),
    (
        "stablehlo.convolution(%a, %a) dim_numbers = [b, f]x[i,o]->[b,f], window = {reverse = []} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
        "stablehlo.convolution(%0, %0) dim_numbers = [b, f]x[i, o]->[b, f], window = {reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
    ),
    (
        "stablehlo.constant() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>",
        "\"stablehlo.constant\"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>",
    ),
    (
        "stablehlo.constant dense<[[0x7F800000, 1.0e+2], [-0.0, 0.1]]> : tensor<2x2xf32>",
        "stablehlo.constant dense<[[0x7F800000, 1.000000e+02], [-0.000000e+00, 1.000000e-01]]> : tensor<2x2xf32>",
    ),
    ("stablehlo.constant dense<\"0x0102\"> : tensor<2xui8>", "stablehlo.constant dense<[1, 2]> : tensor<2xui8>"),
    ("stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi64>", "stablehlo.constant dense<1> : tensor<2x1xi64>"),
    (
        "\"stablehlo.reduce\"(%a, %s) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n %z = stablehlo.maximum %x, %y : tensor<f32>\n \"stablehlo.return\"(%z) : (tensor<f32>) -> ()\n}) {dimensions = array<i64: 0>} : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>",
        "stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>",
    ),
    (
        "stablehlo.slice %a [0:2:1, 0:2:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>",
        "stablehlo.slice %0 [0:2, 0:2:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>",
    ),
    // These have no short form for equal types: JAX does not read one.
    (
        "stablehlo.reshape %a : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "stablehlo.reshape %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>",
    ),
    (
        "stablehlo.bitcast_convert %a : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "stablehlo.bitcast_convert %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>",
    ),
    ("arith.constant -3 : i8", "arith.constant -3 : i8"),
    ("\"math.isnan\"(%a) : (tensor<2x2xf32>) -> tensor<2x2xi1>", "math.isnan %0 : tensor<2x2xf32>"),
    ("math.isinf %a fastmath<nnan> : tensor<2x2xf32>", "math.isinf %0 fastmath<nnan> : tensor<2x2xf32>"),
    ("arith.constant 255 : i8", "arith.constant -1 : i8"),
];

#[test]
fn one_form_is_printed() {
    let context = zymase_dialects::context();
    for (written, printed) in SPELLINGS {
        let text = format!(
            "%a = \"x.make\"() : () -> tensor<2x2xf32>\n%s = \"x.make\"() : () -> tensor<f32>\n%r = {written}\n"
        );
        let ir = zymase_ir::read(&context, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        if let Err(errors) = zymase_ir::verify(&ir) {
            panic!("{}\n{text}", errors[0]);
        }
        let all = zymase_ir::print(&ir, zymase_ir::Form::Pretty);
        let line = all.lines().nth(3).unwrap_or_default();
        assert_eq!(line.split_once(" = ").map(|(_, rest)| rest), Some(*printed), "{all}");
    }
}

#[test]
fn functions_are_written_in_several_ways() {
    let context = zymase_dialects::context();
    let text = "func.func @f(%x: i32) -> (i32) { return %x : i32 }
        func.func @g(%x: i32) -> i32 { %0 = call @f(%x) : (i32) -> i32 \n %1 = func.call @f(%0) : (i32) -> (i32) \n func.return %1 : i32 }
        func.func private @h(i32, tensor<f32> {a.b})";
    let ir = zymase_ir::read(&context, text).unwrap_or_else(|error| panic!("{error}"));
    assert!(zymase_ir::verify(&ir).is_ok());
    let expected = "module {
  func.func @f(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
  func.func @g(%arg0: i32) -> i32 {
    %0 = call @f(%arg0) : (i32) -> i32
    %1 = call @f(%0) : (i32) -> i32
    return %1 : i32
  }
  func.func private @h(i32, tensor<f32> {a.b})
}
";
    assert_eq!(zymase_ir::print(&ir, zymase_ir::Form::Pretty), expected);
}
