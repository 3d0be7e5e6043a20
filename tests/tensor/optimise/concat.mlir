module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf64>, %arg1: tensor<32x32xf64>) -> (tensor<32x32xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:4, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %2 = stablehlo.slice %arg0 [4:8, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %4 = stablehlo.slice %arg0 [8:12, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %5 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %6 = stablehlo.slice %arg0 [12:16, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %7 = stablehlo.dot_general %6, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %8 = stablehlo.slice %arg0 [16:20, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %9 = stablehlo.dot_general %8, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %10 = stablehlo.slice %arg0 [20:24, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %11 = stablehlo.dot_general %10, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %12 = stablehlo.slice %arg0 [24:28, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %14 = stablehlo.slice %arg0 [28:32, 0:32] : (tensor<32x32xf64>) -> tensor<4x32xf64>
    %15 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf64>, tensor<32x32xf64>) -> tensor<4x32xf64>
    %16 = stablehlo.concatenate %1, %3, %5, %7, %9, %11, %13, %15, dim = 0 : (tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>, tensor<4x32xf64>) -> tensor<32x32xf64>
    return %16 : tensor<32x32xf64>
  }
}
