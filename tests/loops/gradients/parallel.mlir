func.func @main(%x: memref<6xf64>, %y: memref<6xf64>, %k: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 6 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<6xf64>
    %w = arith.mulf %v, %k : f64
    %u = math.sin %w : f64
    memref.store %u, %y[%i] : memref<6xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4x3xf64>, %y: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 4 : index
  %m = arith.constant 3 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%one) -> f64 {
    %v = memref.load %x[%i, %j] : memref<4x3xf64>
    %u = memref.load %y[%i] : memref<4xf64>
    %w = arith.mulf %v, %u : f64
    scf.reduce(%w : f64) {
    ^bb0(%a: f64, %b: f64):
      %s = arith.addf %a, %b : f64
      scf.reduce.return %s : f64
    }
  }
  return %r : f64
}

// -----

func.func @main(%x: memref<4xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 4 : index
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%one, %zero) -> (f64, f64) {
    %v = memref.load %x[%i] : memref<4xf64>
    scf.reduce(%v, %v : f64, f64) {
    ^bb0(%a: f64, %b: f64):
      %s = arith.mulf %a, %b : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%a: f64, %b: f64):
      %s = arith.maximumf %a, %b : f64
      scf.reduce.return %s : f64
    }
  }
  return %r#0, %r#1 : f64, f64
}

// -----

func.func @main(%x: memref<8xf64>, %y: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.parallel (%i) = (1) to (7) {
    %a = affine.load %x[%i - 1] : memref<8xf64>
    %b = affine.load %x[%i] : memref<8xf64>
    %c = affine.load %x[%i + 1] : memref<8xf64>
    %d = arith.mulf %a, %c : f64
    %e = arith.subf %d, %b : f64
    affine.store %e, %y[%i] : memref<8xf64>
  }
  %r = affine.parallel (%i) = (0) to (8) step (2) reduce ("addf") -> (f64) {
    %a = affine.load %y[%i] : memref<8xf64>
    %b = arith.mulf %a, %a : f64
    affine.yield %b : f64
  }
  return %r : f64
}
