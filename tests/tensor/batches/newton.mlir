// batch 5 of 0
module @jit_newton attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f64>) -> (tensor<f64> {jax.result_info = "result[0]"}, tensor<i64> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg0, %iterArg_1 = %arg0, %iterArg_2 = %c) : tensor<f64>, tensor<f64>, tensor<f64>, tensor<i64>
    cond {
      %1 = stablehlo.multiply %iterArg_1, %iterArg_1 : tensor<f64>
      %2 = stablehlo.subtract %1, %iterArg : tensor<f64>
      %3 = stablehlo.abs %2 : tensor<f64>
      %cst = stablehlo.constant dense<1.000000e-13> : tensor<f64>
      %4 = stablehlo.multiply %cst, %iterArg : tensor<f64>
      %5 = stablehlo.compare GT, %3, %4, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %1 = stablehlo.divide %iterArg_0, %iterArg_1 : tensor<f64>
      %2 = stablehlo.add %iterArg_1, %1 : tensor<f64>
      %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
      %3 = stablehlo.multiply %cst, %2 : tensor<f64>
      %c_3 = stablehlo.constant dense<1> : tensor<i64>
      %4 = stablehlo.add %iterArg_2, %c_3 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_0, %3, %4 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<i64>
    }
    return %0#2, %0#3 : tensor<f64>, tensor<i64>
  }
  func.func private @inputs() -> (tensor<5xf64>) {
    %0 = stablehlo.constant dense<[5.00000000000000000e-01, 2.00000000000000000e+00, 9.00000000000000000e+02, 1.00000000000000000e+00, 2.99999999999999974e-04]> : tensor<5xf64>
    return %0 : tensor<5xf64>
  }
  func.func private @expected() -> (tensor<5xf64>, tensor<5xi64>) {
    %0 = stablehlo.constant dense<[7.07106781186547462e-01, 1.41421356237309492e+00, 3.00000000000000888e+01, 1.00000000000000000e+00, 1.73205080756887869e-02]> : tensor<5xf64>
    %1 = stablehlo.constant dense<[5, 5, 9, 0, 10]> : tensor<5xi64>
    return %0, %1 : tensor<5xf64>, tensor<5xi64>
  }
}
