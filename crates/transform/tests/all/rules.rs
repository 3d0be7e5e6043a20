//! Every rule on random shapes and attributes: reverse against forward against differences.

use crate::support::{Random, any_shape, body, check, list, plain, program, replacing, shape, shuffled, ty, window};

const ROUNDS: usize = 4;

#[test]
fn functions_of_one_operand() {
    let mut random = Random(1);
    let cases: [(&str, f64, f64); 38] = [
        ("stablehlo.abs", 0.1, 2.0),
        ("stablehlo.abs", -2.0, -0.1),
        ("stablehlo.cbrt", 0.2, 3.0),
        ("stablehlo.ceil", 0.1, 0.9),
        ("stablehlo.cosine", -3.0, 3.0),
        ("stablehlo.exponential", -3.0, 2.0),
        ("stablehlo.exponential_minus_one", -3.0, 2.0),
        ("stablehlo.floor", 0.1, 0.9),
        ("stablehlo.log", 0.2, 3.0),
        ("stablehlo.log_plus_one", -0.5, 3.0),
        ("stablehlo.logistic", -4.0, 4.0),
        ("stablehlo.negate", -1.0, 1.0),
        ("stablehlo.round_nearest_afz", 0.6, 1.4),
        ("stablehlo.round_nearest_even", 0.6, 1.4),
        ("stablehlo.rsqrt", 0.2, 3.0),
        ("stablehlo.sign", 0.2, 3.0),
        ("stablehlo.sine", -3.0, 3.0),
        ("stablehlo.sqrt", 0.2, 3.0),
        ("stablehlo.tan", -1.2, 1.2),
        ("stablehlo.tanh", -2.0, 2.0),
        ("chlo.acos", -0.9, 0.9),
        ("chlo.acosh", 1.1, 3.0),
        ("chlo.asin", -0.9, 0.9),
        ("chlo.asinh", -3.0, 3.0),
        ("chlo.atan", -3.0, 3.0),
        ("chlo.atanh", -0.9, 0.9),
        ("chlo.bessel_i1e", -4.0, 4.0),
        ("chlo.bessel_i1e", -32.0, -22.0),
        ("chlo.bessel_i1e", 24.0, 26.0),
        ("chlo.conj", -0.9, 0.9),
        ("chlo.cosh", -2.0, 2.0),
        ("chlo.digamma", 0.5, 4.0),
        ("chlo.erf", -2.0, 2.0),
        ("chlo.erfc", -2.0, 2.0),
        ("chlo.lgamma", 0.5, 4.0),
        ("chlo.sinh", -2.0, 2.0),
        ("chlo.square", -2.0, 2.0),
        ("chlo.tan", -1.2, 1.2),
    ];
    for (op, low, high) in cases {
        let ty = ty(&any_shape(&mut random), "f64");
        check(&program(op, &[&ty], "", "", &ty), &mut random, (low, high), (0, 1));
    }
}

#[test]
fn functions_of_complex_numbers() {
    let mut random = Random(2);
    let unary = [
        "stablehlo.cosine",
        "stablehlo.exponential",
        "stablehlo.exponential_minus_one",
        "stablehlo.log",
        "stablehlo.log_plus_one",
        "stablehlo.logistic",
        "stablehlo.negate",
        "stablehlo.rsqrt",
        "stablehlo.sign",
        "stablehlo.sine",
        "stablehlo.sqrt",
        "stablehlo.tan",
        "stablehlo.tanh",
        "chlo.acos",
        "chlo.acosh",
        "chlo.asin",
        "chlo.asinh",
        "chlo.atan",
        "chlo.atanh",
        "chlo.conj",
        "chlo.cosh",
        "chlo.sinh",
        "chlo.square",
        "chlo.tan",
    ];
    for op in unary {
        let ty = ty(&any_shape(&mut random), "complex<f64>");
        for range in [(0.3, 1.5), (-1.5, -0.3)] {
            check(&program(op, &[&ty], "", "", &ty), &mut random, range, (0, 1));
        }
    }
    for op in ["add", "subtract", "multiply", "divide", "power"] {
        let ty = ty(&any_shape(&mut random), "complex<f64>");
        let text = program(&format!("stablehlo.{op}"), &[ty.clone(), ty.clone()], "", "", &ty);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    for op in ["abs", "real", "imag"] {
        let shape = any_shape(&mut random);
        let text = program(&format!("stablehlo.{op}"), &[ty(&shape, "complex<f64>")], "", "", &ty(&shape, "f64"));
        check(&text, &mut random, (0.3, 1.5), (0, 1));
    }
    let shape = any_shape(&mut random);
    let parts = [ty(&shape, "f64"), ty(&shape, "f64")];
    check(&program("stablehlo.complex", &parts, "", "", &ty(&shape, "complex<f64>")), &mut random, (0.3, 1.5), (0, 1));
}

#[test]
fn functions_of_several_operands() {
    let mut random = Random(3);
    for op in ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"] {
        for _ in 0..ROUNDS {
            let ty = ty(&any_shape(&mut random), "f64");
            let text = program(&format!("stablehlo.{op}"), &[ty.clone(), ty.clone()], "", "", &ty);
            check(&text, &mut random, (0.3, 2.0), (0, 1));
        }
    }
    for round in 0..ROUNDS {
        let shape = any_shape(&mut random);
        let full = ty(&shape, "f64");
        let condition = ty(if round % 2 == 0 { &shape } else { &[] }, "i1");
        let text = program("stablehlo.select", &[condition, full.clone(), full.clone()], "", "", &full);
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
        let bound = |scalar: bool| ty(if scalar { &[] } else { &shape }, "f64");
        let operands = [bound(round % 2 == 0), full.clone(), bound(round % 3 == 0)];
        check(&program("stablehlo.clamp", &operands, "", "", &full), &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn conversions() {
    let mut random = Random(4);
    let shape = [2, 3];
    let (real, complex) = (ty(&shape, "f64"), ty(&shape, "complex<f64>"));
    for (from, to) in [(&real, &complex), (&complex, &real), (&real, &real)] {
        check(&program("stablehlo.convert", &[&from], "", "", to), &mut random, (-1.0, 1.0), (0, 1));
    }
    let wide = "exponent_bits = 11 : i32, mantissa_bits = 52 : i32";
    check(&program("stablehlo.reduce_precision", &[&real], wide, "", &real), &mut random, (-1.0, 1.0), (0, 1));
    let barrier = format!(
        "func.func @main(%a: {real}, %b: tensor<i32>) -> ({real}, tensor<i32>) {{\n  %0:2 = stablehlo.optimization_barrier \
         %a, %b : {real}, tensor<i32>\n  return %0#0, %0#1 : {real}, tensor<i32>\n}}"
    );
    check(&barrier, &mut random, (-1.0, 1.0), (0, 1));
}

#[test]
fn shapes() {
    let mut random = Random(5);
    for _ in 0..3 * ROUNDS {
        let from = any_shape(&mut random);
        let rank = from.len() as i64;
        let operand = ty(&from, "f64");
        let permutation = shuffled(&mut random, rank);
        let turned: Vec<i64> = permutation.iter().map(|place| from[*place as usize]).collect();
        let text = program(
            "stablehlo.transpose",
            &[&operand],
            &format!("permutation = {}", list(&permutation)),
            "",
            &ty(&turned, "f64"),
        );
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        let flat = ty(&[from.iter().product()], "f64");
        check(&program("stablehlo.reshape", &[&operand], "", "", &flat), &mut random, (-1.0, 1.0), (0, 1));

        let dimensions: Vec<i64> = (0..rank).filter(|_| random.between(0, 1) == 1).collect();
        let attribute = format!("dimensions = {}", list(&dimensions));
        let text = program("stablehlo.reverse", &[&operand], &attribute, "", &operand);
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        // Dimensions of size one may be repeated, places may be in any order.
        let extra = random.between(0, 2);
        let places: Vec<i64> = shuffled(&mut random, rank + extra)[..from.len()].to_vec();
        let mut to = shape(&mut random, 1, rank + extra);
        let mut narrow = from.clone();
        for (dimension, place) in places.iter().enumerate() {
            if random.between(0, 2) == 0 {
                narrow[dimension] = 1;
            } else {
                to[*place as usize] = narrow[dimension];
            }
        }
        let attribute = format!("broadcast_dimensions = {}", list(&places));
        let text = program("stablehlo.broadcast_in_dim", &[ty(&narrow, "f64")], &attribute, "", &ty(&to, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        let sizes = shape(&mut random, 1, 2);
        let all: Vec<i64> = sizes.iter().chain(&from).copied().collect();
        let attribute = format!("broadcast_sizes = {}", list(&sizes));
        let text = program("stablehlo.broadcast", &[operand], &attribute, "", &ty(&all, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn parts_and_paddings() {
    let mut random = Random(6);
    for _ in 0..3 * ROUNDS {
        let rank = random.between(1, 3);
        let from: Vec<i64> = (0..rank).map(|_| random.between(1, 6)).collect();
        let operand = ty(&from, "f64");
        let (mut start, mut limit, mut strides, mut part) = (vec![], vec![], vec![], vec![]);
        for size in &from {
            let low = random.between(0, *size);
            let high = random.between(low, *size);
            let stride = random.between(1, 3);
            start.push(low);
            limit.push(high);
            strides.push(stride);
            part.push((high - low + stride - 1) / stride);
        }
        let attributes =
            format!("limit_indices = {}, start_indices = {}, strides = {}", list(&limit), list(&start), list(&strides));
        let text = program("stablehlo.slice", &[&operand], &attributes, "", &ty(&part, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        let (mut low, mut high, mut gaps, mut padded) = (vec![], vec![], vec![], vec![]);
        for size in &from {
            let gap = random.between(0, 2);
            let inner = size + (size - 1) * gap;
            let before = random.between(-2, 2);
            let after = random.between((-2).max(-inner - before), 2);
            low.push(before);
            high.push(after);
            gaps.push(gap);
            padded.push((inner + before + after).max(0));
        }
        let attributes = format!(
            "edge_padding_high = {}, edge_padding_low = {}, interior_padding = {}",
            list(&high),
            list(&low),
            list(&gaps)
        );
        let text = program("stablehlo.pad", &[operand.clone(), ty(&[], "f64")], &attributes, "", &ty(&padded, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        let along = random.between(0, rank - 1) as usize;
        let mut operands = vec![];
        let mut whole = from.clone();
        whole[along] = 0;
        for _ in 0..random.between(1, 3) {
            let mut piece = from.clone();
            piece[along] = random.between(0, 3);
            whole[along] += piece[along];
            operands.push(ty(&piece, "f64"));
        }
        let text =
            program("stablehlo.concatenate", &operands, &format!("dimension = {along} : i64"), "", &ty(&whole, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));

        // Start indices outside are moved inside.
        let sizes: Vec<i64> = from.iter().map(|size| random.between(1, *size)).collect();
        let starts = vec![ty(&[], "i32"); from.len()];
        let attribute = format!("slice_sizes = {}", list(&sizes));
        let text = program(
            "stablehlo.dynamic_slice",
            &[std::slice::from_ref(&operand), &starts[..]].concat(),
            &attribute,
            "",
            &ty(&sizes, "f64"),
        );
        check(&text, &mut random, (-1.0, 1.0), (-3, 7));
        let operands = [&[operand.clone(), ty(&sizes, "f64")], &starts[..]].concat();
        let text = program("stablehlo.dynamic_update_slice", &operands, "", "", &operand);
        check(&text, &mut random, (-1.0, 1.0), (-3, 7));
    }
}

#[test]
fn dot_products() {
    let mut random = Random(7);
    for round in 0..4 * ROUNDS {
        let (batches, contracted) = (random.between(0, 2), random.between(0, 2));
        let (lefts, rights) = (random.between(0, 2), random.between(0, 2));
        let side = |random: &mut Random, free: i64| {
            let order = shuffled(random, batches + contracted + free);
            let (batching, rest) = order.split_at(batches as usize);
            (batching.to_vec(), rest[..contracted as usize].to_vec(), order.len())
        };
        let (left_batch, left_sum, left_rank) = side(&mut random, lefts);
        let (right_batch, right_sum, right_rank) = side(&mut random, rights);
        let mut left = shape(&mut random, 1, left_rank as i64);
        let right = shape(&mut random, 1, right_rank as i64);
        for (l, r) in left_batch.iter().zip(&right_batch).chain(left_sum.iter().zip(&right_sum)) {
            left[*l as usize] = right[*r as usize];
        }
        let free = |shape: &[i64], taken: &[&[i64]]| -> Vec<i64> {
            let is_free = |index: &usize| !taken.concat().contains(&(*index as i64));
            (0..shape.len()).filter(is_free).map(|index| shape[index]).collect()
        };
        let result: Vec<i64> = left_batch
            .iter()
            .map(|dimension| left[*dimension as usize])
            .chain(free(&left, &[&left_batch, &left_sum]))
            .chain(free(&right, &[&right_batch, &right_sum]))
            .collect();
        let element = if round % 3 == 0 { "complex<f64>" } else { "f64" };
        let attribute = format!(
            "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{}], rhs_batching_dimensions = [{}], \
             lhs_contracting_dimensions = [{}], rhs_contracting_dimensions = [{}]>",
            plain(&left_batch),
            plain(&right_batch),
            plain(&left_sum),
            plain(&right_sum)
        );
        let operands = [ty(&left, element), ty(&right, element)];
        check(
            &program("stablehlo.dot_general", &operands, &attribute, "", &ty(&result, element)),
            &mut random,
            (-1.0, 1.0),
            (0, 1),
        );
    }
    for (left, right, result) in
        [(vec![3], vec![3], vec![]), (vec![2, 3], vec![3], vec![2]), (vec![2, 3], vec![3, 4], vec![2, 4])]
    {
        let text = program("stablehlo.dot", &[ty(&left, "f64"), ty(&right, "f64")], "", "", &ty(&result, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn reductions() {
    let mut random = Random(8);
    for _ in 0..2 * ROUNDS {
        let from = any_shape(&mut random);
        let summed: Vec<i64> = (0..from.len() as i64).filter(|_| random.between(0, 1) == 1).collect();
        let kept: Vec<i64> =
            (0..from.len()).filter(|place| !summed.contains(&(*place as i64))).map(|place| from[place]).collect();
        let attribute = format!("dimensions = {}", list(&summed));
        for element in ["f64", "complex<f64>"] {
            let operands = [ty(&from, element), ty(&[], element)];
            let text = program(
                "stablehlo.reduce",
                &operands,
                &attribute,
                &body("stablehlo.add", element),
                &ty(&kept, element),
            );
            check(&text, &mut random, (-1.0, 1.0), (0, 1));
        }
        // The start is a constant for the others.
        for (op, start) in [("maximum", "0xFFF0000000000000"), ("minimum", "0x7FF0000000000000"), ("multiply", "1.5")] {
            let (operand, result) = (ty(&from, "f64"), ty(&kept, "f64"));
            let body = body(&format!("stablehlo.{op}"), "f64");
            let text = format!(
                "func.func @main(%0: {operand}) -> {result} {{\n  %1 = stablehlo.constant dense<{start}> : tensor<f64>\n  %r = \
                 \"stablehlo.reduce\"(%0, %1) <{{{attribute}}}>{body} : ({operand}, tensor<f64>) -> {result}\n  return %r : \
                 {result}\n}}"
            );
            check(&text, &mut random, (-1.0, 1.0), (0, 1));
        }
    }
}

#[test]
fn gathers_and_scatters() {
    let mut random = Random(9);
    for round in 0..3 * ROUNDS {
        // Rows or windows of a matrix, by one index or two.
        let (rows, columns, count) = (random.between(2, 5), random.between(2, 5), random.between(1, 4));
        let index = ["i32", "i64", "i8"][round % 3];
        let matrix = ty(&[rows, columns], "f64");
        let (high, wide) = (random.between(1, rows), random.between(1, columns));
        let (row_indices, places) = (ty(&[count], index), ty(&[2, count], index));
        let rows_read = (
            "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
            list(&[1, columns]),
            &row_indices,
            ty(&[count, columns], "f64"),
        );
        let windows_read = (
            "offset_dims = [0, 2], start_index_map = [1, 0]",
            list(&[high, wide]),
            &places,
            ty(&[high, count, wide], "f64"),
        );
        for (numbers, sizes, indices, result) in [rows_read, windows_read] {
            let attributes = format!("dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {sizes}");
            let operands = [matrix.clone(), indices.clone()];
            check(&program("stablehlo.gather", &operands, &attributes, "", &result), &mut random, (-1.0, 1.0), (-3, 6));
        }
        let rows_written = (
            "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
            &row_indices,
            ty(&[count, columns], "f64"),
        );
        let windows_written = (
            "update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0]",
            &places,
            ty(&[high, count, wide], "f64"),
        );
        for (numbers, indices, updates) in [rows_written, windows_written] {
            for body in [body("stablehlo.add", "f64"), replacing()] {
                let attributes = format!("scatter_dimension_numbers = #stablehlo.scatter<{numbers}>");
                let operands = [matrix.clone(), indices.clone(), updates.clone()];
                let text = program("stablehlo.scatter", &operands, &attributes, &body, &matrix);
                check(&text, &mut random, (-1.0, 1.0), (-3, 6));
            }
        }
    }
}

#[test]
fn batched_gathers_and_scatters() {
    let mut random = Random(10);
    for _ in 0..ROUNDS {
        let (batch, size, count) = (random.between(1, 3), random.between(1, 4), random.between(1, 4));
        let operands = [ty(&[batch, size], "f64"), ty(&[count, batch], "i64"), ty(&[count, batch], "f64")];
        let attributes = "dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], \
                          start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = \
                          array<i64: 1, 1>";
        let text = program("stablehlo.gather", &operands[..2], attributes, "", &operands[2]);
        check(&text, &mut random, (-1.0, 1.0), (-2, 5));
        let attributes = "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = \
                          [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>";
        for body in [body("stablehlo.add", "f64"), replacing()] {
            let text = program("stablehlo.scatter", &operands, attributes, &body, &operands[0]);
            check(&text, &mut random, (-1.0, 1.0), (-2, 5));
        }
    }
}

#[test]
fn sorts() {
    let mut random = Random(12);
    for round in 0..2 * ROUNDS {
        let rank = random.between(1, 3);
        let from = shape(&mut random, 1, rank);
        let along = random.between(0, rank - 1);
        let (keys, numbers) = (ty(&from, "f64"), ty(&from, "i32"));
        let direction = if round % 2 == 0 { "LT" } else { "GT" };
        // Sorted by the second operand, which has no derivative, or by the first.
        let (a, b, kind) = if round % 3 == 0 { ("%c", "%d", "i32") } else { ("%a", "%b", "f64") };
        let text = format!(
            "func.func @main(%0: {keys}, %1: {numbers}) -> ({keys}, {numbers}) {{
              %r:2 = \"stablehlo.sort\"(%0, %1) <{{dimension = {along} : i64}}> ({{
              ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<i32>, %d: tensor<i32>):
                %e = stablehlo.compare {direction}, {a}, {b} : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
                stablehlo.return %e : tensor<i1>
              }}) : ({keys}, {numbers}) -> ({keys}, {numbers})
              return %r#0, %r#1 : {keys}, {numbers}
            }}"
        );
        check(&text, &mut random, (-1.0, 1.0), (-2, 2));
    }
}

#[test]
fn sums_over_windows() {
    let mut random = Random(13);
    for _ in 0..4 * ROUNDS {
        let rank = random.between(1, 3);
        let from = shape(&mut random, 1, rank);
        let (attributes, result) = window(&mut random, &from, 3, true);
        let (operand, result) = (ty(&from, "f64"), ty(&result, "f64"));
        let body = body("stablehlo.add", "f64");
        let text = format!(
            "func.func @main(%0: {operand}) -> {result} {{\n  %1 = stablehlo.constant dense<0.0> : tensor<f64>\n  %r = \
             \"stablehlo.reduce_window\"(%0, %1) <{{{attributes}}}>{body} : ({operand}, tensor<f64>) -> {result}\n  return %r \
             : {result}\n}}"
        );
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn convolutions() {
    let mut random = Random(14);
    for _ in 0..6 * ROUNDS {
        let spatial = random.between(0, 2) as usize;
        let groups = random.between(1, 2);
        let (batch, inputs, outputs) =
            (random.between(1, 3), groups * random.between(1, 2), groups * random.between(1, 2));
        let mut sides = [vec![batch, inputs], vec![inputs / groups, outputs], vec![batch, outputs]];
        let (mut strides, mut gaps, mut dilations, mut reversal, mut padding) =
            (vec![], vec![], vec![], vec![], vec![]);
        for _ in 0..spatial {
            let (size, window) = (random.between(1, 5), random.between(1, 3));
            let (stride, gap, dilation) = (random.between(1, 2), random.between(1, 2), random.between(1, 2));
            let (low, high) = (random.between(-1, 2), random.between(0, 2));
            let whole = (size - 1) * gap + 1 + low + high;
            let reach = (window - 1) * dilation + 1;
            let result = if whole < reach { 0 } else { (whole - reach) / stride + 1 };
            for (side, size) in sides.iter_mut().zip([size, window, result]) {
                side.push(size);
            }
            strides.push(stride);
            gaps.push(gap);
            dilations.push(dilation);
            reversal.push(["false", "true"][random.between(0, 1) as usize]);
            padding.push(format!("[{low}, {high}]"));
        }
        // Dimensions in any order: the two letters, then numbers.
        let arrange = |random: &mut Random, sizes: &[i64], letters: [&str; 2]| {
            let order = shuffled(random, sizes.len() as i64);
            let label = |place: &i64| match *place {
                0 | 1 => letters[*place as usize].to_string(),
                spatial => (spatial - 2).to_string(),
            };
            let labels: Vec<String> = order.iter().map(label).collect();
            let shape: Vec<i64> = order.iter().map(|place| sizes[*place as usize]).collect();
            (format!("[{}]", labels.join(", ")), ty(&shape, "f64"))
        };
        let (input, input_type) = arrange(&mut random, &sides[0], ["b", "f"]);
        let (kernel, kernel_type) = arrange(&mut random, &sides[1], ["i", "o"]);
        let (output, output_type) = arrange(&mut random, &sides[2], ["b", "f"]);
        let more = match spatial {
            0 => String::new(),
            _ => format!(
                ", lhs_dilation = {}, padding = dense<[{}]> : tensor<{spatial}x2xi64>, rhs_dilation = {}, window_reversal = \
                 array<i1: {}>, window_strides = {}",
                list(&gaps),
                padding.join(", "),
                list(&dilations),
                reversal.join(", "),
                list(&strides)
            ),
        };
        let attributes = format!(
            "batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<{input}x{kernel}->{output}>, \
             feature_group_count = {groups} : i64{more}"
        );
        let operands = [input_type, kernel_type];
        let text = program("stablehlo.convolution", &operands, &attributes, "", &output_type);
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}
