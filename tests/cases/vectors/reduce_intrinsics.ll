; Ordered and fast reductions: fadd with a start value, fmul, fmax and fmin.
; check: double reduced(double *x = {1.5, -2.0, 3.0, 0.5})
; value: 27.0
; expect: x = {-3.0, -2.5, 5.0, -17.0}
define double @reduced(ptr %x) {
  %v = load <4 x double>, ptr %x, align 8
  %sq = fmul <4 x double> %v, %v
  %sum = call double @llvm.vector.reduce.fadd.v4f64(double 1.000000e+01, <4 x double> %sq)
  %prod = call reassoc double @llvm.vector.reduce.fmul.v4f64(double 2.000000e+00, <4 x double> %v)
  %max = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %v)
  %min = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %v)
  %mm = fmul double %max, %min
  %a = fadd double %sum, %prod
  %b = fsub double %a, %mm
  %c = fadd double %b, 4.500000e+00
  ret double %c
}
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
