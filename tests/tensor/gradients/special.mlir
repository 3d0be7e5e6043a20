module @jit_special attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = chlo.lgamma %arg0 : tensor<6xf64> -> tensor<6xf64>
    %1 = chlo.erf %arg1 : tensor<6xf64> -> tensor<6xf64>
    %2 = stablehlo.multiply %0, %1 : tensor<6xf64>
    %3 = chlo.digamma %arg0 : tensor<6xf64> -> tensor<6xf64>
    %4 = stablehlo.add %2, %3 : tensor<6xf64>
    %5 = stablehlo.atan2 %arg1, %arg0 : tensor<6xf64>
    %6 = stablehlo.add %4, %5 : tensor<6xf64>
    %7 = stablehlo.power %arg0, %arg1 : tensor<6xf64>
    %8 = stablehlo.add %6, %7 : tensor<6xf64>
    %9 = stablehlo.log_plus_one %arg0 : tensor<6xf64>
    %10 = stablehlo.exponential_minus_one %arg1 : tensor<6xf64>
    %11 = stablehlo.multiply %9, %10 : tensor<6xf64>
    %12 = stablehlo.add %8, %11 : tensor<6xf64>
    %13 = chlo.asinh %arg1 : tensor<6xf64> -> tensor<6xf64>
    %14 = stablehlo.add %12, %13 : tensor<6xf64>
    %cst = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<6xf64>
    %16 = stablehlo.multiply %arg1, %15 : tensor<6xf64>
    %17 = chlo.atanh %16 : tensor<6xf64> -> tensor<6xf64>
    %18 = stablehlo.add %14, %17 : tensor<6xf64>
    %19 = stablehlo.cbrt %arg0 : tensor<6xf64>
    %20 = stablehlo.add %18, %19 : tensor<6xf64>
    %cst_0 = stablehlo.constant dense<0.69999999999999996> : tensor<f64>
    %21 = call @fmod(%arg0, %cst_0) : (tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
    %22 = stablehlo.add %20, %21 : tensor<6xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    return %23 : tensor<f64>
  }
  func.func private @fmod(%arg0: tensor<6xf64>, %arg1: tensor<f64>) -> tensor<6xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<6xf64>
    %2 = stablehlo.remainder %arg0, %1 : tensor<6xf64>
    return %2 : tensor<6xf64>
  }
  func.func private @inputs() -> (tensor<6xf64>, tensor<6xf64>) {
    %cst = stablehlo.constant dense<[0.54995693982004434, 1.9384740827952103, 1.0330532727078945, 1.0350603356038144, 0.52449275402556184, 0.77784848785427596]> : tensor<6xf64>
    %cst_0 = stablehlo.constant dense<[-0.19748099839278255, 0.85858283460542784, -0.80077013955745735, 0.89060306695815905, 0.73897706109326444, -0.09167520618489644]> : tensor<6xf64>
    return %cst, %cst_0 : tensor<6xf64>, tensor<6xf64>
  }
  func.func private @gradients() -> (tensor<6xf64>, tensor<6xf64>) {
    %cst = stablehlo.constant dense<[6.1385232458782273, 3.2352107772133687, 2.7267114324122441, 3.5930550828120893, 5.4540872931403461, 3.8801084485945827]> : tensor<6xf64>
    %cst_0 = stablehlo.constant dense<[3.7289186162516574, 7.1224764263603042, 3.5973500153873896, 5.5761597889521468, 3.8827002036702392, 3.6326045341175743]> : tensor<6xf64>
    return %cst, %cst_0 : tensor<6xf64>, tensor<6xf64>
  }
}
