// sum
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %q = arith.addf %acc, %v : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// product
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f1 = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f1) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %q = arith.mulf %acc, %v : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// largest
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f1 = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f1) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %q = arith.maxnumf %acc, %v : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// smallest by comparison
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f1 = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f1) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %b = arith.cmpf olt, %v, %acc : f64
    %q = arith.select %b, %v, %acc : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// norm of absolute values
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %w = math.absf %v : f64
    %q = arith.addf %w, %acc : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// sum of the large ones
// has: reduce select
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %f1 = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %b = arith.cmpf ogt, %v, %f1 : f64
    %w = arith.addf %v, %acc : f64
    %q = arith.select %b, %w, %acc : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// sums on both sides of a condition
// has: reduce select
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %f1 = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %b = arith.cmpf ogt, %v, %f1 : f64
    %q = scf.if %b -> (f64) {
      %l = math.log %v : f64
      %w = arith.addf %l, %acc : f64
      scf.yield %w : f64
    } else {
      %w = arith.subf %acc, %v : f64
      scf.yield %w : f64
    }
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// norm
// has: dot_general sqrt
// without: while
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %p = arith.mulf %v, %v : f64
    %q = arith.addf %acc, %p : f64
    scf.yield %q : f64
  }
  %r = math.sqrt %s : f64
  return %r : f64
}

// -----

// logarithms of sums of exponentials, by rows
// has: reduce
// without: while gather
func.func @main(%x: memref<4x7xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c4 step %c1 {
    %v0 = memref.load %x[%i, %c0] : memref<4x7xf64>
    %m = scf.for %j = %c1 to %c7 step %c1 iter_args(%acc = %v0) -> (f64) {
      %v = memref.load %x[%i, %j] : memref<4x7xf64>
      %q = arith.maxnumf %acc, %v : f64
      scf.yield %q : f64
    }
    %s = scf.for %j = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
      %v = memref.load %x[%i, %j] : memref<4x7xf64>
      %d = arith.subf %v, %m : f64
      %e = math.exp %d : f64
      %q = arith.addf %acc, %e : f64
      scf.yield %q : f64
    }
    %l = math.log %s : f64
    %r = arith.addf %m, %l : f64
    memref.store %r, %y[%i] : memref<4xf64>
  }
  return
}

// -----

// sums of columns in memory
// has: reduce
// without: while gather scatter
func.func @main(%x: memref<4x7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %v = memref.load %x[%i, %j] : memref<4x7xf64>
      %o = memref.load %y[%j] : memref<7xf64>
      %q = arith.addf %o, %v : f64
      memref.store %q, %y[%j] : memref<7xf64>
    }
  }
  return
}

// -----

// product in memory
// has: reduce
// without: while gather scatter
func.func @main(%x: memref<7xf64>, %y: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %j = %c0 to %c7 step %c1 {
    %v = memref.load %x[%j] : memref<7xf64>
    %o = memref.load %y[%c0] : memref<1xf64>
    %q = arith.mulf %o, %v : f64
    memref.store %q, %y[%c0] : memref<1xf64>
  }
  return
}

// -----

// the largest and its place
// has: reduce
// without: while
func.func @main(%x: memref<7xf64>) -> (i32, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %v0 = memref.load %x[%c0] : memref<7xf64>
  %s:2 = scf.for %i = %c1 to %c7 step %c1 iter_args(%at = %z, %m = %v0) -> (i32, f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %b = arith.cmpf ogt, %v, %m : f64
    %k = arith.index_cast %i : index to i32
    %q = arith.select %b, %k, %at : i32
    %r = arith.select %b, %v, %m : f64
    scf.yield %q, %r : i32, f64
  }
  return %s#0, %s#1 : i32, f64
}

// -----

// places of the smallest, by rows
// has: reduce
// without: while
// no gradient
func.func @main(%x: memref<4x7xf64>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %big = arith.constant 1.0e300 : f64
  scf.for %n = %c0 to %c4 step %c1 {
    %s:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%at = %z, %m = %big) -> (i32, f64) {
      %v = memref.load %x[%n, %i] : memref<4x7xf64>
      %b = arith.cmpf ole, %v, %m : f64
      %k = arith.index_cast %i : index to i32
      %q:2 = scf.if %b -> (i32, f64) {
        scf.yield %k, %v : i32, f64
      } else {
        scf.yield %at, %m : i32, f64
      }
      scf.yield %q#0, %q#1 : i32, f64
    }
    memref.store %s#0, %y[%n] : memref<4xi32>
  }
  return
}

// -----

// prefix sums
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %q = arith.addf %acc, %v : f64
    memref.store %q, %y[%i] : memref<7xf64>
    scf.yield %q : f64
  }
  return
}

// -----

// count
// has: reduce
// without: while
// no gradient
func.func @main(%x: memref<7xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 2 : i32
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %z) -> (i32) {
    %v = memref.load %x[%i] : memref<7xi32>
    %b = arith.cmpi sgt, %v, %three : i32
    %w = arith.extui %b : i1 to i32
    %q = arith.addi %acc, %w : i32
    scf.yield %q : i32
  }
  return %s : i32
}

// -----

// two at once, in two loops
// has: reduce
// without: while gather
func.func @main(%x: memref<4x5xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %f0 = arith.constant 0.0 : f64
  %f1 = arith.constant 1.0 : f64
  %s:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %f0, %b = %f1) -> (f64, f64) {
    %t:2 = scf.for %j = %c0 to %c5 step %c1 iter_args(%a1 = %a, %b1 = %b) -> (f64, f64) {
      %v = memref.load %x[%i, %j] : memref<4x5xf64>
      %q = arith.addf %a1, %v : f64
      %r = arith.minnumf %b1, %v : f64
      scf.yield %q, %r : f64, f64
    }
    scf.yield %t#0, %t#1 : f64, f64
  }
  return %s#0, %s#1 : f64, f64
}

// -----

// the largest as Fortran has it
// has: reduce
// without: while gather
func.func @main(%x: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %v0 = memref.load %x[%c0] : memref<7xf64>
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %v0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %0 = arith.cmpf ogt, %v, %acc : f64
    %1 = arith.cmpf une, %acc, %acc : f64
    %2 = arith.cmpf oeq, %v, %v : f64
    %3 = arith.andi %1, %2 : i1
    %4 = arith.ori %0, %3 : i1
    %5 = arith.select %4, %v, %acc : f64
    scf.yield %5 : f64
  }
  %r = arith.mulf %s, %s : f64
  return %r : f64
}
