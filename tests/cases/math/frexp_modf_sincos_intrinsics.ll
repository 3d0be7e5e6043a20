; Intrinsics with two results: frexp, sincos and modf return structs.
; check: double pairs(double x = 2.7, double y = 0.6)
; value: 3.7218048993610055
; expect: x = 1.5411606183487588, y = 1.4278165932739621
define double @pairs(double %x, double %y) {
  %fr = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %m = extractvalue { double, i32 } %fr, 0
  %e = extractvalue { double, i32 } %fr, 1
  %ed = sitofp i32 %e to double
  %sc = call { double, double } @llvm.sincos.f64(double %y)
  %s = extractvalue { double, double } %sc, 0
  %c = extractvalue { double, double } %sc, 1
  %mo = call { double, double } @llvm.modf.f64(double %x)
  %f = extractvalue { double, double } %mo, 0
  %w = extractvalue { double, double } %mo, 1
  %a = fmul double %m, %s
  %b = fmul double %ed, %c
  %d = fmul double %f, %f
  %g = fmul double %w, %y
  %t1 = fadd double %a, %b
  %t2 = fadd double %d, %g
  %t = fadd double %t1, %t2
  ret double %t
}
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare { double, double } @llvm.sincos.f64(double)
declare { double, double } @llvm.modf.f64(double)
