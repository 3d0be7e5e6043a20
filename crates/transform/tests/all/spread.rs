//! Updates as choices, for programs on several devices.

use crate::support::{load, numbers, run};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::optimise::spread_updates;

/// One update inside, one that begins so late that it is moved back, one of everything, and one at a place that is not known.
const UPDATES: &str = r#"
func.func @main(%x: tensor<5x4xf64>, %y: tensor<2x3xf64>, %z: tensor<5x4xf64>, %at: tensor<i32>) -> (tensor<5x4xf64>, tensor<5x4xf64>, tensor<5x4xf64>, tensor<5x4xf64>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %9 = stablehlo.constant dense<9> : tensor<i32>
  %a = stablehlo.dynamic_update_slice %x, %y, %1, %0 : (tensor<5x4xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  %b = stablehlo.dynamic_update_slice %x, %y, %9, %1 : (tensor<5x4xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  %c = stablehlo.dynamic_update_slice %x, %z, %0, %0 : (tensor<5x4xf64>, tensor<5x4xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  %d = stablehlo.dynamic_update_slice %x, %y, %at, %0 : (tensor<5x4xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  return %a, %b, %c, %d : tensor<5x4xf64>, tensor<5x4xf64>, tensor<5x4xf64>, tensor<5x4xf64>
}"#;

fn matrix(rows: usize, columns: usize, shift: f64) -> Tensor {
    let mut values: Vec<f64> = (0..rows * columns).map(|at| (at as f64 * 0.37 + shift).sin()).collect();
    // What is not replaced stays, whatever it is.
    (values[0], values[3]) = (f64::INFINITY, f64::NAN);
    Tensor::from_f64(ElementType::F64, &[rows, columns], &values).expect("a tensor")
}

#[test]
fn updates_at_constants_become_choices() {
    let ir = load(UPDATES);
    let mut made = ir.clone();
    assert_eq!(spread_updates(&mut made).expect("it can be written"), 3);
    zymase_ir::verify(&made).expect("a module");
    let left = made.walk(made.module()).into_iter().filter(|op| made[*op].name() == "stablehlo.dynamic_update_slice");
    assert_eq!(left.count(), 1);
    let at = Tensor::from_i64(ElementType::I32, &[], &[2]).expect("a tensor");
    let arguments = [matrix(5, 4, 0.1), matrix(2, 3, 0.7), matrix(5, 4, 0.4), at];
    for (old, new) in run(&ir, &arguments).iter().zip(run(&made, &arguments)) {
        let same = |(a, b): (&f64, f64)| *a == b || a.is_nan() && b.is_nan();
        assert!(numbers(old).iter().zip(numbers(&new)).all(same), "{:?} became {:?}", numbers(old), numbers(&new));
    }
}
