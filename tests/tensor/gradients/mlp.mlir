module @jit_mlp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf64>, %arg1: tensor<5x6xf64>, %arg2: tensor<6xf64>, %arg3: tensor<6x4xf64>, %arg4: tensor<4xf64>, %arg5: tensor<4xi64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf64>, tensor<5x6xf64>) -> tensor<4x6xf64>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xf64>) -> tensor<1x6xf64>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf64>) -> tensor<4x6xf64>
    %3 = stablehlo.add %0, %2 : tensor<4x6xf64>
    %4 = stablehlo.tanh %3 : tensor<4x6xf64>
    %5 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf64>, tensor<6x4xf64>) -> tensor<4x4xf64>
    %6 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x4xf64>) -> tensor<4x4xf64>
    %8 = stablehlo.add %5, %7 : tensor<4x4xf64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf64>, tensor<f64>) -> tensor<4xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %11 = stablehlo.maximum %10, %9 : tensor<4xf64>
    %12 = stablehlo.is_finite %11 : (tensor<4xf64>) -> tensor<4xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %14 = stablehlo.select %12, %11, %13 : tensor<4xi1>, tensor<4xf64>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<4xf64>) -> tensor<4x1xf64>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<4x1xf64>) -> tensor<4x4xf64>
    %17 = stablehlo.subtract %8, %16 : tensor<4x4xf64>
    %18 = stablehlo.exponential %17 : tensor<4x4xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf64>, tensor<f64>) -> tensor<4xf64>
    %20 = stablehlo.sign %19 : tensor<4xf64>
    %21 = stablehlo.abs %19 : tensor<4xf64>
    %22 = stablehlo.log %21 : tensor<4xf64>
    %23 = stablehlo.add %22, %14 : tensor<4xf64>
    %24 = stablehlo.iota dim = 0 : tensor<4xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %25 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %26 = stablehlo.compare LT, %24, %25, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_3 = stablehlo.constant dense<4> : tensor<i64>
    %27 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %28 = stablehlo.add %24, %27 : tensor<4xi64>
    %29 = stablehlo.select %26, %28, %24 : tensor<4xi1>, tensor<4xi64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %30 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %31 = stablehlo.compare LT, %arg5, %30, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i64>
    %32 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %33 = stablehlo.add %arg5, %32 : tensor<4xi64>
    %34 = stablehlo.select %31, %33, %arg5 : tensor<4xi1>, tensor<4xi64>
    %35 = stablehlo.convert %29 : (tensor<4xi64>) -> tensor<4xi32>
    %36 = stablehlo.convert %34 : (tensor<4xi64>) -> tensor<4xi32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %39 = stablehlo.concatenate %37, %38, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %40 = "stablehlo.gather"(%8, %39) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf64>, tensor<4x2xi32>) -> tensor<4xf64>
    %41 = stablehlo.subtract %23, %40 : tensor<4xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %42 = stablehlo.reduce(%41 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<f64>
    %43 = stablehlo.divide %42, %cst_7 : tensor<f64>
    return %43 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<4x5xf64>, tensor<5x6xf64>, tensor<6xf64>, tensor<6x4xf64>, tensor<4xf64>, tensor<4xi64>) {
    %cst = stablehlo.constant dense<[[0.097627007854649505, 0.43037873274483895, 0.20552675214328775, 0.089766365993793728, -0.15269040132219058], [0.29178822613331223, -0.12482557747461498, 0.78354600156415954, 0.92732552100205856, -0.23311696234844459], [0.58345007616532918, 0.05778983950580896, 0.13608912218786462, 0.85119327658532207, -0.85792788360422612], [-0.82574140059691858, -0.95956320511934856, 0.665239691095876, 0.55631350189970097, 0.74002429649363832]]> : tensor<4x5xf64>
    %cst_0 = stablehlo.constant dense<[[0.95723668446552801, 0.5983171284334472, -0.077041275494136308, 0.56105835257291092, -0.76345114826213356, 0.27984204265504764], [-0.71329342518190719, 0.88933783409916778, 0.043696643500143351, -0.17067612001895283, -0.47088877579074606, 0.54846737886843333], [-0.087699335566902903, 0.13686789773729702, -0.96242039912728971, 0.23527099415175412, 0.22419144544484282, 0.23386799374951384], [0.88749615702924833, 0.36364059820696681, -0.28098419885242798, -0.12593609240131709, 0.39526239185452972, -0.87954905674146033], [0.33353343089133536, 0.34127573923631882, -0.5792348778523182, -0.74214740469029339, -0.36914329815163227, -0.27257845811475478]]> : tensor<5x6xf64>
    %cst_1 = stablehlo.constant dense<[0.14039354083575928, -0.12279697307535931, 0.97674767611845236, -0.79591037850394386, -0.58224648781033062, -0.67738096423000749]> : tensor<6xf64>
    %cst_2 = stablehlo.constant dense<[[0.30621665093079686, -0.49341679492043578, -0.067378454287387424, -0.51114881599679451], [-0.68206083270896056, -0.77924971767138973, 0.31265917893054684, -0.72363409730277239], [-0.60683527663989301, -0.26254965867807178, 0.6419864596958702, -0.80579744841387746], [0.67588981499760781, -0.80780318421207387, 0.95291893002679151, -0.062697596704596847], [0.95352217638067427, 0.20969103949009193, 0.47852715879660335, -0.92162441549135865], [-0.43438607484718084, -0.75960687757366219, -0.40771960495571014, -0.76254456209151189]]> : tensor<6x4xf64>
    %cst_3 = stablehlo.constant dense<[-0.36403364121204795, -0.17147401097066006, -0.87170500730243128, 0.38494423874003969]> : tensor<4xf64>
    %c = stablehlo.constant dense<[0, 2, 1, 3]> : tensor<4xi64>
    return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %c : tensor<4x5xf64>, tensor<5x6xf64>, tensor<6xf64>, tensor<6x4xf64>, tensor<4xf64>, tensor<4xi64>
  }
  func.func private @gradients() -> (tensor<4x5xf64>, tensor<5x6xf64>, tensor<6xf64>, tensor<6x4xf64>, tensor<4xf64>) {
    %cst = stablehlo.constant dense<[[-0.11074137213029669, 0.22415023397658745, -0.090548063626824493, -0.16920006476546748, 0.12341447951034804], [-0.13991042651408533, -0.094007208191403305, 0.1485920555510728, -0.029687480694569807, 0.29414134664034464], [0.25101896717362138, 0.04407816145337376, 0.061467644602882308, -0.015010387280875479, -0.14546125392273962], [-0.11809467424672609, -0.096298253778635434, -0.04467269620304691, 0.070478936106648946, -0.09710447120809014]]> : tensor<4x5xf64>
    %cst_0 = stablehlo.constant dense<[[-0.032986585240438272, -0.011763035547001578, -0.14406686270087987, 0.081228934656632445, -0.22897241321186998, -0.0018988944905109449], [-0.10051723532821927, 0.036648794569792212, -0.037149503811808315, -0.0094136354773258542, -0.23679389019504704, -0.02301481138079154], [-0.029983667851375365, -0.15159017430199329, -0.15369724979287455, -0.16604865319267983, -0.039751217166862293, -0.022914997447782703], [9.5352871042494493E-4, -0.12377332993106242, -0.20177129287878123, 0.0033819387114128472, -0.086172962482913562, -0.0064445053279364875], [0.033389698098264461, -0.024250910647957834, 0.1190881710816037, -0.15562822712727215, 0.22782753174131226, -8.9392552068774255E-4]]> : tensor<5x6xf64>
    %cst_1 = stablehlo.constant dense<[-0.14866457613344233, -0.11509037924311832, -0.16698295577845129, -0.10336536107994791, -0.20254753760385444, -0.057409191450354259]> : tensor<6xf64>
    %cst_2 = stablehlo.constant dense<[[0.11588856750546923, -0.030405984630400201, -0.12099273829807848, 0.035510155423009407], [-0.084827799641039439, -0.10881445306835683, -0.037588813087305994, 0.23123106579670227], [-0.14108800220121911, -0.12690506503919516, 0.06257431607777883, 0.20541875116263547], [0.080126335513390032, -0.20700531924720955, 0.06422277645803301, 0.062656207275786524], [0.15344906376293757, 0.082447657767333524, -0.015360654945695865, -0.22053606658457525], [-0.025347148358545527, -0.063462888195248826, 0.11466493283576749, -0.025854896281973128]]> : tensor<6x4xf64>
    %cst_3 = stablehlo.constant dense<[-0.1021508590022107, 0.078179329234632971, -0.1128574829961843, 0.13682901276376203]> : tensor<4xf64>
    return %cst, %cst_0, %cst_1, %cst_2, %cst_3 : tensor<4x5xf64>, tensor<5x6xf64>, tensor<6xf64>, tensor<6x4xf64>, tensor<4xf64>
  }
}
