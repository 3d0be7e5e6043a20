//! Rules for batches of what treats elements by itself or moves them, on random shapes and attributes, for every choice of
//! batched operands: what is computed for many examples at once is what is computed for each by itself.

use crate::support::batches::check;
use crate::support::{Random, any_shape, list, program, shuffled, ty};

type Sizes = &'static [i64];

#[test]
fn elements() {
    let mut random = Random(1);
    for op in ["stablehlo.sine", "stablehlo.negate", "stablehlo.is_finite", "chlo.erf", "chlo.square", "chlo.is_inf"] {
        let shape = any_shape(&mut random);
        let result = if op.contains("is_") { "i1" } else { "f64" };
        check(&program(op, &[ty(&shape, "f64")], "", "", &ty(&shape, result)), &mut random);
    }
    for op in ["stablehlo.add", "stablehlo.power", "stablehlo.maximum", "stablehlo.complex", "chlo.next_after"] {
        let shape = any_shape(&mut random);
        let result = if op.contains("complex") { "complex<f64>" } else { "f64" };
        let operands = [ty(&shape, "f64"), ty(&shape, "f64")];
        check(&program(op, &operands, "", "", &ty(&shape, result)), &mut random);
    }
    let direction = "comparison_direction = #stablehlo<comparison_direction LT>";
    let operands = [ty(&[2, 3], "i32"), ty(&[2, 3], "i32")];
    check(&program("stablehlo.compare", &operands, direction, "", &ty(&[2, 3], "i1")), &mut random);
    check(&program("stablehlo.convert", &[ty(&[2], "i32")], "", "", &ty(&[2], "f64")), &mut random);
    check(&program("stablehlo.bitcast_convert", &[ty(&[2], "i64")], "", "", &ty(&[2, 2], "i32")), &mut random);
    check(&program("stablehlo.bitcast_convert", &[ty(&[3, 2], "i32")], "", "", &ty(&[3], "i64")), &mut random);
    for round in 0..6 {
        let shape = if round == 5 { vec![] } else { any_shape(&mut random) };
        let full = ty(&shape, "f64");
        let condition = ty(if round % 2 == 0 { &shape } else { &[] }, "i1");
        check(&program("stablehlo.select", &[condition, full.clone(), full.clone()], "", "", &full), &mut random);
        let bound = |scalar: bool| ty(if scalar { &[] } else { &shape }, "f64");
        let operands = [bound(round % 2 == 0), full.clone(), bound(round % 3 == 0)];
        check(&program("stablehlo.clamp", &operands, "", "", &full), &mut random);
    }
}

#[test]
fn broadcasting_elements() {
    let mut random = Random(2);
    let cases: [(Sizes, Sizes, &str, Sizes); 6] = [
        (&[2, 3], &[3], "broadcast_dimensions = array<i64: 1>", &[2, 3]),
        (&[2, 3], &[2], "broadcast_dimensions = array<i64: 0>", &[2, 3]),
        (&[2], &[2, 3], "broadcast_dimensions = array<i64: 0>", &[2, 3]),
        (&[3], &[2, 3], "", &[2, 3]),
        (&[2, 1], &[2, 3], "", &[2, 3]),
        (&[], &[2, 3], "", &[2, 3]),
    ];
    for (left, right, attribute, result) in cases {
        let operands = [ty(left, "f64"), ty(right, "f64")];
        check(&program("chlo.broadcast_subtract", &operands, attribute, "", &ty(result, "f64")), &mut random);
    }
    let operands = [ty(&[], "i1"), ty(&[2, 3], "f64"), ty(&[3], "f64")];
    check(&program("chlo.broadcast_select", &operands, "", "", &ty(&[2, 3], "f64")), &mut random);
    check(
        "func.func @main(%a: tensor<3x5xf64>) -> (tensor<3x2xf64>, tensor<3x2xi32>) {\n  %0:2 = chlo.top_k(%a, k = 2) : \
         tensor<3x5xf64> -> (tensor<3x2xf64>, tensor<3x2xi32>)\n  return %0#0, %0#1 : tensor<3x2xf64>, tensor<3x2xi32>\n}",
        &mut random,
    );
}

#[test]
fn shapes() {
    let mut random = Random(3);
    for _ in 0..8 {
        let from = any_shape(&mut random);
        let rank = from.len() as i64;
        let operand = ty(&from, "f64");
        let permutation = shuffled(&mut random, rank);
        let turned: Vec<i64> = permutation.iter().map(|place| from[*place as usize]).collect();
        let attribute = format!("permutation = {}", list(&permutation));
        check(&program("stablehlo.transpose", &[&operand], &attribute, "", &ty(&turned, "f64")), &mut random);
        let flat = ty(&[from.iter().product()], "f64");
        check(&program("stablehlo.reshape", &[&operand], "", "", &flat), &mut random);
        let dimensions: Vec<i64> = (0..rank).filter(|_| random.between(0, 1) == 1).collect();
        let attribute = format!("dimensions = {}", list(&dimensions));
        check(&program("stablehlo.reverse", &[&operand], &attribute, "", &operand), &mut random);
        let places = shuffled(&mut random, rank + 1);
        let mut to = vec![2; rank as usize + 1];
        (0..rank as usize).for_each(|place| to[places[place] as usize] = from[place]);
        let attribute = format!("broadcast_dimensions = {}", list(&places[..rank as usize]));
        check(&program("stablehlo.broadcast_in_dim", &[&operand], &attribute, "", &ty(&to, "f64")), &mut random);
        let to: Vec<i64> = [&[2, 3], &from[..]].concat();
        let attribute = "broadcast_sizes = array<i64: 2, 3>";
        check(&program("stablehlo.broadcast", &[&operand], attribute, "", &ty(&to, "f64")), &mut random);
        let (mut start, mut limit, mut strides, mut to) = (vec![], vec![], vec![], vec![]);
        let (mut low, mut high, mut interior, mut padded) = (vec![], vec![], vec![], vec![]);
        for size in &from {
            let begin = random.between(0, size - 1);
            let end = random.between(begin, *size);
            let stride = random.between(1, 2);
            start.push(begin);
            limit.push(end);
            strides.push(stride);
            to.push((end - begin + stride - 1) / stride);
            let (before, after, gap) = (random.between(0, 2), random.between(-1, 2), random.between(0, 2));
            let total = before + after + size + (size - 1) * gap;
            low.push(before);
            high.push(after);
            interior.push(gap);
            padded.push(total);
        }
        let attributes =
            format!("start_indices = {}, limit_indices = {}, strides = {}", list(&start), list(&limit), list(&strides));
        check(&program("stablehlo.slice", &[&operand], &attributes, "", &ty(&to, "f64")), &mut random);
        let attributes = format!(
            "edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}",
            list(&low),
            list(&high),
            list(&interior)
        );
        let operands = [operand.clone(), ty(&[], "f64")];
        check(&program("stablehlo.pad", &operands, &attributes, "", &ty(&padded, "f64")), &mut random);
    }
    for along in 0..2 {
        let mut sizes = [[2, 3], [2, 3], [2, 3]];
        sizes[1][along] = 1;
        let mut total = [2, 3];
        total[along] += sizes[0][along] + 1;
        let operands: Vec<String> = sizes.iter().map(|sizes| ty(sizes, "f64")).collect();
        let attribute = format!("dimension = {along} : i64");
        check(&program("stablehlo.concatenate", &operands, &attribute, "", &ty(&total, "f64")), &mut random);
    }
    let size = "dimension = 1 : i64";
    check(&program("stablehlo.get_dimension_size", &[ty(&[2, 3], "f64")], size, "", "tensor<i32>"), &mut random);
}

#[test]
fn shapes_as_operands() {
    let mut random = Random(4);
    check(
        "func.func @main(%a: tensor<2x3xf64>, %p: tensor<f64>) -> (tensor<6xf64>, tensor<4x3xf64>, tensor<1x2xf64>, tensor<2x3x2xf64>, tensor<2x3xi32>) {
          %six = stablehlo.constant dense<[6]> : tensor<1xi32>
          %0 = stablehlo.dynamic_reshape %a, %six : (tensor<2x3xf64>, tensor<1xi32>) -> tensor<6xf64>
          %low = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
          %high = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
          %none = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
          %1 = stablehlo.dynamic_pad %a, %p, %low, %high, %none : (tensor<2x3xf64>, tensor<f64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x3xf64>
          %start = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
          %limit = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
          %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
          %2 = stablehlo.real_dynamic_slice %a, %start, %limit, %strides : (tensor<2x3xf64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf64>
          %wide = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi32>
          %3 = stablehlo.dynamic_broadcast_in_dim %a, %wide, dims = [0, 1] : (tensor<2x3xf64>, tensor<3xi32>) -> tensor<2x3x2xf64>
          %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
          %4 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<2x3xi32>
          return %0, %1, %2, %3, %4 : tensor<6xf64>, tensor<4x3xf64>, tensor<1x2xf64>, tensor<2x3x2xf64>, tensor<2x3xi32>
        }",
        &mut random,
    );
    // Amounts that differ between examples: one after the other.
    check(
        "func.func @main(%a: tensor<2xf64>, %p: tensor<f64>, %low: tensor<1xi64>) -> tensor<5xf64> {
          %three = stablehlo.constant dense<3> : tensor<1xi64>
          %none = stablehlo.constant dense<0> : tensor<1xi64>
          %high = stablehlo.subtract %three, %low : tensor<1xi64>
          %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %none : (tensor<2xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf64>
          return %0 : tensor<5xf64>
        }",
        &mut random,
    );
}
