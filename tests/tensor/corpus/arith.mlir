module {
  func.func @arith_addf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.addf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_subf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.subf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_mulf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.mulf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_divf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.divf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_remf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.remf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_maximumf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.maximumf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_minimumf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.minimumf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_maxnumf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.maxnumf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_minnumf(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.minnumf %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_addf_fast(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.addf %arg0, %arg1 fastmath<fast> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_addf_some(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.addf %arg0, %arg1 fastmath<nnan,contract> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_negf(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.negf %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_addi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.addi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_subi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.subi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_muli(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.muli %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_shli(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.shli %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_addi_nsw(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_divsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.divsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_divui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.divui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_remsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.remsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_remui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.remui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_andi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.andi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_ori(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.ori %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_xori(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.xori %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_shrsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.shrsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_shrui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.shrui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_maxsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.maxsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_maxui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.maxui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_minsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.minsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_minui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.minui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_ceildivsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.ceildivsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_ceildivui(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.ceildivui %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_floordivsi(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %0 = arith.floordivsi %arg0, %arg1 : tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
  func.func @arith_addui_extended(%arg0: i32, %arg1: i32) -> (i32, i1) {
    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
    return %sum, %overflow : i32, i1
  }
  func.func @arith_mulsi_extended(%arg0: i32, %arg1: i32) -> (i32, i32) {
    %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
    return %low, %high : i32, i32
  }
  func.func @arith_mului_extended(%arg0: i32, %arg1: i32) -> (i32, i32) {
    %low, %high = arith.mului_extended %arg0, %arg1 : i32
    return %low, %high : i32, i32
  }
  func.func @arith_cmpi(%arg0: i32, %arg1: i32) -> i1 {
    %0 = arith.cmpi slt, %arg0, %arg1 : i32
    return %0 : i1
  }
  func.func @arith_cmpf(%arg0: f32, %arg1: f32) -> i1 {
    %0 = arith.cmpf olt, %arg0, %arg1 : f32
    return %0 : i1
  }
  func.func @arith_select(%arg0: i1, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.select %arg0, %arg1, %arg2 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_select_shaped(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = arith.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @arith_constant() -> i32 {
    %c3_i32 = arith.constant 3 : i32
    return %c3_i32 : i32
  }
  func.func @arith_constant_index() -> index {
    %c3 = arith.constant 3 : index
    return %c3 : index
  }
  func.func @arith_constant_true() -> i1 {
    %true = arith.constant true
    return %true : i1
  }
  func.func @arith_constant_dense() -> tensor<2x3xf32> {
    %cst = arith.constant {foo.e} dense<1.000000e+00> : tensor<2x3xf32>
    return %cst : tensor<2x3xf32>
  }
  func.func @arith_extf(%arg0: f32) -> f64 {
    %0 = arith.extf %arg0 : f32 to f64
    return %0 : f64
  }
  func.func @arith_extsi(%arg0: i32) -> i64 {
    %0 = arith.extsi %arg0 : i32 to i64
    return %0 : i64
  }
  func.func @arith_extui(%arg0: i32) -> i64 {
    %0 = arith.extui %arg0 : i32 to i64
    return %0 : i64
  }
  func.func @arith_trunci(%arg0: i64) -> i32 {
    %0 = arith.trunci %arg0 : i64 to i32
    return %0 : i32
  }
  func.func @arith_sitofp(%arg0: i32) -> f32 {
    %0 = arith.sitofp %arg0 : i32 to f32
    return %0 : f32
  }
  func.func @arith_uitofp(%arg0: i32) -> f32 {
    %0 = arith.uitofp %arg0 : i32 to f32
    return %0 : f32
  }
  func.func @arith_fptosi(%arg0: f32) -> i32 {
    %0 = arith.fptosi %arg0 : f32 to i32
    return %0 : i32
  }
  func.func @arith_fptoui(%arg0: f32) -> i32 {
    %0 = arith.fptoui %arg0 : f32 to i32
    return %0 : i32
  }
  func.func @arith_bitcast(%arg0: f32) -> i32 {
    %0 = arith.bitcast %arg0 : f32 to i32
    return %0 : i32
  }
  func.func @arith_index_cast(%arg0: i32) -> index {
    %0 = arith.index_cast %arg0 : i32 to index
    return %0 : index
  }
  func.func @arith_index_castui(%arg0: index) -> i32 {
    %0 = arith.index_castui %arg0 : index to i32
    return %0 : i32
  }
  func.func @arith_truncf(%arg0: f64) -> f32 {
    %0 = arith.truncf %arg0 : f64 to f32
    return %0 : f32
  }
}
