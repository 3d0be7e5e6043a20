module @jit_sorting attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x6xf64>, %arg1: tensor<3x6xf64>, %arg2: tensor<9xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>, %arg5: tensor<f64>, %arg6: tensor<f64>):
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %28 = stablehlo.compare EQ, %arg3, %cst_3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %29 = stablehlo.select %28, %cst_4, %arg3 : tensor<i1>, tensor<f64>
      %30 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_5 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %31 = stablehlo.select %30, %cst_5, %29 : tensor<i1>, tensor<f64>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %32 = stablehlo.compare EQ, %arg4, %cst_6, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %33 = stablehlo.select %32, %cst_7, %arg4 : tensor<i1>, tensor<f64>
      %34 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_8 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %35 = stablehlo.select %34, %cst_8, %33 : tensor<i1>, tensor<f64>
      %36 = stablehlo.compare LT, %31, %35, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %36 : tensor<i1>
    }) : (tensor<3x6xf64>, tensor<3x6xf64>) -> (tensor<3x6xf64>, tensor<3x6xf64>)
    %1 = call @argsort(%arg2) : (tensor<9xf64>) -> tensor<9xi64>
    %2 = stablehlo.iota dim = 0 : tensor<6xf64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<6xf64>) -> tensor<1x6xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x6xf64>) -> tensor<3x6xf64>
    %5 = stablehlo.multiply %0#0, %4 : tensor<3x6xf64>
    %6 = stablehlo.multiply %0#1, %0#1 : tensor<3x6xf64>
    %7 = stablehlo.add %5, %6 : tensor<3x6xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x6xf64>, tensor<f64>) -> tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<9xi64>
    %10 = stablehlo.compare LT, %1, %9, SIGNED : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi1>
    %c_0 = stablehlo.constant dense<9> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<9xi64>
    %12 = stablehlo.add %1, %11 : tensor<9xi64>
    %13 = stablehlo.select %10, %12, %1 : tensor<9xi1>, tensor<9xi64>
    %14 = stablehlo.convert %13 : (tensor<9xi64>) -> tensor<9xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %16 = "stablehlo.gather"(%arg2, %15) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf64>, tensor<9x1xi32>) -> tensor<9xf64>
    %17 = stablehlo.sine %16 : tensor<9xf64>
    %18 = stablehlo.iota dim = 0 : tensor<9xf64>
    %19 = stablehlo.multiply %17, %18 : tensor<9xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
    %21 = stablehlo.add %8, %20 : tensor<f64>
    %22 = call @median(%arg2) : (tensor<9xf64>) -> tensor<f64>
    %23 = stablehlo.add %21, %22 : tensor<f64>
    %24 = call @cumsum(%arg2) : (tensor<9xf64>) -> tensor<9xf64>
    %25 = stablehlo.multiply %24, %24 : tensor<9xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %26 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
    %27 = stablehlo.add %23, %26 : tensor<f64>
    return %27 : tensor<f64>
  }
  func.func private @argsort(%arg0: tensor<9xf64>) -> tensor<9xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<9xi64>
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
    }) : (tensor<9xf64>, tensor<9xi64>) -> (tensor<9xf64>, tensor<9xi64>)
    return %1#1 : tensor<9xi64>
  }
  func.func private @median(%arg0: tensor<9xf64>) -> tensor<f64> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %0 = call @quantile(%arg0, %cst) : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
    return %0 : tensor<f64>
  }
  func.func private @quantile(%arg0: tensor<9xf64>, %arg1: tensor<f64>) -> tensor<f64> {
    %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<9xi1>, tensor<i1>) -> tensor<i1>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %3 = call @_where(%2, %cst, %arg0) : (tensor<1xi1>, tensor<f64>, tensor<9xf64>) -> tensor<9xf64>
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
    }) : (tensor<9xf64>) -> tensor<9xf64>
    %cst_0 = stablehlo.constant dense<9.000000e+00> : tensor<f64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %5 = stablehlo.subtract %cst_0, %cst_1 : tensor<f64>
    %6 = stablehlo.multiply %arg1, %5 : tensor<f64>
    %7 = stablehlo.floor %6 : tensor<f64>
    %8 = stablehlo.ceil %6 : tensor<f64>
    %9 = stablehlo.subtract %6, %7 : tensor<f64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f64>
    %cst_3 = stablehlo.constant dense<9.000000e+00> : tensor<f64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %11 = stablehlo.subtract %cst_3, %cst_4 : tensor<f64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.clamp %cst_5, %7, %11 : tensor<f64>
    %cst_6 = stablehlo.constant dense<9.000000e+00> : tensor<f64>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %13 = stablehlo.subtract %cst_6, %cst_7 : tensor<f64>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %14 = stablehlo.clamp %cst_8, %8, %13 : tensor<f64>
    %15 = stablehlo.convert %12 : (tensor<f64>) -> tensor<i64>
    %16 = stablehlo.convert %14 : (tensor<f64>) -> tensor<i64>
    %17 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %18 = "stablehlo.gather"(%4, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf64>, tensor<1xi64>) -> tensor<f64>
    %19 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %20 = "stablehlo.gather"(%4, %19) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf64>, tensor<1xi64>) -> tensor<f64>
    %21 = stablehlo.add %18, %20 : tensor<f64>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %22 = stablehlo.multiply %21, %cst_9 : tensor<f64>
    return %22 : tensor<f64>
  }
  func.func private @_where(%arg0: tensor<1xi1>, %arg1: tensor<f64>, %arg2: tensor<9xf64>) -> tensor<9xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1xi1>) -> tensor<9xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<9xf64>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<9xi1>, tensor<9xf64>
    return %3 : tensor<9xf64>
  }
  func.func private @cumsum(%arg0: tensor<9xf64>) -> tensor<9xf64> {
    %0 = call @cumsum_0(%arg0) : (tensor<9xf64>) -> tensor<9xf64>
    return %0 : tensor<9xf64>
  }
  func.func private @cumsum_0(%arg0: tensor<9xf64>) -> tensor<9xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[8, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 9>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<9xf64>, tensor<f64>) -> tensor<9xf64>
    return %1 : tensor<9xf64>
  }
  func.func private @inputs() -> (tensor<3x6xf64>, tensor<3x6xf64>, tensor<9xf64>) {
    %cst = stablehlo.constant dense<[[0.45577631673902297, 0.27492455474441324, 0.6238771233820386, -0.041230901221623872, 0.82972617566676576, -0.90130210642312059], [-0.41422286994597068, 0.43010519493033406, -0.16378157650399827, -0.65409729145768725, -0.78557850914290794, 0.63467822292324283], [-0.053714043068711526, 0.76456734383821478, 0.46657826863345209, -0.18054758873851284, -0.25297797168863267, 0.031276693302503489]]> : tensor<3x6xf64>
    %cst_0 = stablehlo.constant dense<[[0.77811990637945727, 0.47455715942833576, -0.98969407146195354, 0.38831570273825111, 0.83901481381164133, 0.42091151900898316], [-0.64598843686500818, -0.032963745145082601, -0.71936796415316118, -0.28200944332073585, 0.8742340838810354, 0.84661061511741664], [-0.4343262956478342, -0.32073791166760168, 0.20042573626258786, 0.92639459052076, -0.70439733186921916, -0.48616671262666178]]> : tensor<3x6xf64>
    %cst_1 = stablehlo.constant dense<[0.74711365458154289, -0.016215536583310985, 0.79792218445406338, -0.62896420495364747, 0.065337174942721399, -0.34746073470125527, -0.36691488021504792, -0.10624607210760173, -0.13384510179746312]> : tensor<9xf64>
    return %cst, %cst_0, %cst_1 : tensor<3x6xf64>, tensor<3x6xf64>, tensor<9xf64>
  }
  func.func private @gradients() -> (tensor<3x6xf64>, tensor<3x6xf64>, tensor<9xf64>) {
    %cst = stablehlo.constant dense<[[3.000000e+00, 2.000000e+00, 4.000000e+00, 1.000000e+00, 5.000000e+00, 0.000000e+00], [2.000000e+00, 4.000000e+00, 3.000000e+00, 1.000000e+00, 0.000000e+00, 5.000000e+00], [2.000000e+00, 5.000000e+00, 4.000000e+00, 1.000000e+00, 0.000000e+00, 3.000000e+00]]> : tensor<3x6xf64>
    %cst_0 = stablehlo.constant dense<[[1.5562398127589145, 0.94911431885667152, -1.9793881429239071, 0.77663140547650222, 1.6780296276232827, 0.84182303801796632], [-1.2919768737300164, -0.065927490290165203, -1.4387359283063224, -0.56401888664147171, 1.7484681677620708, 1.6932212302348333], [-0.86865259129566841, -0.64147582333520337, 0.40085147252517572, 1.85278918104152, -1.4087946637384383, -0.97233342525332355]]> : tensor<3x6xf64>
    %cst_1 = stablehlo.constant dense<[16.927032261018773, 15.296574764723571, 14.421001777076459, 5.7777952684853258, 9.9652807895271884, 3.9281773124873767, 1.7456699869594705, 5.2880409117568412, 2.9946212925937705]> : tensor<9xf64>
    return %cst, %cst_0, %cst_1 : tensor<3x6xf64>, tensor<3x6xf64>, tensor<9xf64>
  }
}
