module @jit_products attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<4xf64>
    %cst_2 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %3 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %5 = stablehlo.multiply %2, %4 : tensor<4xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %7 = stablehlo.add %1, %6 : tensor<f64>
    return %7 : tensor<f64>
  }
  func.func private @inputs() -> tensor<3x4xf64> {
    %cst = stablehlo.constant dense<[[-0.25829440156422256, -0.60589143962872072, -0.080288232487985223, -0.91077539749177183], [0.59959176914123602, -0.84608710602673454, 0.037670297663052077, -0.38637980090960777], [0.15508589766275094, 0.91886668166685026, 0.29114048891200772, -0.92927512848901817]]> : tensor<3x4xf64>
    return %cst : tensor<3x4xf64>
  }
  func.func private @gradients() -> tensor<3x4xf64> {
    %cst = stablehlo.constant dense<[[-0.044305536968086312, -0.018887661070382492, -0.14253486223981723, -0.012564977258574641], [-0.9169602950310085, -0.0087270834494130103, 0.19601312540224347, -0.94838552909066631], [-0.24859902718371618, -0.97123355843114511, -1.0616998676001956, 1.4647076088092061]]> : tensor<3x4xf64>
    return %cst : tensor<3x4xf64>
  }
}
