module @jit_embedding attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x4xf64>, %arg1: tensor<5xi64>, %arg2: tensor<4x3xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5xi64>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<5xi64>
    %3 = stablehlo.add %arg1, %2 : tensor<5xi64>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<5xi1>, tensor<5xi64>
    %5 = stablehlo.convert %4 : (tensor<5xi64>) -> tensor<5xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf64>, tensor<5x1xi32>) -> tensor<5x4xf64>
    %8 = stablehlo.dot_general %7, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x4xf64>, tensor<4x3xf64>) -> tensor<5x3xf64>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5x3xf64>
    %10 = stablehlo.multiply %9, %8 : tensor<5x3xf64>
    %11 = stablehlo.negate %8 : tensor<5x3xf64>
    %cst_1 = stablehlo.constant dense<0.70710678118654757> : tensor<f64>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<5x3xf64>
    %13 = stablehlo.multiply %11, %12 : tensor<5x3xf64>
    %14 = chlo.erfc %13 : tensor<5x3xf64> -> tensor<5x3xf64>
    %15 = stablehlo.multiply %10, %14 : tensor<5x3xf64>
    %16 = stablehlo.multiply %15, %15 : tensor<5x3xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x3xf64>, tensor<f64>) -> tensor<f64>
    return %17 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<10x4xf64>, tensor<5xi64>, tensor<4x3xf64>) {
    %cst = stablehlo.constant dense<[[-0.41395943098440657, 0.69788711062583642, 0.23575338383504763, -0.97352628448220102], [-0.30553296413556086, -0.70371827810366994, 0.96365877963650637, -0.043259385920023874], [-0.0052172690026746071, 0.2789450327974472, -0.26283078774076496, -0.72619945662880214], [0.64423546638849105, -0.62030417619448408, 0.022637965092912049, -0.55136594205052147], [-0.80431103101193191, 0.72438303484336664, 0.9458389780462606, 0.92166931612600034], [0.8131109984423579, 0.54809466539727758, -0.33370969594271616, -0.83779722002400647], [-0.18551765717238533, -0.53553171565811453, -0.73502473048403405, -0.89314563642634948], [0.45118872842115754, -0.97714508274993794, 0.54116149700555249, -0.70610670919924989], [-0.8409558348264885, -0.82079393152278923, 0.3440956147078289, -0.50926558029431046], [-0.1589210666398031, 0.11473758264783385, 0.72110234765758752, 0.45408852542265654]]> : tensor<10x4xf64>
    %c = stablehlo.constant dense<[1, 3, 3, 9, 0]> : tensor<5xi64>
    %cst_0 = stablehlo.constant dense<[[-0.45934418952257072, -0.73703440141774479, -0.88925135915760412], [-0.39680273103811503, -0.47576370152064351, -0.087718866399040696], [0.36656267109536089, 0.3912508912777144, -0.43296230683566672], [-0.24014608819975902, -0.63769807652619392, 0.57709102461303741]]> : tensor<4x3xf64>
    return %cst, %c, %cst_0 : tensor<10x4xf64>, tensor<5xi64>, tensor<4x3xf64>
  }
  func.func private @gradients() -> (tensor<10x4xf64>, tensor<4x3xf64>) {
    %cst = stablehlo.constant dense<[[-0.77420172108921403, -0.54710212201985409, 0.48702285454785676, -0.7188103273539852], [-1.8063354353151044, -1.3106572603264788, 1.1486183643336669, -1.4226824419808812], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [-0.2694152542453126, -0.17288311803457071, 0.13397131913943486, -0.18170997151716636], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [-0.12832647327657132, -0.072651564168714572, 0.04055110488241586, -0.024195578360404209]]> : tensor<10x4xf64>
    %cst_0 = stablehlo.constant dense<[[-0.40748545509876505, -0.7763668860902706, 0.045178606843223425], [-0.79674581415682044, -0.67544990643545144, -0.021850987478045265], [1.3421403273664465, 1.9280442358119634, -0.017646393217862044], [-0.23794064963548578, -1.1835773853396023, 0.066924161405947744]]> : tensor<4x3xf64>
    return %cst, %cst_0 : tensor<10x4xf64>, tensor<4x3xf64>
  }
}
