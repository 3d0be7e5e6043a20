module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf64>, %arg1: tensor<32x32xf64>) -> (tensor<32x32xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:32, 0:4] : (tensor<32x32xf64>) -> tensor<32x4xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = call @_pad(%0, %c) : (tensor<32x4xf64>, tensor<i64>) -> tensor<32x32xf64>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    return %2 : tensor<32x32xf64>
  }
  func.func private @_pad(%arg0: tensor<32x4xf64>, %arg1: tensor<i64>) -> tensor<32x32xf64> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [0, 28], interior = [0, 0] : (tensor<32x4xf64>, tensor<f64>) -> tensor<32x32xf64>
    return %1 : tensor<32x32xf64>
  }
}
