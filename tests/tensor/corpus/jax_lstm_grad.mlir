module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x2xf32>, %arg1: tensor<2x3xf32>) -> (tensor<5x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %3:6 = stablehlo.while(%iterArg = %arg0, %iterArg_6 = %arg1, %iterArg_7 = %c, %iterArg_8 = %0, %iterArg_9 = %1, %iterArg_10 = %2) : tensor<5x2xf32>, tensor<2x3xf32>, tensor<i64>, tensor<3xf32>, tensor<5x3xf32>, tensor<5x3xf32>
    cond {
      %c_11 = stablehlo.constant dense<5> : tensor<i64>
      %8 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_7) : (tensor<5x2xf32>, tensor<i64>) -> tensor<2xf32>
      %9:3 = func.call @closed_call(%iterArg_6, %iterArg_8, %8) : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_9, %9#1, %iterArg_7) : (tensor<5x3xf32>, tensor<3xf32>, tensor<i64>) -> tensor<5x3xf32>
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_10, %9#2, %iterArg_7) : (tensor<5x3xf32>, tensor<3xf32>, tensor<i64>) -> tensor<5x3xf32>
      %c_11 = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %iterArg_7, %c_11 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_6, %12, %9#0, %10, %11 : tensor<5x2xf32>, tensor<2x3xf32>, tensor<i64>, tensor<3xf32>, tensor<5x3xf32>, tensor<5x3xf32>
    }
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %7:7 = stablehlo.while(%iterArg = %4, %iterArg_6 = %3#4, %iterArg_7 = %3#5, %iterArg_8 = %arg1, %iterArg_9 = %c_5, %iterArg_10 = %5, %iterArg_11 = %6) : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<3xf32>, tensor<5x2xf32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i64>
      %8 = stablehlo.compare LT, %iterArg_9, %c_12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<5> : tensor<i64>
      %8 = stablehlo.subtract %c_12, %iterArg_9 : tensor<i64>
      %c_13 = stablehlo.constant dense<1> : tensor<i64>
      %9 = stablehlo.subtract %8, %c_13 : tensor<i64>
      %10 = func.call @dynamic_index_in_dim_0(%iterArg, %9) : (tensor<5x3xf32>, tensor<i64>) -> tensor<3xf32>
      %11 = func.call @dynamic_index_in_dim_0(%iterArg_6, %9) : (tensor<5x3xf32>, tensor<i64>) -> tensor<3xf32>
      %12 = func.call @dynamic_index_in_dim_0(%iterArg_7, %9) : (tensor<5x3xf32>, tensor<i64>) -> tensor<3xf32>
      %13:2 = func.call @closed_call_1(%iterArg_8, %iterArg_10, %10, %11, %12) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>)
      %14 = func.call @dynamic_update_index_in_dim_2(%iterArg_11, %13#1, %9) : (tensor<5x2xf32>, tensor<2xf32>, tensor<i64>) -> tensor<5x2xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i64>
      %15 = stablehlo.add %iterArg_9, %c_14 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %iterArg_8, %15, %13#0, %14 : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<2x3xf32>, tensor<i64>, tensor<3xf32>, tensor<5x2xf32>
    }
    return %7#6 : tensor<5x2xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x2xf32>, %arg1: tensor<i64>) -> tensor<2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 2] : (tensor<5x2xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3xf32>
    %1 = stablehlo.add %0, %arg1 : tensor<3xf32>
    %2 = stablehlo.tanh %1 : tensor<3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<3xf32>
    return %2, %2, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i64>) -> tensor<5x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>) -> tensor<5x3xf32>
    return %1 : tensor<5x3xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<5x3xf32>, %arg1: tensor<i64>) -> tensor<3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 3] : (tensor<5x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
    %0 = stablehlo.multiply %arg1, %arg4 : tensor<3xf32>
    %1 = stablehlo.multiply %0, %arg3 : tensor<3xf32>
    %2 = stablehlo.add %0, %1 : tensor<3xf32>
    %3 = stablehlo.add %arg2, %2 : tensor<3xf32>
    %4 = stablehlo.dot_general %2, %arg0, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    return %3, %4 : tensor<3xf32>, tensor<2xf32>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<5x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i64>) -> tensor<5x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<5x2xf32>
    return %1 : tensor<5x2xf32>
  }
}
