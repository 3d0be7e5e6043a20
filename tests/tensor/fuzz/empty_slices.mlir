// Slices without elements, of which a result with elements is asked.
func.func @main(%x: tensor<3xf16>) -> tensor<1xf16> {
  %0 = stablehlo.constant dense<[1]> : tensor<1xi64>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0>}> : (tensor<3xf16>, tensor<1xi64>) -> tensor<1xf16>
  return %1 : tensor<1xf16>
}
