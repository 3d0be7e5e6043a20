//! Programs of linear algebra as JAX writes them: the optimiser reaches the least number of operations, for the values
//! and for the gradient, and computes the same.

use crate::support;

use crate::support::{Random, load, numbers, run, signature, tensor};
use zymase_ir::{Form, Ir, print};
use zymase_transform::optimise::cost::{Costs, Target};
use zymase_transform::optimise::{OptimiseOptions, public_cost};
use zymase_transform::{Mode, Request, differentiate, optimise};

fn optimised(ir: &Ir) -> Ir {
    let mut made = ir.clone();
    let report = optimise(&mut made, &OptimiseOptions::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert!(report.after.femtoseconds <= report.before.femtoseconds);
    assert!(report.stopped.is_none());
    made
}

fn flops(ir: &Ir) -> u64 {
    public_cost(ir, &mut Costs::new(Target::Cpu)).flops
}

fn gradient(ir: &Ir) -> Ir {
    let mut made = ir.clone();
    let request = Request { outputs: false, ..support::request(Mode::Reverse, None) };
    differentiate(&mut made, &request).unwrap_or_else(|errors| panic!("{}", errors[0]));
    made
}

fn compare(name: &str, a: &Ir, b: &Ir) {
    let (inputs, _) = signature(a);
    let mut random = Random(7);
    let arguments: Vec<_> = inputs.iter().map(|ty| tensor(ty, || random.real(-1.0, 1.0))).collect();
    for (x, y) in run(a, &arguments).iter().zip(run(b, &arguments)) {
        for (x, y) in numbers(x).iter().zip(numbers(&y)) {
            assert!((x - y).abs() <= 1e-9 * (1.0 + x.abs()), "{name}: {x} became {y}\n{}", print(b, Form::Pretty));
        }
    }
}

/// A program, and what its values and its gradient may take at most.
fn check(name: &str, most: u64, most_for_gradient: u64) {
    let path = format!("{}/../../tests/tensor/optimise/{name}.mlir", env!("CARGO_MANIFEST_DIR"));
    let ir = load(&std::fs::read_to_string(path).expect("a program"));
    let first = optimised(&ir);
    compare(name, &ir, &first);
    let derived = optimised(&gradient(&first));
    compare(name, &gradient(&ir), &derived);
    println!("{name}: {} {} of {most} {most_for_gradient}", flops(&first), flops(&derived));
    println!("{}\n{}", print(&first, Form::Pretty), print(&derived, Form::Pretty));
    assert!(flops(&first) <= most, "{name} takes {}, not {most}", flops(&first));
    assert!(flops(&derived) <= most_for_gradient, "{name}: its gradient takes {}", flops(&derived));
}

const N: u64 = 32;
const N2: u64 = N * N;
const N3: u64 = N * N * N;

#[test]
fn a_slice_of_a_product_computes_the_slice() {
    check("slice", 2 * 4 * N2, 4 * 4 * N2);
}

#[test]
fn a_chain_ends_with_the_vector() {
    // Two products with a vector; the gradient has two more, and two outer products.
    check("chain", 4 * N2, 8 * N2);
}

#[test]
fn an_identity_costs_nothing() {
    check("eye", 0, 0);
}

#[test]
fn a_sum_of_a_product_is_a_product_of_sums() {
    check("sum", 2 * N2 + 2 * N, 2 * N2 + 4 * N);
}

#[test]
fn an_outer_product_is_not_multiplied_out() {
    // The gradient: two products with the row, one with the column, the row again, and an outer product.
    check("outer", 3 * N2, 9 * N2);
}

#[test]
fn a_diagonal_scales_rows() {
    check("diag_left", N2, 3 * N2);
    check("scatter_diag", 4 * N2, 6 * N2);
}

#[test]
fn a_trace_needs_only_the_diagonal() {
    check("trace", 2 * N2, 2 * N2);
}

#[test]
fn a_diagonal_of_a_product_is_a_row_of_products() {
    check("diag_of", 2 * N2, 2 * N2);
    check("diagonal_of", 2 * N2, 2 * N2);
}

#[test]
fn zeros_around_a_factor_are_not_multiplied() {
    check("pad", 2 * 4 * N2, 4 * 4 * N2);
    check("padk", 2 * 4 * N2, 4 * 4 * N2);
}

#[test]
fn a_diagonal_between_two_matrices_scales_one() {
    check("adb", 2 * N3 + N2, 4 * N3 + 4 * N2);
}

#[test]
fn a_common_factor_is_multiplied_once() {
    check("distribute", 2 * N3 + N2, 4 * N3 + N2);
}

#[test]
fn rows_are_multiplied_together() {
    check("concat", 2 * N3, 4 * N3);
}

/// A chain of four matrices whose best order no single step reaches, and a sum that must be distributed before it is cheap.
#[test]
fn the_order_of_many_products_is_found() {
    let chain = "func.func @main(%a: tensor<30x2xf64>, %b: tensor<2x40xf64>, %c: tensor<40x3xf64>, %d: tensor<3x50xf64>) -> tensor<30x50xf64> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<30x2xf64>, tensor<2x40xf64>) -> tensor<30x40xf64>
      %1 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<30x40xf64>, tensor<40x3xf64>) -> tensor<30x3xf64>
      %2 = stablehlo.dot_general %1, %d, contracting_dims = [1] x [0] : (tensor<30x3xf64>, tensor<3x50xf64>) -> tensor<30x50xf64>
      return %2 : tensor<30x50xf64>
    }";
    let ir = load(chain);
    let made = optimised(&ir);
    compare("chain of four", &ir, &made);
    // a·((b·c)·d): 2·40·3 + 2·3·50 + 30·2·50 products.
    assert!(flops(&made) <= 2 * (240 + 300 + 3000), "{}", flops(&made));
    let sum = "func.func @main(%a: tensor<32x32xf64>, %b: tensor<32x32xf64>, %c: tensor<32x32xf64>, %u: tensor<32xf64>) -> tensor<32xf64> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
      %1 = stablehlo.add %0, %c : tensor<32x32xf64>
      %2 = stablehlo.dot_general %1, %u, contracting_dims = [1] x [0] : (tensor<32x32xf64>, tensor<32xf64>) -> tensor<32xf64>
      return %2 : tensor<32xf64>
    }";
    let ir = load(sum);
    let made = optimised(&ir);
    compare("sum", &ir, &made);
    assert!(flops(&made) <= 6 * N2 + N, "{}\n{}", flops(&made), print(&made, Form::Pretty));
}
