; Masked vector load and store: lanes that are off keep their old content and its derivative.
; check: void masked(double *x = {2.0, 3.0, 5.0, 7.0}, double *y = {1.0, 10.0, 100.0, 1000.0} seed {1.0, 2.0, 4.0,
;     8.0})
; expect: x = {4.0, 0.0, 40.0, 0.0}, y = {0.0, 2.0, 0.0, 8.0}
define void @masked(ptr %x, ptr %y) {
  %v = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %x, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x double> zeroinitializer)
  %s = fmul <4 x double> %v, %v
  call void @llvm.masked.store.v4f64.p0(<4 x double> %s, ptr align 8 %y, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  ret void
}
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
