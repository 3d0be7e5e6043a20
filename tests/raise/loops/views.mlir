// one dimension of two
// without: while gather scatter
func.func @main(%x: memref<4x5xf64>, %y: memref<20xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %flat = memref.collapse_shape %x [[0, 1]] : memref<4x5xf64> into memref<20xf64>
  scf.for %i = %c0 to %c20 step %c1 {
    %v = memref.load %flat[%i] : memref<20xf64>
    %w = arith.mulf %v, %v : f64
    memref.store %w, %y[%i] : memref<20xf64>
  }
  return
}

// -----

// written in one dimension, read in two
// without: while gather scatter
func.func @main(%x: memref<4x5xf64>, %y: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %flat = memref.collapse_shape %x [[0, 1]] : memref<4x5xf64> into memref<20xf64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %row = arith.muli %i, %c5 : index
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%i, %j] : memref<4x5xf64>
      %w = math.sin %v : f64
      memref.store %w, %flat[%at] : memref<20xf64>
      %u = memref.load %x[%i, %j] : memref<4x5xf64>
      %s = arith.addf %u, %v : f64
      memref.store %s, %y[%i, %j] : memref<4x5xf64>
    }
  }
  return
}

// -----

// a recurrence across rows
// has: while
func.func @main(%x: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %flat = memref.collapse_shape %x [[0, 1]] : memref<4x5xf64> into memref<20xf64>
  scf.for %i = %c0 to %c19 step %c1 {
    %n = arith.addi %i, %c1 : index
    %v = memref.load %flat[%i] : memref<20xf64>
    %u = memref.load %flat[%n] : memref<20xf64>
    %w = arith.addf %u, %v : f64
    %s = math.sin %w : f64
    memref.store %s, %flat[%n] : memref<20xf64>
  }
  return
}

// -----

// another shape of the same memory
// has: dot_general
// without: while gather scatter
func.func @main(%x: memref<20xf64>, %v: memref<5xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %f0 = arith.constant 0.0 : f64
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4, 5], strides: [5, 1] : memref<20xf64> to memref<4x5xf64>
  scf.for %i = %c0 to %c4 step %c1 {
    %s = scf.for %j = %c0 to %c5 step %c1 iter_args(%acc = %f0) -> (f64) {
      %p = memref.load %a[%i, %j] : memref<4x5xf64>
      %q = memref.load %v[%j] : memref<5xf64>
      %r = arith.mulf %p, %q : f64
      %t = arith.addf %acc, %r : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<4xf64>
  }
  return
}

// -----

// a constant table
// without: while gather
memref.global "private" constant @weights : memref<3xf64> = dense<[0.25, 0.5, 0.25]>
func.func @main(%x: memref<10xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %f0 = arith.constant 0.0 : f64
  %w = memref.get_global @weights : memref<3xf64>
  scf.for %i = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %f0) -> (f64) {
      %n = arith.addi %i, %k : index
      %p = memref.load %x[%n] : memref<10xf64>
      %q = memref.load %w[%k] : memref<3xf64>
      %r = arith.mulf %p, %q : f64
      %t = arith.addf %acc, %r : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<8xf64>
  }
  return
}

// -----

// sweeps until nothing changes much
// has: while slice
// without: gather scatter
func.func @main(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %big = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %small = arith.constant 0.01 : f64
  memref.copy %x, %y : memref<8xf64> to memref<8xf64>
  %r = scf.while (%e = %big) : (f64) -> f64 {
    %goes = arith.cmpf ogt, %e, %small : f64
    scf.condition(%goes) %e : f64
  } do {
  ^bb0(%e: f64):
    scf.for %i = %c1 to %c7 step %c1 {
      %l = arith.addi %i, %cm1 : index
      %n = arith.addi %i, %c1 : index
      %a = memref.load %x[%l] : memref<8xf64>
      %b = memref.load %x[%n] : memref<8xf64>
      %s = arith.addf %a, %b : f64
      %h = arith.mulf %s, %half : f64
      memref.store %h, %y[%i] : memref<8xf64>
    }
    %d = scf.for %i = %c1 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
      %a = memref.load %x[%i] : memref<8xf64>
      %b = memref.load %y[%i] : memref<8xf64>
      %s = arith.subf %a, %b : f64
      %q = arith.mulf %s, %s : f64
      %t = arith.addf %acc, %q : f64
      memref.store %b, %x[%i] : memref<8xf64>
      scf.yield %t : f64
    }
    scf.yield %d : f64
  }
  return
}

// -----

// a loop that is left in its middle
// has: while
func.func @main(%x: memref<8xf64>) -> (i32, f64) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %f0 = arith.constant 0.0 : f64
  %limit = arith.constant 3.0 : f64
  %r:2 = scf.while (%i = %z, %s = %f0) : (i32, f64) -> (i32, f64) {
    %at = arith.index_cast %i : i32 to index
    %v = memref.load %x[%at] : memref<8xf64>
    %t = arith.addf %s, %v : f64
    %is = arith.cmpf ogt, %t, %limit : f64
    %n = arith.addi %i, %one : i32
    %last = arith.cmpi slt, %n, %eight : i32
    %3:3 = scf.if %is -> (i1, i32, f64) {
      %no = arith.constant false
      scf.yield %no, %i, %t : i1, i32, f64
    } else {
      scf.yield %last, %n, %t : i1, i32, f64
    }
    scf.condition(%3#0) %3#1, %3#2 : i32, f64
  } do {
  ^bb0(%i: i32, %s: f64):
    scf.yield %i, %s : i32, f64
  }
  return %r#0, %r#1 : i32, f64
}
