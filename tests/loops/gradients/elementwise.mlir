func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.sin %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.cos %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.exp %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.tanh %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.sqrt %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.log %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.atan %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.erf %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.exp2 %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.log2 %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.rsqrt %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.cbrt %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.absf %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.log1p %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.expm1 %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = math.sinh %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<5xf64>, %y: memref<5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = arith.negf %v : f64
    affine.store %w, %y[%i] : memref<5xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = arith.divf %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = math.powf %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = math.atan2 %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = arith.maximumf %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = arith.minnumf %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @main(%x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf64>
    %u = affine.load %y[%i] : memref<4xf64>
    %w = arith.remf %v, %u : f64
    affine.store %w, %z[%i] : memref<4xf64>
  }
  return
}
