module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xcomplex<f32>>) -> (tensor<3xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<3xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}, tensor<3xf32> {jax.result_info = "result[3]"}, tensor<3xcomplex<f32>> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %1 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %2 = stablehlo.negate %1 : tensor<3xf32>
    %3 = stablehlo.complex %0, %2 : tensor<3xcomplex<f32>>
    %4 = stablehlo.multiply %arg0, %3 : tensor<3xcomplex<f32>>
    %5 = stablehlo.sqrt %arg0 : tensor<3xcomplex<f32>>
    %6 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %7 = call @angle(%arg0) : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %8 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %9 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %10 = stablehlo.complex %8, %9 : tensor<3xcomplex<f32>>
    return %4, %5, %6, %7, %10 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xf32>, tensor<3xf32>, tensor<3xcomplex<f32>>
  }
  func.func private @angle(%arg0: tensor<3xcomplex<f32>>) -> tensor<3xf32> {
    %0 = stablehlo.real %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %1 = stablehlo.imag %arg0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %2 = stablehlo.atan2 %1, %0 : tensor<3xf32>
    return %2 : tensor<3xf32>
  }
}
