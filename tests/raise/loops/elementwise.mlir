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
