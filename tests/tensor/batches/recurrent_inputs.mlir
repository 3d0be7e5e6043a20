// batch 3 of 1
module @jit_recurrent attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3xf64>, %arg1: tensor<4x3xf64>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<4xf64> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:5 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %arg0, %iterArg_3 = %c, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<4x3xf64>, tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<4xf64>
    cond {
      %c_6 = stablehlo.constant dense<4> : tensor<i64>
      %5 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_3) : (tensor<4x3xf64>, tensor<i64>) -> tensor<3xf64>
      %6:2 = func.call @closed_call(%iterArg_2, %iterArg_4, %5) : (tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_5, %6#1, %iterArg_3) : (tensor<4xf64>, tensor<f64>, tensor<i64>) -> tensor<4xf64>
      %c_6 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_2, %8, %6#0, %7 : tensor<4x3xf64>, tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<4xf64>
    }
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %4 = stablehlo.multiply %2#3, %3 : tensor<3xf64>
    return %4, %2#4 : tensor<3xf64>, tensor<4xf64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x3xf64>, %arg1: tensor<i64>) -> tensor<3xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 3] : (tensor<4x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf64>) -> tensor<3xf64>
    return %1 : tensor<3xf64>
  }
  func.func private @closed_call(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.add %0, %arg2 : tensor<3xf64>
    %2 = stablehlo.tanh %1 : tensor<3xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    return %2, %3 : tensor<3xf64>, tensor<f64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf64>, %arg1: tensor<f64>, %arg2: tensor<i64>) -> tensor<4xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf64>, tensor<1xf64>, tensor<i64>) -> tensor<4xf64>
    return %1 : tensor<4xf64>
  }
  func.func private @inputs() -> (tensor<3x3xf64>, tensor<3x4x3xf64>) {
    %0 = stablehlo.constant dense<[[-5.55247929763647230e-01, -3.89430304875384714e-01, -1.81675501133905981e+00], [1.56910584628361227e+00, 9.64332368194428469e-01, 9.16848044511707649e-01], [6.68898446446937411e-01, 1.10148587663652001e-01, 2.15488939182328920e-01]]> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<[[[-2.52006590267307817e-01, -2.03600425722946232e-01, 5.43036117136942720e-02], [1.51182951156377721e+00, 5.55687901808078588e-01, -5.84601257588614545e-02], [-5.79392050443396145e-01, -6.34998487411659540e-01, 1.60270501117248987e+00], [5.06687304227103841e-01, 6.75505583106546653e-02, -3.46181842152722741e-01]], [[-1.10905341170052774e+00, -6.68615574698960269e-02, 8.73658034470200962e-01], [-3.92537246837490028e-01, -2.27242583000560106e-01, -2.21034351438978371e-01], [1.09594367998168685e-01, -1.59301087874560898e+00, -2.35398351965091013e-01], [-8.54395518154071443e-01, 8.84585032562605345e-01, -7.70598676564859808e-01]], [[5.77046747300695495e-01, 1.52443745272676012e+00, -3.13596261281625488e-01], [-6.01576252123466104e-01, 1.91432259126092796e-01, -2.02902760902861235e-03], [-9.93616347339711381e-01, 4.60919415713379521e-01, 2.01551605347540796e+00], [-2.58111995265724259e-01, -2.02876196064663200e-01, -1.04493202356908577e+00]]]> : tensor<3x4x3xf64>
    return %0, %1 : tensor<3x3xf64>, tensor<3x4x3xf64>
  }
  func.func private @expected() -> (tensor<3x3xf64>, tensor<3x4xf64>) {
    %0 = stablehlo.constant dense<[[-1.63608174234435833e+00, 1.02465200151503932e+00, -8.80787719294819360e-01], [7.29500765112887084e-01, 1.23304734498291313e+00, -7.72619992017878676e-01], [-1.87200475321947679e+00, -3.77273791790217194e-01, -1.76877953890567374e+00]]> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<[[-3.93386673710057200e-01, 7.20541442809251254e-01, 9.37954106630574103e-01, -7.46108730062069236e-01], [-1.67261714395129601e-01, -2.10043500848815157e+00, -8.05298789666708426e-01, 5.94964059038960769e-01], [1.12627828222124493e+00, 6.86234828304757238e-01, 6.44036762736107993e-01, -2.00902904195768395e+00]]> : tensor<3x4xf64>
    return %0, %1 : tensor<3x3xf64>, tensor<3x4xf64>
  }
}
