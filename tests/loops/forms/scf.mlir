func.func @sum(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
    %v = memref.load %x[%i] : memref<?xf64>
    %b = arith.addf %a, %v : f64
    scf.yield %b : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %s, %x[%i] : memref<?xf64>
  } {label = "second"}
  return %s : f64
}
func.func @unsigned(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (i32) : i32 {
    %b = arith.addi %a, %i : i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @collatz(%n: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %r:2 = scf.while (%k = %n, %steps = %c0) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi ne, %k, %c1 : i64
    scf.condition(%go) %k, %steps : i64, i64
  } do {
  ^bb0(%k: i64, %steps: i64):
    %odd = arith.remsi %k, %c2 : i64
    %is = arith.cmpi ne, %odd, %c0 : i64
    %next = scf.if %is -> (i64) {
      %a = arith.muli %k, %c3 : i64
      %b = arith.addi %a, %c1 : i64
      scf.yield %b : i64
    } else {
      %a = arith.divsi %k, %c2 : i64
      scf.yield %a : i64
    }
    %more = arith.addi %steps, %c1 : i64
    scf.yield %next, %more : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}
func.func @parallel(%x: memref<4x5xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c5) step (%c1, %c1) {
    memref.store %one, %x[%i, %j] : memref<4x5xf32>
  }
  %r:2 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%zero, %one) -> (f32, f32) {
    %v = memref.load %x[%i, %c0] : memref<4x5xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}
func.func @switch(%i: index, %c: i1) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %c10 = arith.constant 10 : i32
    scf.yield %c10 : i32
  }
  case -5 {
    %c20 = arith.constant 20 : i32
    scf.yield %c20 : i32
  }
  default {
    %c30 = arith.constant 30 : i32
    scf.yield %c30 : i32
  }
  scf.index_switch %i
  case 0 {
    scf.yield
  }
  default {
    scf.yield
  }
  %e = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %r : i32
  ^bb2:
    %d = arith.addi %r, %r : i32
    scf.yield %d : i32
  }
  scf.if %c {
    cf.assert %c, "must hold"
  }
  return %e : i32
}
