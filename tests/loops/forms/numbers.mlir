func.func @index(%a: index, %b: index) -> (i1, i64) {
  %0 = index.sub %a, %b
  %1 = index.mul %0, %b
  %2 = index.divs %1, %b
  %3 = index.ceildivs %2, %a
  %4 = index.floordivs %3, %a
  %5 = index.rems %4, %a
  %6 = index.maxs %5, %a
  %7 = index.minu %6, %a
  %8 = index.shl %7, %b
  %9 = index.xor %8, %a
  %10 = index.constant 42
  %11 = index.cmp slt(%9, %10)
  %12 = index.casts %9 : index to i64
  %13 = index.bool.constant true
  %14 = index.sizeof
  %15 = index.castu %12 : i64 to index
  return %11, %12 : i1, i64
}
func.func @arith(%x: f64, %y: f64, %i: i32, %j: i32, %c: i1) -> (f64, i32) {
  %0 = arith.addf %x, %y fastmath<contract> : f64
  %1 = arith.maximumf %0, %y : f64
  %2 = arith.minnumf %1, %x : f64
  %3 = arith.remf %2, %y : f64
  %4 = arith.negf %3 : f64
  %5 = arith.select %c, %4, %x : f64
  %6 = arith.truncf %5 : f64 to f32
  %7 = arith.extf %6 : f32 to f64
  %8 = arith.sitofp %i : i32 to f64
  %9 = arith.addf %7, %8 : f64
  %10 = arith.ceildivsi %i, %j : i32
  %11 = arith.floordivsi %10, %j : i32
  %12 = arith.shrsi %11, %j : i32
  %13 = arith.addi %12, %j overflow<nsw> : i32
  %14 = arith.maxsi %13, %i : i32
  %15 = arith.cmpf olt, %x, %y : f64
  %16 = arith.select %15, %14, %i : i32
  %17:2 = arith.mulsi_extended %16, %i : i32
  %18 = math.powf %9, %x : f64
  %19 = math.fma %18, %x, %y : f64
  %20 = math.fpowi %19, %i : f64, i32
  %21 = math.atan2 %20, %x : f64
  %22 = arith.bitcast %21 : f64 to i64
  %23 = arith.bitcast %22 : i64 to f64
  return %23, %17#1 : f64, i32
}
func.func @buffers(%m: memref<4xf64>, %t: tensor<4xf64>) -> tensor<4xf64> {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
  %1 = bufferization.to_buffer %t : tensor<4xf64> to memref<4xf64>
  %2 = bufferization.to_buffer %t read_only : tensor<4xf64> to memref<4xf64>
  memref.copy %1, %m : memref<4xf64> to memref<4xf64>
  return %0 : tensor<4xf64>
}
