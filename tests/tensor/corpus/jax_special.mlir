module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}, tensor<3xf32> {jax.result_info = "result[3]"}, tensor<3xf32> {jax.result_info = "result[4]"}, tensor<3xf32> {jax.result_info = "result[5]"}) {
    %0 = chlo.lgamma %arg0 : tensor<3xf32> -> tensor<3xf32>
    %1 = chlo.digamma %arg0 : tensor<3xf32> -> tensor<3xf32>
    %2 = chlo.erf_inv %arg0 : tensor<3xf32> -> tensor<3xf32>
    %3 = chlo.bessel_i1e %arg0 : tensor<3xf32> -> tensor<3xf32>
    %4 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %5 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %6 = stablehlo.or %4, %5 : tensor<3xi1>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.compare EQ, %arg0, %7, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %10 = stablehlo.compare EQ, %arg0, %9, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %12 = stablehlo.compare EQ, %arg0, %11, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %14 = stablehlo.compare LT, %arg0, %13, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %16 = stablehlo.compare LT, %arg0, %15, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %17 = stablehlo.and %10, %12 : tensor<3xi1>
    %18 = stablehlo.or %14, %16 : tensor<3xi1>
    %19 = stablehlo.or %18, %17 : tensor<3xi1>
    %20 = stablehlo.or %19, %6 : tensor<3xi1>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %22 = stablehlo.compare GE, %arg0, %21, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %23 = stablehlo.compare GT, %arg0, %arg0, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %24 = stablehlo.and %22, %23 : tensor<3xi1>
    %25 = stablehlo.log %arg0 : tensor<3xf32>
    %26 = stablehlo.multiply %arg0, %25 : tensor<3xf32>
    %27 = stablehlo.subtract %26, %arg0 : tensor<3xf32>
    %28 = chlo.lgamma %arg0 : tensor<3xf32> -> tensor<3xf32>
    %29 = stablehlo.subtract %27, %28 : tensor<3xf32>
    %cst_5 = stablehlo.constant dense<3.40282347E+38> : tensor<f32>
    %30 = stablehlo.log %cst_5 : tensor<f32>
    %31 = stablehlo.negate %30 : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %33 = stablehlo.compare LT, %29, %32, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %34 = stablehlo.exponential %29 : tensor<3xf32>
    %35 = stablehlo.or %12, %20 : tensor<3xi1>
    %36 = stablehlo.or %35, %33 : tensor<3xi1>
    %37 = stablehlo.or %36, %8 : tensor<3xi1>
    %38 = stablehlo.not %37 : tensor<3xi1>
    %39 = stablehlo.and %38, %24 : tensor<3xi1>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %41 = stablehlo.subtract %40, %arg0 : tensor<3xf32>
    %42 = stablehlo.add %arg0, %41 : tensor<3xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %44 = stablehlo.add %42, %43 : tensor<3xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %47 = stablehlo.add %arg0, %46 : tensor<3xf32>
    %48 = stablehlo.multiply %44, %arg0 : tensor<3xf32>
    %49 = stablehlo.divide %47, %48 : tensor<3xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %54 = stablehlo.negate %arg0 : tensor<3xf32>
    %55 = stablehlo.multiply %49, %54 : tensor<3xf32>
    %56 = stablehlo.subtract %53, %55 : tensor<3xf32>
    %57 = stablehlo.divide %56, %48 : tensor<3xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58:15 = stablehlo.while(%iterArg = %39, %iterArg_23 = %49, %iterArg_24 = %50, %iterArg_25 = %41, %iterArg_26 = %44, %iterArg_27 = %cst_14, %iterArg_28 = %47, %iterArg_29 = %48, %iterArg_30 = %45, %iterArg_31 = %arg0, %iterArg_32 = %51, %iterArg_33 = %52, %iterArg_34 = %53, %iterArg_35 = %54, %iterArg_36 = %57) : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
    cond {
      %cst_37 = stablehlo.constant dense<2.000000e+03> : tensor<f32>
      %79 = stablehlo.compare LT, %iterArg_27, %cst_37, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c = stablehlo.constant dense<false> : tensor<i1>
      %80 = stablehlo.reduce(%iterArg init: %c) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
      %81 = stablehlo.and %79, %80 : tensor<i1>
      stablehlo.return %81 : tensor<i1>
    } do {
      %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %79 = stablehlo.add %iterArg_27, %cst_37 : tensor<f32>
      %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %81 = stablehlo.add %iterArg_25, %80 : tensor<3xf32>
      %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %82 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %83 = stablehlo.add %iterArg_26, %82 : tensor<3xf32>
      %84 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %85 = stablehlo.multiply %81, %84 : tensor<3xf32>
      %86 = stablehlo.multiply %iterArg_28, %83 : tensor<3xf32>
      %87 = stablehlo.multiply %iterArg_30, %85 : tensor<3xf32>
      %88 = stablehlo.subtract %86, %87 : tensor<3xf32>
      %89 = stablehlo.multiply %iterArg_29, %83 : tensor<3xf32>
      %90 = stablehlo.multiply %iterArg_31, %85 : tensor<3xf32>
      %91 = stablehlo.subtract %89, %90 : tensor<3xf32>
      %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %92 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %93 = stablehlo.compare NE, %91, %92, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %94 = stablehlo.divide %88, %91 : tensor<3xf32>
      %95 = stablehlo.subtract %iterArg_23, %94 : tensor<3xf32>
      %96 = stablehlo.divide %95, %94 : tensor<3xf32>
      %97 = stablehlo.abs %96 : tensor<3xf32>
      %cst_41 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %98 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %99 = stablehlo.select %93, %97, %98 : tensor<3xi1>, tensor<3xf32>
      %100 = stablehlo.select %93, %94, %iterArg_23 : tensor<3xi1>, tensor<3xf32>
      %101 = stablehlo.multiply %iterArg_34, %83 : tensor<3xf32>
      %102 = stablehlo.subtract %101, %iterArg_28 : tensor<3xf32>
      %103 = stablehlo.multiply %iterArg_32, %85 : tensor<3xf32>
      %104 = stablehlo.subtract %102, %103 : tensor<3xf32>
      %105 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %106 = stablehlo.multiply %iterArg_30, %105 : tensor<3xf32>
      %107 = stablehlo.add %104, %106 : tensor<3xf32>
      %108 = stablehlo.multiply %iterArg_35, %83 : tensor<3xf32>
      %109 = stablehlo.subtract %108, %iterArg_29 : tensor<3xf32>
      %110 = stablehlo.multiply %iterArg_33, %85 : tensor<3xf32>
      %111 = stablehlo.subtract %109, %110 : tensor<3xf32>
      %112 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %113 = stablehlo.multiply %iterArg_31, %112 : tensor<3xf32>
      %114 = stablehlo.add %111, %113 : tensor<3xf32>
      %115 = stablehlo.multiply %100, %114 : tensor<3xf32>
      %116 = stablehlo.subtract %107, %115 : tensor<3xf32>
      %117 = stablehlo.divide %116, %91 : tensor<3xf32>
      %118 = stablehlo.select %93, %117, %iterArg_36 : tensor<3xi1>, tensor<3xf32>
      %119 = stablehlo.subtract %118, %iterArg_36 : tensor<3xf32>
      %120 = stablehlo.abs %119 : tensor<3xf32>
      %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %121 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %122 = stablehlo.select %93, %120, %121 : tensor<3xi1>, tensor<3xf32>
      %123 = stablehlo.abs %88 : tensor<3xf32>
      %cst_43 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %124 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<f32>
      %125 = stablehlo.divide %124, %cst_43 : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %127 = stablehlo.compare GT, %123, %126, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %cst_45 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %128 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %129 = stablehlo.multiply %iterArg_28, %128 : tensor<3xf32>
      %130 = stablehlo.select %127, %129, %iterArg_28 : tensor<3xi1>, tensor<3xf32>
      %cst_46 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %131 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %132 = stablehlo.multiply %88, %131 : tensor<3xf32>
      %133 = stablehlo.select %127, %132, %88 : tensor<3xi1>, tensor<3xf32>
      %cst_47 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %134 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %135 = stablehlo.multiply %iterArg_29, %134 : tensor<3xf32>
      %136 = stablehlo.select %127, %135, %iterArg_29 : tensor<3xi1>, tensor<3xf32>
      %cst_48 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %137 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %138 = stablehlo.multiply %91, %137 : tensor<3xf32>
      %139 = stablehlo.select %127, %138, %91 : tensor<3xi1>, tensor<3xf32>
      %cst_49 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %140 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %141 = stablehlo.multiply %iterArg_34, %140 : tensor<3xf32>
      %142 = stablehlo.select %127, %141, %iterArg_34 : tensor<3xi1>, tensor<3xf32>
      %cst_50 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %143 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %144 = stablehlo.multiply %iterArg_35, %143 : tensor<3xf32>
      %145 = stablehlo.select %127, %144, %iterArg_35 : tensor<3xi1>, tensor<3xf32>
      %cst_51 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %146 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %147 = stablehlo.multiply %107, %146 : tensor<3xf32>
      %148 = stablehlo.select %127, %147, %107 : tensor<3xi1>, tensor<3xf32>
      %cst_52 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %149 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %150 = stablehlo.multiply %114, %149 : tensor<3xf32>
      %151 = stablehlo.select %127, %150, %114 : tensor<3xi1>, tensor<3xf32>
      %cst_53 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %152 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %153 = stablehlo.compare GT, %99, %152, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %154 = stablehlo.and %iterArg, %153 : tensor<3xi1>
      %155 = stablehlo.select %iterArg, %100, %iterArg_23 : tensor<3xi1>, tensor<3xf32>
      %156 = stablehlo.select %iterArg, %99, %iterArg_24 : tensor<3xi1>, tensor<3xf32>
      %157 = stablehlo.select %iterArg, %81, %iterArg_25 : tensor<3xi1>, tensor<3xf32>
      %158 = stablehlo.select %iterArg, %83, %iterArg_26 : tensor<3xi1>, tensor<3xf32>
      %159 = stablehlo.select %iterArg, %133, %iterArg_28 : tensor<3xi1>, tensor<3xf32>
      %160 = stablehlo.select %iterArg, %139, %iterArg_29 : tensor<3xi1>, tensor<3xf32>
      %161 = stablehlo.select %iterArg, %130, %iterArg_30 : tensor<3xi1>, tensor<3xf32>
      %162 = stablehlo.select %iterArg, %136, %iterArg_31 : tensor<3xi1>, tensor<3xf32>
      %163 = stablehlo.select %iterArg, %142, %iterArg_32 : tensor<3xi1>, tensor<3xf32>
      %164 = stablehlo.select %iterArg, %145, %iterArg_33 : tensor<3xi1>, tensor<3xf32>
      %165 = stablehlo.select %iterArg, %148, %iterArg_34 : tensor<3xi1>, tensor<3xf32>
      %166 = stablehlo.select %iterArg, %151, %iterArg_35 : tensor<3xi1>, tensor<3xf32>
      %167 = stablehlo.select %iterArg, %118, %iterArg_36 : tensor<3xi1>, tensor<3xf32>
      stablehlo.return %154, %155, %156, %157, %158, %79, %159, %160, %161, %162, %163, %164, %165, %166, %167 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
    }
    %59 = stablehlo.multiply %58#1, %34 : tensor<3xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %61 = stablehlo.subtract %60, %59 : tensor<3xf32>
    %62 = stablehlo.not %24 : tensor<3xi1>
    %63 = stablehlo.and %38, %62 : tensor<3xi1>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %68:7 = stablehlo.while(%iterArg = %63, %iterArg_23 = %arg0, %iterArg_24 = %64, %iterArg_25 = %65, %iterArg_26 = %arg0, %iterArg_27 = %66, %iterArg_28 = %67) : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
    cond {
      %c = stablehlo.constant dense<false> : tensor<i1>
      %79 = stablehlo.reduce(%iterArg init: %c) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %79 : tensor<i1>
    } do {
      %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %79 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %80 = stablehlo.add %iterArg_23, %79 : tensor<3xf32>
      %81 = stablehlo.divide %iterArg_26, %80 : tensor<3xf32>
      %82 = stablehlo.multiply %iterArg_27, %81 : tensor<3xf32>
      %83 = stablehlo.multiply %iterArg_24, %iterArg_26 : tensor<3xf32>
      %84 = stablehlo.multiply %80, %80 : tensor<3xf32>
      %85 = stablehlo.divide %83, %84 : tensor<3xf32>
      %86 = stablehlo.subtract %82, %85 : tensor<3xf32>
      %87 = stablehlo.add %iterArg_28, %86 : tensor<3xf32>
      %88 = stablehlo.divide %iterArg_26, %80 : tensor<3xf32>
      %89 = stablehlo.multiply %iterArg_24, %88 : tensor<3xf32>
      %90 = stablehlo.add %iterArg_25, %89 : tensor<3xf32>
      %91 = stablehlo.divide %89, %90 : tensor<3xf32>
      %cst_30 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
      %92 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %93 = stablehlo.compare GT, %91, %92, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %94 = stablehlo.and %iterArg, %93 : tensor<3xi1>
      %95 = stablehlo.select %iterArg, %80, %iterArg_23 : tensor<3xi1>, tensor<3xf32>
      %96 = stablehlo.select %iterArg, %89, %iterArg_24 : tensor<3xi1>, tensor<3xf32>
      %97 = stablehlo.select %iterArg, %90, %iterArg_25 : tensor<3xi1>, tensor<3xf32>
      %98 = stablehlo.select %iterArg, %iterArg_26, %iterArg_26 : tensor<3xi1>, tensor<3xf32>
      %99 = stablehlo.select %iterArg, %86, %iterArg_27 : tensor<3xi1>, tensor<3xf32>
      %100 = stablehlo.select %iterArg, %87, %iterArg_28 : tensor<3xi1>, tensor<3xf32>
      stablehlo.return %94, %95, %96, %97, %98, %99, %100 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
    }
    %69 = stablehlo.multiply %68#3, %34 : tensor<3xf32>
    %70 = stablehlo.divide %69, %arg0 : tensor<3xf32>
    %71 = stablehlo.select %24, %61, %70 : tensor<3xi1>, tensor<3xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %73 = stablehlo.select %12, %72, %71 : tensor<3xi1>, tensor<3xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %75 = stablehlo.select %8, %74, %73 : tensor<3xi1>, tensor<3xf32>
    %cst_22 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %77 = stablehlo.select %20, %76, %75 : tensor<3xi1>, tensor<3xf32>
    %78 = chlo.zeta %arg0, %arg0 : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
    return %0, %1, %2, %3, %77, %78 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
