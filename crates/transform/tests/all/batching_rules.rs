//! Rules for batches of everything with dimension numbers or bodies, as in `batching.rs`.

use crate::support::batches::{ANY, Range, check, check_in};
use crate::support::{Random, list, plain, program, shape, shuffled, ty};

const ROUNDS: usize = 3;

type Sizes = &'static [i64];

#[test]
fn products() {
    let mut random = Random(21);
    for _ in 0..3 * ROUNDS {
        let (batch, contract) = (random.between(0, 2), random.between(0, 2));
        let (left_free, right_free) = (random.between(0, 2), random.between(0, 1));
        let sizes = shape(&mut random, 1, batch + contract);
        let side = |random: &mut Random, free: i64| {
            let mut all = sizes.clone();
            all.extend(shape(random, 1, free));
            let order = shuffled(random, all.len() as i64);
            // order[place] = which of all stands there.
            let shape: Vec<i64> = order.iter().map(|which| all[*which as usize]).collect();
            let at = |which: i64| order.iter().position(|other| *other == which).unwrap() as i64;
            let batching: Vec<i64> = (0..batch).map(at).collect();
            let contracting: Vec<i64> = (batch..batch + contract).map(at).collect();
            let free: Vec<i64> = (0..shape.len() as i64)
                .filter(|place| !batching.contains(place) && !contracting.contains(place))
                .map(|place| shape[place as usize])
                .collect();
            (shape, batching, contracting, free)
        };
        let (left, left_batching, left_contracting, left_sizes) = side(&mut random, left_free);
        let (right, right_batching, right_contracting, right_sizes) = side(&mut random, right_free);
        let result = [&sizes[..batch as usize], &left_sizes, &right_sizes].concat();
        let attributes = format!(
            "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{}], rhs_batching_dimensions = [{}], \
             lhs_contracting_dimensions = [{}], rhs_contracting_dimensions = [{}]>",
            plain(&left_batching),
            plain(&right_batching),
            plain(&left_contracting),
            plain(&right_contracting)
        );
        let operands = [ty(&left, "f64"), ty(&right, "f64")];
        check(&program("stablehlo.dot_general", &operands, &attributes, "", &ty(&result, "f64")), &mut random);
    }
    for (left, right, result) in [(&[3][..], &[3][..], &[][..]), (&[2, 3], &[3], &[2]), (&[2, 3], &[3, 4], &[2, 4])] {
        let operands = [ty(left, "f64"), ty(right, "f64")];
        check(&program("stablehlo.dot", &operands, "", "", &ty(result, "f64")), &mut random);
    }
}

#[test]
fn convolutions() {
    let mut random = Random(22);
    for round in 0..4 * ROUNDS {
        let groups = random.between(1, 2);
        let (features, batches) = if round % 2 == 0 { (groups, 1) } else { (1, groups) };
        let (batch, input, output) =
            (batches * random.between(1, 2), features * random.between(1, 2), groups * random.between(1, 2));
        let (size, window) = (random.between(3, 5), random.between(1, 3));
        let (stride, dilation) = (random.between(1, 2), random.between(1, 2));
        let padding = random.between(0, 2);
        let span = (window - 1) * dilation + 1;
        let count = if size + padding >= span { (size + padding - span) / stride + 1 } else { 0 };
        let orders: Vec<Vec<i64>> = (0..3).map(|_| shuffled(&mut random, 3)).collect();
        let labels = |order: &[i64], names: [&str; 3]| -> String {
            order.iter().map(|which| names[*which as usize]).collect::<Vec<_>>().join(", ")
        };
        let place =
            |order: &[i64], sizes: [i64; 3]| -> Vec<i64> { order.iter().map(|which| sizes[*which as usize]).collect() };
        let numbers = format!(
            "[{}]x[{}]->[{}]",
            labels(&orders[0], ["b", "f", "0"]),
            labels(&orders[1], ["i", "o", "0"]),
            labels(&orders[2], ["b", "f", "0"])
        );
        let left = place(&orders[0], [batch, input, size]);
        let right = place(&orders[1], [input / features, output, window]);
        let result = place(&orders[2], [batch / batches, output, count]);
        let attributes = format!(
            "window_strides = array<i64: {stride}>, padding = dense<[[0, {padding}]]> : tensor<1x2xi64>, rhs_dilation = \
             array<i64: {dilation}>, dimension_numbers = #stablehlo.conv<{numbers}>, feature_group_count = {features} : \
             i64, batch_group_count = {batches} : i64"
        );
        let operands = [ty(&left, "f64"), ty(&right, "f64")];
        check(&program("stablehlo.convolution", &operands, &attributes, "", &ty(&result, "f64")), &mut random);
    }
}

fn body(op: &str, element: &str) -> String {
    format!(
        " ({{\n ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n %z = {op} %x, %y : tensor<{element}>\n \
         \"stablehlo.return\"(%z) : (tensor<{element}>) -> ()\n}})"
    )
}

#[test]
fn reductions() {
    let mut random = Random(23);
    let bodies = ["stablehlo.add", "stablehlo.multiply", "stablehlo.maximum", "stablehlo.minimum", "stablehlo.atan2"];
    for (round, op) in bodies.iter().enumerate() {
        let from = shape(&mut random, 1, 1 + round as i64 % 3);
        let dimensions: Vec<i64> = (0..from.len() as i64).filter(|_| random.between(0, 1) == 1).collect();
        let to: Vec<i64> =
            (0..from.len()).filter(|place| !dimensions.contains(&(*place as i64))).map(|place| from[place]).collect();
        let attribute = format!("dimensions = {}", list(&dimensions));
        for element in ["f64", "i32"] {
            if element == "i32" && op.contains("atan2") {
                continue;
            }
            let operands = [ty(&from, element), ty(&[], element)];
            let text = program("stablehlo.reduce", &operands, &attribute, &body(op, element), &ty(&to, element));
            check(&text, &mut random);
        }
    }
    // The largest and where it is; a body that uses a value from outside.
    check(
        "func.func @main(%a: tensor<3x4xf64>, %i: tensor<3x4xi32>, %s: tensor<f64>, %t: tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>) {
          %0:2 = stablehlo.reduce(%a init: %s), (%i init: %t) across dimensions = [1] : (tensor<3x4xf64>, tensor<3x4xi32>, tensor<f64>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
           reducer(%x: tensor<f64>, %y: tensor<f64>) (%u: tensor<i32>, %v: tensor<i32>) {
            %c = stablehlo.compare GE, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
            %m = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f64>
            %n = stablehlo.select %c, %u, %v : tensor<i1>, tensor<i32>
            stablehlo.return %m, %n : tensor<f64>, tensor<i32>
          }
          return %0#0, %0#1 : tensor<3xf64>, tensor<3xi32>
        }",
        &mut random,
    );
    check(
        "func.func @main(%a: tensor<2x3xf64>, %s: tensor<f64>, %w: tensor<f64>) -> tensor<2xf64> {
          %0 = stablehlo.reduce(%a init: %s) across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
           reducer(%x: tensor<f64>, %y: tensor<f64>) {
            %m = stablehlo.multiply %y, %w : tensor<f64>
            %n = stablehlo.add %x, %m : tensor<f64>
            stablehlo.return %n : tensor<f64>
          }
          return %0 : tensor<2xf64>
        }",
        &mut random,
    );
}

#[test]
fn windows() {
    let mut random = Random(24);
    for op in ["stablehlo.add", "stablehlo.maximum"] {
        let attributes = "window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, base_dilations = \
                          array<i64: 2, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 1]]> : \
                          tensor<2x2xi64>";
        let operands = [ty(&[3, 5], "f64"), ty(&[], "f64")];
        let text = program("stablehlo.reduce_window", &operands, attributes, &body(op, "f64"), &ty(&[5, 2], "f64"));
        check(&text, &mut random);
    }
    let select = " ({\n ^bb0(%x: tensor<f64>, %y: tensor<f64>):\n %z = \"stablehlo.compare\"(%x, %y) \
                  <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f64>, tensor<f64>) -> \
                  tensor<i1>\n \"stablehlo.return\"(%z) : (tensor<i1>) -> ()\n}, {\n ^bb0(%x: tensor<f64>, %y: \
                  tensor<f64>):\n %z = stablehlo.add %x, %y : tensor<f64>\n \"stablehlo.return\"(%z) : (tensor<f64>) -> \
                  ()\n})";
    let attributes = "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<[[0, 0], \
                      [0, 1]]> : tensor<2x2xi64>";
    let operands = [ty(&[4, 5], "f64"), ty(&[2, 2], "f64"), ty(&[], "f64")];
    check(&program("stablehlo.select_and_scatter", &operands, attributes, select, &ty(&[4, 5], "f64")), &mut random);
}

#[test]
fn sorts_and_maps() {
    let mut random = Random(25);
    for dimension in ["dimension = 0 : i64, ", "dimension = 1 : i64, ", "dimension = -1 : i64, ", ""] {
        check(
            &format!(
                "func.func @main(%a: tensor<3x4xf64>, %b: tensor<3x4xi32>) -> (tensor<3x4xf64>, tensor<3x4xi32>) {{
                  %0:2 = \"stablehlo.sort\"(%a, %b) <{{{dimension}is_stable = true}}> ({{
                   ^bb0(%x: tensor<f64>, %y: tensor<f64>, %u: tensor<i32>, %v: tensor<i32>):
                    %c = stablehlo.compare LT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
                    stablehlo.return %c : tensor<i1>
                  }}) : (tensor<3x4xf64>, tensor<3x4xi32>) -> (tensor<3x4xf64>, tensor<3x4xi32>)
                  return %0#0, %0#1 : tensor<3x4xf64>, tensor<3x4xi32>
                }}"
            ),
            &mut random,
        );
    }
    check(
        "func.func @main(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<f64>) -> tensor<2x3xf64> {
          %0 = \"stablehlo.map\"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
           ^bb0(%x: tensor<f64>, %y: tensor<f64>):
            %m = stablehlo.multiply %x, %y : tensor<f64>
            %n = stablehlo.add %m, %c : tensor<f64>
            stablehlo.return %n : tensor<f64>
          }) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
          return %0 : tensor<2x3xf64>
        }",
        &mut random,
    );
}

/// Places inside and outside.
const PLACES: Range = Range { floats: (-1.0, 1.0), integers: (-2, 5) };

#[test]
fn slices() {
    let mut random = Random(26);
    for element in ["i32", "i64"] {
        let operands = [ty(&[3, 4], "f64"), ty(&[], element), ty(&[], element)];
        let sizes = "slice_sizes = array<i64: 2, 3>";
        check_in(&program("stablehlo.dynamic_slice", &operands, sizes, "", &ty(&[2, 3], "f64")), &mut random, PLACES);
        let operands = [ty(&[3, 4], "f64"), ty(&[2, 3], "f64"), ty(&[], element), ty(&[], element)];
        let text = program("stablehlo.dynamic_update_slice", &operands, "", "", &ty(&[3, 4], "f64"));
        check_in(&text, &mut random, PLACES);
    }
    let operands = [ty(&[300], "f64"), ty(&[2], "f64"), ty(&[], "ui8")];
    let text = program("stablehlo.dynamic_update_slice", &operands, "", "", &ty(&[300], "f64"));
    check_in(&text, &mut random, Range { integers: (250, 255), ..ANY });
    check(
        &program("stablehlo.dynamic_slice", &[ty(&[], "f64")], "slice_sizes = array<i64>", "", "tensor<f64>"),
        &mut random,
    );
}

#[test]
fn gathers() {
    let mut random = Random(27);
    let cases: [(Sizes, Sizes, &str, Sizes, Sizes); 5] = [
        (
            &[4, 3],
            &[2, 1],
            "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
            &[1, 3],
            &[2, 3],
        ),
        (&[4, 3], &[2, 2], "offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 1", &[2, 2], &[2, 2, 2]),
        (&[4], &[2, 3], "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2", &[1], &[2, 3]),
        (
            &[2, 4, 3],
            &[5, 2, 1],
            "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2",
            &[1, 1, 2],
            &[5, 2, 2],
        ),
        (
            &[4, 3],
            &[2],
            "offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 0",
            &[1, 2],
            &[2],
        ),
    ];
    for (operand, indices, numbers, sizes, result) in cases {
        let attributes = format!(
            "dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {}, indices_are_sorted = false",
            list(sizes)
        );
        let operands = [ty(operand, "f64"), ty(indices, "i32")];
        check_in(&program("stablehlo.gather", &operands, &attributes, "", &ty(result, "f64")), &mut random, PLACES);
    }
    let operands = [ty(&[2, 4, 3], "f64"), ty(&[2, 2], "i32")];
    let inside = Range { integers: (0, 3), ..ANY };
    for (dim, batch, result) in [(1, 0, &[2, 2, 2, 3][..]), (1, 1, &[2, 2, 3])] {
        let attributes = format!("dim = {dim} : i64, batch_dims = {batch} : i64");
        let text = program("stablehlo.torch_index_select", &operands, &attributes, "", &ty(result, "f64"));
        check_in(&text, &mut random, inside);
    }
}

#[test]
fn scatters() {
    let mut random = Random(28);
    let cases: [(Sizes, Sizes, &str, Sizes); 4] = [
        (
            &[4, 3],
            &[2, 1],
            "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
            &[2, 3],
        ),
        (
            &[4, 3],
            &[2, 2],
            "update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1",
            &[2, 2, 2],
        ),
        (
            &[2, 4, 3],
            &[5, 2, 1],
            "update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2",
            &[5, 2, 2],
        ),
        (
            &[4, 3],
            &[2],
            "update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0",
            &[2],
        ),
    ];
    for (operand, indices, numbers, updates) in cases {
        for op in ["stablehlo.add", "stablehlo.maximum"] {
            let attributes = format!(
                "scatter_dimension_numbers = #stablehlo.scatter<{numbers}>, indices_are_sorted = false, unique_indices = false"
            );
            let operands = [ty(operand, "f64"), ty(indices, "i32"), ty(updates, "f64")];
            let text = program("stablehlo.scatter", &operands, &attributes, &body(op, "f64"), &ty(operand, "f64"));
            check_in(&text, &mut random, PLACES);
        }
    }
    // Several inputs, and a body that uses a value from outside.
    check_in(
        "func.func @main(%a: tensor<4xf64>, %b: tensor<4xi32>, %i: tensor<2x1xi32>, %u: tensor<2xf64>, %v: tensor<2xi32>, %w: tensor<f64>) -> (tensor<4xf64>, tensor<4xi32>) {
          %0:2 = \"stablehlo.scatter\"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
           ^bb0(%p: tensor<f64>, %q: tensor<i32>, %r: tensor<f64>, %s: tensor<i32>):
            %x = stablehlo.multiply %r, %w : tensor<f64>
            %y = stablehlo.add %p, %x : tensor<f64>
            stablehlo.return %y, %s : tensor<f64>, tensor<i32>
          }) : (tensor<4xf64>, tensor<4xi32>, tensor<2x1xi32>, tensor<2xf64>, tensor<2xi32>) -> (tensor<4xf64>, tensor<4xi32>)
          return %0#0, %0#1 : tensor<4xf64>, tensor<4xi32>
        }",
        &mut random,
        PLACES,
    );
}

#[test]
fn transforms_and_factors() {
    let mut random = Random(29);
    for (kind, from, to, lengths) in [
        ("FFT", ty(&[2, 4], "complex<f64>"), ty(&[2, 4], "complex<f64>"), "4"),
        ("IFFT", ty(&[2, 4], "complex<f64>"), ty(&[2, 4], "complex<f64>"), "2, 4"),
        ("RFFT", ty(&[4], "f64"), ty(&[3], "complex<f64>"), "4"),
        ("IRFFT", ty(&[3], "complex<f64>"), ty(&[4], "f64"), "4"),
    ] {
        let attributes = format!("fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {lengths}>");
        check(&program("stablehlo.fft", &[from], &attributes, "", &to), &mut random);
    }
    check(
        "func.func @main(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> (tensor<3x3xf64>, tensor<3x2xf64>) {
          %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf64>) -> tensor<3x3xf64>
          %s = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
          %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
          %p = stablehlo.add %s, %i : tensor<3x3xf64>
          %l = stablehlo.cholesky %p, lower = true : tensor<3x3xf64>
          %x = \"stablehlo.triangular_solve\"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
          return %l, %x : tensor<3x3xf64>, tensor<3x2xf64>
        }",
        &mut random,
    );
}

#[test]
fn normalisations() {
    let mut random = Random(30);
    for (data, feature) in [(&[3, 2, 2][..], 1), (&[3, 2], 1), (&[2], 0)] {
        let (data, vector) = (ty(data, "f64"), ty(&[2], "f64"));
        let attributes = format!("epsilon = 0.1 : f32, feature_index = {feature} : i64");
        let positive = Range { floats: (0.2, 2.0), ..ANY };
        check_in(
            &format!(
                "func.func @main(%a: {data}, %s: {vector}, %o: {vector}) -> ({data}, {vector}, {vector}) {{\n  %0:3 = \
                 \"stablehlo.batch_norm_training\"(%a, %s, %o) <{{{attributes}}}> : ({data}, {vector}, {vector}) -> ({data}, \
                 {vector}, {vector})\n  return %0#0, %0#1, %0#2 : {data}, {vector}, {vector}\n}}"
            ),
            &mut random,
            positive,
        );
        let four = [data.clone(), vector.clone(), vector.clone(), vector.clone(), vector.clone()];
        check_in(&program("stablehlo.batch_norm_inference", &four, &attributes, "", &data), &mut random, positive);
        check_in(
            &format!(
                "func.func @main(%a: {data}, %s: {vector}, %m: {vector}, %v: {vector}, %g: {data}) -> ({data}, {vector}, {vector}) \
                 {{\n  %0:3 = \"stablehlo.batch_norm_grad\"(%a, %s, %m, %v, %g) <{{{attributes}}}> : ({data}, {vector}, \
                 {vector}, {vector}, {data}) -> ({data}, {vector}, {vector})\n  return %0#0, %0#1, %0#2 : {data}, {vector}, \
                 {vector}\n}}"
            ),
            &mut random,
            positive,
        );
    }
}
