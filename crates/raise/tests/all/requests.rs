//! What is said of parameters, and what is refused.

use crate::support::load;
use zymase_ir::{Form, Ir, print};
use zymase_raise::{Request, to_tensors};

const SCALE: &str = "func.func @main(%n: i32, %m: memref<i32>, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %n, %0 : i32
  %2 = arith.index_cast %1 : i32 to index
  scf.for %i = %c0 to %2 step %c1 {
    %v = memref.load %x[%i] : memref<?xf64>
    %w = arith.mulf %a, %v : f64
    memref.store %w, %y[%i] : memref<?xf64>
  }
  return
}";

fn request(shapes: &[(&str, &[i64])], fixed: &[(&str, f64)]) -> Request {
    Request {
        function: "main".into(),
        names: ["n", "m", "a", "x", "y"].map(str::to_owned).to_vec(),
        shapes: shapes.iter().map(|(name, sizes)| ((*name).to_owned(), sizes.to_vec())).collect(),
        fixed: fixed.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect(),
    }
}

fn refusal(text: &str, request: &Request) -> String {
    let mut ir: Ir = load(text);
    let before = print(&ir, Form::Pretty);
    let error = to_tensors(&mut ir, request).expect_err("a refusal");
    assert_eq!(print(&ir, Form::Pretty), before, "a module that is refused stays as it is");
    error.to_string()
}

#[test]
fn parameters_are_fixed_and_have_shapes() {
    let mut ir = load(SCALE);
    let shapes: [(&str, &[i64]); 2] = [("x", &[8]), ("arg4", &[8])];
    to_tensors(&mut ir, &request(&shapes, &[("n", 5.0), ("m", 3.0)])).unwrap();
    let text = print(&ir, Form::Pretty);
    assert!(
        text.contains("@main(%arg0: tensor<f64>, %arg1: tensor<8xf64>, %arg2: tensor<8xf64>) -> tensor<8xf64>"),
        "{text}"
    );
    assert!(!text.contains("select") && !text.contains("dynamic_update_slice"), "{text}");
}

#[test]
fn what_is_missing_is_named() {
    let shapes: [(&str, &[i64]); 1] = [("x", &[8])];
    assert!(refusal(SCALE, &request(&shapes, &[])).contains("the size of parameter 4"));
    assert!(refusal(SCALE, &request(&[("x", &[8, 8])], &[])).contains("cannot have the shape"));
    assert!(refusal(SCALE, &request(&shapes, &[("k", 1.0)])).contains("no parameter `k`"));
    assert!(refusal(SCALE, &request(&shapes, &[("x", 1.0)])).contains("cannot fix `x`"));
}

#[test]
fn what_is_not_raised_says_so() {
    let nothing = Request { function: "main".into(), ..Request::default() };
    let recursion = "func.func @main(%x: f64) -> f64 {
      %y = func.call @main(%x) : (f64) -> f64
      return %y : f64
    }";
    assert!(refusal(recursion, &nothing).contains("calls itself"));
    let blocks = "func.func @main(%x: i1) -> i1 {
      cf.br ^bb1
    ^bb1:
      return %x : i1
    }";
    assert!(refusal(blocks, &nothing).contains("blocks with branches"));
    let returned = "func.func @main(%x: memref<2xf64>) -> memref<2xf64> {
      return %x : memref<2xf64>
    }";
    assert!(refusal(returned, &nothing).contains("returns memory"));
    let vector = "func.func @main(%x: vector<2xf64>) -> vector<2xf64> {
      return %x : vector<2xf64>
    }";
    assert!(refusal(vector, &nothing).contains("are not raised"));
}
