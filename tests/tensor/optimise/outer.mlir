module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf64>, %arg1: tensor<32xf64>, %arg2: tensor<32x32xf64>) -> (tensor<32x32xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<32xf64>) -> tensor<32x1xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf64>) -> tensor<1x32xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<32x1xf64>) -> tensor<32x32xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x32xf64>) -> tensor<32x32xf64>
    %4 = stablehlo.multiply %2, %3 : tensor<32x32xf64>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    return %5 : tensor<32x32xf64>
  }
}
