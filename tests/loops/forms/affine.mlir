#lower = affine_map<(d0) -> (d0, 2)>
#upper = affine_map<(d0)[s0] -> (d0 + 8, s0)>
func.func @loops(%x: memref<16x16xf64>, %y: memref<?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to 16 step 2 iter_args(%a = %zero) -> (f64) {
    %b = affine.for %j = max #lower(%i) to min #upper(%i)[%n] iter_args(%c = %a) -> (f64) {
      %v = affine.load %x[%i, %j mod 16] : memref<16x16xf64>
      %d = arith.addf %c, %v : f64
      affine.yield %d : f64
    }
    affine.yield %b : f64
  }
  affine.for %i = 0 to %n {
    affine.store %s, %y[%i] : memref<?xf64>
    %k = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + s0 ceildiv 3 - d0)>(%i)[%n]
    %lo = affine.min affine_map<(d0)[s0] -> (d0, s0 - 1, 7)>(%i)[%n]
    %hi = affine.max affine_map<(d0) -> (d0, 3)>(%lo)
    %v = memref.load %y[%hi] : memref<?xf64>
    memref.store %v, %y[%k] : memref<?xf64>
    affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 2 >= 0)>(%i)[%n] {
      %w = affine.load %y[%i - 1] : memref<?xf64>
      affine.store %w, %y[%i + 1] : memref<?xf64>
    } else {
      affine.store %zero, %y[%i] : memref<?xf64>
    }
  } {tag}
  %r = affine.parallel (%i, %j) = (0, 1) to (16, symbol(%n)) step (1, 3) reduce ("addf") -> (f64) {
    %v = affine.load %x[%i, %j] : memref<16x16xf64>
    affine.yield %v : f64
  }
  affine.parallel (%i) = (max(0, symbol(%n) - 4)) to (min(symbol(%n), 16)) {
    affine.store %r, %x[%i, %i] : memref<16x16xf64>
  }
  %t = affine.if affine_set<()[s0] : (s0 - 3 == 0)>()[%n] -> f64 {
    affine.yield %r : f64
  } else {
    affine.yield %s : f64
  }
  return %t : f64
}
