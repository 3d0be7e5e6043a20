func.func @main(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %e = arith.constant 4 : i32
  cf.br ^head(%i0, %one : i32, f64)
^head(%i: i32, %p: f64):
  %go = arith.cmpi slt, %i, %e : i32
  cf.cond_br %go, ^body, ^done(%p : f64)
^body:
  %q = arith.mulf %p, %x : f64
  %s = math.sin %q : f64
  %j = arith.addi %i, %i1 : i32
  cf.br ^head(%j, %s : i32, f64)
^done(%r: f64):
  return %r : f64
}

// -----

func.func @main(%x: memref<5xf64>, %a: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = arith.constant 5 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^done
^body:
  %v = memref.load %x[%i] : memref<5xf64>
  %g = arith.cmpf ogt, %v, %one : f64
  cf.cond_br %g, ^big, ^small
^big:
  %b = math.log %v : f64
  cf.br ^write(%b : f64)
^small:
  %m = arith.mulf %v, %a : f64
  cf.br ^write(%m : f64)
^write(%w: f64):
  %s = arith.mulf %w, %v : f64
  memref.store %s, %x[%i] : memref<5xf64>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^done:
  return
}

// -----

func.func @main(%x: f64, %y: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %m = arith.constant 2 : i32
  cf.switch %m : i32, [
    default: ^end(%x : f64),
    1: ^end(%y : f64),
    2: ^two
  ]
^two:
  %p = arith.mulf %x, %y : f64
  cf.br ^end(%p : f64)
^end(%e: f64):
  %r = math.exp %e : f64
  return %r : f64
}

// -----

func.func @main(%x: f64, %g: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %c = arith.cmpf ogt, %x, %g : f64
  %r = scf.execute_region -> f64 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %p = arith.mulf %x, %g : f64
    scf.yield %p : f64
  ^b:
    %q = arith.divf %x, %g : f64
    scf.yield %q : f64
  }
  return %r : f64
}
