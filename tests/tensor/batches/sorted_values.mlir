// batch 4 of 0
module @jit_sorted_values attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf64>) -> (tensor<5xf64> {jax.result_info = "result[0]"}, tensor<5xi64> {jax.result_info = "result[1]"}, tensor<5xf64> {jax.result_info = "result[2]"}, tensor<2xf64> {jax.result_info = "result[3][0]"}, tensor<2xi32> {jax.result_info = "result[3][1]"}, tensor<i64> {jax.result_info = "result[4]"}, tensor<f64> {jax.result_info = "result[5]"}) {
    %0 = call @sort(%arg0) : (tensor<5xf64>) -> tensor<5xf64>
    %1 = call @argsort(%arg0) : (tensor<5xf64>) -> tensor<5xi64>
    %2 = call @cumsum(%arg0) : (tensor<5xf64>) -> tensor<5xf64>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<5xf64> -> (tensor<2xf64>, tensor<2xi32>)
    %3 = call @argmax(%arg0) : (tensor<5xf64>) -> tensor<i64>
    %4 = call @median(%arg0) : (tensor<5xf64>) -> tensor<f64>
    return %0, %1, %2, %values, %indices, %3, %4 : tensor<5xf64>, tensor<5xi64>, tensor<5xf64>, tensor<2xf64>, tensor<2xi32>, tensor<i64>, tensor<f64>
  }
  func.func private @sort(%arg0: tensor<5xf64>) -> tensor<5xf64> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f64>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<5xf64>) -> tensor<5xf64>
    return %0 : tensor<5xf64>
  }
  func.func private @argsort(%arg0: tensor<5xf64>) -> tensor<5xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<5xi64>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f64>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<5xf64>, tensor<5xi64>) -> (tensor<5xf64>, tensor<5xi64>)
    return %1#1 : tensor<5xi64>
  }
  func.func private @cumsum(%arg0: tensor<5xf64>) -> tensor<5xf64> {
    %0 = call @cumsum_0(%arg0) : (tensor<5xf64>) -> tensor<5xf64>
    return %0 : tensor<5xf64>
  }
  func.func private @cumsum_0(%arg0: tensor<5xf64>) -> tensor<5xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 5>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
    return %1 : tensor<5xf64>
  }
  func.func private @argmax(%arg0: tensor<5xf64>) -> tensor<i64> {
    %0 = stablehlo.iota dim = 0 : tensor<5xi64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<5xf64>, tensor<5xi64>, tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
     reducer(%arg1: tensor<f64>, %arg3: tensor<f64>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f64>, tensor<i64>
    }
    return %1#1 : tensor<i64>
  }
  func.func private @median(%arg0: tensor<5xf64>) -> tensor<f64> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %0 = call @quantile(%arg0, %cst) : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    return %0 : tensor<f64>
  }
  func.func private @quantile(%arg0: tensor<5xf64>, %arg1: tensor<f64>) -> tensor<f64> {
    %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<5xi1>, tensor<i1>) -> tensor<i1>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %3 = call @_where(%2, %cst, %arg0) : (tensor<1xi1>, tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
    %4 = "stablehlo.sort"(%3) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %23 = stablehlo.compare EQ, %arg2, %cst_10, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %24 = stablehlo.select %23, %cst_11, %arg2 : tensor<i1>, tensor<f64>
      %25 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_12 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %26 = stablehlo.select %25, %cst_12, %24 : tensor<i1>, tensor<f64>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %27 = stablehlo.compare EQ, %arg3, %cst_13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %28 = stablehlo.select %27, %cst_14, %arg3 : tensor<i1>, tensor<f64>
      %29 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_15 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %30 = stablehlo.select %29, %cst_15, %28 : tensor<i1>, tensor<f64>
      %31 = stablehlo.compare LT, %26, %30, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    }) : (tensor<5xf64>) -> tensor<5xf64>
    %cst_0 = stablehlo.constant dense<5.000000e+00> : tensor<f64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %5 = stablehlo.subtract %cst_0, %cst_1 : tensor<f64>
    %6 = stablehlo.multiply %arg1, %5 : tensor<f64>
    %7 = stablehlo.floor %6 : tensor<f64>
    %8 = stablehlo.ceil %6 : tensor<f64>
    %9 = stablehlo.subtract %6, %7 : tensor<f64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f64>
    %cst_3 = stablehlo.constant dense<5.000000e+00> : tensor<f64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %11 = stablehlo.subtract %cst_3, %cst_4 : tensor<f64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.clamp %cst_5, %7, %11 : tensor<f64>
    %cst_6 = stablehlo.constant dense<5.000000e+00> : tensor<f64>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %13 = stablehlo.subtract %cst_6, %cst_7 : tensor<f64>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %14 = stablehlo.clamp %cst_8, %8, %13 : tensor<f64>
    %15 = stablehlo.convert %12 : (tensor<f64>) -> tensor<i64>
    %16 = stablehlo.convert %14 : (tensor<f64>) -> tensor<i64>
    %17 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %18 = "stablehlo.gather"(%4, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xf64>, tensor<1xi64>) -> tensor<f64>
    %19 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %20 = "stablehlo.gather"(%4, %19) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xf64>, tensor<1xi64>) -> tensor<f64>
    %21 = stablehlo.add %18, %20 : tensor<f64>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %22 = stablehlo.multiply %21, %cst_9 : tensor<f64>
    return %22 : tensor<f64>
  }
  func.func private @_where(%arg0: tensor<1xi1>, %arg1: tensor<f64>, %arg2: tensor<5xf64>) -> tensor<5xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<5xi1>, tensor<5xf64>
    return %3 : tensor<5xf64>
  }
  func.func private @inputs() -> (tensor<4x5xf64>) {
    %0 = stablehlo.constant dense<[[1.05915797837131165e+00, 6.47759800265673369e-01, -1.33758950494724260e+00, -7.62255281567999377e-01, 1.77863353556668513e+00], [3.18511408734333923e-01, 4.11869263405882820e-03, 1.05606256119355768e+00, 2.45274112543015832e+00, 1.29657327757973873e+00], [1.39415254770579006e-01, 3.54688175984823273e-01, 6.17079791098217201e-01, -6.12698496510123869e-01, -1.05871947271744027e+00], [5.24490834893806615e-02, -9.47211229463120530e-01, -6.14624190350685634e-02, 9.61230399920905004e-02, 2.34103732188293590e+00]]> : tensor<4x5xf64>
    return %0 : tensor<4x5xf64>
  }
  func.func private @expected() -> (tensor<4x5xf64>, tensor<4x5xi64>, tensor<4x5xf64>, tensor<4x2xf64>, tensor<4x2xi32>, tensor<4xi64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<[[-1.33758950494724260e+00, -7.62255281567999377e-01, 6.47759800265673369e-01, 1.05915797837131165e+00, 1.77863353556668513e+00], [4.11869263405882820e-03, 3.18511408734333923e-01, 1.05606256119355768e+00, 1.29657327757973873e+00, 2.45274112543015832e+00], [-1.05871947271744027e+00, -6.12698496510123869e-01, 1.39415254770579006e-01, 3.54688175984823273e-01, 6.17079791098217201e-01], [-9.47211229463120530e-01, -6.14624190350685634e-02, 5.24490834893806615e-02, 9.61230399920905004e-02, 2.34103732188293590e+00]]> : tensor<4x5xf64>
    %1 = stablehlo.constant dense<[[2, 3, 1, 0, 4], [1, 0, 2, 4, 3], [4, 3, 0, 1, 2], [1, 2, 0, 3, 4]]> : tensor<4x5xi64>
    %2 = stablehlo.constant dense<[[1.05915797837131165e+00, 1.70691777863698491e+00, 3.69328273689742304e-01, -3.92927007878257073e-01, 1.38570652768842795e+00], [3.18511408734333923e-01, 3.22630101368392763e-01, 1.37869266256195044e+00, 3.83143378799210854e+00, 5.12800706557184682e+00], [1.39415254770579006e-01, 4.94103430755402306e-01, 1.11118322185361951e+00, 4.98484725343495638e-01, -5.60234747373944630e-01], [5.24490834893806615e-02, -8.94762145973739820e-01, -9.56224565008808369e-01, -8.60101525016717883e-01, 1.48093579686621801e+00]]> : tensor<4x5xf64>
    %3 = stablehlo.constant dense<[[1.77863353556668513e+00, 1.05915797837131165e+00], [2.45274112543015832e+00, 1.29657327757973873e+00], [6.17079791098217201e-01, 3.54688175984823273e-01], [2.34103732188293590e+00, 9.61230399920905004e-02]]> : tensor<4x2xf64>
    %4 = stablehlo.constant dense<[[4, 0], [3, 4], [2, 1], [4, 3]]> : tensor<4x2xi32>
    %5 = stablehlo.constant dense<[4, 3, 2, 4]> : tensor<4xi64>
    %6 = stablehlo.constant dense<[6.47759800265673369e-01, 1.05606256119355768e+00, 1.39415254770579006e-01, 5.24490834893806615e-02]> : tensor<4xf64>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<4x5xf64>, tensor<4x5xi64>, tensor<4x5xf64>, tensor<4x2xf64>, tensor<4x2xi32>, tensor<4xi64>, tensor<4xf64>
  }
}
