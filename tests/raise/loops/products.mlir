// matrix and vector
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<5x6xf64>, %x: memref<6xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c5 step %c1 {
    %s = scf.for %j = %c0 to %c6 step %c1 iter_args(%acc = %f0) -> (f64) {
      %v = memref.load %a[%i, %j] : memref<5x6xf64>
      %w = memref.load %x[%j] : memref<6xf64>
      %p = arith.mulf %v, %w : f64
      %q = arith.addf %acc, %p : f64
      scf.yield %q : f64
    }
    memref.store %s, %y[%i] : memref<5xf64>
  }
  return
}

// -----

// matrix and vector by columns
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<5x6xf64>, %x: memref<6xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c6 step %c1 {
    scf.for %i = %c0 to %c5 step %c1 {
      %v = memref.load %a[%i, %j] : memref<5x6xf64>
      %w = memref.load %x[%j] : memref<6xf64>
      %p = arith.mulf %v, %w : f64
      %o = memref.load %y[%i] : memref<5xf64>
      %q = arith.addf %o, %p : f64
      memref.store %q, %y[%i] : memref<5xf64>
    }
  }
  return
}

// -----

// matrix in one dimension
// has: dot_general
// without: while gather reduce
func.func @main(%a: memref<30xf64>, %x: memref<6xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c5 step %c1 {
    memref.store %f0, %y[%i] : memref<5xf64>
    scf.for %j = %c0 to %c6 step %c1 {
      %row = arith.muli %i, %c6 : index
      %at = arith.addi %row, %j : index
      %v = memref.load %a[%at] : memref<30xf64>
      %w = memref.load %x[%j] : memref<6xf64>
      %p = arith.mulf %v, %w : f64
      %o = memref.load %y[%i] : memref<5xf64>
      %q = arith.addf %o, %p : f64
      memref.store %q, %y[%i] : memref<5xf64>
    }
  }
  return
}

// -----

// matrices, loops ijk
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      scf.for %k = %c0 to %c6 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// matrices, loops ikj
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c5 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// matrices, loops jik
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c5 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c6 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// matrices, loops jki
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c5 step %c1 {
    scf.for %k = %c0 to %c6 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// matrices, loops kij
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %k = %c0 to %c6 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c5 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// matrices, loops kji
// has: dot_general
// without: while gather reduce broadcast_in_dim
func.func @main(%a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %k = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %v, %w : f64
        %o = memref.load %c[%i, %j] : memref<4x5xf64>
        %q = arith.addf %o, %p : f64
        memref.store %q, %c[%i, %j] : memref<4x5xf64>
      }
    }
  }
  return
}

// -----

// with factors
// has: dot_general
// without: while gather reduce
func.func @main(%alpha: f64, %beta: f64, %a: memref<4x6xf64>, %b: memref<6x5xf64>, %c: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c6 step %c1 iter_args(%acc = %f0) -> (f64) {
        %v = memref.load %a[%i, %k] : memref<4x6xf64>
        %w = memref.load %b[%k, %j] : memref<6x5xf64>
        %z = arith.mulf %alpha, %v : f64
        %p = arith.mulf %z, %w : f64
        %q = arith.addf %p, %acc : f64
        scf.yield %q : f64
      }
      %o = memref.load %c[%i, %j] : memref<4x5xf64>
      %t = arith.mulf %o, %beta : f64
      %u = arith.addf %t, %s : f64
      memref.store %u, %c[%i, %j] : memref<4x5xf64>
    }
  }
  return
}

// -----

// many matrices, subtracted
// has: dot_general subtract
// without: while gather reduce
func.func @main(%b: memref<3x4x6xf64>, %a: memref<3x6x5xf64>, %c: memref<3x4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %n = %c0 to %c3 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c5 step %c1 {
        scf.for %k = %c0 to %c6 step %c1 {
          %v = memref.load %b[%n, %i, %k] : memref<3x4x6xf64>
          %w = memref.load %a[%n, %k, %j] : memref<3x6x5xf64>
          %p = arith.mulf %v, %w : f64
          %o = memref.load %c[%n, %i, %j] : memref<3x4x5xf64>
          %q = arith.subf %o, %p : f64
          memref.store %q, %c[%n, %i, %j] : memref<3x4x5xf64>
        }
      }
    }
  }
  return
}

// -----

// dot
// has: dot_general
// without: while gather
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %f0) -> (f64) {
    %v = memref.load %x[%i] : memref<7xf64>
    %w = memref.load %y[%i] : memref<7xf64>
    %q = math.fma %v, %w, %acc : f64
    scf.yield %q : f64
  }
  return %s : f64
}

// -----

// outer product
// without: while gather
func.func @main(%x: memref<5xf64>, %y: memref<6xf64>, %c: memref<5x6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %v = memref.load %x[%i] : memref<5xf64>
      %w = memref.load %y[%j] : memref<6xf64>
      %q = arith.mulf %v, %w : f64
      memref.store %q, %c[%i, %j] : memref<5x6xf64>
    }
  }
  return
}

// -----

// triangular matrix
// has: select
// without: while gather
func.func @main(%l: memref<6x6xf64>, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %f0 = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c6 step %c1 {
    %n = arith.addi %i, %c1 : index
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %f0) -> (f64) {
      %v = memref.load %l[%i, %j] : memref<6x6xf64>
      %w = memref.load %x[%j] : memref<6xf64>
      %p = arith.mulf %v, %w : f64
      %q = arith.addf %acc, %p : f64
      scf.yield %q : f64
    }
    memref.store %s, %y[%i] : memref<6xf64>
  }
  return
}

// -----

// upper triangle added to columns
// without: while
func.func @main(%l: memref<6x6xf64>, %x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %n = arith.addi %i, %c1 : index
    scf.for %j = %n to %c6 step %c1 {
      %v = memref.load %l[%i, %j] : memref<6x6xf64>
      %w = memref.load %x[%j] : memref<6xf64>
      %p = arith.divf %v, %w : f64
      %o = memref.load %y[%j] : memref<6xf64>
      %q = arith.addf %o, %p : f64
      memref.store %q, %y[%j] : memref<6xf64>
    }
  }
  return
}
