module {
  func.func @cbrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.cbrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @ceil(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.ceil %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @cosine(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.cosine %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @exponential(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @exponential_minus_one(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @floor(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.floor %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @log(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.log %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @log_plus_one(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.log_plus_one %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @logistic(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.logistic %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @round_nearest_afz(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.round_nearest_afz %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @round_nearest_even(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @rsqrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.rsqrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @sine(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.sine %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @sqrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.sqrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @tan(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.tan %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @tanh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @negate(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @sign(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.sign %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @abs(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.abs %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @exponential_accuracy(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @exponential_highest(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @not(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.not %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @count_leading_zeros(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.count_leading_zeros %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @popcnt(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.popcnt %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @real(%arg0: tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32> {
    %0 = stablehlo.real %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @imag(%arg0: tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32> {
    %0 = stablehlo.imag %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @abs_complex(%arg0: tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32> {
    %0 = stablehlo.abs %arg0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @is_finite(%arg0: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = stablehlo.is_finite %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @add(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @subtract(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @multiply(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @divide(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @remainder(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @power(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @maximum(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @minimum(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @atan2(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.atan2 %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @and(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.and %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @or(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.or %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @xor(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @shift_left(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @shift_right_arithmetic(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @shift_right_logical(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @add_attr(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg1 {foo.bar = 1 : i32, mhlo.sharding = "{replicated}"} : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @add_dynamic(%arg0: tensor<?xf32>, %arg1: tensor<2xf32>) -> tensor<?xf32> {
    %0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @complex(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>> {
    %0 = stablehlo.complex %arg0, %arg1 : tensor<2x3xcomplex<f32>>
    return %0 : tensor<2x3xcomplex<f32>>
  }
  func.func @convert(%arg0: tensor<2x3xf32>) -> tensor<2x3xi32> {
    %0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @bitcast_convert(%arg0: tensor<2x3xf32>) -> tensor<2x3xi32> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @reduce_precision(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @compare_FLOAT(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @compare_TOTALORDER(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @compare_no(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = stablehlo.compare NE, %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>) -> tensor<2x3xf32> {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @clamp_same(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @select(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @select_dynamic(%arg0: tensor<2xi1>, %arg1: tensor<?xf32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<2xi1>, tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @constant() -> tensor<2x3xf32> {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<2x3xf32>
    return %cst : tensor<2x3xf32>
  }
  func.func @constant_attr() -> tensor<2x3xf32> {
    %cst = stablehlo.constant {foo.x} dense<1.500000e+00> : tensor<2x3xf32>
    return %cst : tensor<2x3xf32>
  }
  func.func @constant_int() -> tensor<2xui8> {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
    return %c : tensor<2xui8>
  }
  func.func @iota() -> tensor<2x3xf32> {
    %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @dynamic_iota(%arg0: tensor<2xi64>) -> tensor<?x?xf32> {
    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  func.func @broadcast(%arg0: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
    %0 = stablehlo.broadcast %arg0, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
    return %0 : tensor<4x2x3xf32>
  }
  func.func @broadcast_in_dim(%arg0: tensor<2x3xf32>) -> tensor<2x4x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
  func.func @dynamic_broadcast_in_dim(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi64>) -> tensor<?x?x?xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 2] : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    return %0 : tensor<?x?x?xf32>
  }
  func.func @dynamic_broadcast_in_dim_known(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi64>) -> tensor<?x?x?xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 2] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    return %0 : tensor<?x?x?xf32>
  }
  func.func @reshape(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @dynamic_reshape(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi64>) -> tensor<?xf32> {
    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @transpose(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
  func.func @reverse(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.reverse %arg0, dims = [1, 0] : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @slice(%arg0: tensor<4x6xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.slice %arg0 [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @dynamic_slice(%arg0: tensor<4x6xf32>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<2x3xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @real_dynamic_slice(%arg0: tensor<4x6xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>) -> tensor<?x?xf32> {
    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  func.func @dynamic_update_slice(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i64>, %arg3: tensor<i64>) -> tensor<4x6xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
