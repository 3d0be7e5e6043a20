module @jit_soft attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x5xf64>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 5). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x5xf64>) -> tensor<f64>
    return %3 : tensor<f64>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<?x5xf64>) -> tensor<5x?xf64>
    %1 = stablehlo.dot_general %arg1, %0, contracting_dims = [1] x [0] : (tensor<?x5xf64>, tensor<5x?xf64>) -> tensor<?x?xf64>
    %2 = call @log_softmax(%arg0, %1) : (tensor<i64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %4 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %5, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = "stablehlo.dynamic_gather"(%2, %3, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?xf64>, tensor<1xi64>, tensor<2xi32>) -> tensor<?xf64>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    return %8 : tensor<f64>
  }
  func.func private @log_softmax(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x?xf64>) -> tensor<?x?xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.reduce(%arg1 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf64>, tensor<f64>) -> tensor<?xf64>
    %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %cst_0, %2, dims = [] : (tensor<f64>, tensor<1xi32>) -> tensor<?xf64>
    %4 = stablehlo.maximum %3, %0 : tensor<?xf64>
    %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %6, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %4, %7, dims = [0] : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %9 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %10, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %8, %13, dims = [0, 1] : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x?xf64>
    %15 = stablehlo.subtract %arg1, %14 : tensor<?x?xf64>
    %16 = stablehlo.exponential %15 : tensor<?x?xf64>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf64>, tensor<f64>) -> tensor<?xf64>
    %18 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %19 = stablehlo.reshape %18 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.concatenate %19, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %17, %20, dims = [0] : (tensor<?xf64>, tensor<2xi32>) -> tensor<?x1xf64>
    %22 = stablehlo.log %21 : tensor<?x1xf64>
    %23 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %24 = stablehlo.reshape %23 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %26 = stablehlo.reshape %25 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.concatenate %24, %26, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %22, %27, dims = [0, 1] : (tensor<?x1xf64>, tensor<2xi32>) -> tensor<?x?xf64>
    %29 = stablehlo.subtract %15, %28 : tensor<?x?xf64>
    return %29 : tensor<?x?xf64>
  }
  func.func private @inputs() -> (tensor<4x5xf64>) {
    %0 = stablehlo.constant dense<[[0.40588415423595636, -0.3359037009286452, -0.2800336096573848, 0.842941131918354, 0.9072610114546942], [-0.18462854264571282, 0.7971423097694466, -0.33949349608098744, -0.8345228618400247, 0.05343513091718277], [0.32168878191677064, 0.7859685887105967, 0.9303150940286813, 0.5398653537826295, 0.5181982365786519], [0.4200980947088768, 0.4031056651627447, 0.5346627622355669, 0.9486989577712879, -0.25257096520806144]]> : tensor<4x5xf64>
    return %0 : tensor<4x5xf64>
  }
  func.func private @gradients() -> (tensor<4x5xf64>) {
    %0 = stablehlo.constant dense<[[0.65098658860019, 1.3212764635372394, 0.5405705608406974, 0.9094259842364153, 0.8933861099845462], [0.5150073066292761, -1.6483505989999476, -0.007845416668753352, 1.7338298290836105, 0.6650229553816878], [-0.2964740656857284, -1.5448917799751105, -1.530006319150555, -0.4270723775323165, 0.2007970128657185], [-0.27191791859090286, -1.1768895097634395, -1.2068849847706593, -0.5015234620470359, 0.5445329950714921]]> : tensor<4x5xf64>
    return %0 : tensor<4x5xf64>
  }
}
