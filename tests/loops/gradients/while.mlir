func.func @main(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %big = arith.constant 50.0 : f64
  %r:2 = scf.while (%a = %x, %k = %c0) : (f64, index) -> (f64, index) {
    %g = arith.cmpf olt, %a, %big : f64
    scf.condition(%g) %a, %k : f64, index
  } do {
  ^bb0(%a: f64, %k: index):
    %b = arith.mulf %a, %a : f64
    %c = arith.addf %b, %x : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %c, %l : f64, index
  }
  return %r#0 : f64
}

// -----

func.func @main(%x: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %big = arith.constant 200 : index
  %k1 = arith.constant 1.001 : f64
  %four = arith.constant 4 : index
  %r = scf.while (%k = %c0) : (index) -> index {
    %g = arith.cmpi slt, %k, %big : index
    scf.condition(%g) %k : index
  } do {
  ^bb0(%k: index):
    %i = arith.remsi %k, %four : index
    %v = memref.load %x[%i] : memref<4xf64>
    %w = math.sin %v : f64
    %u = arith.mulf %w, %k1 : f64
    memref.store %u, %x[%i] : memref<4xf64>
    %l = arith.addi %k, %c1 : index
    scf.yield %l : index
  }
  return
}

// -----

func.func @main(%a: f64, %x: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %tol = arith.constant 1.0e-6 : f64
  %n = arith.constant 3 : index
  %r = scf.while (%z = %one) : (f64) -> f64 {
    %s = arith.mulf %z, %z : f64
    %d = arith.subf %s, %a : f64
    %e = math.absf %d : f64
    %g = arith.cmpf ogt, %e, %tol : f64
    scf.condition(%g) %z : f64
  } do {
  ^bb0(%z: f64):
    %q = arith.divf %a, %z : f64
    %s = arith.addf %q, %z : f64
    %h = arith.mulf %s, %half : f64
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %x[%i] : memref<3xf64>
      %w = arith.mulf %v, %h : f64
      memref.store %w, %x[%i] : memref<3xf64>
    }
    scf.yield %h : f64
  }
  return %r : f64
}
