; LLVM IR that C does not produce directly: frem, a freeze, and a double that passes through i64.
; check: double mixed(double x = 7.3, double y = 2.1)
; value: 19.9
; expect: x = 8.3, y = -15.9
define double @mixed(double %x, double %y) {
entry:
  %r = frem double %x, %y
  %f = freeze double %r
  %bits = bitcast double %x to i64
  %back = bitcast i64 %bits to double
  %p = fmul double %f, %back
  %s = fadd double %p, %x
  %q = fadd double %s, %x
  %o = fsub double %q, %f
  %o2 = fsub double %o, %f
  %k = fmul double %y, 0.0
  %t = fadd double %o2, %k
  ret double %t
}
