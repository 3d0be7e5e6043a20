// batch 5 of 0,1
module @jit_switched attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>) -> (tensor<3xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.clamp %c, %0, %c_0 : tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      stablehlo.return %arg1 : tensor<3xf64>
    }, {
      %3 = stablehlo.sine %arg1 : tensor<3xf64>
      %4 = stablehlo.multiply %3, %arg2 : tensor<3xf64>
      stablehlo.return %4 : tensor<3xf64>
    }, {
      %3 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
      %4 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
      %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x3xf64>
      %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<3x3xf64>
      %7 = stablehlo.multiply %5, %6 : tensor<3x3xf64>
      %8 = stablehlo.dot_general %arg1, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3xf64>, tensor<3x3xf64>) -> tensor<3xf64>
      stablehlo.return %8 : tensor<3xf64>
    }) : (tensor<i32>) -> tensor<3xf64>
    return %2 : tensor<3xf64>
  }
  func.func private @inputs() -> (tensor<5xi64>, tensor<5x3xf64>, tensor<3xf64>) {
    %0 = stablehlo.constant dense<[0, 1, 2, -1, 7]> : tensor<5xi64>
    %1 = stablehlo.constant dense<[[-1.54982573074807256e-01, 6.03210580713646749e-01, -4.72915072169960565e-02], [-1.08581625530143833e+00, -1.02069243188906950e-01, 5.19551695161405078e-02], [9.58462953881197177e-01, -9.06269007335178456e-01, -3.93298532673054188e-02], [-1.72187873023003890e+00, 6.51493060343315666e-01, -1.08148297464064580e+00], [-1.80635952108360542e+00, -5.92168342747372012e-02, 1.10568495866284633e+00]]> : tensor<5x3xf64>
    %2 = stablehlo.constant dense<[-1.52444694821187543e+00, -1.08803558538842715e+00, -7.43274891053281261e-01]> : tensor<3xf64>
    return %0, %1, %2 : tensor<5xi64>, tensor<5x3xf64>, tensor<3xf64>
  }
  func.func private @expected() -> (tensor<5x3xf64>) {
    %0 = stablehlo.constant dense<[[-1.54982573074807256e-01, 6.03210580713646749e-01, -4.72915072169960565e-02], [1.34865418944729476e+00, 1.10862238327348997e-01, -3.85996019188018791e-02], [6.79659583952418656e-01, 4.85089897131497805e-01, 3.31381753761981868e-01], [-1.72187873023003890e+00, 6.51493060343315666e-01, -1.08148297464064580e+00], [-3.04325559987632532e+00, -2.17204697873017905e+00, -1.48380071677704750e+00]]> : tensor<5x3xf64>
    return %0 : tensor<5x3xf64>
  }
}
