// The gradient of relu3 is a compare, a multiply or two and a select: no call, memory or branch.
double __enzyme_autodiff_shape(void *, ...);
double relu3(double x) { return x > 0.0 ? x * x * x : 0.0; }
double drelu3(double x) { return __enzyme_autodiff_shape((void *)relu3, x); }
// ir: -O2 drelu3 contains fcmp
// ir: -O2 drelu3 contains select
// ir: -O2 drelu3 contains fmul
// ir: -O2 drelu3 lacks call
// ir: -O2 drelu3 lacks alloca
// ir: -O2 drelu3 lacks br i1
// ir: -O2 drelu3 lacks load
// ir: -O2 drelu3 lacks store
// ir: -O2 drelu3 lacks fdiv
// check: double relu3(double x = 1.5)
// value: 3.375
// expect: x = 6.75
// check: double relu3(double x = -1.5)
// value: 0.0
// expect: x = 0.0
