module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_5 = %c, %iterArg_6 = %cst, %iterArg_7 = %0) : tensor<7xf32>, tensor<i64>, tensor<f32>, tensor<7xf32>
    cond {
      %c_8 = stablehlo.constant dense<7> : tensor<i64>
      %5 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_5) : (tensor<7xf32>, tensor<i64>) -> tensor<f32>
      %6:2 = func.call @closed_call(%iterArg_6, %5) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_7, %6#1, %iterArg_5) : (tensor<7xf32>, tensor<f32>, tensor<i64>) -> tensor<7xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg_5, %c_8 : tensor<i64>
      stablehlo.return %iterArg, %8, %6#0, %7 : tensor<7xf32>, tensor<i64>, tensor<f32>, tensor<7xf32>
    }
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %4:6 = stablehlo.while(%iterArg = %2, %iterArg_5 = %arg0, %iterArg_6 = %1#3, %iterArg_7 = %c_4, %iterArg_8 = %cst_2, %iterArg_9 = %3) : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<i64>, tensor<f32>, tensor<7xf32>
    cond {
      %c_10 = stablehlo.constant dense<7> : tensor<i64>
      %5 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<7> : tensor<i64>
      %5 = stablehlo.subtract %c_10, %iterArg_7 : tensor<i64>
      %c_11 = stablehlo.constant dense<1> : tensor<i64>
      %6 = stablehlo.subtract %5, %c_11 : tensor<i64>
      %7 = func.call @dynamic_index_in_dim(%iterArg, %6) : (tensor<7xf32>, tensor<i64>) -> tensor<f32>
      %8 = func.call @dynamic_index_in_dim(%iterArg_5, %6) : (tensor<7xf32>, tensor<i64>) -> tensor<f32>
      %9 = func.call @dynamic_index_in_dim(%iterArg_6, %6) : (tensor<7xf32>, tensor<i64>) -> tensor<f32>
      %10:2 = func.call @closed_call_0(%iterArg_8, %7, %8, %9) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_9, %10#1, %6) : (tensor<7xf32>, tensor<f32>, tensor<i64>) -> tensor<7xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %iterArg_7, %c_12 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %12, %10#0, %11 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<i64>, tensor<f32>, tensor<7xf32>
    }
    return %4#5 : tensor<7xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<7xf32>, %arg1: tensor<i64>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<7xf32>, tensor<i64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.add %0, %cst : tensor<f32>
    return %1, %arg0 : tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<7xf32>, %arg1: tensor<f32>, %arg2: tensor<i64>) -> tensor<7xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<7xf32>, tensor<1xf32>, tensor<i64>) -> tensor<7xf32>
    return %1 : tensor<7xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.multiply %arg3, %arg0 : tensor<f32>
    %1 = stablehlo.multiply %arg0, %arg2 : tensor<f32>
    %2 = stablehlo.add %arg1, %1 : tensor<f32>
    return %2, %0 : tensor<f32>, tensor<f32>
  }
}
