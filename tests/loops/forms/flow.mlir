func.func @power(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f64
  cf.br ^head(%c0, %one : i32, f64)
^head(%i: i32, %p: f64):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^done(%p : f64)
^body:
  %q = arith.mulf %p, %x : f64
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %q : i32, f64)
^done(%r: f64):
  cf.switch %n : i32, [
    default: ^end(%r : f64),
    3: ^three,
    -7: ^end(%one : f64)
  ]
^three:
  cf.cond_br %go weights([1, 3]), ^end(%x : f64), ^end(%r : f64)
^end(%e: f64):
  return %e : f64
}
