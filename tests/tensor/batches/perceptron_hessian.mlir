// hessian of 1
module @jit_perceptron attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<5x3xf64>, %arg3: tensor<5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x3xf64>, tensor<3x4xf64>) -> tensor<5x4xf64>
    %1 = stablehlo.tanh %0 : tensor<5x4xf64>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x4xf64>, tensor<4xf64>) -> tensor<5xf64>
    %3 = stablehlo.subtract %2, %arg3 : tensor<5xf64>
    %4 = stablehlo.multiply %3, %3 : tensor<5xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %cst_0 = stablehlo.constant dense<5.000000e+00> : tensor<f64>
    %6 = stablehlo.divide %5, %cst_0 : tensor<f64>
    return %6 : tensor<f64>
  }
  func.func private @inputs() -> (tensor<3x4xf64>, tensor<4xf64>, tensor<5x3xf64>, tensor<5xf64>) {
    %0 = stablehlo.constant dense<[[1.23015335748257425e-03, 2.98745537508469883e-01, -2.74137855362217575e-01, -8.90591838757274212e-01], [-4.54670785171722547e-01, -9.91646554996462370e-01, 6.01436025974384850e-02, 1.34021524555453353e+00], [-4.92206518551329630e-01, -6.20474899819940418e-01, 4.89842050185198219e-01, 3.56887008160060748e-01]]> : tensor<3x4xf64>
    %1 = stablehlo.constant dense<[1.05414248997898558e-01, -9.30468044708204656e-01, -2.92518224632734893e-02, 6.95303194458287810e-01]> : tensor<4xf64>
    %2 = stablehlo.constant dense<[[-1.34421454728508194e+00, -4.57615761040218172e-01, -1.90122273980084411e+00], [-1.28953773978497610e+00, -1.84173503779173231e+00, -2.35091131074681270e-01], [-1.26744648144370320e+00, 2.71264358821701523e-01, 1.56751086624225155e-01], [-1.86930944629954382e-01, -2.51675971082051309e+00, -5.38692895846636599e-01], [-4.85009454010719848e-02, 1.13308986003307563e-01, -1.53013576550539354e+00]]> : tensor<5x3xf64>
    %3 = stablehlo.constant dense<[-4.77753276033930641e-01, -9.78519078056639513e-01, -8.08837239425599264e-01, 1.06089862338607865e+00, -8.07534675331896490e-01]> : tensor<5xf64>
    return %0, %1, %2, %3 : tensor<3x4xf64>, tensor<4xf64>, tensor<5x3xf64>, tensor<5xf64>
  }
  func.func private @expected() -> (tensor<4x4xf64>) {
    %0 = stablehlo.constant dense<[[9.62526681207871215e-01, 1.11368836595789822e+00, -4.42848155932760390e-01, -8.01901435416119579e-01], [1.11368836595789822e+00, 1.35934599118936128e+00, -5.43708154429277890e-01, -1.07607729602503976e+00], [-4.42848155932760390e-01, -5.43708154429277890e-01, 3.91197746577028771e-01, 3.49543414234695482e-01], [-8.01901435416119579e-01, -1.07607729602503976e+00, 3.49543414234695482e-01, 1.09519548909323139e+00]]> : tensor<4x4xf64>
    return %0 : tensor<4x4xf64>
  }
}
