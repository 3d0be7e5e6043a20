module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf64>, %arg1: tensor<32x32xf64>) -> (tensor<32x32xf64> {jax.result_info = "result"}) {
    %0 = call @_diag(%arg0) : (tensor<32xf64>) -> tensor<32x32xf64>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    return %1 : tensor<32x32xf64>
  }
  func.func private @_diag(%arg0: tensor<32xf64>) -> tensor<32x32xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.pad %arg0, %cst, low = [0], high = [0], interior = [0] : (tensor<32xf64>, tensor<f64>) -> tensor<32xf64>
    %1 = stablehlo.iota dim = 0 : tensor<32x32xi64>
    %2 = stablehlo.iota dim = 1 : tensor<32x32xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<32x32xi64>
    %4 = stablehlo.add %1, %3 : tensor<32x32xi64>
    %5 = stablehlo.compare EQ, %4, %2, SIGNED : (tensor<32x32xi64>, tensor<32x32xi64>) -> tensor<32x32xi1>
    %6 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<32xf64>) -> tensor<32x1xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = call @_where(%5, %6, %cst_0) : (tensor<32x32xi1>, tensor<32x1xf64>, tensor<f64>) -> tensor<32x32xf64>
    return %7 : tensor<32x32xf64>
  }
  func.func private @_where(%arg0: tensor<32x32xi1>, %arg1: tensor<32x1xf64>, %arg2: tensor<f64>) -> tensor<32x32xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<32x1xf64>) -> tensor<32x32xf64>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<32x32xi1>, tensor<32x32xf64>
    return %2 : tensor<32x32xf64>
  }
}
