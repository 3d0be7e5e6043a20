// Collectives on simulated devices, as test programs of StableHLO write them.
module @cross_replica {
  func.func @sum(%x: tensor<4xi64>) -> tensor<4xi64> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %1 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi64>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %2:2 = "interpreter.run_parallel"(%0, %1) {programs = [[@sum], [@sum]]} : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %2#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
    check.expect_eq_const %2#1, dense<[6, 8, 10, 12]> : tensor<4xi64>
    return
  }
}
