func.func @main(%x: memref<6x6xf64>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %v = memref.subview %x[1, 2] [3, 3] [1, 1] : memref<6x6xf64> to memref<3x3xf64, strided<[6, 1], offset: 8>>
  %w = memref.subview %x[0, 1] [4, 1] [1, 1] : memref<6x6xf64> to memref<4xf64, strided<[6], offset: 1>>
  %n = arith.constant 3 : index
  scf.for %a = %c0 to %n step %c1 {
    %p = memref.load %v[%a, %c1] : memref<3x3xf64, strided<[6, 1], offset: 8>>
    %q = memref.load %w[%a] : memref<4xf64, strided<[6], offset: 1>>
    %r = arith.mulf %p, %q : f64
    memref.store %r, %v[%c1, %a] : memref<3x3xf64, strided<[6, 1], offset: 8>>
  }
  return
}

// -----

func.func @main(%x: memref<4x4xf64>, %y: memref<16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %f = memref.collapse_shape %x [[0, 1]] : memref<4x4xf64> into memref<16xf64>
  %e = memref.expand_shape %y [[0, 1]] output_shape [2, 8] : memref<16xf64> into memref<2x8xf64>
  %t = memref.transpose %x (d0, d1) -> (d1, d0) : memref<4x4xf64> to memref<4x4xf64, strided<[1, 4]>>
  %r = memref.reinterpret_cast %y to offset: [2], sizes: [3], strides: [4] : memref<16xf64> to memref<3xf64, strided<[4], offset: 2>>
  %a = memref.load %f[%c2] : memref<16xf64>
  %b = memref.load %e[%c1, %c2] : memref<2x8xf64>
  %c = memref.load %t[%c2, %c1] : memref<4x4xf64, strided<[1, 4]>>
  %d = memref.load %r[%c1] : memref<3xf64, strided<[4], offset: 2>>
  %p = arith.mulf %a, %b : f64
  %q = arith.mulf %c, %d : f64
  %s = arith.addf %p, %q : f64
  memref.store %s, %e[%c1, %c2] : memref<2x8xf64>
  memref.store %p, %t[%c1, %c2] : memref<4x4xf64, strided<[1, 4]>>
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
  %k = memref.cast %x : memref<5xf64> to memref<?xf64>
  %t = memref.alloc() : memref<5xf64>
  memref.copy %x, %t : memref<5xf64> to memref<5xf64>
  %n = arith.constant 5 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %t[%i] : memref<5xf64>
    %b = memref.load %k[%i] : memref<?xf64>
    %c = arith.mulf %a, %b : f64
    memref.store %c, %t[%i] : memref<5xf64>
    %d = math.sin %c : f64
    memref.store %d, %k[%i] : memref<?xf64>
  }
  memref.copy %t, %y : memref<5xf64> to memref<5xf64>
  memref.dealloc %t : memref<5xf64>
  return
}

// -----

func.func @main(%x: memref<?x?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %d = memref.dim %x, %c1 : memref<?x?xf64>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
    %t = memref.alloca(%d) : memref<?xf64>
    scf.for %j = %c0 to %d step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x?xf64>
      %w = math.exp %v : f64
      memref.store %w, %t[%j] : memref<?xf64>
    }
    %r = scf.for %j = %c0 to %d step %c1 iter_args(%b = %acc) -> (f64) {
      %v = memref.load %t[%j] : memref<?xf64>
      %w = arith.mulf %v, %v : f64
      %u = arith.addf %w, %b : f64
      scf.yield %u : f64
    }
    scf.yield %r : f64
  }
  return %s : f64
}

// -----

memref.global "private" constant @weights : memref<3xf64> = dense<[0.25, 0.5, 0.25]>
memref.global "private" @scratch : memref<3xf64> = dense<0.0>
func.func @main(%x: memref<3xf64>) -> f64 {
  %w = memref.get_global @weights : memref<3xf64>
  %s = memref.get_global @scratch : memref<3xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 3 {
    %a = affine.load %x[%i] : memref<3xf64>
    %b = affine.load %w[%i] : memref<3xf64>
    %c = arith.mulf %a, %b : f64
    %d = math.exp %c : f64
    affine.store %d, %s[%i] : memref<3xf64>
  }
  %r = affine.for %i = 0 to 3 iter_args(%acc = %zero) -> (f64) {
    %a = affine.load %s[%i] : memref<3xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.addf %acc, %b : f64
    affine.yield %c : f64
  }
  return %r : f64
}
