module @jit_nested attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = call @outer(%arg1, %arg0) : (tensor<3xf64>, tensor<4x3xf64>) -> tensor<f64>
    %1 = call @norm(%arg0) : (tensor<4x3xf64>) -> tensor<f64>
    %2 = stablehlo.add %0, %1 : tensor<f64>
    return %2 : tensor<f64>
  }
  func.func private @outer(%arg0: tensor<3xf64>, %arg1: tensor<4x3xf64>) -> tensor<f64> {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4xf64>
    %1 = call @inner(%0) : (tensor<4xf64>) -> tensor<4xf64>
    %2 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4xf64>
    %3 = call @inner(%2) : (tensor<4xf64>) -> tensor<4xf64>
    %4 = call @inner(%3) : (tensor<4xf64>) -> tensor<4xf64>
    %5 = stablehlo.add %1, %4 : tensor<4xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    return %6 : tensor<f64>
  }
  func.func private @inner(%arg0: tensor<4xf64>) -> tensor<4xf64> {
    %0 = call @silu(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %1 = call @softplus(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %2 = stablehlo.multiply %0, %1 : tensor<4xf64>
    return %2 : tensor<4xf64>
  }
  func.func private @silu(%arg0: tensor<4xf64>) -> tensor<4xf64> {
    %0 = stablehlo.negate %arg0 : tensor<4xf64>
    %1 = stablehlo.exponential %0 : tensor<4xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %3 = stablehlo.add %2, %1 : tensor<4xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %5 = stablehlo.divide %4, %3 : tensor<4xf64>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4xf64>
    return %6 : tensor<4xf64>
  }
  func.func private @softplus(%arg0: tensor<4xf64>) -> tensor<4xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4xf64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %3 = stablehlo.subtract %arg0, %2 : tensor<4xf64>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %6 = stablehlo.add %arg0, %5 : tensor<4xf64>
    %7 = stablehlo.abs %3 : tensor<4xf64>
    %8 = stablehlo.negate %7 : tensor<4xf64>
    %9 = stablehlo.exponential %8 : tensor<4xf64>
    %10 = stablehlo.log_plus_one %9 : tensor<4xf64>
    %11 = stablehlo.add %1, %10 : tensor<4xf64>
    %12 = stablehlo.select %4, %6, %11 : tensor<4xi1>, tensor<4xf64>
    return %12 : tensor<4xf64>
  }
  func.func private @norm(%arg0: tensor<4x3xf64>) -> tensor<f64> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x3xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
    %2 = stablehlo.sqrt %1 : tensor<f64>
    return %2 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<4x3xf64>, tensor<3xf64>) {
    %cst = stablehlo.constant dense<[[0.18196833064736984, 0.71544528838710919, -0.085553093292285887], [0.90374895366547237, 0.15150232408974484, 0.64153424140262993], [0.81768743682547673, 0.63104763753713766, -0.68117107310208813], [0.2577968781234008, -0.20313148276064585, -0.87457409595330859]]> : tensor<4x3xf64>
    %cst_0 = stablehlo.constant dense<[-0.1519354962203161, -0.48263186622118459, 0.6980766168570216]> : tensor<3xf64>
    return %cst, %cst_0 : tensor<4x3xf64>, tensor<3xf64>
  }
  func.func private @gradients() -> (tensor<4x3xf64>, tensor<3xf64>) {
    %cst = stablehlo.constant dense<[[0.0735396154139486, 0.3005973700351236, 0.028024847674181556], [0.31326477123142177, -0.33067793570265791, 0.89790363309689525], [0.40645068473615487, 0.33241615037119659, -0.36790308850961412], [0.11903610299074735, -0.12016316745004524, -0.39583404310901432]]> : tensor<4x3xf64>
    %cst_0 = stablehlo.constant dense<[0.74504862805951233, 0.15720300787464864, 0.52583742054460425]> : tensor<3xf64>
    return %cst, %cst_0 : tensor<4x3xf64>, tensor<3xf64>
  }
}
