// batch 3 of 0,1,2
module @jit_indexed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x3xf64>, %arg1: tensor<4xi64>, %arg2: tensor<i64>) -> (tensor<4x3xf64> {jax.result_info = "result[0]"}, tensor<2x3xf64> {jax.result_info = "result[1]"}, tensor<5x3xf64> {jax.result_info = "result[2]"}, tensor<4x1xf64> {jax.result_info = "result[3]"}) {
    %0 = call @_take(%arg0, %arg1) : (tensor<5x3xf64>, tensor<4xi64>) -> tensor<4x3xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %2 = stablehlo.add %arg2, %c_0 : tensor<i64>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<i1>, tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.dynamic_slice %arg0, %3, %c_1, sizes = [2, 3] : (tensor<5x3xf64>, tensor<i64>, tensor<i64>) -> tensor<2x3xf64>
    %5 = stablehlo.slice %0 [0:2, 0:3] : (tensor<4x3xf64>) -> tensor<2x3xf64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %6 = stablehlo.compare LT, %arg2, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<5> : tensor<i64>
    %7 = stablehlo.add %arg2, %c_3 : tensor<i64>
    %8 = stablehlo.select %6, %7, %arg2 : tensor<i1>, tensor<i64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.dynamic_update_slice %arg0, %5, %8, %c_4 : (tensor<5x3xf64>, tensor<2x3xf64>, tensor<i64>, tensor<i64>) -> tensor<5x3xf64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %10 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %11 = stablehlo.compare LT, %arg1, %10, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_6 = stablehlo.constant dense<5> : tensor<i64>
    %12 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %13 = stablehlo.add %arg1, %12 : tensor<4xi64>
    %14 = stablehlo.select %11, %13, %arg1 : tensor<4xi1>, tensor<4xi64>
    %15 = stablehlo.convert %14 : (tensor<4xi64>) -> tensor<4xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
    %18 = "stablehlo.scatter"(%9, %16, %17) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %22 = stablehlo.add %arg3, %arg4 : tensor<f64>
      stablehlo.return %22 : tensor<f64>
    }) : (tensor<5x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<5x3xf64>
    %19 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xi64>) -> tensor<4x1xi64>
    %c_7 = stablehlo.constant dense<3> : tensor<i64>
    %20 = call @remainder(%19, %c_7) : (tensor<4x1xi64>, tensor<i64>) -> tensor<4x1xi64>
    %21 = call @take_along_axis(%0, %20) : (tensor<4x3xf64>, tensor<4x1xi64>) -> tensor<4x1xf64>
    return %0, %4, %18, %21 : tensor<4x3xf64>, tensor<2x3xf64>, tensor<5x3xf64>, tensor<4x1xf64>
  }
  func.func private @_take(%arg0: tensor<5x3xf64>, %arg1: tensor<4xi64>) -> tensor<4x3xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %3 = stablehlo.add %arg1, %2 : tensor<4xi64>
    %4 = call @_where(%1, %3, %arg1) : (tensor<4xi1>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi64>) -> tensor<4x1xi64>
    %c_1 = stablehlo.constant dense<4> : tensor<1xi32>
    %6 = stablehlo.convert %5 : (tensor<4x1xi64>) -> tensor<4x1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %8 = stablehlo.compare GE, %6, %7, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<4x1xi32>
    %11 = stablehlo.compare LE, %6, %10, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %12 = stablehlo.and %8, %11 : tensor<4x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [1] : (tensor<4x1xi1>, tensor<i1>) -> tensor<4xi1>
    %14 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf64>, tensor<4x1xi32>) -> tensor<4x3xf64>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<4xi1>) -> tensor<4x3xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
    %17 = stablehlo.select %15, %14, %16 : tensor<4x3xi1>, tensor<4x3xf64>
    return %17 : tensor<4x3xf64>
  }
  func.func private @_where(%arg0: tensor<4xi1>, %arg1: tensor<4xi64>, %arg2: tensor<4xi64>) -> tensor<4xi64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func private @remainder(%arg0: tensor<4x1xi64>, %arg1: tensor<i64>) -> tensor<4x1xi64> {
    %0 = stablehlo.convert %arg1 : tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %2 = call @_where_0(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<4x1xi64>
    %4 = stablehlo.remainder %arg0, %3 : tensor<4x1xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<4x1xi64>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<4x1xi64>, tensor<4x1xi64>) -> tensor<4x1xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<4x1xi64>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<4x1xi64>, tensor<4x1xi64>) -> tensor<4x1xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<4x1xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<4x1xi1>, tensor<4x1xi1>) -> tensor<4x1xi1>
    %12 = stablehlo.and %11, %6 : tensor<4x1xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<4x1xi64>
    %14 = stablehlo.add %4, %13 : tensor<4x1xi64>
    %15 = stablehlo.select %12, %14, %4 : tensor<4x1xi1>, tensor<4x1xi64>
    return %15 : tensor<4x1xi64>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
    return %0 : tensor<i64>
  }
  func.func private @take_along_axis(%arg0: tensor<4x3xf64>, %arg1: tensor<4x1xi64>) -> tensor<4x1xf64> {
    %0 = stablehlo.convert %arg1 : (tensor<4x1xi64>) -> tensor<4x1xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %4 = stablehlo.add %0, %3 : tensor<4x1xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<4x1xi1>, tensor<4x1xi32>
    %6 = stablehlo.reshape %5 : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1x1xi32>
    %8 = stablehlo.compare GE, %6, %7, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %11 = stablehlo.compare LE, %6, %10, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %12 = stablehlo.and %8, %11 : tensor<4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %14 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xf64>, tensor<4x1x1xi32>) -> tensor<4x1xf64>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x1xf64>
    %16 = stablehlo.select %13, %14, %15 : tensor<4x1xi1>, tensor<4x1xf64>
    return %16 : tensor<4x1xf64>
  }
  func.func private @inputs() -> (tensor<3x5x3xf64>, tensor<3x4xi64>, tensor<3xi64>) {
    %0 = stablehlo.constant dense<[[[-2.23052890227152911e+00, 7.49819881909915220e-01, -6.30030699804558614e-01], [4.81293664245138253e-01, 1.86832488760133386e+00, 1.17299570713286405e+00], [-1.15113483794699079e+00, 8.69248986476693686e-01, 1.15785702751643726e+00], [-7.46356518096092159e-01, -9.53296923072004310e-01, -1.09691897338541594e-01], [-1.60142334951618159e+00, 1.47073494930155291e+00, -2.40536379303049053e+00]], [[-1.10680741574206043e+00, -2.69565164009167912e-01, -2.27087091330683249e-01], [1.66124173142624371e-01, 2.71448568674836688e-01, -2.13612014625448182e-01], [1.13688631876994140e+00, -2.13937616963719446e+00, -1.64513916960665494e-04], [-7.14584411715397660e-01, 1.32513435143486319e-01, 2.20759837946278820e-01], [-9.11828876494789053e-01, -6.40948996535492421e-01, 7.92586723251844205e-01]], [[3.49056268650985657e-01, -6.80248436602477802e-01, 2.03989095934194253e+00], [2.30917764849508211e+00, -1.46246247896035486e+00, 3.01794960300343251e-01], [2.50899443563239144e+00, 7.83898629184892393e-01, 2.21060142912546442e-01], [-2.08056833359433063e-01, -5.41194285876720471e-01, -2.12514702619735901e-01], [-5.50729412408137664e-01, 7.44908358558034056e-01, -3.98153652691441706e-01]]]> : tensor<3x5x3xf64>
    %1 = stablehlo.constant dense<[[4, 1, 3, 2], [2, 3, 1, 4], [4, 0, 2, 0]]> : tensor<3x4xi64>
    %2 = stablehlo.constant dense<[0, 2, 9]> : tensor<3xi64>
    return %0, %1, %2 : tensor<3x5x3xf64>, tensor<3x4xi64>, tensor<3xi64>
  }
  func.func private @expected() -> (tensor<3x4x3xf64>, tensor<3x2x3xf64>, tensor<3x5x3xf64>, tensor<3x4x1xf64>) {
    %0 = stablehlo.constant dense<[[[-1.60142334951618159e+00, 1.47073494930155291e+00, -2.40536379303049053e+00], [4.81293664245138253e-01, 1.86832488760133386e+00, 1.17299570713286405e+00], [-7.46356518096092159e-01, -9.53296923072004310e-01, -1.09691897338541594e-01], [-1.15113483794699079e+00, 8.69248986476693686e-01, 1.15785702751643726e+00]], [[1.13688631876994140e+00, -2.13937616963719446e+00, -1.64513916960665494e-04], [-7.14584411715397660e-01, 1.32513435143486319e-01, 2.20759837946278820e-01], [1.66124173142624371e-01, 2.71448568674836688e-01, -2.13612014625448182e-01], [-9.11828876494789053e-01, -6.40948996535492421e-01, 7.92586723251844205e-01]], [[-5.50729412408137664e-01, 7.44908358558034056e-01, -3.98153652691441706e-01], [3.49056268650985657e-01, -6.80248436602477802e-01, 2.03989095934194253e+00], [2.50899443563239144e+00, 7.83898629184892393e-01, 2.21060142912546442e-01], [3.49056268650985657e-01, -6.80248436602477802e-01, 2.03989095934194253e+00]]]> : tensor<3x4x3xf64>
    %1 = stablehlo.constant dense<[[[-2.23052890227152911e+00, 7.49819881909915220e-01, -6.30030699804558614e-01], [4.81293664245138253e-01, 1.86832488760133386e+00, 1.17299570713286405e+00]], [[1.13688631876994140e+00, -2.13937616963719446e+00, -1.64513916960665494e-04], [-7.14584411715397660e-01, 1.32513435143486319e-01, 2.20759837946278820e-01]], [[-2.08056833359433063e-01, -5.41194285876720471e-01, -2.12514702619735901e-01], [-5.50729412408137664e-01, 7.44908358558034056e-01, -3.98153652691441706e-01]]]> : tensor<3x2x3xf64>
    %2 = stablehlo.constant dense<[[[-1.60142334951618159e+00, 1.47073494930155291e+00, -2.40536379303049053e+00], [1.48129366424513820e+00, 2.86832488760133408e+00, 2.17299570713286405e+00], [-1.51134837946990785e-01, 1.86924898647669369e+00, 2.15785702751643704e+00], [2.53643481903907841e-01, 4.67030769279956903e-02, 8.90308102661458434e-01], [-6.01423349516181593e-01, 2.47073494930155313e+00, -1.40536379303049053e+00]], [[-1.10680741574206043e+00, -2.69565164009167912e-01, -2.27087091330683249e-01], [1.16612417314262440e+00, 1.27144856867483669e+00, 7.86387985374551790e-01], [2.13688631876994162e+00, -1.13937616963719446e+00, 9.99835486083039293e-01], [2.85415588284602340e-01, 1.13251343514348624e+00, 1.22075983794627874e+00], [8.81711235052109465e-02, 3.59051003464507579e-01, 1.79258672325184421e+00]], [[2.34905626865098593e+00, 1.31975156339752209e+00, 4.03989095934194253e+00], [2.30917764849508211e+00, -1.46246247896035486e+00, 3.01794960300343251e-01], [3.50899443563239144e+00, 1.78389862918489239e+00, 1.22106014291254650e+00], [-5.50729412408137664e-01, 7.44908358558034056e-01, -3.98153652691441706e-01], [1.34905626865098571e+00, 3.19751563397522198e-01, 3.03989095934194253e+00]]]> : tensor<3x5x3xf64>
    %3 = stablehlo.constant dense<[[[1.47073494930155291e+00], [1.86832488760133386e+00], [-7.46356518096092159e-01], [1.15785702751643726e+00]], [[-1.64513916960665494e-04], [-7.14584411715397660e-01], [2.71448568674836688e-01], [-6.40948996535492421e-01]], [[7.44908358558034056e-01], [3.49056268650985657e-01], [2.21060142912546442e-01], [3.49056268650985657e-01]]]> : tensor<3x4x1xf64>
    return %0, %1, %2, %3 : tensor<3x4x3xf64>, tensor<3x2x3xf64>, tensor<3x5x3xf64>, tensor<3x4x1xf64>
  }
}
