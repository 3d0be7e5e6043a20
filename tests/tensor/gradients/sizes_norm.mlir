module @jit_norm attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x6xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x6xf64>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 6). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x6xf64>) -> tensor<f64>
    return %3 : tensor<f64>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x6xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<6> : tensor<1xi32>
    %cst_1 = stablehlo.constant dense<6.000000e+00> : tensor<f64>
    %c_2 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg1 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<?x6xf64>, tensor<f64>) -> tensor<?xf64>
    %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %2, %c_2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0] : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %6, %c_2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %cst_1, %7, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<?x1xf64>
    %9 = stablehlo.divide %4, %8 : tensor<?x1xf64>
    %10 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %11, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1] : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x6xf64>
    %14 = stablehlo.subtract %arg1, %13 : tensor<?x6xf64>
    %15 = call @_var(%arg0, %arg1, %c) : (tensor<i64>, tensor<?x6xf64>, tensor<i64>) -> tensor<?x1xf64>
    %16 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %17 = stablehlo.reshape %16 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %17, %c_2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %cst, %18, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<?x1xf64>
    %20 = stablehlo.add %15, %19 : tensor<?x1xf64>
    %21 = stablehlo.sqrt %20 : tensor<?x1xf64>
    %22 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %23 = stablehlo.reshape %22 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %23, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %21, %24, dims = [0, 1] : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x6xf64>
    %26 = stablehlo.divide %14, %25 : tensor<?x6xf64>
    %27 = stablehlo.multiply %26, %26 : tensor<?x6xf64>
    %28 = stablehlo.multiply %27, %26 : tensor<?x6xf64>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x6xf64>, tensor<f64>) -> tensor<f64>
    return %29 : tensor<f64>
  }
  func.func private @_var(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x6xf64>, %arg2: tensor<i64>) -> tensor<?x1xf64> {
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %c = stablehlo.constant dense<6> : tensor<1xi32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f64>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg1 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<?x6xf64>, tensor<f64>) -> tensor<?xf64>
    %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0] : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %6, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %cst_0, %7, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<?x1xf64>
    %9 = stablehlo.divide %4, %8 : tensor<?x1xf64>
    %10 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %11, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1] : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x6xf64>
    %14 = stablehlo.subtract %arg1, %13 : tensor<?x6xf64>
    %15 = stablehlo.multiply %14, %14 : tensor<?x6xf64>
    %16 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %17 = stablehlo.subtract %cst_0, %16 : tensor<f64>
    %18 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<?x6xf64>, tensor<f64>) -> tensor<?xf64>
    %19 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %20 = stablehlo.reshape %19 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %20, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %18, %21, dims = [0] : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %23 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %24 = stablehlo.reshape %23 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %24, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = stablehlo.dynamic_broadcast_in_dim %17, %25, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<?x1xf64>
    %27 = stablehlo.divide %22, %26 : tensor<?x1xf64>
    %28 = stablehlo.compare GT, %17, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %29 = call @_where(%arg0, %28, %27, %cst) : (tensor<i64>, tensor<i1>, tensor<?x1xf64>, tensor<f64>) -> tensor<?x1xf64>
    return %29 : tensor<?x1xf64>
  }
  func.func private @_where(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<i1>, %arg2: tensor<?x1xf64>, %arg3: tensor<f64>) -> tensor<?x1xf64> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.convert %arg3 : tensor<f64>
    %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %2, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<?x1xf64>
    %5 = stablehlo.select %arg1, %arg2, %4 : tensor<i1>, tensor<?x1xf64>
    return %5 : tensor<?x1xf64>
  }
  func.func private @inputs() -> (tensor<3x6xf64>) {
    %0 = stablehlo.constant dense<[[0.9222061639302597, -0.25697476934398544, -0.9752611767992847, 0.7194137739763831, -0.7777785009192695, -0.0433219120264301], [0.6999600647723871, 0.029475934001358173, -0.10678434415537352, 0.6009528415011394, -0.9592172431036987, 0.14523729761559845], [-0.1772327684412469, 0.9702735953916091, 0.6028030608221402, -0.8920757957097063, -0.6190444530889947, -0.09516230836604911]]> : tensor<3x6xf64>
    return %0 : tensor<3x6xf64>
  }
  func.func private @gradients() -> (tensor<3x6xf64>) {
    %0 = stablehlo.constant dense<[[3.1936731714764868, -3.767662879752722, 3.769144678055662, 0.2854978768583427, 0.8082665691701427, -4.288919415807909], [6.461056018893224, -5.764001189615989, -6.201770106186112, 3.602393743978684, 6.7512260613808195, -4.84890452845063], [-4.131740181654159, 4.570020761494321, -1.3815491212009539, 5.147030641713174, 0.27110977438793427, -4.474871874740318]]> : tensor<3x6xf64>
    return %0 : tensor<3x6xf64>
  }
}
