module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x32xf64>, %arg1: tensor<32x32xf64>) -> (tensor<32xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
    %1 = call @_diag(%0) : (tensor<32x32xf64>) -> tensor<32xf64>
    return %1 : tensor<32xf64>
  }
  func.func private @_diag(%arg0: tensor<32x32xf64>) -> tensor<32xf64> {
    %0 = call @diagonal(%arg0) : (tensor<32x32xf64>) -> tensor<32xf64>
    return %0 : tensor<32xf64>
  }
  func.func private @diagonal(%arg0: tensor<32x32xf64>) -> tensor<32xf64> {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi64>
    %1 = stablehlo.iota dim = 1 : tensor<32x32xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<32x32xi64>
    %3 = stablehlo.add %0, %2 : tensor<32x32xi64>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<32x32xi64>, tensor<32x32xi64>) -> tensor<32x32xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32xi1>) -> tensor<32x32xf64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<32xi64>
      %9 = stablehlo.iota dim = 0 : tensor<32xi64>
      %c_1 = stablehlo.constant dense<0> : tensor<i64>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
      %c_2 = stablehlo.constant dense<32> : tensor<i64>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %13 = stablehlo.add %8, %12 : tensor<32xi64>
      %14 = stablehlo.select %11, %13, %8 : tensor<32xi1>, tensor<32xi64>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
      %c_4 = stablehlo.constant dense<32> : tensor<i64>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %18 = stablehlo.add %9, %17 : tensor<32xi64>
      %19 = stablehlo.select %16, %18, %9 : tensor<32xi1>, tensor<32xi64>
      %20 = stablehlo.convert %14 : (tensor<32xi64>) -> tensor<32xi32>
      %21 = stablehlo.convert %19 : (tensor<32xi64>) -> tensor<32xi32>
      %22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
      %23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
      %24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x2xi32>
      %25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<32x32xf64>, tensor<32x2xi32>) -> tensor<32xf64>
      stablehlo.return %25 : tensor<32xf64>
    }) : (tensor<i32>) -> tensor<32xf64>
    return %7 : tensor<32xf64>
  }
}
