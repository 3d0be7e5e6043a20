module @jit_scan_lstm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x2xf64>, %arg1: tensor<2x12xf64>, %arg2: tensor<3x12xf64>, %arg3: tensor<12xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<5x3xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:8 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %arg2, %iterArg_5 = %arg3, %iterArg_6 = %c, %iterArg_7 = %0, %iterArg_8 = %0, %iterArg_9 = %1) : tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>, tensor<i64>, tensor<3xf64>, tensor<3xf64>, tensor<5x3xf64>
    cond {
      %c_10 = stablehlo.constant dense<5> : tensor<i64>
      %7 = stablehlo.compare LT, %iterArg_6, %c_10, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_6) : (tensor<5x2xf64>, tensor<i64>) -> tensor<2xf64>
      %8:3 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_7, %iterArg_8, %7) : (tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
      %9 = func.call @dynamic_update_index_in_dim(%iterArg_9, %8#2, %iterArg_6) : (tensor<5x3xf64>, tensor<3xf64>, tensor<i64>) -> tensor<5x3xf64>
      %c_10 = stablehlo.constant dense<1> : tensor<i64>
      %10 = stablehlo.add %iterArg_6, %c_10 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %10, %8#0, %8#1, %9 : tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>, tensor<i64>, tensor<3xf64>, tensor<3xf64>, tensor<5x3xf64>
    }
    %3 = stablehlo.sine %2#7 : tensor<5x3xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x3xf64>, tensor<f64>) -> tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%2#5 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %6 = stablehlo.add %4, %5 : tensor<f64>
    return %6 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x2xf64>, %arg1: tensor<i64>) -> tensor<2xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 2] : (tensor<5x2xf64>, tensor<i64>, tensor<i64>) -> tensor<1x2xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x2xf64>) -> tensor<2xf64>
    return %1 : tensor<2xf64>
  }
  func.func private @closed_call(%arg0: tensor<2x12xf64>, %arg1: tensor<3x12xf64>, %arg2: tensor<12xf64>, %arg3: tensor<3xf64>, %arg4: tensor<3xf64>, %arg5: tensor<2xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2xf64>, tensor<2x12xf64>) -> tensor<12xf64>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3xf64>, tensor<3x12xf64>) -> tensor<12xf64>
    %2 = stablehlo.add %0, %1 : tensor<12xf64>
    %3 = stablehlo.add %2, %arg2 : tensor<12xf64>
    %4 = stablehlo.slice %3 [0:3] : (tensor<12xf64>) -> tensor<3xf64>
    %5 = stablehlo.slice %3 [3:6] : (tensor<12xf64>) -> tensor<3xf64>
    %6 = stablehlo.slice %3 [6:9] : (tensor<12xf64>) -> tensor<3xf64>
    %7 = stablehlo.slice %3 [9:12] : (tensor<12xf64>) -> tensor<3xf64>
    %8 = stablehlo.negate %5 : tensor<3xf64>
    %9 = stablehlo.exponential %8 : tensor<3xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %11 = stablehlo.add %10, %9 : tensor<3xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %13 = stablehlo.divide %12, %11 : tensor<3xf64>
    %14 = stablehlo.multiply %13, %arg4 : tensor<3xf64>
    %15 = stablehlo.negate %4 : tensor<3xf64>
    %16 = stablehlo.exponential %15 : tensor<3xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %18 = stablehlo.add %17, %16 : tensor<3xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %20 = stablehlo.divide %19, %18 : tensor<3xf64>
    %21 = stablehlo.tanh %6 : tensor<3xf64>
    %22 = stablehlo.multiply %20, %21 : tensor<3xf64>
    %23 = stablehlo.add %14, %22 : tensor<3xf64>
    %24 = stablehlo.negate %7 : tensor<3xf64>
    %25 = stablehlo.exponential %24 : tensor<3xf64>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %27 = stablehlo.add %26, %25 : tensor<3xf64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %29 = stablehlo.divide %28, %27 : tensor<3xf64>
    %30 = stablehlo.tanh %23 : tensor<3xf64>
    %31 = stablehlo.multiply %29, %30 : tensor<3xf64>
    %32 = stablehlo.multiply %31, %31 : tensor<3xf64>
    return %31, %23, %32 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<i64>) -> tensor<5x3xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x3xf64>, tensor<1x3xf64>, tensor<i64>, tensor<i64>) -> tensor<5x3xf64>
    return %1 : tensor<5x3xf64>
  }
  func.func private @inputs() -> (tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>) {
    %0 = stablehlo.constant dense<[[-0.4811588551520684, -0.7946153973768869], [-0.1490169732571491, 0.2522671428393129], [0.6816279194937857, 0.06582383959308491], [-0.3315883923217395, -0.470868213206567], [0.4492474624407547, 0.9808698257751465]]> : tensor<5x2xf64>
    %1 = stablehlo.constant dense<[[0.16366126550683305, -0.739997198418463, -0.5749591232616532, 0.9600114533994668, 0.12172946430516504, -1.0392809054637508, -0.050217715690215485, -0.6979355840668491, -0.37757285643693267, -0.29280349396611444, -0.4279880229793462, 0.3320270822119737], [-0.03785158315517349, -0.3536587548195628, 0.24578269593427016, 0.4979131842367943, -0.9858140228434061, -0.1540380758192964, -0.5884484136264075, -0.10389313491721923, -0.7736512480523152, 0.012414236422554719, -0.022731444626440937, -0.18260265057509337]]> : tensor<2x12xf64>
    %2 = stablehlo.constant dense<[[-0.6287559030721477, -0.23771419828385562, -0.6547973410174254, -0.8131252477228437, 0.13487143947593588, -0.6656099627348196, 0.702177660706976, 0.42995259352430165, -1.1986900154698326, 0.16327732164749278, -0.6610299765486268, 0.019834332094961517], [0.026179195541652964, -1.1930578729386725, -0.140053514259462, -0.1534740188396346, 0.5772003191058567, -0.7088680847737294, 0.4428251387074104, -0.6593836578218438, -0.19877453561995004, -0.5042839010533267, 0.8692387733530031, 0.34092785987297597], [1.4590395017071274, 0.38514982744939225, 0.5069956402315052, 0.5044097257592041, -0.36396692154573096, -0.042017067983029247, 0.8102333206467757, -0.23793045910378297, 0.1132797187746592, -0.012734076250373877, 0.3655298956996444, -0.21894524516842356]]> : tensor<3x12xf64>
    %3 = stablehlo.constant dense<[-0.09141713325410897, 0.14542885720329024, 0.06181388309208461, -0.518983647769092, 0.5374698259136662, -0.7790887249481472, -0.7206693292821159, -0.7694950768442771, 0.5801833673599288, -0.216365021339562, -0.5826218271126393, -0.681612836513788]> : tensor<12xf64>
    return %0, %1, %2, %3 : tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>
  }
  func.func private @gradients() -> (tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>) {
    %0 = stablehlo.constant dense<[[0.060341098328732246, 0.07600561534920705], [-0.006495054991902945, 0.009263223958888324], [-0.056911742834801694, -0.01662341167138226], [-0.02489131074225867, 0.021649128960106977], [-0.05715155891973263, -0.13615645776457846]]> : tensor<5x2xf64>
    %1 = stablehlo.constant dense<[[-0.005461448741526434, -0.007797062599845802, -0.013568058298576895, 0.0020649081707883894, -0.00720602395762374, 0.021424737394283643, 0.06256000850793031, 0.08135980033930092, 0.10153833977300991, -0.001271871026554635, -0.05384913535425512, -0.0028653489739917564], [-0.025249019631724053, -0.0322286222566241, -0.034288328054753146, -0.016813200805911047, -0.02582773212610227, 0.038991020923405346, 0.12067389429840608, 0.11609776249929023, 0.1765487699083029, -0.08542096265921767, -0.12050485075340148, -0.000395936078435852]]> : tensor<2x12xf64>
    %2 = stablehlo.constant dense<[[-0.011234241095488939, -0.002423784457731648, -0.011171299936745776, -0.007911001836543365, -0.001206731442369547, -0.014650271515587034, 0.03087558305379646, 0.014299709765965726, -0.05729740481124899, -0.020389261076193963, -0.014528711654359885, -0.02268422472974482], [-0.011169927335904287, -0.0014684306234504104, -0.009685660243438457, -0.006201162803662362, 0.0004618039792341579, -0.016463680240051494, 0.030280801354479716, 0.013320917862424933, -0.06712155220006744, -0.014291625429181639, -0.0062773506441195165, -0.02328042876619722], [0.013220495372831948, 0.003659219564267927, 0.007844633448986758, 0.00522098941285971, 0.0007292351229642507, 0.012426322286803335, -0.030094787512589122, -0.015125621785092408, 0.05093706674630528, 0.015137573506754414, 0.00770396563306179, 0.018322151183230113]]> : tensor<3x12xf64>
    %3 = stablehlo.constant dense<[0.12260656518343592, 0.050660322556918214, 0.09182053106384372, 0.04588976956371503, 0.015690596843411612, 0.07816049298522175, -0.3688209747856326, -0.23612127193077417, 0.32700741682104, 0.15540674472537117, 0.11004000396670548, 0.15999541547198656]> : tensor<12xf64>
    return %0, %1, %2, %3 : tensor<5x2xf64>, tensor<2x12xf64>, tensor<3x12xf64>, tensor<12xf64>
  }
}
