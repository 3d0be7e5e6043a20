// tridiagonal system
// has: while
// without: gather scatter
func.func @main(%a: memref<6xf64>, %b: memref<6xf64>, %c: memref<6xf64>, %d: memref<6xf64>, %x: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %cm1 = arith.constant -1 : index
  %f4 = arith.constant 4.0 : f64
  scf.for %i = %c0 to %c6 step %c1 {
    %q = memref.load %b[%i] : memref<6xf64>
    %r = arith.addf %q, %f4 : f64
    memref.store %r, %b[%i] : memref<6xf64>
  }
  scf.for %i = %c1 to %c6 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %u = memref.load %a[%i] : memref<6xf64>
    %v = memref.load %b[%l] : memref<6xf64>
    %w = arith.divf %u, %v : f64
    %y = memref.load %c[%l] : memref<6xf64>
    %p = arith.mulf %w, %y : f64
    %q = memref.load %b[%i] : memref<6xf64>
    %r = arith.subf %q, %p : f64
    memref.store %r, %b[%i] : memref<6xf64>
    %s = memref.load %d[%l] : memref<6xf64>
    %t = arith.mulf %w, %s : f64
    %e = memref.load %d[%i] : memref<6xf64>
    %g = arith.subf %e, %t : f64
    memref.store %g, %d[%i] : memref<6xf64>
  }
  %u0 = memref.load %d[%c5] : memref<6xf64>
  %v0 = memref.load %b[%c5] : memref<6xf64>
  %w0 = arith.divf %u0, %v0 : f64
  memref.store %w0, %x[%c5] : memref<6xf64>
  scf.for %k = %c0 to %c5 step %c1 {
    %i = arith.subi %c4, %k : index
    %n = arith.addi %i, %c1 : index
    %u = memref.load %c[%i] : memref<6xf64>
    %v = memref.load %x[%n] : memref<6xf64>
    %w = arith.mulf %u, %v : f64
    %y = memref.load %d[%i] : memref<6xf64>
    %p = arith.subf %y, %w : f64
    %q = memref.load %b[%i] : memref<6xf64>
    %r = arith.divf %p, %q : f64
    memref.store %r, %x[%i] : memref<6xf64>
  }
  return
}

// -----

// Cholesky
// has: while
func.func @main(%a: memref<5x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f0 = arith.constant 0.0 : f64
  %f8 = arith.constant 8.0 : f64
  scf.for %i = %c0 to %c5 step %c1 {
    %q = memref.load %a[%i, %i] : memref<5x5xf64>
    %r = arith.addf %q, %f8 : f64
    memref.store %r, %a[%i, %i] : memref<5x5xf64>
  }
  scf.for %j = %c0 to %c5 step %c1 {
    %s = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %f0) -> (f64) {
      %v = memref.load %a[%j, %k] : memref<5x5xf64>
      %p = arith.mulf %v, %v : f64
      %q = arith.addf %acc, %p : f64
      scf.yield %q : f64
    }
    %d = memref.load %a[%j, %j] : memref<5x5xf64>
    %e = arith.subf %d, %s : f64
    %g = math.sqrt %e : f64
    memref.store %g, %a[%j, %j] : memref<5x5xf64>
    %n = arith.addi %j, %c1 : index
    scf.for %i = %n to %c5 step %c1 {
      %t = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %f0) -> (f64) {
        %v = memref.load %a[%i, %k] : memref<5x5xf64>
        %w = memref.load %a[%j, %k] : memref<5x5xf64>
        %p = arith.mulf %v, %w : f64
        %q = arith.addf %acc, %p : f64
        scf.yield %q : f64
      }
      %h = memref.load %a[%i, %j] : memref<5x5xf64>
      %l = arith.subf %h, %t : f64
      %m = arith.divf %l, %g : f64
      memref.store %m, %a[%i, %j] : memref<5x5xf64>
    }
  }
  return
}

// -----

// Gauss elimination
// has: while
// without: gather scatter
func.func @main(%a: memref<5x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f8 = arith.constant 8.0 : f64
  scf.for %i = %c0 to %c5 step %c1 {
    %q = memref.load %a[%i, %i] : memref<5x5xf64>
    %r = arith.addf %q, %f8 : f64
    memref.store %r, %a[%i, %i] : memref<5x5xf64>
  }
  scf.for %k = %c0 to %c5 step %c1 {
    %n = arith.addi %k, %c1 : index
    scf.for %i = %n to %c5 step %c1 {
      %v = memref.load %a[%i, %k] : memref<5x5xf64>
      %w = memref.load %a[%k, %k] : memref<5x5xf64>
      %l = arith.divf %v, %w : f64
      memref.store %l, %a[%i, %k] : memref<5x5xf64>
      scf.for %j = %n to %c5 step %c1 {
        %x = memref.load %a[%k, %j] : memref<5x5xf64>
        %p = arith.mulf %l, %x : f64
        %o = memref.load %a[%i, %j] : memref<5x5xf64>
        %q = arith.subf %o, %p : f64
        memref.store %q, %a[%i, %j] : memref<5x5xf64>
      }
    }
  }
  return
}

// -----

// forward substitution
// has: while dot_general
func.func @main(%l: memref<5x5xf64>, %b: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %v0 = memref.load %b[%i] : memref<5xf64>
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %v0) -> (f64) {
      %v = memref.load %l[%i, %j] : memref<5x5xf64>
      %w = memref.load %b[%j] : memref<5xf64>
      %p = arith.mulf %v, %w : f64
      %q = arith.subf %acc, %p : f64
      scf.yield %q : f64
    }
    %d = memref.load %l[%i, %i] : memref<5x5xf64>
    %r = arith.divf %s, %d : f64
    memref.store %r, %b[%i] : memref<5xf64>
  }
  return
}

// -----

// Newton
// has: while
func.func @main(%a: f64) -> f64 {
  %eps = arith.constant 1.0e-9 : f64
  %0 = scf.while (%x = %a) : (f64) -> f64 {
    %1 = arith.mulf %x, %x : f64
    %2 = arith.subf %1, %a : f64
    %3 = math.absf %2 : f64
    %4 = arith.cmpf ogt, %3, %eps : f64
    scf.condition(%4) %x : f64
  } do {
  ^bb0(%x: f64):
    %5 = arith.divf %a, %x : f64
    %6 = arith.addf %x, %5 : f64
    %half = arith.constant 0.5 : f64
    %7 = arith.mulf %6, %half : f64
    scf.yield %7 : f64
  }
  return %0 : f64
}

// -----

// Newton in each lane
// has: while
func.func @main(%a: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %eps = arith.constant 1.0e-9 : f64
  %half = arith.constant 0.5 : f64
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %a[%i] : memref<6xf64>
    %0 = scf.while (%x = %v) : (f64) -> f64 {
      %1 = arith.mulf %x, %x : f64
      %2 = arith.subf %1, %v : f64
      %3 = math.absf %2 : f64
      %4 = arith.cmpf ogt, %3, %eps : f64
      scf.condition(%4) %x : f64
    } do {
    ^bb0(%x: f64):
      %5 = arith.divf %v, %x : f64
      %6 = arith.addf %x, %5 : f64
      %7 = arith.mulf %6, %half : f64
      scf.yield %7 : f64
    }
    memref.store %0, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// lanes that run differently often
// has: while
func.func @main(%a: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %half = arith.constant 0.5 : f64
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %a[%i] : memref<6xf64>
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%x = %v) -> (f64) {
      %w = math.sin %x : f64
      %q = arith.mulf %w, %half : f64
      %r = arith.addf %q, %v : f64
      scf.yield %r : f64
    }
    memref.store %s, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// powers: lanes outside, order inside
// has: while
// without: gather scatter
func.func @main(%x: memref<6xf64>, %y: memref<6x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    memref.store %v, %y[%i, %c0] : memref<6x4xf64>
    scf.for %k = %c1 to %c4 step %c1 {
      %l = arith.addi %k, %cm1 : index
      %w = memref.load %y[%i, %l] : memref<6x4xf64>
      %q = arith.mulf %w, %v : f64
      memref.store %q, %y[%i, %k] : memref<6x4xf64>
    }
  }
  return
}

// -----

// an array in each iteration
// without: while gather scatter
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c7 step %c1 {
    %tmp = memref.alloca() : memref<3xf64>
    %v = memref.load %x[%i] : memref<7xf64>
    scf.for %k = %c0 to %c3 step %c1 {
      %j = arith.index_cast %k : index to i64
      %d = arith.sitofp %j : i64 to f64
      %p = arith.mulf %v, %d : f64
      memref.store %p, %tmp[%k] : memref<3xf64>
    }
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %f0) -> (f64) {
      %p = memref.load %tmp[%k] : memref<3xf64>
      %q = math.sin %p : f64
      %r = arith.addf %acc, %q : f64
      scf.yield %r : f64
    }
    memref.store %s, %y[%i] : memref<7xf64>
  }
  return
}

// -----

// one side or the other
// has: while if
// without: gather scatter
func.func @main(%x: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  scf.for %t = %c0 to %c3 step %c1 {
    %odd = arith.remsi %t, %c2 : index
    %is = arith.cmpi eq, %odd, %c0 : index
    scf.if %is {
      scf.for %i = %c0 to %c6 step %c1 {
        %v = memref.load %x[%i] : memref<6xf64>
        %w = math.sin %v : f64
        memref.store %w, %x[%i] : memref<6xf64>
      }
    } else {
      scf.for %i = %c0 to %c6 step %c1 {
        %v = memref.load %x[%i] : memref<6xf64>
        %w = math.exp %v : f64
        memref.store %w, %x[%i] : memref<6xf64>
      }
    }
  }
  return
}

// -----

// a number of iterations that is not known
// without: gather scatter while
func.func @main(%n: i32, %x: memref<8xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %x[%i] : memref<8xf64>
    %w = math.sqrt %v : f64
    memref.store %w, %y[%i] : memref<8xf64>
  }
  return
}

// -----

// a recurrence that is not known to end soon
// has: while
func.func @main(%n: i32, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.index_cast %n : i32 to index
  %s = scf.for %i = %c0 to %m step %c1 iter_args(%a = %x) -> (f64) {
    %w = math.sin %a : f64
    %q = arith.addf %w, %x : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// affine operations
// without: while gather scatter
func.func @main(%x: memref<6xf64>, %y: memref<6xf64>) {
  affine.for %i = 0 to 6 {
    %v = affine.load %x[%i] : memref<6xf64>
    affine.if affine_set<(d0) : (d0 - 1 >= 0, 4 - d0 >= 0)>(%i) {
      %a = affine.load %x[%i - 1] : memref<6xf64>
      %b = affine.load %x[%i + 1] : memref<6xf64>
      %q = arith.addf %a, %b : f64
      affine.store %q, %y[%i] : memref<6xf64>
    }
  }
  return
}

// -----

// a parallel loop with a sum
// has: reduce
// without: while
func.func @main(%x: memref<6x4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%c6, %c4) step (%c1, %c1) init (%f0) -> f64 {
    %v = memref.load %x[%i, %j] : memref<6x4xf64>
    %w = math.exp %v : f64
    scf.reduce(%w : f64) {
    ^bb0(%a: f64, %b: f64):
      %q = arith.addf %a, %b : f64
      scf.reduce.return %q : f64
    }
  }
  return %s : f64
}

// -----

// sizes that are not known
// has: dot_general
// without: while gather scatter
func.func @main(%n: i32, %m: i32, %a: memref<5x7xf64>, %x: memref<7xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f64
  %rows = arith.index_cast %n : i32 to index
  %columns = arith.index_cast %m : i32 to index
  scf.for %i = %c0 to %rows step %c1 {
    %s = scf.for %j = %c0 to %columns step %c1 iter_args(%acc = %f0) -> (f64) {
      %v = memref.load %a[%i, %j] : memref<5x7xf64>
      %w = memref.load %x[%j] : memref<7xf64>
      %p = arith.mulf %v, %w : f64
      %q = arith.addf %acc, %p : f64
      scf.yield %q : f64
    }
    memref.store %s, %y[%i] : memref<5xf64>
  }
  return
}

// -----

// a local array that each iteration fills
// without: while gather scatter
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %tmp = memref.alloca() : memref<3xf64>
  scf.for %i = %c0 to %c7 step %c1 {
    %v = memref.load %x[%i] : memref<7xf64>
    scf.for %k = %c0 to %c3 step %c1 {
      %j = arith.index_cast %k : index to i64
      %d = arith.sitofp %j : i64 to f64
      %p = arith.mulf %v, %d : f64
      memref.store %p, %tmp[%k] : memref<3xf64>
    }
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %f0) -> (f64) {
      %p = memref.load %tmp[%k] : memref<3xf64>
      %q = math.sin %p : f64
      %r = arith.addf %acc, %q : f64
      scf.yield %r : f64
    }
    memref.store %s, %y[%i] : memref<7xf64>
  }
  return
}

// -----

// a local array that iterations hand on
// has: while
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %tmp = memref.alloca() : memref<2xf64>
  memref.store %f0, %tmp[%c1] : memref<2xf64>
  scf.for %i = %c0 to %c7 step %c1 {
    %v = memref.load %x[%i] : memref<7xf64>
    memref.store %v, %tmp[%c0] : memref<2xf64>
    %a = memref.load %tmp[%c0] : memref<2xf64>
    %b = memref.load %tmp[%c1] : memref<2xf64>
    %p = arith.mulf %a, %a : f64
    %q = arith.addf %p, %b : f64
    memref.store %q, %tmp[%c1] : memref<2xf64>
    memref.store %q, %y[%i] : memref<7xf64>
  }
  return
}

// -----

// a step that is not known
// has: while
func.func @main(%n: i64, %x: memref<21xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c21 = arith.constant 21 : index
  %f0 = arith.constant 0.0 : f64
  %step = arith.index_cast %n : i64 to index
  %s = scf.for %i = %c0 to %c21 step %step iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<21xf64>
    %w = math.sin %v : f64
    memref.store %w, %x[%i] : memref<21xf64>
    %q = arith.addf %acc, %v : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// a part that begins where a parameter says
// has: dynamic_slice dynamic_update_slice
// without: while gather scatter
func.func @main(%n: i64, %x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %from = arith.index_cast %n : i64 to index
  %to = arith.addi %from, %c4 : index
  scf.for %i = %from to %to step %c1 {
    %v = memref.load %x[%i] : memref<16xf64>
    %w = math.exp %v : f64
    %j = arith.addi %i, %c1 : index
    memref.store %w, %y[%j] : memref<16xf64>
  }
  return
}
