module @jit_scan_ode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xf64>, %arg1: tensor<4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<30xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<30xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:5 = stablehlo.while(%iterArg = %0, %iterArg_3 = %arg1, %iterArg_4 = %c, %iterArg_5 = %arg0, %iterArg_6 = %1) : tensor<30xf64>, tensor<4xf64>, tensor<i64>, tensor<2xf64>, tensor<30xf64>
    cond {
      %c_7 = stablehlo.constant dense<30> : tensor<i64>
      %8 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<30xf64>, tensor<i64>) -> tensor<f64>
      %9:2 = func.call @closed_call(%iterArg_3, %iterArg_5, %8) : (tensor<4xf64>, tensor<2xf64>, tensor<f64>) -> (tensor<2xf64>, tensor<f64>)
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_6, %9#1, %iterArg_4) : (tensor<30xf64>, tensor<f64>, tensor<i64>) -> tensor<30xf64>
      %c_7 = stablehlo.constant dense<1> : tensor<i64>
      %11 = stablehlo.add %iterArg_4, %c_7 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_3, %11, %9#0, %10 : tensor<30xf64>, tensor<4xf64>, tensor<i64>, tensor<2xf64>, tensor<30xf64>
    }
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%2#3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
    %4 = stablehlo.multiply %2#4, %2#4 : tensor<30xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<30xf64>, tensor<f64>) -> tensor<f64>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %6 = stablehlo.multiply %5, %cst_2 : tensor<f64>
    %7 = stablehlo.add %3, %6 : tensor<f64>
    return %7 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<30xf64>, %arg1: tensor<i64>) -> tensor<f64> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<30xf64>, tensor<i64>) -> tensor<1xf64>
    %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
    return %1 : tensor<f64>
  }
  func.func private @closed_call(%arg0: tensor<4xf64>, %arg1: tensor<2xf64>, %arg2: tensor<f64>) -> (tensor<2xf64>, tensor<f64>) {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
    %2 = stablehlo.slice %arg1 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %3 = stablehlo.reshape %2 : (tensor<1xf64>) -> tensor<f64>
    %4 = stablehlo.multiply %1, %3 : tensor<f64>
    %5 = stablehlo.slice %arg0 [1:2] : (tensor<4xf64>) -> tensor<1xf64>
    %6 = stablehlo.reshape %5 : (tensor<1xf64>) -> tensor<f64>
    %7 = stablehlo.slice %arg1 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %8 = stablehlo.reshape %7 : (tensor<1xf64>) -> tensor<f64>
    %9 = stablehlo.multiply %6, %8 : tensor<f64>
    %10 = stablehlo.slice %arg1 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %11 = stablehlo.reshape %10 : (tensor<1xf64>) -> tensor<f64>
    %12 = stablehlo.multiply %9, %11 : tensor<f64>
    %13 = stablehlo.subtract %4, %12 : tensor<f64>
    %14 = stablehlo.slice %arg0 [2:3] : (tensor<4xf64>) -> tensor<1xf64>
    %15 = stablehlo.reshape %14 : (tensor<1xf64>) -> tensor<f64>
    %16 = stablehlo.slice %arg1 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %17 = stablehlo.reshape %16 : (tensor<1xf64>) -> tensor<f64>
    %18 = stablehlo.multiply %15, %17 : tensor<f64>
    %19 = stablehlo.slice %arg1 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %20 = stablehlo.reshape %19 : (tensor<1xf64>) -> tensor<f64>
    %21 = stablehlo.multiply %18, %20 : tensor<f64>
    %22 = stablehlo.slice %arg0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
    %23 = stablehlo.reshape %22 : (tensor<1xf64>) -> tensor<f64>
    %24 = stablehlo.slice %arg1 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %25 = stablehlo.reshape %24 : (tensor<1xf64>) -> tensor<f64>
    %26 = stablehlo.multiply %23, %25 : tensor<f64>
    %27 = stablehlo.subtract %21, %26 : tensor<f64>
    %28 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %29 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %30 = stablehlo.concatenate %28, %29, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
    %cst = stablehlo.constant dense<5.000000e-02> : tensor<f64>
    %31 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %32 = stablehlo.multiply %31, %30 : tensor<2xf64>
    %33 = stablehlo.add %arg1, %32 : tensor<2xf64>
    %34 = stablehlo.slice %arg0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %35 = stablehlo.reshape %34 : (tensor<1xf64>) -> tensor<f64>
    %36 = stablehlo.slice %33 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %37 = stablehlo.reshape %36 : (tensor<1xf64>) -> tensor<f64>
    %38 = stablehlo.multiply %35, %37 : tensor<f64>
    %39 = stablehlo.slice %arg0 [1:2] : (tensor<4xf64>) -> tensor<1xf64>
    %40 = stablehlo.reshape %39 : (tensor<1xf64>) -> tensor<f64>
    %41 = stablehlo.slice %33 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %42 = stablehlo.reshape %41 : (tensor<1xf64>) -> tensor<f64>
    %43 = stablehlo.multiply %40, %42 : tensor<f64>
    %44 = stablehlo.slice %33 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %45 = stablehlo.reshape %44 : (tensor<1xf64>) -> tensor<f64>
    %46 = stablehlo.multiply %43, %45 : tensor<f64>
    %47 = stablehlo.subtract %38, %46 : tensor<f64>
    %48 = stablehlo.slice %arg0 [2:3] : (tensor<4xf64>) -> tensor<1xf64>
    %49 = stablehlo.reshape %48 : (tensor<1xf64>) -> tensor<f64>
    %50 = stablehlo.slice %33 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %51 = stablehlo.reshape %50 : (tensor<1xf64>) -> tensor<f64>
    %52 = stablehlo.multiply %49, %51 : tensor<f64>
    %53 = stablehlo.slice %33 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %54 = stablehlo.reshape %53 : (tensor<1xf64>) -> tensor<f64>
    %55 = stablehlo.multiply %52, %54 : tensor<f64>
    %56 = stablehlo.slice %arg0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
    %57 = stablehlo.reshape %56 : (tensor<1xf64>) -> tensor<f64>
    %58 = stablehlo.slice %33 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %59 = stablehlo.reshape %58 : (tensor<1xf64>) -> tensor<f64>
    %60 = stablehlo.multiply %57, %59 : tensor<f64>
    %61 = stablehlo.subtract %55, %60 : tensor<f64>
    %62 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %63 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %64 = stablehlo.concatenate %62, %63, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
    %cst_0 = stablehlo.constant dense<5.000000e-02> : tensor<f64>
    %65 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %66 = stablehlo.multiply %65, %64 : tensor<2xf64>
    %67 = stablehlo.add %arg1, %66 : tensor<2xf64>
    %68 = stablehlo.slice %arg0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %69 = stablehlo.reshape %68 : (tensor<1xf64>) -> tensor<f64>
    %70 = stablehlo.slice %67 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %71 = stablehlo.reshape %70 : (tensor<1xf64>) -> tensor<f64>
    %72 = stablehlo.multiply %69, %71 : tensor<f64>
    %73 = stablehlo.slice %arg0 [1:2] : (tensor<4xf64>) -> tensor<1xf64>
    %74 = stablehlo.reshape %73 : (tensor<1xf64>) -> tensor<f64>
    %75 = stablehlo.slice %67 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %76 = stablehlo.reshape %75 : (tensor<1xf64>) -> tensor<f64>
    %77 = stablehlo.multiply %74, %76 : tensor<f64>
    %78 = stablehlo.slice %67 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %79 = stablehlo.reshape %78 : (tensor<1xf64>) -> tensor<f64>
    %80 = stablehlo.multiply %77, %79 : tensor<f64>
    %81 = stablehlo.subtract %72, %80 : tensor<f64>
    %82 = stablehlo.slice %arg0 [2:3] : (tensor<4xf64>) -> tensor<1xf64>
    %83 = stablehlo.reshape %82 : (tensor<1xf64>) -> tensor<f64>
    %84 = stablehlo.slice %67 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %85 = stablehlo.reshape %84 : (tensor<1xf64>) -> tensor<f64>
    %86 = stablehlo.multiply %83, %85 : tensor<f64>
    %87 = stablehlo.slice %67 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %88 = stablehlo.reshape %87 : (tensor<1xf64>) -> tensor<f64>
    %89 = stablehlo.multiply %86, %88 : tensor<f64>
    %90 = stablehlo.slice %arg0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
    %91 = stablehlo.reshape %90 : (tensor<1xf64>) -> tensor<f64>
    %92 = stablehlo.slice %67 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %93 = stablehlo.reshape %92 : (tensor<1xf64>) -> tensor<f64>
    %94 = stablehlo.multiply %91, %93 : tensor<f64>
    %95 = stablehlo.subtract %89, %94 : tensor<f64>
    %96 = stablehlo.broadcast_in_dim %81, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %97 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %98 = stablehlo.concatenate %96, %97, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %99 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %100 = stablehlo.multiply %99, %98 : tensor<2xf64>
    %101 = stablehlo.add %arg1, %100 : tensor<2xf64>
    %102 = stablehlo.slice %arg0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %103 = stablehlo.reshape %102 : (tensor<1xf64>) -> tensor<f64>
    %104 = stablehlo.slice %101 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %105 = stablehlo.reshape %104 : (tensor<1xf64>) -> tensor<f64>
    %106 = stablehlo.multiply %103, %105 : tensor<f64>
    %107 = stablehlo.slice %arg0 [1:2] : (tensor<4xf64>) -> tensor<1xf64>
    %108 = stablehlo.reshape %107 : (tensor<1xf64>) -> tensor<f64>
    %109 = stablehlo.slice %101 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %110 = stablehlo.reshape %109 : (tensor<1xf64>) -> tensor<f64>
    %111 = stablehlo.multiply %108, %110 : tensor<f64>
    %112 = stablehlo.slice %101 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %113 = stablehlo.reshape %112 : (tensor<1xf64>) -> tensor<f64>
    %114 = stablehlo.multiply %111, %113 : tensor<f64>
    %115 = stablehlo.subtract %106, %114 : tensor<f64>
    %116 = stablehlo.slice %arg0 [2:3] : (tensor<4xf64>) -> tensor<1xf64>
    %117 = stablehlo.reshape %116 : (tensor<1xf64>) -> tensor<f64>
    %118 = stablehlo.slice %101 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %119 = stablehlo.reshape %118 : (tensor<1xf64>) -> tensor<f64>
    %120 = stablehlo.multiply %117, %119 : tensor<f64>
    %121 = stablehlo.slice %101 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %122 = stablehlo.reshape %121 : (tensor<1xf64>) -> tensor<f64>
    %123 = stablehlo.multiply %120, %122 : tensor<f64>
    %124 = stablehlo.slice %arg0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
    %125 = stablehlo.reshape %124 : (tensor<1xf64>) -> tensor<f64>
    %126 = stablehlo.slice %101 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %127 = stablehlo.reshape %126 : (tensor<1xf64>) -> tensor<f64>
    %128 = stablehlo.multiply %125, %127 : tensor<f64>
    %129 = stablehlo.subtract %123, %128 : tensor<f64>
    %130 = stablehlo.broadcast_in_dim %115, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %131 = stablehlo.broadcast_in_dim %129, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %132 = stablehlo.concatenate %130, %131, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %133 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %134 = stablehlo.multiply %133, %64 : tensor<2xf64>
    %135 = stablehlo.add %30, %134 : tensor<2xf64>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %136 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %137 = stablehlo.multiply %136, %98 : tensor<2xf64>
    %138 = stablehlo.add %135, %137 : tensor<2xf64>
    %139 = stablehlo.add %138, %132 : tensor<2xf64>
    %cst_4 = stablehlo.constant dense<0.016666666666666666> : tensor<f64>
    %140 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %141 = stablehlo.multiply %140, %139 : tensor<2xf64>
    %142 = stablehlo.add %arg1, %141 : tensor<2xf64>
    %143 = stablehlo.slice %142 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %144 = stablehlo.reshape %143 : (tensor<1xf64>) -> tensor<f64>
    %145 = stablehlo.multiply %144, %arg2 : tensor<f64>
    return %142, %145 : tensor<2xf64>, tensor<f64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<30xf64>, %arg1: tensor<f64>, %arg2: tensor<i64>) -> tensor<30xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<30xf64>, tensor<1xf64>, tensor<i64>) -> tensor<30xf64>
    return %1 : tensor<30xf64>
  }
  func.func private @inputs() -> (tensor<2xf64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<[1.0, 0.8]> : tensor<2xf64>
    %1 = stablehlo.constant dense<[0.6, 0.9, 0.7, 0.5]> : tensor<4xf64>
    return %0, %1 : tensor<2xf64>, tensor<4xf64>
  }
  func.func private @gradients() -> (tensor<2xf64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<[0.4135865095740165, -10.092538366095406]> : tensor<2xf64>
    %1 = stablehlo.constant dense<[10.779156091681278, -9.923459395791536, -9.52022168025897, 10.9277271235825]> : tensor<4xf64>
    return %0, %1 : tensor<2xf64>, tensor<4xf64>
  }
}
