// batch 3 of 0,2
module @jit_likelihood attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xf64>, %arg1: tensor<5x2xf64>, %arg2: tensor<5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<5x2xf64>) -> tensor<5x1x2xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<5x2xf64>) -> tensor<1x5x2xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<5x1x2xf64>) -> tensor<5x5x2xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x5x2xf64>) -> tensor<5x5x2xf64>
    %4 = stablehlo.subtract %2, %3 : tensor<5x5x2xf64>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<2xf64>) -> tensor<1x1x2xf64>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<1x1x2xf64>) -> tensor<5x5x2xf64>
    %7 = stablehlo.divide %4, %6 : tensor<5x5x2xf64>
    %8 = stablehlo.multiply %7, %7 : tensor<5x5x2xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<5x5x2xf64>, tensor<f64>) -> tensor<5x5xf64>
    %cst_0 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
    %11 = stablehlo.multiply %10, %9 : tensor<5x5xf64>
    %12 = stablehlo.exponential %11 : tensor<5x5xf64>
    %13 = stablehlo.iota dim = 0 : tensor<5x5xi64>
    %14 = stablehlo.iota dim = 1 : tensor<5x5xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
    %16 = stablehlo.add %13, %15 : tensor<5x5xi64>
    %17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %18 = stablehlo.convert %17 : (tensor<5x5xi1>) -> tensor<5x5xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
    %20 = stablehlo.multiply %19, %18 : tensor<5x5xf64>
    %21 = stablehlo.add %12, %20 : tensor<5x5xf64>
    %22 = call @cholesky(%21) : (tensor<5x5xf64>) -> tensor<5x5xf64>
    %23 = call @_solve_triangular(%22, %arg2) : (tensor<5x5xf64>, tensor<5xf64>) -> tensor<5xf64>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %24 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %25 = stablehlo.multiply %24, %23 : tensor<5xf64>
    %26 = stablehlo.dot_general %25, %23, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5xf64>, tensor<5xf64>) -> tensor<f64>
    %27 = call @_diag(%22) : (tensor<5x5xf64>) -> tensor<5xf64>
    %28 = stablehlo.log %27 : tensor<5xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %30 = stablehlo.add %26, %29 : tensor<f64>
    return %30 : tensor<f64>
  }
  func.func private @cholesky(%arg0: tensor<5x5xf64>) -> tensor<5x5xf64> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xf64>) -> tensor<5x5xf64>
    %1 = stablehlo.add %arg0, %0 : tensor<5x5xf64>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
    %3 = stablehlo.divide %1, %2 : tensor<5x5xf64>
    %4:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=5, j=5, k=5, l=5}, custom>} : (tensor<5x5xf64>) -> (tensor<5x5xf64>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<5x5xi1>, tensor<5x5xf64>
    %11 = stablehlo.iota dim = 0 : tensor<5x5xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
    %13 = stablehlo.add %11, %12 : tensor<5x5xi64>
    %14 = stablehlo.iota dim = 1 : tensor<5x5xi64>
    %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
    %17 = stablehlo.select %15, %10, %16 : tensor<5x5xi1>, tensor<5x5xf64>
    return %17 : tensor<5x5xf64>
  }
  func.func private @_solve_triangular(%arg0: tensor<5x5xf64>, %arg1: tensor<5xf64>) -> tensor<5xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<5xf64>) -> tensor<5x1xf64>
    %1 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=5, j=5, k=5, l=1, m=5, n=1}, custom>} : (tensor<5x5xf64>, tensor<5x1xf64>) -> tensor<5x1xf64>
    %2 = stablehlo.reshape %1 : (tensor<5x1xf64>) -> tensor<5xf64>
    return %2 : tensor<5xf64>
  }
  func.func private @_diag(%arg0: tensor<5x5xf64>) -> tensor<5xf64> {
    %0 = call @diagonal(%arg0) : (tensor<5x5xf64>) -> tensor<5xf64>
    return %0 : tensor<5xf64>
  }
  func.func private @diagonal(%arg0: tensor<5x5xf64>) -> tensor<5xf64> {
    %0 = stablehlo.iota dim = 0 : tensor<5x5xi64>
    %1 = stablehlo.iota dim = 1 : tensor<5x5xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
    %3 = stablehlo.add %0, %2 : tensor<5x5xi64>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %5 = stablehlo.convert %4 : (tensor<5x5xi1>) -> tensor<5x5xf64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<5xi64>
      %9 = stablehlo.iota dim = 0 : tensor<5xi64>
      %c_1 = stablehlo.constant dense<0> : tensor<i64>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5xi64>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
      %c_2 = stablehlo.constant dense<5> : tensor<i64>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<5xi64>
      %13 = stablehlo.add %8, %12 : tensor<5xi64>
      %14 = stablehlo.select %11, %13, %8 : tensor<5xi1>, tensor<5xi64>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<5xi64>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
      %c_4 = stablehlo.constant dense<5> : tensor<i64>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<5xi64>
      %18 = stablehlo.add %9, %17 : tensor<5xi64>
      %19 = stablehlo.select %16, %18, %9 : tensor<5xi1>, tensor<5xi64>
      %20 = stablehlo.convert %14 : (tensor<5xi64>) -> tensor<5xi32>
      %21 = stablehlo.convert %19 : (tensor<5xi64>) -> tensor<5xi32>
      %22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
      %23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
      %24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
      %25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<5x5xf64>, tensor<5x2xi32>) -> tensor<5xf64>
      stablehlo.return %25 : tensor<5xf64>
    }) : (tensor<i32>) -> tensor<5xf64>
    return %7 : tensor<5xf64>
  }
  func.func private @inputs() -> (tensor<3x2xf64>, tensor<5x2xf64>, tensor<3x5xf64>) {
    %0 = stablehlo.constant dense<[[3.23195897323039882e-01, 1.46144823862829076e+00], [4.46030722393340406e-01, 4.86015512697591023e-01], [1.79195176740930773e+00, 4.69768794941900436e-01]]> : tensor<3x2xf64>
    %1 = stablehlo.constant dense<[[4.32780097780722239e-01, -9.71385171882043208e-01], [-1.21213851421528940e+00, -1.83544928919092265e+00], [1.86120278691172891e+00, -3.20259032130996657e-01], [2.43933367948429153e-01, -3.10495089807991988e-02], [1.59961757007262728e-01, 4.96864793743724831e-02]]> : tensor<5x2xf64>
    %2 = stablehlo.constant dense<[[1.90821703920269869e+00, -1.03892659095714723e+00, -1.55746210609817703e+00, -1.01195966848435481e+00, -1.33470900975854612e+00], [7.46962052481942473e-01, 8.20378209537756864e-01, -9.61315545150326467e-01, -1.39043577646299177e+00, -3.54796653141094764e-01], [1.39112387787639347e+00, -2.81956941779831594e+00, 5.26626769015874685e-01, -1.07575522744858532e+00, 1.04036714654127427e+00]]> : tensor<3x5xf64>
    return %0, %1, %2 : tensor<3x2xf64>, tensor<5x2xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3xf64>) {
    %0 = stablehlo.constant dense<[6.22001207347191354e+00, 3.12116506636799773e+00, 1.50601751670996631e+01]> : tensor<3xf64>
    return %0 : tensor<3xf64>
  }
}
