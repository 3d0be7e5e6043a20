module @jit_loops_nested attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf64>, %arg1: tensor<3x3xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<3x3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>
    cond {
      %c_4 = stablehlo.constant dense<5> : tensor<i64>
      %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_3) : (tensor<3x3xf64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>)
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %3 = stablehlo.add %iterArg_1, %c_4 : tensor<i64>
      stablehlo.return %iterArg, %3, %2#0, %2#1 : tensor<3x3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>
    }
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%0#3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    return %1 : tensor<f64>
  }
  func.func private @closed_call(%arg0: tensor<3x3xf64>, %arg1: tensor<i64>, %arg2: tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg1, %c : tensor<i64>
    %c_0 = stablehlo.constant dense<2> : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1:5 = stablehlo.while(%iterArg = %arg0, %iterArg_4 = %arg2, %iterArg_5 = %c_1, %iterArg_6 = %c_0, %iterArg_7 = %arg2) : tensor<3x3xf64>, tensor<3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>
    cond {
      %c_8 = stablehlo.constant dense<4> : tensor<i64>
      %6 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6:2 = func.call @closed_call_0(%iterArg, %iterArg_4, %iterArg_6, %iterArg_7) : (tensor<3x3xf64>, tensor<3xf64>, tensor<i64>, tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>)
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %7 = stablehlo.add %iterArg_5, %c_8 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_4, %7, %6#0, %6#1 : tensor<3x3xf64>, tensor<3xf64>, tensor<i64>, tensor<i64>, tensor<3xf64>
    }
    %c_2 = stablehlo.constant dense<2> : tensor<i64>
    %2 = call @remainder(%arg1, %c_2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.compare EQ, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %4 = stablehlo.convert %3 : (tensor<i1>) -> tensor<i32>
    %5 = "stablehlo.case"(%4) ({
      %6 = stablehlo.slice %1#4 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
      %7 = stablehlo.reshape %6 : (tensor<1xf64>) -> tensor<f64>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f64>) -> tensor<3xf64>
      %9 = stablehlo.multiply %1#4, %8 : tensor<3xf64>
      stablehlo.return %9 : tensor<3xf64>
    }, {
      %6 = stablehlo.sine %1#4 : tensor<3xf64>
      stablehlo.return %6 : tensor<3xf64>
    }) : (tensor<i32>) -> tensor<3xf64>
    return %0, %5 : tensor<i64>, tensor<3xf64>
  }
  func.func private @closed_call_0(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<i64>, %arg3: tensor<3xf64>) -> (tensor<i64>, tensor<3xf64>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg2, %c : tensor<i64>
    %1 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %2 = stablehlo.tanh %1 : tensor<3xf64>
    %3 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %4 = stablehlo.multiply %cst, %3 : tensor<f64>
    %5 = stablehlo.convert %4 : tensor<f64>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %7 = stablehlo.multiply %6, %arg1 : tensor<3xf64>
    %8 = stablehlo.add %2, %7 : tensor<3xf64>
    return %0, %8 : tensor<i64>, tensor<3xf64>
  }
  func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %1 = call @_where(%0, %c_0, %arg1) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = stablehlo.remainder %arg0, %1 : tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i64>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i64>
    return %9 : tensor<i64>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
    return %0 : tensor<i64>
  }
  func.func private @inputs() -> (tensor<3xf64>, tensor<3x3xf64>) {
    %0 = stablehlo.constant dense<[0.2526786824774437, -0.632904397546701, -0.7632469260585854]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[[0.3683958374813165, -0.7180246363155424, -0.19346289045083834], [-0.004056924207913071, -0.2672012201578874, -0.03245637695726897], [0.8032640994328629, -0.310136491553565, -0.7555842953269366]]> : tensor<3x3xf64>
    return %0, %1 : tensor<3xf64>, tensor<3x3xf64>
  }
  func.func private @gradients() -> (tensor<3xf64>, tensor<3x3xf64>) {
    %0 = stablehlo.constant dense<[0.011679258119423979, -0.0110052982403424, -0.001114037991168987]> : tensor<3xf64>
    %1 = stablehlo.constant dense<[[0.03320292971815175, -0.011627938672323491, 0.012376081495287747], [-0.021810670661596233, 0.008962207645727967, -0.005986597280314057], [-0.0007488365151471564, 0.0025750004114802054, 0.0032592093087391014]]> : tensor<3x3xf64>
    return %0, %1 : tensor<3xf64>, tensor<3x3xf64>
  }
}
