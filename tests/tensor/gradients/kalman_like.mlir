module @jit_kalman_like attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7xf64>, %arg1: tensor<7xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<7xf64>) -> tensor<7x1xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<7x1xf64>) -> tensor<7x7xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x7xf64>) -> tensor<7x7xf64>
    %4 = stablehlo.multiply %2, %3 : tensor<7x7xf64>
    %5 = stablehlo.iota dim = 0 : tensor<7x7xi64>
    %6 = stablehlo.iota dim = 1 : tensor<7x7xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x7xi64>
    %8 = stablehlo.add %5, %7 : tensor<7x7xi64>
    %9 = stablehlo.compare EQ, %8, %6, SIGNED : (tensor<7x7xi64>, tensor<7x7xi64>) -> tensor<7x7xi1>
    %10 = stablehlo.convert %9 : (tensor<7x7xi1>) -> tensor<7x7xf64>
    %cst = stablehlo.constant dense<7.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<7x7xf64>
    %12 = stablehlo.multiply %11, %10 : tensor<7x7xf64>
    %13 = stablehlo.add %4, %12 : tensor<7x7xf64>
    %14 = stablehlo.dot_general %13, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %15 = stablehlo.multiply %arg0, %arg0 : tensor<7xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %16 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %17 = stablehlo.add %16, %cst_1 : tensor<f64>
    %18 = stablehlo.sqrt %17 : tensor<f64>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f64>) -> tensor<7xf64>
    %20 = stablehlo.divide %14, %19 : tensor<7xf64>
    %21 = stablehlo.dot_general %13, %20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %22 = stablehlo.multiply %20, %20 : tensor<7xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %24 = stablehlo.add %23, %cst_3 : tensor<f64>
    %25 = stablehlo.sqrt %24 : tensor<f64>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f64>) -> tensor<7xf64>
    %27 = stablehlo.divide %21, %26 : tensor<7xf64>
    %28 = stablehlo.dot_general %13, %27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x7xf64>, tensor<7xf64>) -> tensor<7xf64>
    %29 = stablehlo.multiply %27, %27 : tensor<7xf64>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<7xf64>, tensor<f64>) -> tensor<f64>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %31 = stablehlo.add %30, %cst_5 : tensor<f64>
    %32 = stablehlo.sqrt %31 : tensor<f64>
    %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f64>) -> tensor<7xf64>
    %34 = stablehlo.divide %28, %33 : tensor<7xf64>
    %35 = stablehlo.dot_general %34, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7xf64>, tensor<7xf64>) -> tensor<f64>
    return %35 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<7xf64>, tensor<7xf64>) {
    %cst = stablehlo.constant dense<[-0.34659823646347987, -0.53451174144188629, 0.22892941295374869, -0.93385081704898876, -0.96878787110634357, -0.14240855500352434, -0.86385185205055959]> : tensor<7xf64>
    %cst_0 = stablehlo.constant dense<[-0.4961180235078142, -0.55767816930783232, -0.49361761255429615, -0.7378895375694845, -0.97592755420469146, -0.76903140572250384, 0.23696051902549575]> : tensor<7xf64>
    return %cst, %cst_0 : tensor<7xf64>, tensor<7xf64>
  }
  func.func private @gradients() -> (tensor<7xf64>, tensor<7xf64>) {
    %cst = stablehlo.constant dense<[-1.9620767098574956, -1.7462185639963721, -3.7709415791268532, -1.5921878598238866, -2.9499794584270651, -4.2930027331644114, 4.2000989653247114]> : tensor<7xf64>
    %cst_0 = stablehlo.constant dense<[-2.1382774043516259, -3.2975770181284574, 1.4123401085511929, -5.7612298363253718, -5.9767679014572312, -0.87856475687084767, -5.3293834232813388]> : tensor<7xf64>
    return %cst, %cst_0 : tensor<7xf64>, tensor<7xf64>
  }
}
