module @jit_conc attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?xf64>, %arg1: tensor<?xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf64>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xf64>) -> tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
    %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n,),args[1].shape = (m,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %1, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'm'. Using the following polymorphic shapes specifications: args[0].shape = (n,),args[1].shape = (m,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'm' = {1} from specification 'm' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %6 = call @_wrapped_jax_export_main(%3, %1, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<?xf64>, tensor<?xf64>) -> tensor<f64>
    return %6 : tensor<f64>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "m"}, %arg1: tensor<i64> {jax.global_constant = "n"}, %arg2: tensor<?xf64>, %arg3: tensor<?xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %c_1 = stablehlo.constant dense<2> : tensor<i64>
    %0 = stablehlo.concatenate %arg2, %arg3, %arg2, dim = 0 : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %1 = stablehlo.sine %0 : tensor<?xf64>
    %2 = stablehlo.convert %arg1 : tensor<i64>
    %3 = stablehlo.multiply %2, %c_1 : tensor<i64>
    %4 = stablehlo.convert %arg0 : tensor<i64>
    %5 = stablehlo.add %3, %4 : tensor<i64>
    %6 = stablehlo.convert %5 : (tensor<i64>) -> tensor<i32>
    %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.dynamic_iota %7, dim = 0 : (tensor<1xi32>) -> tensor<?xi64>
    %9 = stablehlo.convert %arg1 : tensor<i64>
    %10 = stablehlo.multiply %9, %c_1 : tensor<i64>
    %11 = stablehlo.convert %arg0 : tensor<i64>
    %12 = stablehlo.add %10, %11 : tensor<i64>
    %13 = stablehlo.convert %12 : (tensor<i64>) -> tensor<i32>
    %14 = stablehlo.reshape %13 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.dynamic_broadcast_in_dim %c_0, %14, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %16 = stablehlo.multiply %15, %8 : tensor<?xi64>
    %17 = stablehlo.convert %arg1 : tensor<i64>
    %18 = stablehlo.multiply %17, %c_1 : tensor<i64>
    %19 = stablehlo.convert %arg0 : tensor<i64>
    %20 = stablehlo.add %18, %19 : tensor<i64>
    %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
    %22 = stablehlo.reshape %21 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.dynamic_broadcast_in_dim %c, %22, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
    %24 = stablehlo.add %23, %16 : tensor<?xi64>
    %25 = stablehlo.convert %24 : (tensor<?xi64>) -> tensor<?xf64>
    %26 = stablehlo.multiply %1, %25 : tensor<?xf64>
    %27 = stablehlo.reduce(%26 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    return %27 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<3xf64>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<[-0.8338911139231102, -0.5207191207755502, -0.5570344799140097]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[-0.27280040639178793, 0.6206284642247035]> : tensor<2xf64>
    return %0, %1 : tensor<3xf64>, tensor<2xf64>
  }
  func.func private @gradients() -> (tensor<3xf64>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<[3.3599964161128866, 6.072231469420714, 7.639439638813511]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[2.8890604855374202, 3.254052544588814]> : tensor<2xf64>
    return %0, %1 : tensor<3xf64>, tensor<2xf64>
  }
}
