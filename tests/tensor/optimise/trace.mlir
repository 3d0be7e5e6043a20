module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf64>, %arg1: tensor<32x32xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    %1 = call @trace(%0) : (tensor<32x32xf64>) -> tensor<f64>
    return %1 : tensor<f64>
  }
  func.func private @trace(%arg0: tensor<32x32xf64>) -> tensor<f64> {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi64>
    %1 = stablehlo.iota dim = 1 : tensor<32x32xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<32x32xi64>
    %3 = stablehlo.add %0, %2 : tensor<32x32xi64>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<32x32xi64>, tensor<32x32xi64>) -> tensor<32x32xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %6 = call @_where(%4, %arg0, %5) : (tensor<32x32xi1>, tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf64>, tensor<f64>) -> tensor<f64>
    return %7 : tensor<f64>
  }
  func.func private @_where(%arg0: tensor<32x32xi1>, %arg1: tensor<32x32xf64>, %arg2: tensor<32x32xf64>) -> tensor<32x32xf64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<32x32xi1>, tensor<32x32xf64>
    return %0 : tensor<32x32xf64>
  }
}
