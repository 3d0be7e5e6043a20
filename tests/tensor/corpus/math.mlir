module {
  func.func @math_absf(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.absf %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_acos(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.acos %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_acosh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.acosh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_asin(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.asin %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_asinh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.asinh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_atan(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.atan %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_atanh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.atanh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_cbrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.cbrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_ceil(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.ceil %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_cos(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.cos %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_cosh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.cosh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_erf(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.erf %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_erfc(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.erfc %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_exp(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.exp %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_exp2(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.exp2 %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_expm1(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.expm1 %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_floor(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.floor %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_log(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.log %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_log10(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.log10 %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_log1p(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.log1p %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_log2(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.log2 %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.round %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_roundeven(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.roundeven %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_rsqrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.rsqrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_sin(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.sin %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_sinh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.sinh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_sqrt(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.sqrt %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_tan(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.tan %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_tanh(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.tanh %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_trunc(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.trunc %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_atan2(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.atan2 %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_copysign(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.copysign %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_powf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.powf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_fma(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = math.fma %arg0, %arg1, %arg2 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_fpowi(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xf32> {
    %0 = math.fpowi %arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xi32>
    return %0 : tensor<2x3xf32>
  }
  func.func @math_ipowi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = math.ipowi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @math_absi(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = math.absi %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @math_ctlz(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = math.ctlz %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @math_ctpop(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = math.ctpop %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @math_cttz(%arg0: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = math.cttz %arg0 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
}
