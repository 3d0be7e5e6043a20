module @jit_complex_numbers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf64>, %arg1: tensor<5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.complex %arg0, %arg1 : tensor<5xcomplex<f64>>
    %1 = stablehlo.exponential %0 : tensor<5xcomplex<f64>>
    %2 = stablehlo.real %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %3 = stablehlo.imag %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %5 = stablehlo.compare EQ, %2, %4, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %6 = stablehlo.sine %2 : tensor<5xf64>
    %7 = stablehlo.cosine %2 : tensor<5xf64>
    %8 = stablehlo.exponential_minus_one %3 : tensor<5xf64>
    %9 = stablehlo.negate %3 : tensor<5xf64>
    %10 = stablehlo.exponential_minus_one %9 : tensor<5xf64>
    %11 = stablehlo.subtract %8, %10 : tensor<5xf64>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %13 = stablehlo.divide %11, %12 : tensor<5xf64>
    %14 = stablehlo.add %8, %10 : tensor<5xf64>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %16 = stablehlo.add %14, %15 : tensor<5xf64>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %18 = stablehlo.divide %16, %17 : tensor<5xf64>
    %19 = stablehlo.multiply %6, %18 : tensor<5xf64>
    %20 = stablehlo.multiply %7, %13 : tensor<5xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %22 = stablehlo.complex %21, %20 : tensor<5xcomplex<f64>>
    %23 = stablehlo.complex %19, %20 : tensor<5xcomplex<f64>>
    %24 = stablehlo.select %5, %22, %23 : tensor<5xi1>, tensor<5xcomplex<f64>>
    %25 = stablehlo.multiply %1, %24 : tensor<5xcomplex<f64>>
    %cst_4 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %26 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<complex<f64>>) -> tensor<5xcomplex<f64>>
    %27 = stablehlo.add %0, %26 : tensor<5xcomplex<f64>>
    %28 = stablehlo.divide %25, %27 : tensor<5xcomplex<f64>>
    %29 = stablehlo.abs %28 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %31 = stablehlo.real %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %32 = stablehlo.imag %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %33 = stablehlo.negate %32 : tensor<5xf64>
    %34 = stablehlo.complex %31, %33 : tensor<5xcomplex<f64>>
    %35 = stablehlo.multiply %28, %34 : tensor<5xcomplex<f64>>
    %36 = stablehlo.real %35 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %37 = stablehlo.reduce(%36 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %38 = stablehlo.add %30, %37 : tensor<f64>
    return %38 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<5xf64>, tensor<5xf64>) {
    %cst = stablehlo.constant dense<[-0.13919512098387754, 0.020033704636500449, 0.072354989406903991, 0.36278502120767575, -0.44480780453646784]> : tensor<5xf64>
    %cst_0 = stablehlo.constant dense<[-0.74227886906735963, -0.21464864690581131, 0.91281144559189764, -0.62573821649831052, 0.80796790985647404]> : tensor<5xf64>
    return %cst, %cst_0 : tensor<5xf64>, tensor<5xf64>
  }
  func.func private @gradients() -> (tensor<5xf64>, tensor<5xf64>) {
    %cst = stablehlo.constant dense<[0.14770386919160117, 0.13398995200577435, 0.65467829635889307, 1.1147428857017609, -0.089588241759089748]> : tensor<5xf64>
    %cst_0 = stablehlo.constant dense<[-1.0878100299855236, -0.72116414093644932, 1.4018031303183247, -1.3003457567273342, 0.83475014217031096]> : tensor<5xf64>
    return %cst, %cst_0 : tensor<5xf64>, tensor<5xf64>
  }
}
