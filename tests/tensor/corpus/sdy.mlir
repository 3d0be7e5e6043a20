module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @f(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<8xf32>) -> tensor<4x2xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"y":(1)2}]> {foo.a} : tensor<4x2xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x"}, {}]> : tensor<4x2xf32>
    %2:2 = sdy.manual_computation(%1, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] manual_axes={"x"} (%arg2: tensor<2x2xf32>, %arg3: tensor<8xf32>) {
      sdy.return %arg2, %arg3 : tensor<2x2xf32>, tensor<8xf32>
    } {foo.b} : (tensor<4x2xf32>, tensor<8xf32>) -> (tensor<4x2xf32>, tensor<8xf32>)
    sdy.sharding_group %2#0 group_id=3 : tensor<4x2xf32>
    %3 = stablehlo.add %2#0, %2#0 : tensor<4x2xf32>
    return %3 : tensor<4x2xf32>
  }
}
