module {
  func.func @chlo_acos(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.acos %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_acosh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.acosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_asin(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.asin %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_asinh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.asinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_atan(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.atan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_atanh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.atanh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_bessel_i1e(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.bessel_i1e %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_conj(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.conj %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_cosh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.cosh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_digamma(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.digamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_erf(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_erf_inv(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.erf_inv %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_erfc(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.erfc %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_lgamma(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.lgamma %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_sinh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.sinh %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_tan(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.tan %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_square(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.square %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_is_inf(%arg0: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = chlo.is_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @chlo_is_neg_inf(%arg0: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = chlo.is_neg_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @chlo_is_pos_inf(%arg0: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %0 = chlo.is_pos_inf %arg0 : tensor<2x3xf32> -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @chlo_top_k(%arg0: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return %values, %indices : tensor<2x2xf32>, tensor<2x2xi32>
  }
  func.func @chlo_next_after(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.next_after %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_polygamma(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_zeta(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.zeta %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_add(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_atan2(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_atan2 %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_divide(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_divide %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_maximum(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_maximum %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_minimum(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_minimum %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_multiply(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_multiply %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_next_after(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_next_after %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_polygamma(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_polygamma %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_power(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_power %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_remainder(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_remainder %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_subtract(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_zeta(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_zeta %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_broadcast_and(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_or(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_xor(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_shift_left(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_shift_right_arithmetic(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_shift_right_logical(%arg0: tensor<2x3xi32>, %arg1: tensor<3xi32>) -> tensor<2x3xi32> {
    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @chlo_broadcast_compare(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xi1> {
    %0 = chlo.broadcast_compare %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    return %0 : tensor<2x3xi1>
  }
  func.func @chlo_broadcast_complex(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xcomplex<f32>> {
    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
    return %0 : tensor<2x3xcomplex<f32>>
  }
  func.func @chlo_broadcast_select(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_constant() -> tensor<2xf32> {
    %0 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @chlo_constant_like(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = "chlo.constant_like"(%arg0) <{value = 1.500000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @chlo_ragged_dot(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) -> tensor<11x7xf32> {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
    return %0 : tensor<11x7xf32>
  }
}
