; Lanes that nobody looks at hold poison, or infinities: their adjoints are zero and stay so.
; check: double poisoned(double *x = {1.5, 2.5})
; value: 13.0
; expect: x = {13.5, 5.0}
; check: double infinite(double *x = {1.5, 2.5})
; value: 7.75
; expect: x = {1.0, 5.0}
define double @poisoned(ptr %x) {
  %v = load <2 x double>, ptr %x, align 8
  %p = fmul <2 x double> %v, <double 2.0, double poison>
  %a = extractelement <2 x double> %p, i64 0
  %s = fmul <2 x double> %v, %v
  %b = extractelement <2 x double> %s, i64 1
  %c = extractelement <2 x double> %s, i64 0
  %ac = fmul double %a, %c
  %r = fadd double %ac, %b
  ret double %r
}
define double @infinite(ptr %x) {
  %v = load <2 x double>, ptr %x, align 8
  %p = fdiv <2 x double> %v, <double 1.0, double 0.0>
  %q = fmul <2 x double> %p, <double 1.0, double 0.0>
  %a = extractelement <2 x double> %q, i64 0
  %s = fmul <2 x double> %v, %v
  %b = extractelement <2 x double> %s, i64 1
  %r = fadd double %a, %b
  ret double %r
}
