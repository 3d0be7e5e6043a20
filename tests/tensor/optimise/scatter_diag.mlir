module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf64>, %arg1: tensor<32x32xf64>, %arg2: tensor<32x32xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %1 = stablehlo.iota dim = 0 : tensor<32xi64>
    %2 = stablehlo.iota dim = 0 : tensor<32xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<32xi64>
    %4 = stablehlo.compare LT, %1, %3, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i64>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<32xi64>
    %6 = stablehlo.add %1, %5 : tensor<32xi64>
    %7 = stablehlo.select %4, %6, %1 : tensor<32xi1>, tensor<32xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<32xi64>
    %9 = stablehlo.compare LT, %2, %8, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
    %c_2 = stablehlo.constant dense<32> : tensor<i64>
    %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<32xi64>
    %11 = stablehlo.add %2, %10 : tensor<32xi64>
    %12 = stablehlo.select %9, %11, %2 : tensor<32xi1>, tensor<32xi64>
    %13 = stablehlo.convert %7 : (tensor<32xi64>) -> tensor<32xi32>
    %14 = stablehlo.convert %12 : (tensor<32xi64>) -> tensor<32xi32>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %17 = stablehlo.concatenate %15, %16, dim = 1 : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x2xi32>
    %18 = "stablehlo.scatter"(%0, %17, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      stablehlo.return %arg4 : tensor<f64>
    }) : (tensor<32x32xf64>, tensor<32x2xi32>, tensor<32xf64>) -> tensor<32x32xf64>
    %19 = stablehlo.dot_general %18, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    %20 = stablehlo.add %19, %arg2 : tensor<32x32xf64>
    %21 = stablehlo.multiply %20, %20 : tensor<32x32xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %22 = stablehlo.reduce(%21 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf64>, tensor<f64>) -> tensor<f64>
    return %22 : tensor<f64>
  }
}
