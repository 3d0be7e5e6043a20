func.func private @square(%x: memref<4xf64>, %i: index) -> f64 {
  %v = memref.load %x[%i] : memref<4xf64>
  %w = arith.mulf %v, %v : f64
  memref.store %w, %x[%i] : memref<4xf64>
  return %w : f64
}
func.func @main(%x: memref<4xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to 4 iter_args(%a = %zero) -> (f64) {
    %p = func.call @square(%x, %i) : (memref<4xf64>, index) -> f64
    %q = func.call @scale(%p, %k) : (f64, f64) -> f64
    %s = arith.addf %a, %q : f64
    affine.yield %s : f64
  }
  return %r : f64
}
func.func private @scale(%x: f64, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %g = arith.cmpf ogt, %x, %k : f64
  cf.cond_br %g, ^a, ^b
^a:
  %y = arith.mulf %x, %k : f64
  return %y : f64
^b:
  %z = arith.subf %k, %x : f64
  return %z : f64
}

// -----

func.func @main(%x: memref<3xf32>, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 3 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (f32) {
    %v = memref.load %x[%i] : memref<3xf32>
    %w = math.fma %v, %acc, %v : f32
    scf.yield %w : f32
  }
  return %s : f32
}

// -----

func.func @main(%x: memref<5xf64>, %idx: memref<4xi64>, %y: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %k = affine.load %idx[%i] : memref<4xi64>
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %x[%j] : memref<5xf64>
    %w = arith.mulf %v, %v : f64
    affine.store %w, %y[%i] : memref<4xf64>
    memref.store %w, %x[%j] : memref<5xf64>
  }
  return
}
