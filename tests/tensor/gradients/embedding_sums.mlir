module @jit_embedding_sums attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf64>, %arg1: tensor<4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 1, 3, 0, 2, 3]> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:5 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg1, %iterArg_3 = %arg0, %iterArg_4 = %c_0, %iterArg_5 = %0) : tensor<6xi64>, tensor<4xf64>, tensor<5x4xf64>, tensor<i64>, tensor<4xf64>
    cond {
      %c_6 = stablehlo.constant dense<6> : tensor<i64>
      %3 = stablehlo.compare LT, %iterArg_4, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
      %4 = func.call @closed_call(%iterArg_2, %iterArg_3, %iterArg_5, %3) : (tensor<4xf64>, tensor<5x4xf64>, tensor<4xf64>, tensor<i64>) -> tensor<4xf64>
      %c_6 = stablehlo.constant dense<1> : tensor<i64>
      %5 = stablehlo.add %iterArg_4, %c_6 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %5, %4 : tensor<6xi64>, tensor<4xf64>, tensor<5x4xf64>, tensor<i64>, tensor<4xf64>
    }
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %2 = stablehlo.reduce(%1#4 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    return %2 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6xi64>, %arg1: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<6xi64>, tensor<i64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    return %1 : tensor<i64>
  }
  func.func private @closed_call(%arg0: tensor<4xf64>, %arg1: tensor<5x4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<i64>) -> tensor<4xf64> {
    %0 = stablehlo.multiply %arg2, %arg0 : tensor<4xf64>
    %1 = stablehlo.convert %arg3 : (tensor<i64>) -> tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.add %1, %c_0 : tensor<i32>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %c_1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %6 = stablehlo.add %c_3, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.select %5, %6, %c_5 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_slice %arg1, %4, %7, sizes = [1, 4] : (tensor<5x4xf64>, tensor<i32>, tensor<i32>) -> tensor<1x4xf64>
    %9 = stablehlo.reshape %8 : (tensor<1x4xf64>) -> tensor<4xf64>
    %10 = stablehlo.add %0, %9 : tensor<4xf64>
    %11 = stablehlo.tanh %10 : tensor<4xf64>
    return %11 : tensor<4xf64>
  }
  func.func private @inputs() -> (tensor<5x4xf64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<[[-0.00917108589921732, 0.26031804672010156, -0.3189538924458192, 0.03263432661569548], [0.433325192660826, 0.17793674815069518, 0.5212021138445355, 0.27683736489055627], [0.2928034054084257, 1.0959804389650893, 0.37390312421554006, 0.07768267941336553], [0.4259662820651992, -0.5514742053049262, -0.20262287145652189, 0.4759325125167618], [0.37847202005633035, 0.9290170144987693, 0.006283817351209701, -0.8773966742522709]]> : tensor<5x4xf64>
    %1 = stablehlo.constant dense<[1.1683481585257238, 0.6557356863352499, -0.6352424601621399, 0.8254942019810497]> : tensor<4xf64>
    return %0, %1 : tensor<5x4xf64>, tensor<4xf64>
  }
  func.func private @gradients() -> (tensor<5x4xf64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<[[0.040768916215715156, 0.17215658751424706, 0.2955531872048807, 0.17356644944714197], [0.007382069906384827, 0.04872869219673155, 0.05939141487747953, 0.036696711336253206], [0.0814169165668823, 0.26599253867103123, -0.46527765691165907, 0.30912807894146055], [0.23979376839337532, 1.09779031384232, 0.6625813469439136, 0.5867561142860592], [0.0, 0.0, 0.0, 0.0]]> : tensor<5x4xf64>
    %1 = stablehlo.constant dense<[0.28998397019294964, 0.6042047825704848, 0.051470405043961394, 0.6027639324441079]> : tensor<4xf64>
    return %0, %1 : tensor<5x4xf64>, tensor<4xf64>
  }
}
