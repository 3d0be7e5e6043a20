module @jit_main attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main() -> (tensor<3x2xf32> {jax.result_info = "", mhlo.layout_mode = "default"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0:2 = call @inputs() : () -> (tensor<3x2xf32>, tensor<2x2xf32>)
    %1 = call @expected() : () -> tensor<3x2xf32>
    %2 = "stablehlo.scatter"(%0#0, %c, %0#1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %3 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<3x2xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<3x2xf32>
    stablehlo.custom_call @check.expect_close(%2, %1) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
    check.expect_eq %2, %1 : tensor<3x2xf32>
    check.expect_almost_eq %2, %1 : tensor<3x2xf32>
    check.expect_close %2, %1, max_ulp_difference = 2 : tensor<3x2xf32>, tensor<3x2xf32>
    check.expect_eq_const %2, dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
    check.expect_almost_eq_const %2, dense<5.000000e-01> : tensor<3x2xf32> {tolerance = 1.000000e-03 : f32}
    return %2 : tensor<3x2xf32>
  }
  func.func private @inputs() -> (tensor<3x2xf32> {mhlo.layout_mode = "default"}, tensor<2x2xf32> {mhlo.layout_mode = "default"}) {
    %cst = stablehlo.constant dense<[[-1.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 1.000000e-01]]> : tensor<3x2xf32>
    %cst_0 = stablehlo.constant dense<[[-1.500000e+00, 0x7F800000], [0.000000e+00, -0.000000e+00]]> : tensor<2x2xf32>
    return %cst, %cst_0 : tensor<3x2xf32>, tensor<2x2xf32>
  }
  func.func private @expected() -> (tensor<3x2xf32> {mhlo.layout_mode = "default"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
    return %cst : tensor<3x2xf32>
  }
}
