// Second derivatives through an indirect call, forward over forward and reverse over reverse.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double cube(double x) { return x * x * x; }
static double wave(double x) { return sin(2.0 * x); }
static double (*const ops[2])(double) = {cube, wave};
double pick(double x, int k) { return ops[k](x); }
double slope_r(double x, int k) { return __enzyme_autodiff((void *)pick, x, enzyme_const, k); }
double slope_f(double x, int k) { return __enzyme_fwddiff((void *)pick, x, 1.0, enzyme_const, k); }
int main(void) {
    double x = 0.8, want[2] = {6.0 * x, -4.0 * sin(2.0 * x)};
    for (int k = 0; k < 2; ++k) {
        check_close("reverse over reverse", __enzyme_autodiff((void *)slope_r, x, enzyme_const, k), want[k], 1e-12);
        check_close("forward over forward", __enzyme_fwddiff((void *)slope_f, x, 1.0, enzyme_const, k), want[k], 1e-12);
        check_close("forward over reverse", __enzyme_fwddiff((void *)slope_r, x, 1.0, enzyme_const, k), want[k], 1e-12);
        check_close("reverse over forward", __enzyme_autodiff((void *)slope_f, x, enzyme_const, k), want[k], 1e-12);
    }
    return 0;
}
