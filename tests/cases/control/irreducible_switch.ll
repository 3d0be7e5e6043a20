; An irreducible loop entered through a switch, with phis in both headers.
; check: double web(double x = 0.7, double y = 1.1, int n = 5)
; value: 12.10396431403186
; expect: x = 27.322933616707687, y = 52.554333777297548
define double @web(double %x, double %y, i32 %n) {
entry:
  %odd = and i32 %n, 3
  switch i32 %odd, label %a [
    i32 1, label %b
    i32 2, label %exit
  ]
a:
  %ua = phi double [ %x, %entry ], [ %vb, %b ]
  %ia = phi i32 [ 0, %entry ], [ %jb, %b ]
  %ma = fmul double %ua, %y
  %va = fadd double %ma, 2.500000e-01
  %ja = add i32 %ia, 1
  %ca = icmp slt i32 %ja, %n
  br i1 %ca, label %b, label %exit
b:
  %ub = phi double [ %y, %entry ], [ %va, %a ]
  %ib = phi i32 [ 0, %entry ], [ %ja, %a ]
  %mb = fmul double %ub, %ub
  %sb = fmul double %mb, 5.000000e-01
  %vb = fadd double %sb, %x
  %jb = add i32 %ib, 1
  %cb = icmp slt i32 %jb, %n
  br i1 %cb, label %a, label %exit
exit:
  %r = phi double [ %x, %entry ], [ %va, %a ], [ %vb, %b ]
  %q = fmul double %r, 3.000000e+00
  ret double %q
}
