//! Tensors without elements: every rule makes a derivative that can be evaluated.

use crate::support::{Random, body, check, program, replacing};

fn check_op<S: AsRef<str>>(op: &str, operands: &[S], attributes: &str, regions: &str, result: &str) {
    check(&program(op, operands, attributes, regions, result), &mut Random(131), (0.3, 1.5), (0, 0));
}

#[test]
fn movement() {
    let empty = "tensor<0x3xf64>";
    check_op("stablehlo.transpose", &[empty], "permutation = array<i64: 1, 0>", "", "tensor<3x0xf64>");
    check_op("stablehlo.reverse", &[empty], "dimensions = array<i64: 0>", "", empty);
    check_op("stablehlo.reshape", &[empty], "", "", "tensor<3x0x2xf64>");
    check_op("stablehlo.concatenate", &[empty, "tensor<2x3xf64>"], "dimension = 0 : i64", "", "tensor<2x3xf64>");
    check_op("stablehlo.broadcast_in_dim", &["tensor<3xf64>"], "broadcast_dimensions = array<i64: 1>", "", empty);
    check_op("stablehlo.broadcast_in_dim", &["tensor<1x3xf64>"], "broadcast_dimensions = array<i64: 0, 1>", "", empty);
    let slice = "limit_indices = array<i64: 1, 3>, start_indices = array<i64: 1, 0>, strides = array<i64: 2, 1>";
    check_op("stablehlo.slice", &["tensor<2x3xf64>"], slice, "", empty);
    let pad = "edge_padding_high = array<i64: 1, -3>, edge_padding_low = array<i64: 2, 0>, interior_padding = array<i64: 1, 2>";
    check_op("stablehlo.pad", &[empty, "tensor<f64>"], pad, "", "tensor<3x4xf64>");
    check_op("stablehlo.clamp", &["tensor<f64>", empty, "tensor<f64>"], "", "", empty);
    check_op("stablehlo.select", &["tensor<i1>", empty, empty], "", "", empty);
    let sizes = "slice_sizes = array<i64: 0, 2>";
    let places = ["tensor<2x3xf64>", "tensor<i32>", "tensor<i32>"];
    check_op("stablehlo.dynamic_slice", &places, sizes, "", "tensor<0x2xf64>");
    let update = ["tensor<2x3xf64>", empty, "tensor<i32>", "tensor<i32>"];
    check_op("stablehlo.dynamic_update_slice", &update, "", "", "tensor<2x3xf64>");
}

#[test]
fn sums_products_and_extrema() {
    let (empty, number) = ("tensor<0x3xf64>", "tensor<f64>");
    for op in ["add", "multiply", "maximum", "minimum"] {
        let body = body(&format!("stablehlo.{op}"), "f64");
        for (dimension, result) in [(0, "tensor<3xf64>"), (1, "tensor<0xf64>")] {
            let along = format!("dimensions = array<i64: {dimension}>");
            check_op("stablehlo.reduce", &[empty, number], &along, &body, result);
        }
        let window = "window_dimensions = array<i64: 1, 2>";
        check_op("stablehlo.reduce_window", &[empty, number], window, &body, "tensor<0x2xf64>");
        let outside = "padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>";
        check_op("stablehlo.reduce_window", &[empty, number], outside, &body, "tensor<1x3xf64>");
    }
    let numbers =
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>";
    check_op("stablehlo.dot_general", &[empty, "tensor<3x2xf64>"], numbers, "", "tensor<0x2xf64>");
    check_op("stablehlo.dot_general", &["tensor<2x0xf64>", empty], numbers, "", "tensor<2x3xf64>");
    check_op("stablehlo.einsum", &["tensor<2x0xf64>", empty], "einsum_config = \"ab,bc->ca\"", "", "tensor<3x2xf64>");
    check_op("stablehlo.unary_einsum", &["tensor<0x0xf64>"], "einsum_config = \"aa->a\"", "", "tensor<0xf64>");
    let convolution = "batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, \
                       feature_group_count = 1 : i64";
    let (input, kernel) = ("tensor<0x5x2xf64>", "tensor<3x2x4xf64>");
    check_op("stablehlo.convolution", &[input, kernel], convolution, "", "tensor<0x3x4xf64>");
}

#[test]
fn indices_and_orders() {
    let (table, numbers) = ("tensor<4x2xf64>", "tensor<0x1xi64>");
    let gather = "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], \
                  index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>";
    check_op("stablehlo.gather", &[table, numbers], gather, "", "tensor<0x2xf64>");
    let scatter = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], \
                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>";
    let bodies = ["add", "multiply", "maximum"].map(|op| body(&format!("stablehlo.{op}"), "f64"));
    for body in bodies.iter().chain([&replacing()]) {
        let (empty, places) = ("tensor<4x0xf64>", "tensor<3x1xi64>");
        check_op("stablehlo.scatter", &[table, numbers, "tensor<0x2xf64>"], scatter, body, table);
        check_op("stablehlo.scatter", &[empty, places, "tensor<3x0xf64>"], scatter, body, empty);
        let unique = format!("{scatter}, unique_indices = true");
        check_op("stablehlo.scatter", &[table, numbers, "tensor<0x2xf64>"], &unique, body, table);
    }
    let order = " ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, \
                 tensor<f64>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  })";
    for dimension in 0..2 {
        let along = format!("dimension = {dimension} : i64");
        check_op("stablehlo.sort", &["tensor<0x3xf64>"], &along, order, "tensor<0x3xf64>");
    }
}

#[test]
fn matrices() {
    for matrix in ["tensor<0x0xf64>", "tensor<0x2x2xf64>"] {
        check_op("stablehlo.cholesky", &[matrix], "lower = true", "", matrix);
        let system =
            "left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false";
        check_op("stablehlo.triangular_solve", &[matrix, matrix], system, "", matrix);
    }
    let transform = "fft_length = array<i64: 3>, fft_type = #stablehlo<fft_type RFFT>";
    check_op("stablehlo.fft", &["tensor<0x3xf64>"], transform, "", "tensor<0x2xcomplex<f64>>");
}
