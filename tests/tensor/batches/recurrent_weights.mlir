// batch 3 of 0
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
  func.func private @inputs() -> (tensor<3x3x3xf64>, tensor<4x3xf64>) {
    %0 = stablehlo.constant dense<[[[3.19088451686547592e-01, -1.24697622470762814e+00, -1.10693102435148361e+00], [1.27966727184378959e+00, -9.05453059394644155e-01, 1.08135756933133820e+00], [1.52435800378280706e+00, 2.59326457476742822e-01, 5.53391402850823555e-01]], [[1.95225094368677832e+00, -1.96728402065716651e-01, -5.93005796941615593e-01], [-1.35323106478294175e+00, 4.17070803463463549e-02, 1.47914421091830661e+00], [9.59595381400865310e-01, -9.42091241417957415e-01, -8.55375383832596037e-01]], [[-5.04171229340963589e-01, 2.92268082495341697e-01, -2.05311427103683775e-01], [2.14453945443081273e-01, 2.96739378045447311e-01, -2.98773586678447500e-01], [-4.01739416029437343e-02, 2.06592377216034184e-01, -8.39697035331760239e-02]]]> : tensor<3x3x3xf64>
    %1 = stablehlo.constant dense<[[5.03520864994050799e-01, 1.87087577332800481e+00, 5.91972284770830526e-01], [5.58105464085518477e-02, -1.68611862336191476e+00, 3.87957086015201735e-01], [-1.94667841176720735e+00, -1.40903408615612191e+00, 8.54639252468765154e-01], [7.06235060136664261e-01, -1.49938998348884772e-01, -1.71001110615221563e+00]]> : tensor<4x3xf64>
    return %0, %1 : tensor<3x3x3xf64>, tensor<4x3xf64>
  }
  func.func private @expected() -> (tensor<3x3xf64>, tensor<3x4xf64>) {
    %0 = stablehlo.constant dense<[[1.80745503904675031e+00, -1.58518528534463843e+00, -1.99639208286501102e+00], [-1.32164771958180594e+00, 1.93330591808661634e+00, -1.94811656723629656e+00], [1.33767029582588437e+00, -1.33730168495834079e+00, -1.91475375524759572e+00]]> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<[[1.94986769068313515e+00, -8.71341361006840120e-01, -1.88217229481568382e+00, -8.87061164581449568e-01], [1.94986769068313515e+00, -9.49417709631961260e-01, -5.72933866563343552e-01, -6.68229184365743079e-01], [1.94986769068313515e+00, -4.27997019947971458e-01, -1.37157874773787158e+00, -9.57192572190026070e-01]]> : tensor<3x4xf64>
    return %0, %1 : tensor<3x3xf64>, tensor<3x4xf64>
  }
}
