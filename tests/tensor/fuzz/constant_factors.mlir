module @"odd name" {
  "memory.global"() <{sym_name = "g", type = memref<2xf32, affine_map<(d0) -> (d0)>>}> {value = dense_resource<blob> : tensor<2xf32>} : () -> ()
  "x.func"() ({
  ^bb0(%arg0: memref<4x?xf32, strided<[?, 1], offset: ?>, 1>, %arg1: index, %arg2: tensor<2x!quant.uniform<i8<-128:127>:f32:0, {0.5, 0.25:3}>>):
    %1 = "x.load"(%arg0, %arg1) {map = affine_map<(d0, d1)[s0] -> (01 * 2 + s0, d1 mod 4 - 1)>, "odd key" = [1, -2 : i8, 1.500000e+00, 0x7FC00000 : f32, @a::@"b c"], set = affine_set<(d0) : (d0 - 1 >= 0)>} : (memref<4x?xf32, strided<[?, 1], offset: ?>, 1>, index) -> vector<4x[8]xf32>
    %2 = "x.tuple"() : () -> tuple<i1, none>
    %3:3 = "x.three"(%2) : (tuple<i1, none>) -> (i1, si8, ui16)
    %4 = "x.make"(%3#2) : (ui16) -> tuple<i1, none>
    "x.branch"(%3#0)[^bb2, ^bb1] {bytes = "\00\FF\22", t = (i32) -> ((f32) -> ()), u} : (i1) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb2
    "x.loop"() ({
      "x.inner"(%1, %3#1) : (vector<4x[8]xf32>, si8) -> ()
    }, {
    }) : () -> ()
    "x.end"() : () -> ()
  ^bb2:  // pred: ^bb0
    "x.branch"()[^bb1] : () -> () loc(#loc1)
  }) {foo = #foo.bar<affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1 mod 4 - 1)>, memref<4x?xf32, strided<[?, 1], offset: ?>, 1> -> [1]>, sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {}]>]>} : () -> () loc(#loc5)
  %0 = stablehlo.uniform_quantize %cst : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 3.4e+01:-16>>
  %cst = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
}
#loc = loc("file.py":3:4 to 5:6)
#loc1 = loc("named"(#loc))
#loc2 = loc("callee")
#loc3 = loc("a")
#loc4 = loc(fused<"meta">[#loc3, unknown])
#loc5 = loc(callsite(#loc2 at #loc4))

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  },
  external_resources: {

    tool: {
      flag: true,
      text: "some words"
    }
  }
#-}
