// batch 4 of 0,1
module @jit_chosen attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<3xf64>) -> (tensor<3xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf64>
      stablehlo.return %2 : tensor<3xf64>
    }, {
      %2 = stablehlo.log %arg1 : tensor<3xf64>
      stablehlo.return %2 : tensor<3xf64>
    }) : (tensor<i32>) -> tensor<3xf64>
    return %1 : tensor<3xf64>
  }
  func.func private @inputs() -> (tensor<4xi1>, tensor<4x3xf64>) {
    %0 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
    %1 = stablehlo.constant dense<[[1.52937170511736498e+00, 3.50815146396044660e-03, 6.49956194801295628e-01], [-9.77145437134689709e-01, -8.53437652714618911e-01, -5.18169689090666186e-01], [1.49830168306487943e+00, 7.79839364146393321e-01, 3.86501993625832430e-01], [-2.27283006557203154e-01, -7.54021809126363185e-01, -5.87675042577752826e-01]]> : tensor<4x3xf64>
    return %0, %1 : tensor<4xi1>, tensor<4x3xf64>
  }
  func.func private @expected() -> (tensor<4x3xf64>) {
    %0 = stablehlo.constant dense<[[4.24857000814351626e-01, -5.65266602867668144e+00, -4.30850310976829798e-01], [9.54813205313143842e-01, 7.28355827071038520e-01, 2.68499826692317645e-01], [4.04332255382675310e-01, -2.48667323909813887e-01, -9.50618252815745191e-01], [5.16575650696816518e-02, 5.68548888638193639e-01, 3.45361955668763598e-01]]> : tensor<4x3xf64>
    return %0 : tensor<4x3xf64>
  }
}
