module @jit_stencil attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<-3> : tensor<i64>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf64>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.compare GE, %1, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (k,). Obtained dimension variables: 'k' = {0} from specification 'k' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    %3 = stablehlo.convert %1 : tensor<i64>
    %4 = stablehlo.add %3, %c_0 : tensor<i64>
    %5 = stablehlo.compare GE, %4, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = stablehlo.convert %1 : tensor<i64>
    %7 = stablehlo.add %6, %c_0 : tensor<i64>
    stablehlo.custom_call @shape_assertion(%5, %7, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the symbolic shape constraint k >= 3. Expected 'k - 3' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (k,). Obtained dimension variables: 'k' = {1} from specification 'k' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %8 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?xf64>) -> tensor<f64>
    return %8 : tensor<f64>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "k"}, %arg1: tensor<?xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %c_2 = stablehlo.constant dense<-2> : tensor<i64>
    %c_3 = stablehlo.constant dense<2> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %1 = stablehlo.convert %arg0 : tensor<i64>
    %2 = stablehlo.add %1, %c_2 : tensor<i64>
    %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %5 = "stablehlo.dynamic_gather"(%arg1, %0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf64>
    %6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %7 = stablehlo.convert %arg0 : tensor<i64>
    %8 = stablehlo.add %7, %c_2 : tensor<i64>
    %9 = stablehlo.convert %8 : (tensor<i64>) -> tensor<i32>
    %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
    %11 = "stablehlo.dynamic_gather"(%arg1, %6, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf64>
    %12 = stablehlo.convert %arg0 : tensor<i64>
    %13 = stablehlo.add %12, %c_2 : tensor<i64>
    %14 = stablehlo.convert %13 : (tensor<i64>) -> tensor<i32>
    %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.dynamic_broadcast_in_dim %cst_0, %15, dims = [] : (tensor<f64>, tensor<1xi32>) -> tensor<?xf64>
    %17 = stablehlo.multiply %16, %11 : tensor<?xf64>
    %18 = stablehlo.subtract %5, %17 : tensor<?xf64>
    %19 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %20 = stablehlo.convert %arg0 : tensor<i64>
    %21 = stablehlo.add %20, %c_2 : tensor<i64>
    %22 = stablehlo.convert %21 : (tensor<i64>) -> tensor<i32>
    %23 = stablehlo.reshape %22 : (tensor<i32>) -> tensor<1xi32>
    %24 = "stablehlo.dynamic_gather"(%arg1, %19, %23) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf64>
    %25 = stablehlo.add %18, %24 : tensor<?xf64>
    %26 = stablehlo.multiply %25, %25 : tensor<?xf64>
    %27 = stablehlo.reduce(%26 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    return %27 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<6xf64>) {
    %0 = stablehlo.constant dense<[-0.8798076602673004, -0.10051288420688786, 0.6263410549666899, -0.4715232509187024, -0.8731980360532627, -0.5157846554881302]> : tensor<6xf64>
    return %0 : tensor<6xf64>
  }
  func.func private @gradients() -> (tensor<6xf64>) {
    %0 = stablehlo.constant dense<[-0.10488167377366953, -3.439673142570601, 8.586370347963875, -4.916018241721883, -1.6439736212971074, 1.5181763313993857]> : tensor<6xf64>
    return %0 : tensor<6xf64>
  }
}
