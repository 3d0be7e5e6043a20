// gradients 3 of 1 by 0
module @jit_recurrent_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3xf64>, %arg1: tensor<4x3xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:5 = stablehlo.while(%iterArg = %arg1, %iterArg_4 = %arg0, %iterArg_5 = %c, %iterArg_6 = %0, %iterArg_7 = %1) : tensor<4x3xf64>, tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<4xf64>
    cond {
      %c_8 = stablehlo.constant dense<4> : tensor<i64>
      %9 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_5) : (tensor<4x3xf64>, tensor<i64>) -> tensor<3xf64>
      %10:2 = func.call @closed_call(%iterArg_4, %iterArg_6, %9) : (tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_7, %10#1, %iterArg_5) : (tensor<4xf64>, tensor<f64>, tensor<i64>) -> tensor<4xf64>
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %iterArg_5, %c_8 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_4, %12, %10#0, %11 : tensor<4x3xf64>, tensor<3x3xf64>, tensor<i64>, tensor<3xf64>, tensor<4xf64>
    }
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %4 = stablehlo.multiply %2#3, %3 : tensor<3xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<3xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%2#4 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %8 = stablehlo.add %6, %7 : tensor<f64>
    return %8 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x3xf64>, %arg1: tensor<i64>) -> tensor<3xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 3] : (tensor<4x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x3xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf64>) -> tensor<3xf64>
    return %1 : tensor<3xf64>
  }
  func.func private @closed_call(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %1 = stablehlo.add %0, %arg2 : tensor<3xf64>
    %2 = stablehlo.tanh %1 : tensor<3xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    return %2, %3 : tensor<3xf64>, tensor<f64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf64>, %arg1: tensor<f64>, %arg2: tensor<i64>) -> tensor<4xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf64>, tensor<1xf64>, tensor<i64>) -> tensor<4xf64>
    return %1 : tensor<4xf64>
  }
  func.func private @inputs() -> (tensor<3x3xf64>, tensor<3x4x3xf64>) {
    %0 = stablehlo.constant dense<[[-3.71348516890850244e-01, -6.78738318216024039e-01, 6.36840746130210134e-01], [2.25773053242753141e+00, 2.16930487954655860e-01, -7.79311128032116884e-01], [-1.17055153030322012e+00, -5.60942807682726224e-02, -1.76793193513587826e-01]]> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<[[[-1.15151915952747164e+00, 1.16355235692184200e-01, -1.15091352131086166e+00], [1.11210727172930079e+00, 1.06265060578815529e+00, 1.08475126529642085e+00], [-4.74050470608528174e-01, 5.14520563318088819e-01, -1.32069505219356842e-01], [-3.88812061402481646e-01, -3.39145657142066126e-01, -1.29971527303415058e+00]], [[-1.44386369589512120e+00, 7.94314790876045729e-01, -1.91235403919520069e-01], [2.16424851127623163e-01, 1.00171038845411986e+00, -1.73313249501607425e+00], [-7.84130073815893947e-01, 1.75334843465070667e-01, 3.92094786665572959e-01], [-3.77074450401096772e-01, 1.02917923269784861e+00, 2.10394938829636891e-01]], [[-1.21338213882785984e+00, -9.30763775990645192e-01, 8.05471060494622471e-01], [4.63831456456059776e-01, -1.89906123900660107e+00, 1.34771230386240881e+00], [5.98027031093887440e-01, 1.34334298769649840e+00, -3.83700881075083988e-01], [-2.95706221332325880e-01, -1.12645708475131889e+00, 2.53692957013188769e+00]]]> : tensor<3x4x3xf64>
    return %0, %1 : tensor<3x3xf64>, tensor<3x4x3xf64>
  }
  func.func private @expected() -> (tensor<3x3x3xf64>) {
    %0 = stablehlo.constant dense<[[[7.99304937421518158e+00, -2.44087847805548019e+00, 1.23681184227295251e+01], [5.71535165128874478e+00, 2.13724520946675156e+00, 3.22176353876605637e+00], [-8.23092007559868444e-01, -1.35511886871023202e+00, 3.03075645658728077e-01]], [[-1.11462710338749682e+00, 4.13156226760913459e+00, 2.90606149041417927e+00], [-9.38512071702873651e-01, 6.56388685301638075e-01, -1.85450125178358638e+00], [-6.14975318832340578e-01, -7.63316149843086711e-01, 1.04402450722599505e+00]], [[-4.17540229329966761e-01, -9.03867456415996195e-01, 8.52690802529645464e-01], [7.54916801837877238e-01, 7.30723826310043512e-01, -6.80684915770575438e-01], [1.13236683262574833e+00, 1.29437289856200821e+00, -1.21117782979414623e+00]]]> : tensor<3x3x3xf64>
    return %0 : tensor<3x3x3xf64>
  }
}
