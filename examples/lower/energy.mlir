// The energy of springs between points on a line, and of one that holds them.
func.func @energy(%x: memref<?xf64>, %k: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %last = arith.subi %n, %c1 : index
  %springs = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %zero) -> (f64) {
    %j = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<?xf64>
    %b = memref.load %x[%j] : memref<?xf64>
    %d = arith.subf %b, %a : f64
    %s = arith.mulf %d, %d : f64
    %next = arith.addf %sum, %s : f64
    scf.yield %next : f64
  }
  %scaled = arith.mulf %springs, %k : f64
  %first = memref.load %x[%c0] : memref<?xf64>
  %held = arith.mulf %first, %first : f64
  %energy = arith.addf %scaled, %held : f64
  return %energy : f64
}
