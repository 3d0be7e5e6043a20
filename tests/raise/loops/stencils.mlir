// three points
// has: slice dynamic_update_slice
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %cm1 = arith.constant -1 : index
  %f2 = arith.constant 2.0 : f64
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%i] : memref<16xf64>
    %d = memref.load %x[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    memref.store %t, %y[%i] : memref<16xf64>
  }
  return
}

// -----

// three points twice: the founding example
// has: slice
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %z: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %f0 = arith.constant 0.0 : f64
  %f2 = arith.constant 2.0 : f64
  %y = memref.alloca() : memref<16xf64>
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %f0, %y[%i] : memref<16xf64>
  }
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%i] : memref<16xf64>
    %d = memref.load %x[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    memref.store %t, %y[%i] : memref<16xf64>
  }
  scf.for %i = %c2 to %c14 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %y[%l] : memref<16xf64>
    %b = memref.load %y[%i] : memref<16xf64>
    %d = memref.load %y[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    memref.store %t, %z[%i] : memref<16xf64>
  }
  return
}

// -----

// heat, two steps at once
// has: while slice
// without: gather scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %cm1 = arith.constant -1 : index
  %f0_1 = arith.constant 0.1 : f64
  %f2 = arith.constant 2.0 : f64
  scf.for %t0 = %c0 to %c4 step %c1 {
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%i] : memref<16xf64>
    %d = memref.load %x[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    %u = arith.mulf %t, %f0_1 : f64
    %v = arith.addf %b, %u : f64
    memref.store %v, %y[%i] : memref<16xf64>
  }
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %y[%l] : memref<16xf64>
    %b = memref.load %y[%i] : memref<16xf64>
    %d = memref.load %y[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    %u = arith.mulf %t, %f0_1 : f64
    %v = arith.addf %b, %u : f64
    memref.store %v, %x[%i] : memref<16xf64>
  }
  }
  return
}

// -----

// heat with a copy
// has: while slice
// without: gather scatter
func.func @main(%x: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %cm1 = arith.constant -1 : index
  %f0_1 = arith.constant 0.1 : f64
  %f2 = arith.constant 2.0 : f64
  %y = memref.alloc() : memref<16xf64>
  scf.for %t0 = %c0 to %c4 step %c1 {
    memref.copy %x, %y : memref<16xf64> to memref<16xf64>
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %y[%l] : memref<16xf64>
    %b = memref.load %y[%i] : memref<16xf64>
    %d = memref.load %y[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    %u = arith.mulf %t, %f0_1 : f64
    %v = arith.addf %b, %u : f64
    memref.store %v, %x[%i] : memref<16xf64>
  }
  }
  memref.dealloc %y : memref<16xf64>
  return
}

// -----

// Gauss and Seidel in place
// has: while
// without: gather scatter
func.func @main(%x: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c15 = arith.constant 15 : index
  %cm1 = arith.constant -1 : index
  %f0_1 = arith.constant 0.1 : f64
  %f2 = arith.constant 2.0 : f64
  scf.for %t0 = %c0 to %c3 step %c1 {
  scf.for %i = %c1 to %c15 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %r = arith.addi %i, %c1 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%i] : memref<16xf64>
    %d = memref.load %x[%r] : memref<16xf64>
    %p = arith.mulf %b, %f2 : f64
    %s = arith.subf %a, %p : f64
    %t = arith.addf %s, %d : f64
    %u = arith.mulf %t, %f0_1 : f64
    %v = arith.addf %b, %u : f64
    memref.store %v, %x[%i] : memref<16xf64>
  }
  }
  return
}

// -----

// periodic
// has: concatenate
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %q = arith.addi %i, %c1 : index
    %r = arith.remsi %q, %c16 : index
    %s = arith.addi %i, %c15 : index
    %l = arith.remsi %s, %c16 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%r] : memref<16xf64>
    %t = arith.addf %a, %b : f64
    memref.store %t, %y[%i] : memref<16xf64>
  }
  return
}

// -----

// clamped
// has: concatenate
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %q = arith.addi %i, %c1 : index
    %r = arith.minsi %q, %c15 : index
    %s = arith.addi %i, %cm1 : index
    %l = arith.maxsi %s, %c0 : index
    %a = memref.load %x[%l] : memref<16xf64>
    %b = memref.load %x[%r] : memref<16xf64>
    %t = arith.mulf %a, %b : f64
    memref.store %t, %y[%i] : memref<16xf64>
  }
  return
}

// -----

// periodic by selection
// has: concatenate
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %is = arith.cmpi eq, %i, %c0 : index
    %q = arith.addi %i, %cm1 : index
    %l = arith.select %is, %c15, %q : index
    %a = memref.load %x[%l] : memref<16xf64>
    memref.store %a, %y[%i] : memref<16xf64>
  }
  return
}

// -----

// boundaries by conditions
// has: select
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c16 step %c1 {
    %in = arith.cmpi sgt, %i, %c0 : index
    %im = arith.cmpi slt, %i, %c15 : index
    %both = arith.andi %in, %im : i1
    scf.if %both {
      %l = arith.addi %i, %cm1 : index
      %r = arith.addi %i, %c1 : index
      %a = memref.load %x[%l] : memref<16xf64>
      %b = memref.load %x[%r] : memref<16xf64>
      %q = arith.divf %a, %b : f64
      memref.store %q, %y[%i] : memref<16xf64>
    } else {
      memref.store %f0, %y[%i] : memref<16xf64>
    }
  }
  return
}

// -----

// five points
// has: slice dynamic_update_slice
// without: gather while scatter
func.func @main(%x: memref<8x9xf64>, %y: memref<8x9xf64>) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %cm1 = arith.constant -1 : index
  %f4 = arith.constant 4.0 : f64
  scf.for %i = %c1 to %c7 step %c1 {
    scf.for %j = %c1 to %c8 step %c1 {
      %l = arith.addi %j, %cm1 : index
      %r = arith.addi %j, %c1 : index
      %u = arith.addi %i, %cm1 : index
      %d = arith.addi %i, %c1 : index
      %a = memref.load %x[%i, %l] : memref<8x9xf64>
      %b = memref.load %x[%i, %r] : memref<8x9xf64>
      %e = memref.load %x[%u, %j] : memref<8x9xf64>
      %g = memref.load %x[%d, %j] : memref<8x9xf64>
      %h = memref.load %x[%i, %j] : memref<8x9xf64>
      %k = arith.addf %a, %b : f64
      %m = arith.addf %e, %g : f64
      %n = arith.addf %k, %m : f64
      %o = arith.mulf %h, %f4 : f64
      %p = arith.subf %n, %o : f64
      memref.store %p, %y[%i, %j] : memref<8x9xf64>
    }
  }
  return
}

// -----

// five points in one dimension
// has: slice reshape
// without: gather while scatter
func.func @main(%x: memref<72xf64>, %y: memref<72xf64>) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %cm1 = arith.constant -1 : index
  %cm9 = arith.constant -9 : index
  scf.for %i = %c1 to %c7 step %c1 {
    %row = arith.muli %i, %c9 : index
    scf.for %j = %c1 to %c8 step %c1 {
      %at = arith.addi %row, %j : index
      %l = arith.addi %at, %cm1 : index
      %r = arith.addi %at, %c1 : index
      %u = arith.addi %at, %cm9 : index
      %d = arith.addi %at, %c9 : index
      %a = memref.load %x[%l] : memref<72xf64>
      %b = memref.load %x[%r] : memref<72xf64>
      %e = memref.load %x[%u] : memref<72xf64>
      %g = memref.load %x[%d] : memref<72xf64>
      %k = arith.addf %a, %b : f64
      %m = arith.mulf %e, %g : f64
      %n = arith.addf %k, %m : f64
      memref.store %n, %y[%at] : memref<72xf64>
    }
  }
  return
}

// -----

// three dimensions
// has: slice
// without: gather while scatter
func.func @main(%x: memref<5x6x7xf64>, %y: memref<5x6x7xf64>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c1 to %c4 step %c1 {
    scf.for %j = %c1 to %c5 step %c1 {
      scf.for %k = %c1 to %c6 step %c1 {
        %u = arith.addi %i, %cm1 : index
        %d = arith.addi %j, %c1 : index
        %e = arith.addi %k, %cm1 : index
        %a = memref.load %x[%u, %j, %k] : memref<5x6x7xf64>
        %b = memref.load %x[%i, %d, %k] : memref<5x6x7xf64>
        %g = memref.load %x[%i, %j, %e] : memref<5x6x7xf64>
        %h = arith.addf %a, %b : f64
        %m = arith.mulf %h, %g : f64
        memref.store %m, %y[%i, %j, %k] : memref<5x6x7xf64>
      }
    }
  }
  return
}

// -----

// in place, reading what comes
// without: gather while scatter
func.func @main(%x: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  scf.for %i = %c0 to %c15 step %c1 {
    %r = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<16xf64>
    %b = memref.load %x[%r] : memref<16xf64>
    %d = arith.subf %b, %a : f64
    memref.store %d, %x[%i] : memref<16xf64>
  }
  return
}

// -----

// reading what the iteration before wrote earlier
// without: gather while scatter
func.func @main(%x: memref<16xf64>, %y: memref<16xf64>, %z: memref<16xf64>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c1 to %c16 step %c1 {
    %l = arith.addi %i, %cm1 : index
    %a = memref.load %x[%i] : memref<16xf64>
    %b = arith.mulf %a, %a : f64
    memref.store %b, %y[%i] : memref<16xf64>
    %d = memref.load %y[%l] : memref<16xf64>
    %e = arith.addf %d, %a : f64
    memref.store %e, %z[%i] : memref<16xf64>
  }
  return
}

// -----

// red and black
// without: gather while scatter
func.func @main(%x: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %n = arith.muli %i, %c2 : index
    %m = arith.addi %n, %c1 : index
    %a = memref.load %x[%m] : memref<8xf64>
    %b = math.sin %a : f64
    memref.store %b, %x[%n] : memref<8xf64>
  }
  return
}

// -----

// convolution
// has: dot_general
// without: gather while scatter
func.func @main(%x: memref<10xf64>, %w: memref<3xf64>, %y: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %f0) -> (f64) {
      %n = arith.addi %i, %k : index
      %a = memref.load %x[%n] : memref<10xf64>
      %b = memref.load %w[%k] : memref<3xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %acc, %p : f64
      scf.yield %q : f64
    }
    memref.store %s, %y[%i] : memref<8xf64>
  }
  return
}

// -----

// convolution in two dimensions
// without: gather while scatter
func.func @main(%x: memref<6x7xf64>, %w: memref<3x2xf64>, %y: memref<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %f0) -> (f64) {
        %s1 = scf.for %l = %c0 to %c2 step %c1 iter_args(%acc1 = %acc) -> (f64) {
          %n = arith.addi %i, %k : index
          %m = arith.addi %j, %l : index
          %a = memref.load %x[%n, %m] : memref<6x7xf64>
          %b = memref.load %w[%k, %l] : memref<3x2xf64>
          %p = arith.mulf %a, %b : f64
          %q = arith.addf %acc1, %p : f64
          scf.yield %q : f64
        }
        scf.yield %s1 : f64
      }
      memref.store %s, %y[%i, %j] : memref<4x6xf64>
    }
  }
  return
}

// -----

// pooling
// without: gather while scatter
func.func @main(%x: memref<8x6xf64>, %y: memref<4x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %low = arith.constant -1.0e300 : f64
      %s = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %low) -> (f64) {
        %s1 = scf.for %l = %c0 to %c2 step %c1 iter_args(%acc1 = %acc) -> (f64) {
          %i2 = arith.muli %i, %c2 : index
          %j2 = arith.muli %j, %c2 : index
          %n = arith.addi %i2, %k : index
          %m = arith.addi %j2, %l : index
          %a = memref.load %x[%n, %m] : memref<8x6xf64>
          %q = arith.maxnumf %acc1, %a : f64
          scf.yield %q : f64
        }
        scf.yield %s1 : f64
      }
      memref.store %s, %y[%i, %j] : memref<4x3xf64>
    }
  }
  return
}
