func.func @main(%x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 6 {
    %v = affine.load %x[%i] : memref<6xf64>
    %g = arith.cmpf ogt, %v, %one : f64
    %w = scf.if %g -> (f64) {
      %a = math.exp %v : f64
      %b = arith.mulf %a, %v : f64
      scf.yield %b : f64
    } else {
      %a = arith.mulf %v, %v : f64
      scf.yield %a : f64
    }
    affine.store %w, %y[%i] : memref<6xf64>
  }
  return
}

// -----

func.func @main(%x: memref<6xf64>, %k: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 6 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %g = arith.cmpf olt, %v, %one : f64
    scf.if %g {
      %a = math.sin %v : f64
      %b = arith.mulf %a, %k : f64
      memref.store %b, %x[%i] : memref<6xf64>
    }
  }
  return
}

// -----

func.func @main(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %three = arith.constant 3 : index
  %m = arith.remsi %n, %three : index
  %r = scf.index_switch %m -> f64
  case 0 {
    scf.yield %x : f64
  }
  case 2 {
    %p = arith.mulf %x, %y : f64
    %q = math.exp %p : f64
    scf.yield %q : f64
  }
  default {
    %p = arith.divf %x, %y : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>, %a: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %g = arith.cmpf ogt, %a, %half : f64
  %m = scf.if %g -> (memref<5xf64>) {
    scf.yield %x : memref<5xf64>
  } else {
    scf.yield %y : memref<5xf64>
  }
  %v = memref.load %m[%c2] : memref<5xf64>
  %w = arith.mulf %v, %a : f64
  memref.store %w, %m[%c1] : memref<5xf64>
  return
}

// -----

func.func @main(%x: f64, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %g = arith.cmpf ogt, %x, %y : f64
  %a = arith.select %g, %x, %y : f64
  %b = arith.mulf %a, %x : f64
  %c = arith.truncf %b : f64 to f32
  %d = arith.extf %c : f32 to f64
  %e = arith.mulf %b, %b : f64
  return %e : f64
}

// -----

func.func @main(%x: memref<5xf64>, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k) -> (f64) {
    %v = memref.load %x[%i] : memref<5xf64>
    %g = arith.cmpf ogt, %v, %a : f64
    %b = scf.if %g -> (f64) {
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%s = %v) -> (f64) {
        %t = arith.mulf %s, %half : f64
        %u = math.cos %t : f64
        scf.yield %u : f64
      }
      memref.store %s, %x[%i] : memref<5xf64>
      scf.yield %s : f64
    } else {
      %t = arith.mulf %a, %v : f64
      scf.yield %t : f64
    }
    scf.yield %b : f64
  }
  return %r : f64
}
