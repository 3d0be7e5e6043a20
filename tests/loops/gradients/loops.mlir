func.func @main(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> (f64) {
    %v = memref.load %x[%i] : memref<?xf64>
    %b = arith.mulf %a, %v : f64
    scf.yield %b : f64
  }
  return %s : f64
}

// -----

func.func @main(%x: memref<6xf64>, %k: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 6 : index
  %s:2 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %k, %b = %one) -> (f64, f64) {
    %v = memref.load %x[%i] : memref<6xf64>
    %p = math.sin %a : f64
    %q = arith.mulf %p, %b : f64
    %r = arith.addf %q, %v : f64
    memref.store %q, %x[%i] : memref<6xf64>
    scf.yield %r, %p : f64, f64
  }
  return %s#0, %s#1 : f64, f64
}

// -----

func.func @main(%a: memref<4x5xf64>, %x: memref<5xf64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %p = affine.load %a[%i, %j] : memref<4x5xf64>
      %q = affine.load %x[%j] : memref<5xf64>
      %r = affine.load %y[%i] : memref<4xf64>
      %s = arith.mulf %p, %q : f64
      %t = arith.addf %r, %s : f64
      affine.store %t, %y[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @main(%a: memref<3x4xf64> {llvm.noalias}, %b: memref<4x2xf64> {llvm.noalias}, %c: memref<3x2xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.parallel (%i, %j) = (0, 0) to (3, 2) {
    %s = affine.for %k = 0 to 4 iter_args(%acc = %zero) -> (f64) {
      %p = affine.load %a[%i, %k] : memref<3x4xf64>
      %q = affine.load %b[%k, %j] : memref<4x2xf64>
      %r = arith.mulf %p, %q : f64
      %t = arith.addf %acc, %r : f64
      affine.yield %t : f64
    }
    affine.store %s, %c[%i, %j] : memref<3x2xf64>
  }
  return
}

// -----

func.func @main(%a: memref<5x5xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 5 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%b = %acc) -> (f64) {
      %v = memref.load %a[%i, %j] : memref<5x5xf64>
      %w = arith.mulf %v, %b : f64
      %u = arith.addf %w, %v : f64
      memref.store %w, %a[%j, %i] : memref<5x5xf64>
      scf.yield %u : f64
    }
    scf.yield %t : f64
  }
  return %s : f64
}

// -----

func.func @main(%a: memref<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %d0 = affine.load %a[%i, %j] : memref<4x4xf64>
      %s = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%acc = %d0) -> (f64) {
        %p = affine.load %a[%i, %k] : memref<4x4xf64>
        %q = affine.load %a[%j, %k] : memref<4x4xf64>
        %r = arith.mulf %p, %q : f64
        %t = arith.subf %acc, %r : f64
        affine.yield %t : f64
      }
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        %c = arith.constant 9.0 : f64
        %sq = arith.mulf %s, %s : f64
        %m = arith.addf %sq, %c : f64
        %r = math.sqrt %m : f64
        affine.store %r, %a[%i, %j] : memref<4x4xf64>
      } else {
        %d = affine.load %a[%j, %j] : memref<4x4xf64>
        %q = arith.divf %s, %d : f64
        affine.store %q, %a[%i, %j] : memref<4x4xf64>
      }
    }
  }
  return
}

// -----

func.func @main(%u: memref<8xf64>, %v: memref<8xf64>, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 3 : index
  %e = arith.constant 7 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %u, %b = %v) -> (memref<8xf64>, memref<8xf64>) {
    scf.for %i = %c1 to %e step %c1 {
      %l = arith.subi %i, %c1 : index
      %h = arith.addi %i, %c1 : index
      %x = memref.load %a[%l] : memref<8xf64>
      %y = memref.load %a[%i] : memref<8xf64>
      %z = memref.load %a[%h] : memref<8xf64>
      %s = arith.addf %x, %z : f64
      %w = arith.mulf %s, %k : f64
      %q = arith.mulf %y, %y : f64
      %o = arith.addf %w, %q : f64
      memref.store %o, %b[%i] : memref<8xf64>
    }
    scf.yield %b, %a : memref<8xf64>, memref<8xf64>
  }
  %x = memref.load %r#0[%c1] : memref<8xf64>
  return %x : f64
}

// -----

func.func @main(%x: memref<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %m = arith.constant -3 : index
  %s = scf.for %i = %c0 to %m step %c1 iter_args(%a = %one) -> (f64) {
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  %v = memref.load %x[%c1] : memref<4xf64>
  %r = arith.mulf %s, %v : f64
  return %r : f64
}

// -----

func.func @main(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %a0 = arith.constant 1 : i32
  %b0 = arith.constant 2 : i32
  %e = arith.constant 8 : i32
  %s = scf.for %i = %a0 to %e step %b0 iter_args(%a = %x) -> (f64) : i32 {
    %k = arith.sitofp %i : i32 to f64
    %p = arith.mulf %a, %x : f64
    %q = arith.divf %p, %k : f64
    %r = math.fpowi %q, %b0 : f64, i32
    scf.yield %r : f64
  }
  return %s : f64
}

// -----

func.func @main(%x: memref<2x3x2xf64>, %a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 2 : index
  %m = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (f64) {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%q = %p) -> (f64) {
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%s = %q) -> (f64) {
        %v = memref.load %x[%i, %j, %k] : memref<2x3x2xf64>
        %w = arith.mulf %s, %v : f64
        %u = math.sin %w : f64
        memref.store %u, %x[%i, %j, %k] : memref<2x3x2xf64>
        scf.yield %u : f64
      }
      scf.yield %s : f64
    }
    scf.yield %q : f64
  }
  return %r : f64
}

// -----

func.func @main(%x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 1 to 6 {
    %a = affine.load %y[%i - 1] : memref<6xf64>
    %b = affine.load %x[%i] : memref<6xf64>
    %c = arith.mulf %a, %b : f64
    %d = arith.addf %c, %b : f64
    affine.store %d, %y[%i] : memref<6xf64>
  }
  return
}

// -----

func.func @main(%x: memref<7xf64>, %w: memref<3xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    affine.store %zero, %y[%i] : memref<5xf64>
    affine.for %j = 0 to 3 {
      %a = affine.load %x[%i + %j] : memref<7xf64>
      %b = affine.load %w[2 - %j] : memref<3xf64>
      %c = arith.mulf %a, %b : f64
      %d = affine.load %y[%i] : memref<5xf64>
      %e = arith.addf %c, %d : f64
      affine.store %e, %y[%i] : memref<5xf64>
    }
  }
  return
}
