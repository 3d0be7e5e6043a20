// Third derivatives in four mixtures of modes, all of the same function.
// run:
#include <math.h>
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double f(double x) { return sin(x) * exp(x * x / 2.0); }
double r1(double x) { return __enzyme_autodiff((void *)f, x); }
double r2(double x) { return __enzyme_autodiff((void *)r1, x); }
double r3(double x) { return __enzyme_autodiff((void *)r2, x); }
double f1(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
double f2(double x) { return __enzyme_fwddiff((void *)f1, x, 1.0); }
double f3(double x) { return __enzyme_fwddiff((void *)f2, x, 1.0); }
double frf(double x) { return __enzyme_fwddiff((void *)r2, x, 1.0); }
double rff(double x) { return __enzyme_autodiff((void *)f2, x); }
int main(void) {
    double x = 0.7, want = 3.6731217415163264;
    check_close("rr", r2(x), 1.7713526129017008, 1e-11);
    check_close("ff", f2(x), 1.7713526129017008, 1e-11);
    check_close("rrr", r3(x), want, 1e-10);
    check_close("fff", f3(x), want, 1e-10);
    check_close("f(rr)", frf(x), want, 1e-10);
    check_close("r(ff)", rff(x), want, 1e-10);
    return 0;
}
