; Intrinsics that clang emits under -fno-math-errno, called directly.
; check: double all(double x = 0.4, double y = 1.3)
; value: 6.8992574999140585
; expect: x = 7.0461939181806878, y = 5.1569712918247297
define double @all(double %x, double %y) {
  %tan = call double @llvm.tan.f64(double %x)
  %at2 = call double @llvm.atan2.f64(double %y, double %x)
  %asin = call double @llvm.asin.f64(double %x)
  %acos = call double @llvm.acos.f64(double %x)
  %atan = call double @llvm.atan.f64(double %y)
  %sinh = call double @llvm.sinh.f64(double %x)
  %cosh = call double @llvm.cosh.f64(double %y)
  %tanh = call double @llvm.tanh.f64(double %x)
  %e10 = call double @llvm.exp10.f64(double %x)
  %p = call double @llvm.powi.f64.i32(double %y, i32 3)
  %ld = call double @llvm.ldexp.f64.i32(double %x, i32 2)
  %cs = call double @llvm.copysign.f64(double %y, double -1.0)
  %ma = call double @llvm.fmuladd.f64(double %x, double %y, double %tan)
  %mx = call double @llvm.maximum.f64(double %x, double %y)
  %mn = call double @llvm.minnum.f64(double %x, double %y)
  %a1 = fmul double %at2, %asin
  %a2 = fadd double %a1, %acos
  %a3 = fmul double %atan, %sinh
  %a4 = fadd double %a2, %a3
  %a5 = fmul double %cosh, %tanh
  %a6 = fadd double %a4, %a5
  %a7 = fadd double %e10, %p
  %a8 = fmul double %ld, %cs
  %a9 = fadd double %a7, %a8
  %b1 = fmul double %mx, %mn
  %b2 = fadd double %ma, %b1
  %b3 = fadd double %a6, %a9
  %b4 = fadd double %b2, %b3
  ret double %b4
}
declare double @llvm.tan.f64(double)
declare double @llvm.atan2.f64(double, double)
declare double @llvm.asin.f64(double)
declare double @llvm.acos.f64(double)
declare double @llvm.atan.f64(double)
declare double @llvm.sinh.f64(double)
declare double @llvm.cosh.f64(double)
declare double @llvm.tanh.f64(double)
declare double @llvm.exp10.f64(double)
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.ldexp.f64.i32(double, i32)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
