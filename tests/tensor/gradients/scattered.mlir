module @jit_scattered attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf64>, %arg1: tensor<2xf64>, %arg2: tensor<3xi64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %1 = "stablehlo.scatter"(%arg0, %0, %arg1) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      stablehlo.return %arg4 : tensor<f64>
    }) : (tensor<6xf64>, tensor<1xi32>, tensor<2xf64>) -> tensor<6xf64>
    %2 = stablehlo.slice %arg0 [0:3] : (tensor<6xf64>) -> tensor<3xf64>
    %3 = stablehlo.sine %2 : tensor<3xf64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %5 = stablehlo.compare LT, %arg2, %4, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_1 = stablehlo.constant dense<6> : tensor<i64>
    %6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %7 = stablehlo.add %arg2, %6 : tensor<3xi64>
    %8 = stablehlo.select %5, %7, %arg2 : tensor<3xi1>, tensor<3xi64>
    %9 = stablehlo.convert %8 : (tensor<3xi64>) -> tensor<3xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %11 = "stablehlo.scatter"(%1, %10, %3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %25 = stablehlo.add %arg3, %arg4 : tensor<f64>
      stablehlo.return %25 : tensor<f64>
    }) : (tensor<6xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<6xf64>
    %12 = stablehlo.slice %arg0 [3:6] : (tensor<6xf64>) -> tensor<3xf64>
    %13 = stablehlo.cosine %12 : tensor<3xf64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %15 = stablehlo.compare LT, %arg2, %14, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_3 = stablehlo.constant dense<6> : tensor<i64>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %17 = stablehlo.add %arg2, %16 : tensor<3xi64>
    %18 = stablehlo.select %15, %17, %arg2 : tensor<3xi1>, tensor<3xi64>
    %19 = stablehlo.convert %18 : (tensor<3xi64>) -> tensor<3xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %21 = "stablehlo.scatter"(%11, %20, %13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      stablehlo.return %arg4 : tensor<f64>
    }) : (tensor<6xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<6xf64>
    %22 = stablehlo.multiply %21, %21 : tensor<6xf64>
    %23 = stablehlo.multiply %22, %21 : tensor<6xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %24 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
    return %24 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<6xf64>, tensor<2xf64>, tensor<3xi64>) {
    %cst = stablehlo.constant dense<[-0.8863038471335194, 0.39399448344997468, 0.55739079188220675, 0.5548151236975063, -0.48115487130929013, -0.25237372413487713]> : tensor<6xf64>
    %cst_0 = stablehlo.constant dense<[0.17519927039277805, -0.45435619515106596]> : tensor<2xf64>
    %c = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
    return %cst, %cst_0, %c : tensor<6xf64>, tensor<2xf64>, tensor<3xi64>
  }
  func.func private @gradients() -> (tensor<6xf64>, tensor<2xf64>) {
    %cst = stablehlo.constant dense<[2.3566035283310307, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.0910306227045947, 0.89347881955383868]> : tensor<6xf64>
    %cst_0 = stablehlo.constant dense<[0.092084353038485264, 0.61931865621646054]> : tensor<2xf64>
    return %cst, %cst_0 : tensor<6xf64>, tensor<2xf64>
  }
}
