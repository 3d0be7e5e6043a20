// jacobian reverse of 0
module @jit_convolved attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x2x1x1xf64>, %arg1: tensor<1x3x3x1xf64>) -> (tensor<1x2x1x1xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg1, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>) -> tensor<1x3x2x1xf64>
    %1 = stablehlo.tanh %0 : tensor<1x3x2x1xf64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%1, %2) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %4 = stablehlo.maximum %arg2, %arg3 : tensor<f64>
      stablehlo.return %4 : tensor<f64>
    }) : (tensor<1x3x2x1xf64>, tensor<f64>) -> tensor<1x2x1x1xf64>
    return %3 : tensor<1x2x1x1xf64>
  }
  func.func private @inputs() -> (tensor<2x2x1x1xf64>, tensor<1x3x3x1xf64>) {
    %0 = stablehlo.constant dense<[[[[1.14503149822672801e+00]], [[-1.10900910651526940e+00]]], [[[-8.73341082328292662e-01]], [[-4.04727809022453644e-01]]]]> : tensor<2x2x1x1xf64>
    %1 = stablehlo.constant dense<[[[[1.00441612773393651e+00], [-8.21487009169187599e-01], [-6.90231418947533815e-01]], [[8.84749433514904648e-01], [8.64652570475146653e-01], [-3.73814660389448494e-01]], [[-1.11776341437279236e+00], [-1.54974482326270691e+00], [-6.98990126910104204e-01]]]]> : tensor<1x3x3x1xf64>
    return %0, %1 : tensor<2x2x1x1xf64>, tensor<1x3x3x1xf64>
  }
  func.func private @expected() -> (tensor<1x2x1x1x2x2x1x1xf64>) {
    %0 = stablehlo.constant dense<[[[[[[[[1.19711657662708110e-01]], [[1.16992437172504418e-01]]], [[[-1.51239781728598643e-01]], [[-2.09689336572888491e-01]]]]]], [[[[[[1.19711657662708110e-01]], [[1.16992437172504418e-01]]], [[[-1.51239781728598643e-01]], [[-2.09689336572888491e-01]]]]]]]]> : tensor<1x2x1x1x2x2x1x1xf64>
    return %0 : tensor<1x2x1x1x2x2x1x1xf64>
  }
}
