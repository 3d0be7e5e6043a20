module {
  func.func @tensor_dim(%arg0: tensor<2x3xf32>, %arg1: index) -> index {
    %dim = tensor.dim %arg0, %arg1 : tensor<2x3xf32>
    return %dim : index
  }
  func.func @tensor_extract(%arg0: tensor<2x3xf32>, %arg1: index, %arg2: index) -> f32 {
    %extracted = tensor.extract %arg0[%arg1, %arg2] : tensor<2x3xf32>
    return %extracted : f32
  }
  func.func @tensor_insert(%arg0: f32, %arg1: tensor<2x3xf32>, %arg2: index, %arg3: index) -> tensor<2x3xf32> {
    %inserted = tensor.insert %arg0 into %arg1[%arg2, %arg3] : tensor<2x3xf32>
    return %inserted : tensor<2x3xf32>
  }
  func.func @tensor_cast(%arg0: tensor<2x3xf32>) -> tensor<?x3xf32> {
    %cast = tensor.cast %arg0 : tensor<2x3xf32> to tensor<?x3xf32>
    return %cast : tensor<?x3xf32>
  }
  func.func @tensor_empty(%arg0: index) -> tensor<?x3xf32> {
    %0 = tensor.empty(%arg0) : tensor<?x3xf32>
    return %0 : tensor<?x3xf32>
  }
  func.func @tensor_splat(%arg0: f32) -> tensor<2x3xf32> {
    %splat = tensor.splat %arg0 : tensor<2x3xf32>
    return %splat : tensor<2x3xf32>
  }
  func.func @tensor_from_elements(%arg0: f32, %arg1: f32) -> tensor<2xf32> {
    %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2xf32>
    return %from_elements : tensor<2xf32>
  }
  func.func @tensor_rank(%arg0: tensor<2x3xf32>) -> index {
    %rank = tensor.rank %arg0 : tensor<2x3xf32>
    return %rank : index
  }
  func.func @tensor_bitcast(%arg0: tensor<2x3xf32>) -> tensor<2x3xi32> {
    %0 = tensor.bitcast %arg0 : tensor<2x3xf32> to tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @tensor_reshape(%arg0: tensor<2x3xf32>, %arg1: tensor<1xindex>) -> tensor<?xf32> {
    %reshape = tensor.reshape %arg0(%arg1) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<?xf32>
    return %reshape : tensor<?xf32>
  }
  func.func @tensor_collapse(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    return %collapsed : tensor<6xf32>
  }
  func.func @tensor_expand(%arg0: tensor<6xf32>) -> tensor<2x3xf32> {
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    return %expanded : tensor<2x3xf32>
  }
  func.func @tensor_slice(%arg0: tensor<4x6xf32>, %arg1: index) -> tensor<2x3xf32> {
    %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
    return %extracted_slice : tensor<2x3xf32>
  }
  func.func @tensor_insert_slice(%arg0: tensor<2x3xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %inserted_slice = tensor.insert_slice %arg0 into %arg1[1, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>
    return %inserted_slice : tensor<4x6xf32>
  }
  func.func @tensor_generate(%arg0: index) -> tensor<?x3xf32> {
    %generated = tensor.generate %arg0 {
    ^bb0(%arg1: index, %arg2: index):
      %cst = arith.constant 1.000000e+00 : f32
      tensor.yield %cst : f32
    } : tensor<?x3xf32>
    return %generated : tensor<?x3xf32>
  }
  func.func @tensor_pad(%arg0: tensor<2x3xf32>, %arg1: f32) -> tensor<3x5xf32> {
    %padded = tensor.pad %arg0 low[1, 0] high[0, 2] {
    ^bb0(%arg2: index, %arg3: index):
      tensor.yield %arg1 : f32
    } : tensor<2x3xf32> to tensor<3x5xf32>
    return %padded : tensor<3x5xf32>
  }
}
