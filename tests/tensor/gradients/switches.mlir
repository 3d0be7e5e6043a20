module @jit_switches attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<7xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<7xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:6 = stablehlo.while(%iterArg = %0, %iterArg_2 = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %c, %iterArg_5 = %arg0, %iterArg_6 = %1) : tensor<7xi64>, tensor<3xf64>, tensor<3xf64>, tensor<i64>, tensor<3xf64>, tensor<7xf64>
    cond {
      %c_7 = stablehlo.constant dense<7> : tensor<i64>
      %7 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<7xi64>, tensor<i64>) -> tensor<i64>
      %8:2 = func.call @closed_call(%iterArg_2, %iterArg_3, %iterArg_5, %7) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i64>) -> (tensor<3xf64>, tensor<f64>)
      %9 = func.call @dynamic_update_index_in_dim(%iterArg_6, %8#1, %iterArg_4) : (tensor<7xf64>, tensor<f64>, tensor<i64>) -> tensor<7xf64>
      %c_7 = stablehlo.constant dense<1> : tensor<i64>
      %10 = stablehlo.add %iterArg_4, %c_7 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %10, %8#0, %9 : tensor<7xi64>, tensor<3xf64>, tensor<3xf64>, tensor<i64>, tensor<3xf64>, tensor<7xf64>
    }
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%2#4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %4 = stablehlo.slice %2#5 [0:3] : (tensor<7xf64>) -> tensor<3xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %6 = stablehlo.add %3, %5 : tensor<f64>
    return %6 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<7xi64>, %arg1: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<7xi64>, tensor<i64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    return %1 : tensor<i64>
  }
  func.func private @closed_call(%arg0: tensor<3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<i64>) -> (tensor<3xf64>, tensor<f64>) {
    %c = stablehlo.constant dense<3> : tensor<i64>
    %0 = call @remainder(%arg3, %c) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %1 = stablehlo.convert %0 : (tensor<i64>) -> tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.clamp %c_0, %1, %c_1 : tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %6 = stablehlo.multiply %arg2, %arg0 : tensor<3xf64>
      stablehlo.return %6 : tensor<3xf64>
    }, {
      %6 = stablehlo.sine %arg2 : tensor<3xf64>
      %7 = stablehlo.add %6, %arg1 : tensor<3xf64>
      stablehlo.return %7 : tensor<3xf64>
    }, {
      %6 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f64>) -> tensor<3xf64>
      %8 = stablehlo.multiply %7, %arg1 : tensor<3xf64>
      stablehlo.return %8 : tensor<3xf64>
    }) : (tensor<i32>) -> tensor<3xf64>
    %4 = stablehlo.slice %3 [1:2] : (tensor<3xf64>) -> tensor<1xf64>
    %5 = stablehlo.reshape %4 : (tensor<1xf64>) -> tensor<f64>
    return %3, %5 : tensor<3xf64>, tensor<f64>
  }
  func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.convert %arg1 : tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i64>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i64>
    return %10 : tensor<i64>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
    return %0 : tensor<i64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<7xf64>, %arg1: tensor<f64>, %arg2: tensor<i64>) -> tensor<7xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<7xf64>, tensor<1xf64>, tensor<i64>) -> tensor<7xf64>
    return %1 : tensor<7xf64>
  }
  func.func private @inputs() -> (tensor<3xf64>, tensor<3xf64>) {
    %0 = stablehlo.constant dense<[-1.1020474231162076, -0.12285967010032023, -0.21135420624673829]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[0.1590545441581941, -0.27854675498248893, -0.2871830778316347]> : tensor<3xf64>
    return %0, %1 : tensor<3xf64>, tensor<3xf64>
  }
  func.func private @gradients() -> (tensor<3xf64>, tensor<3xf64>) {
    %0 = stablehlo.constant dense<[0.014542678606485672, -0.06461096046889382, -0.04147828002014344]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[-0.11218899968814904, 0.006635379009205704, 0.0011308459293362782]> : tensor<3xf64>
    return %0, %1 : tensor<3xf64>, tensor<3xf64>
  }
}
