// jacobian forward of 1
module @jit_attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x2x2xf64>, %arg1: tensor<3x2xf64>) -> (tensor<2xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:1, 0:2, 0:2] : (tensor<3x2x2xf64>) -> tensor<1x2x2xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x2x2xf64>) -> tensor<2x2xf64>
    %2 = stablehlo.dot_general %arg1, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf64>, tensor<2x2xf64>) -> tensor<3x2xf64>
    %3 = stablehlo.slice %arg0 [1:2, 0:2, 0:2] : (tensor<3x2x2xf64>) -> tensor<1x2x2xf64>
    %4 = stablehlo.reshape %3 : (tensor<1x2x2xf64>) -> tensor<2x2xf64>
    %5 = stablehlo.dot_general %arg1, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf64>, tensor<2x2xf64>) -> tensor<3x2xf64>
    %6 = stablehlo.slice %arg0 [2:3, 0:2, 0:2] : (tensor<3x2x2xf64>) -> tensor<1x2x2xf64>
    %7 = stablehlo.reshape %6 : (tensor<1x2x2xf64>) -> tensor<2x2xf64>
    %8 = stablehlo.dot_general %arg1, %7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf64>, tensor<2x2xf64>) -> tensor<3x2xf64>
    %9 = stablehlo.transpose %5, dims = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
    %10 = stablehlo.dot_general %2, %9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf64>, tensor<2x3xf64>) -> tensor<3x3xf64>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
    %12 = stablehlo.divide %10, %11 : tensor<3x3xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %13 = stablehlo.reduce(%12 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>
    %cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %15 = stablehlo.maximum %14, %13 : tensor<3xf64>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x3xf64>
    %18 = stablehlo.subtract %12, %17 : tensor<3x3xf64>
    %19 = stablehlo.exponential %18 : tensor<3x3xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x3xf64>
    %23 = stablehlo.divide %19, %22 : tensor<3x3xf64>
    %24 = stablehlo.dot_general %23, %8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf64>, tensor<f64>) -> tensor<2xf64>
    return %25 : tensor<2xf64>
  }
  func.func private @inputs() -> (tensor<3x2x2xf64>, tensor<3x2xf64>) {
    %0 = stablehlo.constant dense<[[[-8.47408594828940820e-01, 1.23184156541228917e+00], [5.85731911563874608e-01, 1.71526912683904764e+00]], [[1.00309381948783938e+00, -1.02370261213400732e-01], [-2.00030450393268555e-01, 8.51677199461465945e-02]], [[1.75260951898857320e-01, -5.30743671123416472e-01], [-3.26282975886547574e-02, 1.60932006200239464e+00]]]> : tensor<3x2x2xf64>
    %1 = stablehlo.constant dense<[[-1.70213831082565337e+00, 2.58488139526861005e-01], [-9.06952805980755117e-01, 1.87037082804880739e-01], [8.39855775208200650e-01, -5.76101804576908891e-02]]> : tensor<3x2xf64>
    return %0, %1 : tensor<3x2x2xf64>, tensor<3x2xf64>
  }
  func.func private @expected() -> (tensor<2x3x2xf64>) {
    %0 = stablehlo.constant dense<[[[3.67323927116751103e-02, 9.19708787195206226e-03], [-2.19664994674771408e-02, 2.96122098380799184e-02], [2.71568922233377696e-01, -4.00395577073308362e-02]], [[-9.47763927554723384e-03, 1.04157238349531944e+00], [2.36012798696366571e-01, 9.82298473811550776e-01], [-8.34930358794223171e-01, 2.40699597274119848e+00]]]> : tensor<2x3x2xf64>
    return %0 : tensor<2x3x2xf64>
  }
}
