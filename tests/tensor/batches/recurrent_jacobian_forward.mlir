// jacobian forward of 0
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
  func.func private @inputs() -> (tensor<3x3xf64>, tensor<4x3xf64>) {
    %0 = stablehlo.constant dense<[[-1.75454225407148751e-01, 1.58753319208194554e+00, -6.47292451387279533e-01], [1.63841192333100738e-01, -1.67135248657007995e+00, -3.82867148766769028e-01], [9.83754908400027661e-01, -1.25174381557449665e+00, 1.07222754493461192e+00]]> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<[[3.37237815848462685e-01, -1.04395092498425579e+00, -5.01597271425673452e-01], [-4.59065676705413317e-01, -4.95193379425021771e-02, -5.36143965943092327e-01], [-8.27287900804536513e-01, -3.04587702514817371e-01, -1.02688973860904897e+00], [-1.28952657264307691e+00, -4.81764825073586200e-02, 8.82874225554568293e-01]]> : tensor<4x3xf64>
    return %0, %1 : tensor<3x3xf64>, tensor<4x3xf64>
  }
  func.func private @expected() -> (tensor<3x3x3xf64>, tensor<4x3x3xf64>) {
    %0 = stablehlo.constant dense<[[[5.34048183750261557e-02, -8.93758741563894232e-02, -8.45576332666801156e-02], [-9.17065081912255692e-03, 1.16829346658459104e-02, 4.63304448656337142e-03], [1.54902152299751317e-03, -2.66399878703473198e-03, -1.34803307296340919e-03]], [[-1.41770519286607468e-02, 1.47810457717826079e-02, 4.47691282509861833e-03], [8.57229141652344484e-02, -1.46973381574910050e-01, -1.38316529061458526e-01], [-9.56776052802839902e-04, 3.28787298374206205e-03, 2.17738913824459509e-03]], [[-2.08013144980906145e-01, 2.12826464585274877e-01, 6.23725904779721604e-02], [4.73375060978511800e-02, -8.13242522926289069e-02, -4.11245252757173746e-02], [1.29079539913758562e-01, -2.14175580718939024e-01, -2.64787691763441135e-01]]]> : tensor<3x3x3xf64>
    %1 = stablehlo.constant dense<[[[0.00000000000000000e+00, 0.00000000000000000e+00, 0.00000000000000000e+00], [0.00000000000000000e+00, 0.00000000000000000e+00, 0.00000000000000000e+00], [0.00000000000000000e+00, 0.00000000000000000e+00, 0.00000000000000000e+00]], [[6.38584995565377178e-02, -1.53146708029872014e-01, -9.10443943119471494e-02], [6.04691963649078013e-02, -1.45018414538514551e-01, -8.62121940823082772e-02], [3.03618326619659817e-01, -7.28143434973316128e-01, -4.32874978915220199e-01]], [[-6.46817269801214567e-01, 6.59840334013770513e-01, 1.92356034656748526e-01], [4.33776474827654232e-03, -8.92682844468993403e-02, -7.07568818667570903e-02], [-1.56788892649276868e-01, 3.56299207585379529e-01, 2.07395187324846408e-01]], [[-8.43926892672703655e-02, 6.91158181003340283e-02, -8.85406498180467232e-03], [6.19448847219815357e-02, -1.08307349600846523e-01, -8.74040049253062695e-02], [6.48358926919766210e-02, -1.06775853261115841e-01, -1.31979167849079981e-01]]]> : tensor<4x3x3xf64>
    return %0, %1 : tensor<3x3x3xf64>, tensor<4x3x3xf64>
  }
}
