module @jit_pieces attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf64>, %arg1: tensor<f64>, %arg2: tensor<i64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.subtract %arg2, %c : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.compare LT, %arg2, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %2 = stablehlo.convert %arg2 : tensor<i64>
    %c_1 = stablehlo.constant dense<4> : tensor<i64>
    %3 = stablehlo.add %2, %c_1 : tensor<i64>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<i1>, tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.compare LT, %0, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = stablehlo.convert %0 : tensor<i64>
    %c_3 = stablehlo.constant dense<4> : tensor<i64>
    %7 = stablehlo.add %6, %c_3 : tensor<i64>
    %8 = stablehlo.select %5, %7, %0 : tensor<i1>, tensor<i64>
    %9 = stablehlo.dynamic_slice %arg0, %4, %8, sizes = [2, 3] : (tensor<4x4xf64>, tensor<i64>, tensor<i64>) -> tensor<2x3xf64>
    %10 = call @_pad(%9, %arg1) : (tensor<2x3xf64>, tensor<f64>) -> tensor<3x6xf64>
    %11 = call @_flip(%10) : (tensor<3x6xf64>) -> tensor<3x6xf64>
    %12 = stablehlo.reverse %10, dims = [1] : tensor<3x6xf64>
    %13 = stablehlo.concatenate %10, %11, %12, dim = 0 : (tensor<3x6xf64>, tensor<3x6xf64>, tensor<3x6xf64>) -> tensor<9x6xf64>
    %cst = stablehlo.constant dense<6.000000e-01> : tensor<f64>
    %14 = stablehlo.add %arg1, %cst : tensor<f64>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %15 = call @clip(%13, %cst_4, %14) : (tensor<9x6xf64>, tensor<f64>, tensor<f64>) -> tensor<9x6xf64>
    %16 = stablehlo.multiply %9, %9 : tensor<2x3xf64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %17 = stablehlo.compare LT, %arg2, %c_5, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %18 = stablehlo.convert %arg2 : tensor<i64>
    %c_6 = stablehlo.constant dense<9> : tensor<i64>
    %19 = stablehlo.add %18, %c_6 : tensor<i64>
    %20 = stablehlo.select %17, %19, %arg2 : tensor<i1>, tensor<i64>
    %c_7 = stablehlo.constant dense<0> : tensor<i64>
    %21 = stablehlo.dynamic_update_slice %15, %16, %20, %c_7 : (tensor<9x6xf64>, tensor<2x3xf64>, tensor<i64>, tensor<i64>) -> tensor<9x6xf64>
    %22 = stablehlo.negate %21 : tensor<9x6xf64>
    %23 = stablehlo.exponential %22 : tensor<9x6xf64>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %24 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<9x6xf64>
    %25 = stablehlo.add %24, %23 : tensor<9x6xf64>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %26 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<9x6xf64>
    %27 = stablehlo.divide %26, %25 : tensor<9x6xf64>
    %28 = stablehlo.multiply %27, %15 : tensor<9x6xf64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %29 = stablehlo.reduce(%28 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<9x6xf64>, tensor<f64>) -> tensor<f64>
    return %29 : tensor<f64>
  }
  func.func private @_pad(%arg0: tensor<2x3xf64>, %arg1: tensor<f64>) -> tensor<3x6xf64> {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 2], high = [0, 1], interior = [0, 0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3x6xf64>
    return %0 : tensor<3x6xf64>
  }
  func.func private @_flip(%arg0: tensor<3x6xf64>) -> tensor<3x6xf64> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<3x6xf64>
    return %0 : tensor<3x6xf64>
  }
  func.func private @clip(%arg0: tensor<9x6xf64>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<9x6xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<9x6xf64>
    %2 = stablehlo.maximum %1, %arg0 : tensor<9x6xf64>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f64>) -> tensor<9x6xf64>
    %4 = stablehlo.minimum %3, %2 : tensor<9x6xf64>
    return %4 : tensor<9x6xf64>
  }
  func.func private @inputs() -> (tensor<4x4xf64>, tensor<f64>, tensor<i64>) {
    %cst = stablehlo.constant dense<[[0.087611900154652699, -0.086177156708468372, 0.76408282045977916, -0.082792076462828267], [0.44833527322308653, -0.20194935659379598, 0.80808878580191545, 0.38005004038245471], [0.39924410850103342, -0.3445591968857622, 0.51355728547377844, 0.27212211089428262], [-0.5199594532405809, -0.67892235502948717, 0.59278294903466344, 0.918333206070445]]> : tensor<4x4xf64>
    %cst_0 = stablehlo.constant dense<-0.083722345479914306> : tensor<f64>
    %c = stablehlo.constant dense<2> : tensor<i64>
    return %cst, %cst_0, %c : tensor<4x4xf64>, tensor<f64>, tensor<i64>
  }
  func.func private @gradients() -> (tensor<4x4xf64>, tensor<f64>) {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.0075815151361704, 2.2166393117684384, 1.835263526151099], [0.000000e+00, 0.026962809134625509, -0.024064079848078786, -0.19315520584753371]]> : tensor<4x4xf64>
    %cst_0 = stablehlo.constant dense<21.440081197435781> : tensor<f64>
    return %cst, %cst_0 : tensor<4x4xf64>, tensor<f64>
  }
}
