// gather
// has: gather
// without: while scatter
func.func @main(%at: memref<6xi32>, %x: memref<8xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %v = memref.load %x[%m] : memref<8xf64>
    memref.store %v, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// gather of rows
// has: gather
// without: while scatter
func.func @main(%at: memref<6xi64>, %x: memref<8x3xf64>, %y: memref<6x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi64>
    %m = arith.index_cast %n : i64 to index
    scf.for %j = %c0 to %c3 step %c1 {
      %v = memref.load %x[%m, %j] : memref<8x3xf64>
      memref.store %v, %y[%i, %j] : memref<6x3xf64>
    }
  }
  return
}

// -----

// histogram with weights
// has: scatter
// without: while
func.func @main(%at: memref<6xi32>, %w: memref<6xf64>, %h: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %v = memref.load %w[%i] : memref<6xf64>
    %o = memref.load %h[%m] : memref<8xf64>
    %q = arith.addf %o, %v : f64
    memref.store %q, %h[%m] : memref<8xf64>
  }
  return
}

// -----

// histogram
// has: scatter
// without: while
// no gradient
func.func @main(%at: memref<6xi32>, %h: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %o = memref.load %h[%m] : memref<8xi32>
    %q = arith.addi %o, %one : i32
    memref.store %q, %h[%m] : memref<8xi32>
  }
  return
}

// -----

// scatter whose places may be equal stays in order
// has: while
func.func @main(%at: memref<6xi32>, %w: memref<6xf64>, %h: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %v = memref.load %w[%i] : memref<6xf64>
    memref.store %v, %h[%m] : memref<8xf64>
  }
  return
}

// -----

// scatter that is said to be parallel
// has: scatter
// without: while
func.func @main(%at: memref<6xi32>, %w: memref<6xf64>, %h: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.parallel (%i) = (%c0) to (%c5) step (%c1) {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %v = memref.load %w[%i] : memref<6xf64>
    memref.store %v, %h[%m] : memref<8xf64>
    scf.reduce
  }
  return
}

// -----

// sparse matrix by coordinates
// has: gather scatter
// without: while
func.func @main(%row: memref<6xi32>, %col: memref<12xi32>, %v: memref<12xf64>, %x: memref<6xf64>, %y: memref<12xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %n = memref.load %col[%i] : memref<12xi32>
    %m = arith.index_cast %n : i32 to index
    %a = memref.load %v[%i] : memref<12xf64>
    %b = memref.load %x[%m] : memref<6xf64>
    %p = arith.mulf %a, %b : f64
    %o = memref.load %y[%m] : memref<12xf64>
    %q = arith.addf %o, %p : f64
    memref.store %q, %y[%m] : memref<12xf64>
  }
  return
}

// -----

// gather under a condition
// has: gather select
// without: while
func.func @main(%at: memref<6xi32>, %x: memref<8xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %cm2 = arith.constant -2 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = memref.load %at[%i] : memref<6xi32>
    %m = arith.index_cast %n : i32 to index
    %b = arith.cmpi sgt, %m, %c1 : index
    scf.if %b {
      %l = arith.addi %m, %cm2 : index
      %v = memref.load %x[%l] : memref<8xf64>
      %w = math.sqrt %v : f64
      memref.store %w, %y[%i] : memref<6xf64>
    }
  }
  return
}

// -----

// a sparse matrix by rows
// has: while gather
func.func @main(%row: memref<4xi32>, %v: memref<12xf64>, %x: memref<12xf64>, %y: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c3 step %c1 {
    %n = arith.addi %i, %c1 : index
    %a = memref.load %row[%i] : memref<4xi32>
    %b = memref.load %row[%n] : memref<4xi32>
    %from = arith.index_cast %a : i32 to index
    %to = arith.index_cast %b : i32 to index
    %s = scf.for %k = %from to %to step %c1 iter_args(%acc = %f0) -> (f64) {
      %p = memref.load %v[%k] : memref<12xf64>
      %q = memref.load %x[%k] : memref<12xf64>
      %r = arith.mulf %p, %q : f64
      %t = arith.addf %acc, %r : f64
      scf.yield %t : f64
    }
    memref.store %s, %y[%i] : memref<3xf64>
  }
  return
}
