module @jit_mlp attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf64>, %arg1: tensor<8xf64>, %arg2: tensor<8x3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<?x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg4, dim = 0 : (tensor<?x4xf64>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[1].shape = (b, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[1].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    %3 = call @_wrapped_jax_export_main(%1, %arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<i64>, tensor<4x8xf64>, tensor<8xf64>, tensor<8x3xf64>, tensor<3xf64>, tensor<?x4xf64>) -> tensor<f64>
    return %3 : tensor<f64>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<4x8xf64>, %arg2: tensor<8xf64>, %arg3: tensor<8x3xf64>, %arg4: tensor<3xf64>, %arg5: tensor<?x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c = stablehlo.constant dense<3> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %c_1 = stablehlo.constant dense<8> : tensor<1xi32>
    %0 = stablehlo.dot_general %arg5, %arg1, contracting_dims = [1] x [0] : (tensor<?x4xf64>, tensor<4x8xf64>) -> tensor<?x8xf64>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
    %2 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %3, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %1, %4, dims = [0, 1] : (tensor<1x8xf64>, tensor<2xi32>) -> tensor<?x8xf64>
    %6 = stablehlo.add %0, %5 : tensor<?x8xf64>
    %7 = stablehlo.tanh %6 : tensor<?x8xf64>
    %8 = stablehlo.dot_general %7, %arg3, contracting_dims = [1] x [0] : (tensor<?x8xf64>, tensor<8x3xf64>) -> tensor<?x3xf64>
    %9 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %10 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %11, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1] : (tensor<1x3xf64>, tensor<2xi32>) -> tensor<?x3xf64>
    %14 = stablehlo.add %8, %13 : tensor<?x3xf64>
    %15 = stablehlo.tanh %14 : tensor<?x3xf64>
    %16 = stablehlo.multiply %15, %15 : tensor<?x3xf64>
    %17 = stablehlo.convert %arg0 : tensor<i64>
    %18 = stablehlo.multiply %17, %c_0 : tensor<i64>
    %19 = stablehlo.convert %18 : (tensor<i64>) -> tensor<f64>
    %20 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x3xf64>, tensor<f64>) -> tensor<f64>
    %21 = stablehlo.divide %20, %19 : tensor<f64>
    return %21 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<4x8xf64>, tensor<8xf64>, tensor<8x3xf64>, tensor<3xf64>, tensor<5x4xf64>) {
    %0 = stablehlo.constant dense<[[-0.556013657820521, 0.7414646123547528, -0.5865616893211472, 0.8372218158758431, -0.023177622410341714, 0.22348772580529142, 0.5318157129606311, 0.036835975745886484], [-0.4063989968475561, -0.6245575426774967, -0.8385174624702503, 0.47688059239794, -0.11738155420809382, -0.6833802645746976, 0.7598740624025577, -0.4518270760155507], [-0.17152996183789737, -0.40784013453270407, 0.25757581775896665, 0.1596756203790901, 0.19985839324997512, -0.4683617649289855, -0.4306282387172724, -0.492823588452425], [-0.3448721046225318, -0.7116713986931591, -0.6687742775974648, 0.9278610581358837, 0.9204534305713876, -0.6231706888081296, -0.9513868767410261, -0.5908889072400987]]> : tensor<4x8xf64>
    %1 = stablehlo.constant dense<[0.399687228253115, 0.5590291711110595, -0.954133815121837, 0.15532571625951208, -0.9967156545679094, 0.030945223810787015, 0.27959035226171425, 0.9712488056083777]> : tensor<8xf64>
    %2 = stablehlo.constant dense<[[-0.4818048071777885, 0.6049937705257404, 0.7409661740029663], [0.8454992278913398, -0.9955715749351128, -0.06102325648484541], [0.962937475212021, -0.20211039219429905, 0.6274649551738363], [0.0929129959449555, 0.541708174280449, -0.030137850023084], [-0.9417768726545646, -0.8269486231955898, -0.7770923752439534], [-0.4975097766189047, 0.92983058505273, 0.2635321054754909], [0.6333204052307237, 0.13216399218551267, 0.2707124111637862], [0.6238047823608213, 0.8533652304877486, 0.8252535274075663]]> : tensor<8x3xf64>
    %3 = stablehlo.constant dense<[0.6496214408770509, -0.8115945356453547, -0.27790316307238183]> : tensor<3xf64>
    %4 = stablehlo.constant dense<[[-0.9289819364793395, 0.09271669708161379, 0.5922854417120085, -0.8977143937973058], [-0.6226645284137842, -0.2690444641756704, -0.5114182660841833, 0.590174945842064], [-0.29581012846726296, 0.27775536412073065, -0.01316989620648057, 0.16699948744011306], [0.8785987039297032, 0.8870801640317592, -0.7766151456328572, 0.6871099322204475], [-0.3079436964880953, -0.7983454542747097, -0.23318186786576955, 0.02070959467849587]]> : tensor<5x4xf64>
    return %0, %1, %2, %3, %4 : tensor<4x8xf64>, tensor<8xf64>, tensor<8x3xf64>, tensor<3xf64>, tensor<5x4xf64>
  }
  func.func private @gradients() -> (tensor<4x8xf64>, tensor<8xf64>, tensor<8x3xf64>, tensor<3xf64>, tensor<5x4xf64>) {
    %0 = stablehlo.constant dense<[[-0.08009136552085003, 0.08875620652177423, -0.0329176884773994, -0.04004077997419126, 0.11703706924777171, -0.11537472479932169, -0.051355800269395575, -0.10121059891474553], [-0.042430021352014846, 0.03491672664307173, -0.023879658948788192, -0.018308000792515898, 0.06449826821728642, -0.049358283750104925, -0.017193442107563395, -0.03801578410679226], [0.01654062495508151, -0.03300147465450384, -0.02004599671004422, -0.015380171647633327, 0.02800786735106987, 0.023872876219474613, -0.013488766755026332, 0.01038458850951168], [-0.01186579713411323, 0.041797438038146235, 0.019123256455394602, 0.015220734663554978, -0.03646600844094001, -0.031892241401646426, 0.014579722265128894, -0.0024572192317699184]]> : tensor<4x8xf64>
    %1 = stablehlo.constant dense<[0.06096585339227649, -0.06622626812760687, 0.07660234964959645, 0.08340099340425862, -0.16230530818083944, 0.11508261116625865, 0.10511764794439293, 0.10769363759262374]> : tensor<8xf64>
    %2 = stablehlo.constant dense<[[0.05518308489907338, 0.13726933635073077, 0.09420066893553847], [0.027256672791338338, 0.0383336562044876, 0.006000502124756326], [-0.06973412089634051, -0.04357710059788371, -0.037748333696749035], [-0.0008853705126754645, -0.08253228362666905, -0.04838686132522466], [-0.07322432744908745, -0.1227094201551141, -0.060692992140823715], [-0.0045720537997996115, 0.02203552929554725, 0.011579482202876454], [-0.011683270593923871, -0.03808366064545537, -0.05537173906865669], [0.08332533001007565, 0.13655494349134134, 0.07581865252487023]]> : tensor<8x3xf64>
    %3 = stablehlo.constant dense<[0.11515467511551224, 0.1683362703821332, 0.09169472449357223]> : tensor<3xf64>
    %4 = stablehlo.constant dense<[[-0.017007486835702964, -0.006417726149881827, -0.018900290037825503, -0.022897563804884582], [0.0037096154105261295, -0.023625235795240385, -0.05784737194716633, -0.1507723217603415], [0.010321751388010027, -0.021930880528482372, -0.06787198822712691, -0.14354281390114876], [0.030921866273120987, 0.029596549367642618, 0.03486844679299279, 0.0634518685285699], [0.0032967192257763044, -0.01387340911987429, -0.025327484280311206, -0.07873151180992494]]> : tensor<5x4xf64>
    return %0, %1, %2, %3, %4 : tensor<4x8xf64>, tensor<8xf64>, tensor<8x3xf64>, tensor<3xf64>, tensor<5x4xf64>
  }
}
