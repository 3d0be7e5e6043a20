module @jit_layer_norm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x8xf64>, %arg1: tensor<8xf64>, %arg2: tensor<8xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<3xf64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
    %3 = stablehlo.divide %1, %2 : tensor<3x1xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %4 = call @_var(%arg0, %c) : (tensor<3x8xf64>, tensor<i64>) -> tensor<3x1xf64>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x8xf64>
    %6 = stablehlo.subtract %arg0, %5 : tensor<3x8xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
    %8 = stablehlo.add %4, %7 : tensor<3x1xf64>
    %9 = stablehlo.rsqrt %8 : tensor<3x1xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x8xf64>
    %11 = stablehlo.multiply %6, %10 : tensor<3x8xf64>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x8xf64>) -> tensor<3x8xf64>
    %14 = stablehlo.multiply %11, %13 : tensor<3x8xf64>
    %15 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x8xf64>) -> tensor<3x8xf64>
    %17 = stablehlo.add %14, %16 : tensor<3x8xf64>
    %18 = stablehlo.sine %17 : tensor<3x8xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
    return %19 : tensor<f64>
  }
  func.func private @_var(%arg0: tensor<3x8xf64>, %arg1: tensor<i64>) -> tensor<3x1xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<3xf64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
    %3 = stablehlo.divide %1, %2 : tensor<3x1xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x8xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<3x8xf64>
    %6 = chlo.square %5 : tensor<3x8xf64> -> tensor<3x8xf64>
    %7 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f64>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<3xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
    %12 = stablehlo.divide %10, %11 : tensor<3x1xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %13 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %14 = call @_where(%13, %12, %cst_4) : (tensor<i1>, tensor<3x1xf64>, tensor<f64>) -> tensor<3x1xf64>
    return %14 : tensor<3x1xf64>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<3x1xf64>, %arg2: tensor<f64>) -> tensor<3x1xf64> {
    %0 = stablehlo.convert %arg2 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x1xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<3x1xf64>
    return %2 : tensor<3x1xf64>
  }
  func.func private @inputs() -> (tensor<3x8xf64>, tensor<8xf64>, tensor<8xf64>) {
    %cst = stablehlo.constant dense<[[0.72771121184646281, -0.76493628807593383, 0.034758214308228341, -0.73586378730969337, 0.43371936238518738, -0.20788059438541251, 0.13084262371701794, -0.63344032757184277], [-0.71030448131324553, -0.023887438702090869, -0.28877452430008876, 0.88086389050562608, 0.53065050761393051, 0.4973272397010946, 0.8074394794918669, -0.8331551291159629], [0.10438493984481312, 0.16895213791153774, 0.92387275709445804, -0.4157049464149023, -0.51834244016910636, -0.79941211546900437, -0.96714074081705159, 0.85905863358438105]]> : tensor<3x8xf64>
    %cst_0 = stablehlo.constant dense<[0.33983309318182009, 0.5703058240462755, -0.43653978849210184, 0.17282033237265337, -0.87208946775803775, -0.028744808130754196, 0.95499027948889359, 0.7530104906331816]> : tensor<8xf64>
    %cst_1 = stablehlo.constant dense<[-0.32368209632630873, 0.92314030908299704, -0.53659674705759097, 0.89863764483136288, 0.88275540941299723, 0.59840517470478338, 0.26089587373358225, 0.74857593324989402]> : tensor<8xf64>
    return %cst, %cst_0, %cst_1 : tensor<3x8xf64>, tensor<8xf64>, tensor<8xf64>
  }
  func.func private @gradients() -> (tensor<3x8xf64>, tensor<8xf64>, tensor<8xf64>) {
    %cst = stablehlo.constant dense<[[1.0063659934575075, 0.26570530727624087, -0.82624738183356683, -0.52268143546842549, -1.526967706204684, -0.40739023859522167, 1.2645963752994143, 0.7466190860687355], [-0.049290226387747854, 0.49916214830711769, -0.92311155971124703, 0.39547344280920516, -1.2141417415704723, 0.063227847954162114, 0.60860162043924138, 0.62007846815974099], [0.40422734163330909, 0.28656853631227353, -0.1137235604329776, -0.049923583191977566, -0.40826367289117005, -0.36365852492219819, 0.39367463984871065, -0.14890117635596981]]> : tensor<3x8xf64>
    %cst_0 = stablehlo.constant dense<[0.92311643248269948, -1.1801450970066636, 0.18789738644760656, -0.69243800689969137, 1.641153616793926, -0.4751590908960191, -0.075202288049253219, -2.6869089604123979]> : tensor<8xf64>
    %cst_1 = stablehlo.constant dense<[2.6668234386384642, 2.090469266260703, 2.1199139093174595, 1.8977968739751392, 2.0737228423587442, 2.4683608526020953, 1.5237189725440312, 1.6970996009550028]> : tensor<8xf64>
    return %cst, %cst_0, %cst_1 : tensor<3x8xf64>, tensor<8xf64>, tensor<8xf64>
  }
}
