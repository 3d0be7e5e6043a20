; Struct GEPs, an insertvalue aggregate stored whole, and a phi of pointers.
; check: double picked(double *x = {2.0, 3.0, 5.0}, int k = 1)
; value: 58.0
; expect: x = {6.0, 4.0, 20.0}
; check: double picked(double *x = {2.0, 3.0, 5.0}, int k = 0)
; value: 22.0
; expect: x = {6.0, 4.0, 2.0}
%rec = type { i32, double, [2 x double] }
define double @picked(ptr %x, i32 %k) {
entry:
  %r = alloca %rec, align 8
  %x0 = load double, ptr %x, align 8
  %p1 = getelementptr inbounds double, ptr %x, i64 1
  %x1 = load double, ptr %p1, align 8
  %p2 = getelementptr inbounds double, ptr %x, i64 2
  %x2 = load double, ptr %p2, align 8
  %m = fmul double %x0, %x1
  %a0 = insertvalue %rec undef, i32 %k, 0
  %a1 = insertvalue %rec %a0, double %m, 1
  %a2 = insertvalue %rec %a1, double %x2, 2, 0
  %a3 = insertvalue %rec %a2, double 1.000000e+00, 2, 1
  store %rec %a3, ptr %r, align 8
  %c = icmp eq i32 %k, 0
  br i1 %c, label %zero, label %one
zero:
  %pz = getelementptr inbounds %rec, ptr %r, i64 0, i32 2, i64 1
  br label %join
one:
  %po = getelementptr inbounds %rec, ptr %r, i64 0, i32 2, i64 0
  br label %join
join:
  %p = phi ptr [ %pz, %zero ], [ %po, %one ]
  %v = load double, ptr %p, align 8
  %pm = getelementptr inbounds %rec, ptr %r, i64 0, i32 1
  %mm = load double, ptr %pm, align 8
  %vv = fmul double %v, %x2
  %t = fmul double %vv, 2.000000e+00
  %u = fmul double %mm, 2.000000e+00
  %s = fadd double %t, %u
  %z = fsub double %s, 4.000000e+00
  %w = select i1 %c, double 4.000000e+00, double 0.000000e+00
  %y = fadd double %z, %w
  ret double %y
}
