// sin
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.sin %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// exp
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.exp %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// sqrt
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.sqrt %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// log
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.log %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// tanh
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.tanh %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// square
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = arith.mulf %v, %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// reciprocal
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = arith.divf %a, %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// power
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.powf %v, %a : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// atan2
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.atan2 %v, %a : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// fmax
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = arith.maxnumf %v, %a : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// exp2
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.exp2 %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// log10
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.log10 %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// copysign
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.copysign %a, %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// trunc
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.trunc %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// erf
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.erf %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// atan
// without: gather while scatter dynamic_update_slice
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = math.atan %v : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// a x + y
// without: gather while
func.func @main(%a: f64, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = memref.load %y[%i] : memref<6xf64>
    %p = arith.mulf %a, %v : f64
    %s = arith.addf %p, %w : f64
    memref.store %s, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// backwards
// has: reverse
// without: gather while
func.func @main(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %n = arith.subi %c7, %i : index
    %v = memref.load %x[%n] : memref<8xf64>
    memref.store %v, %y[%i] : memref<8xf64>
  }
  return
}

// -----

// every second
// has: slice
// without: gather while
func.func @main(%x: memref<8xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %n = arith.muli %i, %c2 : index
    %m = arith.addi %n, %c1 : index
    %v = memref.load %x[%m] : memref<8xf64>
    memref.store %v, %y[%i] : memref<4xf64>
  }
  return
}

// -----

// to every second
// without: gather while scatter
func.func @main(%x: memref<4xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %n = arith.muli %i, %c2 : index
    %m = arith.addi %n, %c1 : index
    %v = memref.load %x[%i] : memref<4xf64>
    memref.store %v, %y[%m] : memref<8xf64>
  }
  return
}

// -----

// step two, backwards
// without: gather while scatter
func.func @main(%x: memref<4xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c2 {
    %n = arith.divsi %i, %c2 : index
    %v = memref.load %x[%n] : memref<4xf64>
    %m = arith.subi %c7, %i : index
    memref.store %v, %y[%m] : memref<8xf64>
  }
  return
}

// -----

// transpose
// has: transpose
// without: gather while scatter
func.func @main(%x: memref<5x7xf64>, %y: memref<7x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %v = memref.load %x[%i, %j] : memref<5x7xf64>
      memref.store %v, %y[%j, %i] : memref<7x5xf64>
    }
  }
  return
}

// -----

// transpose in one dimension
// has: transpose
// without: gather while scatter
func.func @main(%x: memref<35xf64>, %y: memref<35xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %a = arith.muli %i, %c7 : index
      %b = arith.addi %a, %j : index
      %d = arith.muli %j, %c5 : index
      %e = arith.addi %d, %i : index
      %v = memref.load %x[%b] : memref<35xf64>
      memref.store %v, %y[%e] : memref<35xf64>
    }
  }
  return
}

// -----

// diagonal
// without: while
func.func @main(%x: memref<6x6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i, %i] : memref<6x6xf64>
    memref.store %v, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// repeated
// has: broadcast_in_dim
// without: gather while
func.func @main(%x: memref<6xf64>, %y: memref<6x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i] : memref<6xf64>
      memref.store %v, %y[%i, %j] : memref<6x4xf64>
    }
  }
  return
}

// -----

// squares of complex numbers, parts beside one another
// without: gather while scatter
func.func @main(%x: memref<6x2xf64>, %y: memref<6x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %a = memref.load %x[%i, %c0] : memref<6x2xf64>
    %b = memref.load %x[%i, %c1] : memref<6x2xf64>
    %p = arith.mulf %a, %a : f64
    %q = arith.mulf %b, %b : f64
    %r = arith.subf %p, %q : f64
    %s = arith.mulf %a, %b : f64
    %t = arith.addf %s, %s : f64
    memref.store %r, %y[%i, %c0] : memref<6x2xf64>
    memref.store %t, %y[%i, %c1] : memref<6x2xf64>
  }
  return
}

// -----

// an array of structs
// without: gather while scatter
func.func @main(%x: memref<12xf64>, %y: memref<12xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = arith.muli %i, %c2 : index
    %m = arith.addi %n, %c1 : index
    %a = memref.load %x[%n] : memref<12xf64>
    %b = memref.load %x[%m] : memref<12xf64>
    %r = arith.mulf %a, %b : f64
    memref.store %r, %y[%m] : memref<12xf64>
    memref.store %a, %y[%n] : memref<12xf64>
  }
  return
}

// -----

// integers
// without: while
// no gradient
func.func @main(%n: i64, %x: memref<5xi64>, %y: memref<5xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %a = memref.load %x[%i] : memref<5xi64>
    %b = arith.muli %a, %n : i64
    %d = arith.index_cast %i : index to i64
    %e = arith.subi %b, %d : i64
    %g = arith.remsi %e, %n : i64
    %h = arith.shrsi %e, %n : i64
    %k = arith.xori %g, %h : i64
    memref.store %k, %y[%i] : memref<5xi64>
  }
  return
}

// -----

// two widths
// without: while
func.func @main(%x: memref<6xf32>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %a = memref.load %x[%i] : memref<6xf32>
    %b = arith.extf %a : f32 to f64
    %d = math.cos %b : f64
    memref.store %d, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// times its number
// has: iota
// without: while
func.func @main(%x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f64
    %v = memref.load %x[%i] : memref<6xf64>
    %w = arith.mulf %v, %k : f64
    memref.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// all comparisons of floats
// no gradient
// without: while
func.func @main(%x: memref<6xf64>, %y: memref<6x14xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  %f1 = arith.constant 1.0 : f64
  memref.store %f1, %x[%c1] : memref<6xf64>
  %nan = arith.divf %f0, %f0 : f64
  memref.store %nan, %x[%c3] : memref<6xf64>
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %p0 = arith.constant 0 : index
    %b0 = arith.cmpf oeq, %v, %f1 : f64
    %w0 = arith.extui %b0 : i1 to i32
    memref.store %w0, %y[%i, %p0] : memref<6x14xi32>
    %p1 = arith.constant 1 : index
    %b1 = arith.cmpf ogt, %v, %f1 : f64
    %w1 = arith.extui %b1 : i1 to i32
    memref.store %w1, %y[%i, %p1] : memref<6x14xi32>
    %p2 = arith.constant 2 : index
    %b2 = arith.cmpf oge, %v, %f1 : f64
    %w2 = arith.extui %b2 : i1 to i32
    memref.store %w2, %y[%i, %p2] : memref<6x14xi32>
    %p3 = arith.constant 3 : index
    %b3 = arith.cmpf olt, %v, %f1 : f64
    %w3 = arith.extui %b3 : i1 to i32
    memref.store %w3, %y[%i, %p3] : memref<6x14xi32>
    %p4 = arith.constant 4 : index
    %b4 = arith.cmpf ole, %v, %f1 : f64
    %w4 = arith.extui %b4 : i1 to i32
    memref.store %w4, %y[%i, %p4] : memref<6x14xi32>
    %p5 = arith.constant 5 : index
    %b5 = arith.cmpf one, %v, %f1 : f64
    %w5 = arith.extui %b5 : i1 to i32
    memref.store %w5, %y[%i, %p5] : memref<6x14xi32>
    %p6 = arith.constant 6 : index
    %b6 = arith.cmpf ord, %v, %f1 : f64
    %w6 = arith.extui %b6 : i1 to i32
    memref.store %w6, %y[%i, %p6] : memref<6x14xi32>
    %p7 = arith.constant 7 : index
    %b7 = arith.cmpf ueq, %v, %f1 : f64
    %w7 = arith.extui %b7 : i1 to i32
    memref.store %w7, %y[%i, %p7] : memref<6x14xi32>
    %p8 = arith.constant 8 : index
    %b8 = arith.cmpf ugt, %v, %f1 : f64
    %w8 = arith.extui %b8 : i1 to i32
    memref.store %w8, %y[%i, %p8] : memref<6x14xi32>
    %p9 = arith.constant 9 : index
    %b9 = arith.cmpf uge, %v, %f1 : f64
    %w9 = arith.extui %b9 : i1 to i32
    memref.store %w9, %y[%i, %p9] : memref<6x14xi32>
    %p10 = arith.constant 10 : index
    %b10 = arith.cmpf ult, %v, %f1 : f64
    %w10 = arith.extui %b10 : i1 to i32
    memref.store %w10, %y[%i, %p10] : memref<6x14xi32>
    %p11 = arith.constant 11 : index
    %b11 = arith.cmpf ule, %v, %f1 : f64
    %w11 = arith.extui %b11 : i1 to i32
    memref.store %w11, %y[%i, %p11] : memref<6x14xi32>
    %p12 = arith.constant 12 : index
    %b12 = arith.cmpf une, %v, %f1 : f64
    %w12 = arith.extui %b12 : i1 to i32
    memref.store %w12, %y[%i, %p12] : memref<6x14xi32>
    %p13 = arith.constant 13 : index
    %b13 = arith.cmpf uno, %v, %f1 : f64
    %w13 = arith.extui %b13 : i1 to i32
    memref.store %w13, %y[%i, %p13] : memref<6x14xi32>
  }
  return
}
