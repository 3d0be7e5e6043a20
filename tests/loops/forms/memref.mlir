memref.global "private" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global @state : memref<4xf64> = uninitialized
memref.global "private" @start : memref<3xi32> = dense<0> {alignment = 64 : i64}
memref.global "private" @elsewhere : memref<2xf64>
func.func @views(%n: index, %m: memref<?x?xf64>, %bytes: memref<256xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x2xf32>
  %a = memref.alloc() : memref<8x8xf64>
  %b = memref.alloc(%n) {alignment = 16 : i64} : memref<?x4xf64, 1>
  %s = memref.alloca(%n, %n) : memref<?x?xi32>
  %v = memref.subview %a[0, 2] [4, 4] [1, 1] : memref<8x8xf64> to memref<4x4xf64, strided<[8, 1], offset: 2>>
  %w = memref.subview %a[%n, 0] [1, 4] [1, 2] : memref<8x8xf64> to memref<4xf64, strided<[2], offset: ?>>
  %u = memref.subview %m[%n, %c1] [%n, 2] [%c1, 1] : memref<?x?xf64> to memref<?x2xf64, strided<[?, 1], offset: ?>>
  %r = memref.reinterpret_cast %a to offset: [%n], sizes: [4, %n], strides: [1, %c1] : memref<8x8xf64> to memref<4x?xf64, strided<[1, ?], offset: ?>>
  %f = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [1] : memref<8x8xf64> to memref<64xf64>
  %k = memref.cast %a : memref<8x8xf64> to memref<?x?xf64>
  %kk = memref.cast %k : memref<?x?xf64> to memref<*xf64>
  %cs = memref.collapse_shape %a [[0, 1]] : memref<8x8xf64> into memref<64xf64>
  %es = memref.expand_shape %cs [[0, 1]] output_shape [16, 4] : memref<64xf64> into memref<16x4xf64>
  %tr = memref.transpose %a (d0, d1) -> (d1, d0) : memref<8x8xf64> to memref<8x8xf64, strided<[1, 8]>>
  %vw = memref.view %bytes[%c0][] : memref<256xi8> to memref<4x4xf64>
  %vy = memref.view %bytes[%c0][%n] : memref<256xi8> to memref<?x4xf64>
  %d = memref.dim %m, %c1 : memref<?x?xf64>
  %rk = memref.rank %kk : memref<*xf64>
  %x = memref.load %v[%c0, %c1] : memref<4x4xf64, strided<[8, 1], offset: 2>>
  memref.store %x, %w[%c0] : memref<4xf64, strided<[2], offset: ?>>
  %old = memref.atomic_rmw addf %x, %a[%c0, %c1] : (f64, memref<8x8xf64>) -> f64
  memref.copy %a, %k : memref<8x8xf64> to memref<?x?xf64>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x?xf64> -> memref<f64>, index, index, index, index, index
  %al = memref.assume_alignment %a, 16 : memref<8x8xf64>
  %sc = memref.alloca_scope -> (f64) {
    %loc = memref.alloca() : memref<f64>
    memref.store %x, %loc[] : memref<f64>
    %z = memref.load %loc[] : memref<f64>
    memref.alloca_scope.return %z : f64
  }
  memref.store %sc, %f[%c0] : memref<64xf64>
  memref.dealloc %a : memref<8x8xf64>
  memref.dealloc %b : memref<?x4xf64, 1>
  %sum = index.add %d, %rk
  return %sum : index
}
