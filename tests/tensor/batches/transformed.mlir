// batch 3 of 0
module @jit_transformed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf64>) -> (tensor<5xf64> {jax.result_info = "result[0]"}, tensor<8xf64> {jax.result_info = "result[1]"}, tensor<10xf64> {jax.result_info = "result[2]"}) {
    %0 = call @fft(%arg0) : (tensor<8xf64>) -> tensor<5xcomplex<f64>>
    %1 = stablehlo.abs %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %2 = stablehlo.convert %arg0 : (tensor<8xf64>) -> tensor<8xcomplex<f64>>
    %cst = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f64>>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
    %4 = stablehlo.multiply %2, %3 : tensor<8xcomplex<f64>>
    %5 = call @fft_0(%4) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
    %6 = stablehlo.real %5 : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
    %7 = stablehlo.slice %arg0 [0:3] : (tensor<8xf64>) -> tensor<3xf64>
    %8 = call @convolve(%arg0, %7) : (tensor<8xf64>, tensor<3xf64>) -> tensor<10xf64>
    return %1, %6, %8 : tensor<5xf64>, tensor<8xf64>, tensor<10xf64>
  }
  func.func private @fft(%arg0: tensor<8xf64>) -> tensor<5xcomplex<f64>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<8xf64>) -> tensor<5xcomplex<f64>>
    return %0 : tensor<5xcomplex<f64>>
  }
  func.func private @fft_0(%arg0: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [8] : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
    return %0 : tensor<8xcomplex<f64>>
  }
  func.func private @convolve(%arg0: tensor<8xf64>, %arg1: tensor<3xf64>) -> tensor<10xf64> {
    %0 = call @_conv(%arg0, %arg1) : (tensor<8xf64>, tensor<3xf64>) -> tensor<10xf64>
    return %0 : tensor<10xf64>
  }
  func.func private @_conv(%arg0: tensor<8xf64>, %arg1: tensor<3xf64>) -> tensor<10xf64> {
    %0 = call @_flip(%arg1) : (tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<8xf64>) -> tensor<1x1x8xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<3xf64>) -> tensor<1x1x3xf64>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x8xf64>, tensor<1x1x3xf64>) -> tensor<1x1x10xf64>
    %4 = stablehlo.reshape %3 : (tensor<1x1x10xf64>) -> tensor<10xf64>
    return %4 : tensor<10xf64>
  }
  func.func private @_flip(%arg0: tensor<3xf64>) -> tensor<3xf64> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<3xf64>
    return %0 : tensor<3xf64>
  }
  func.func private @inputs() -> (tensor<3x8xf64>) {
    %0 = stablehlo.constant dense<[[3.30625556014217781e-01, -9.34916394053498662e-02, 2.82443364973614353e+00, -7.08559681163091426e-01, 1.38417160053951238e+00, -5.23462884388860294e-02, -1.26762003672290152e-01, 7.21665111536437864e-01], [8.93990566540502352e-01, 1.26701564095339170e+00, 3.28651735135157885e-01, -6.00396389757925308e-01, -5.37646104184062668e-01, 5.09653190883349816e-01, 5.80899870607741176e-01, 1.39805094069649449e+00], [4.18430455418696223e-01, 1.06016826525773844e+00, 1.51677103478395714e+00, 1.64800544531105875e-01, -1.48555865159068556e+00, -1.17927708650057994e+00, -1.43780286819051217e+00, 1.59159038101409944e+00]]> : tensor<3x8xf64>
    return %0 : tensor<3x8xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>, tensor<3x8xf64>, tensor<3x10xf64>) {
    %0 = stablehlo.constant dense<[[4.27973630514669434e+00, 1.91211034206379504e+00, 9.95643135491460995e-01, 4.48077403359656845e+00, 4.54520130008847278e+00], [3.84021945087464944e+00, 3.56410726527730493e+00, 1.12450304832684767e+00, 8.11383994158096256e-01, 1.30842731467597195e+00], [6.49122074723819331e-01, 5.71603033070210742e+00, 2.19796182244964955e+00, 2.47750875598778020e+00, 2.62544213388090819e+00]]> : tensor<3x5xf64>
    %1 = stablehlo.constant dense<[[0.00000000000000000e+00, -2.38847480898348175e-01, 1.98679197771977900e-02, 4.98951432453760280e-01, 0.00000000000000000e+00, -4.98951432453760280e-01, -1.98679197771977900e-02, 2.38847480898348175e-01], [0.00000000000000000e+00, 1.41228458802559048e-01, -1.22376785112271555e-01, 7.81664249344132256e-02, 0.00000000000000000e+00, -7.81664249344132256e-02, 1.22376785112271555e-01, -1.41228458802559048e-01], [0.00000000000000000e+00, -4.41151016074287416e-01, 2.34437468348505845e-01, 2.97492459669329912e-01, 0.00000000000000000e+00, -2.97492459669329912e-01, -2.34437468348505845e-01, 4.41151016074287416e-01]]> : tensor<3x8xf64>
    %2 = stablehlo.constant dense<[[1.09313258289710655e-01, -6.18214505221491017e-02, 1.87640057837725771e+00, -7.62389803164739588e-01, 8.50131235301776833e+00, -2.14799529919650167e+00, 3.87248402795024393e+00, 1.02603497789842901e-01, -4.25500523059179125e-01, 2.03829522486410220e+00], [7.99219133063408416e-01, 2.26540006134320082e+00, 2.19295173619653205e+00, 2.96065069056872854e-01, -1.13335019886569421e+00, -4.22902193704710161e-01, 9.88359243710177693e-01, 2.15335197991453375e+00, 1.96226615912708402e+00, 4.59471867467242612e-01], [1.75084046021897533e-01, 8.87213380104489246e-01, 2.39328314036067891e+00, 3.28502260038158500e+00, 1.85370769623239484e+00, -1.81842289450338801e+00, -4.10510498519824818e+00, -2.64703641137288503e+00, -4.93464130960044101e-01, 2.41407818916294836e+00]]> : tensor<3x10xf64>
    return %0, %1, %2 : tensor<3x5xf64>, tensor<3x8xf64>, tensor<3x10xf64>
  }
}
