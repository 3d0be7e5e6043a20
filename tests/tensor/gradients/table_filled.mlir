module @jit_table_filled attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x2xf64>, %arg1: tensor<2xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<12x2xf64>
    %1 = stablehlo.slice %arg0 [0:1, 0:2] : (tensor<12x2xf64>) -> tensor<1x2xf64>
    %2 = stablehlo.reshape %1 : (tensor<1x2xf64>) -> tensor<2xf64>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %4 = "stablehlo.scatter"(%0, %3, %2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      stablehlo.return %arg3 : tensor<f64>
    }) : (tensor<12x2xf64>, tensor<1xi32>, tensor<2xf64>) -> tensor<12x2xf64>
    %5 = stablehlo.slice %arg0 [1:2, 0:2] : (tensor<12x2xf64>) -> tensor<1x2xf64>
    %6 = stablehlo.reshape %5 : (tensor<1x2xf64>) -> tensor<2xf64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %8 = "stablehlo.scatter"(%4, %7, %6) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      stablehlo.return %arg3 : tensor<f64>
    }) : (tensor<12x2xf64>, tensor<1xi32>, tensor<2xf64>) -> tensor<12x2xf64>
    %c_1 = stablehlo.constant dense<2> : tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %9:5 = stablehlo.while(%iterArg = %arg1, %iterArg_4 = %arg0, %iterArg_5 = %c_2, %iterArg_6 = %c_1, %iterArg_7 = %8) : tensor<2xf64>, tensor<12x2xf64>, tensor<i64>, tensor<i64>, tensor<12x2xf64>
    cond {
      %c_8 = stablehlo.constant dense<10> : tensor<i64>
      %13 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %13:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_6, %iterArg_7) : (tensor<2xf64>, tensor<12x2xf64>, tensor<i64>, tensor<12x2xf64>) -> (tensor<i64>, tensor<12x2xf64>)
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %14 = stablehlo.add %iterArg_5, %c_8 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_4, %14, %13#0, %13#1 : tensor<2xf64>, tensor<12x2xf64>, tensor<i64>, tensor<i64>, tensor<12x2xf64>
    }
    %10 = stablehlo.slice %9#4 [9:12, 0:2] : (tensor<12x2xf64>) -> tensor<3x2xf64>
    %11 = stablehlo.multiply %10, %10 : tensor<3x2xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.reduce(%11 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf64>, tensor<f64>) -> tensor<f64>
    return %12 : tensor<f64>
  }
  func.func private @closed_call(%arg0: tensor<2xf64>, %arg1: tensor<12x2xf64>, %arg2: tensor<i64>, %arg3: tensor<12x2xf64>) -> (tensor<i64>, tensor<12x2xf64>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg2, %c : tensor<i64>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.subtract %arg2, %c_0 : tensor<i64>
    %2 = stablehlo.convert %1 : (tensor<i64>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<12> : tensor<i32>
    %4 = stablehlo.add %2, %c_2 : tensor<i32>
    %5 = stablehlo.select %3, %4, %2 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %c_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<2> : tensor<i32>
    %7 = stablehlo.add %c_5, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.select %6, %7, %c_7 : tensor<i1>, tensor<i32>
    %9 = stablehlo.dynamic_slice %arg3, %5, %8, sizes = [1, 2] : (tensor<12x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
    %10 = stablehlo.reshape %9 : (tensor<1x2xf64>) -> tensor<2xf64>
    %11 = stablehlo.sine %10 : tensor<2xf64>
    %12 = stablehlo.multiply %arg0, %11 : tensor<2xf64>
    %13 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.compare LT, %13, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<12> : tensor<i32>
    %15 = stablehlo.add %13, %c_9 : tensor<i32>
    %16 = stablehlo.select %14, %15, %13 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.compare LT, %c_10, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %c_13 = stablehlo.constant dense<2> : tensor<i32>
    %18 = stablehlo.add %c_12, %c_13 : tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.select %17, %18, %c_14 : tensor<i1>, tensor<i32>
    %20 = stablehlo.dynamic_slice %arg1, %16, %19, sizes = [1, 2] : (tensor<12x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
    %21 = stablehlo.reshape %20 : (tensor<1x2xf64>) -> tensor<2xf64>
    %c_15 = stablehlo.constant dense<2> : tensor<i64>
    %22 = stablehlo.subtract %arg2, %c_15 : tensor<i64>
    %23 = stablehlo.convert %22 : (tensor<i64>) -> tensor<i32>
    %c_16 = stablehlo.constant dense<0> : tensor<i32>
    %24 = stablehlo.compare LT, %23, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_17 = stablehlo.constant dense<12> : tensor<i32>
    %25 = stablehlo.add %23, %c_17 : tensor<i32>
    %26 = stablehlo.select %24, %25, %23 : tensor<i1>, tensor<i32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.compare LT, %c_18, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %c_21 = stablehlo.constant dense<2> : tensor<i32>
    %28 = stablehlo.add %c_20, %c_21 : tensor<i32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.select %27, %28, %c_22 : tensor<i1>, tensor<i32>
    %30 = stablehlo.dynamic_slice %arg3, %26, %29, sizes = [1, 2] : (tensor<12x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
    %31 = stablehlo.reshape %30 : (tensor<1x2xf64>) -> tensor<2xf64>
    %32 = stablehlo.multiply %21, %31 : tensor<2xf64>
    %33 = stablehlo.add %12, %32 : tensor<2xf64>
    %c_23 = stablehlo.constant dense<0> : tensor<i64>
    %34 = stablehlo.compare LT, %arg2, %c_23, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_24 = stablehlo.constant dense<12> : tensor<i64>
    %35 = stablehlo.add %arg2, %c_24 : tensor<i64>
    %36 = stablehlo.select %34, %35, %arg2 : tensor<i1>, tensor<i64>
    %37 = stablehlo.convert %36 : (tensor<i64>) -> tensor<i32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.scatter"(%arg3, %38, %33) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      stablehlo.return %arg5 : tensor<f64>
    }) : (tensor<12x2xf64>, tensor<1xi32>, tensor<2xf64>) -> tensor<12x2xf64>
    return %0, %39 : tensor<i64>, tensor<12x2xf64>
  }
  func.func private @inputs() -> (tensor<12x2xf64>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<[[-0.43278944870916275, -0.31185586342210725], [0.09613602379045458, -0.22821163632908326], [0.0602651116995039, 1.140712320019954], [0.2874708904781661, -0.9456539072611356], [1.040117751367864, 0.20868622199312126], [-0.5648479718705908, 0.5442293746114861], [0.010593366545903381, -0.36913111982104146], [-0.3801053552601698, -0.5960590741511144], [0.028871390393903143, 0.6412900162497395], [-0.19503125928382722, 0.2524944750338129], [1.1253876322651675, -0.7287543797879098], [0.15451339435409503, -0.1838621561111246]]> : tensor<12x2xf64>
    %1 = stablehlo.constant dense<[-0.6355536598967068, -0.6155083196619583]> : tensor<2xf64>
    return %0, %1 : tensor<12x2xf64>, tensor<2xf64>
  }
  func.func private @gradients() -> (tensor<12x2xf64>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<[[-1.9939192749198506e-05, -0.010972073581167871], [0.00019805738901962548, -0.0033827550683837816], [0.0001431918400924891, 0.0029996217452320883], [-3.7621071146627746e-06, -0.0022080422496632813], [2.9776826913698964e-05, 0.003944472922331489], [3.753384077865109e-05, -0.0005544276486955934], [0.0007728187022131371, -0.013246915766277222], [0.0003432493731774162, -0.01647655906981998], [0.0004340916571820779, -0.004029710208479254], [1.6034711398243796e-05, 0.014070617269779635], [1.8230448058057507e-05, 0.0003978456563029412], [3.927924517038875e-06, 0.000269296547600911]]> : tensor<12x2xf64>
    %1 = stablehlo.constant dense<[-0.0006549539378338907, 0.00972512618534663]> : tensor<2xf64>
    return %0, %1 : tensor<12x2xf64>, tensor<2xf64>
  }
}
