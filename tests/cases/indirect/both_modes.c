// Forward and reverse derivatives through a function table in one file, for every entry.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double twice(double x) { return 2.0 * x + x * x; }
static double decay(double x) { return exp(-3.0 * x); }
static double ripple(double x) { return sin(5.0 * x); }
static double (*const ops[3])(double) = {twice, decay, ripple};
double apply(double x, int k) { return ops[k](x) * x; }
int main(void) {
    double x = 0.6;
    double want[3] = {4.0 * x + 3.0 * x * x, exp(-3.0 * x) * (1.0 - 3.0 * x), sin(5.0 * x) + 5.0 * x * cos(5.0 * x)};
    for (int k = 0; k < 3; ++k) {
        check_close("reverse", __enzyme_autodiff((void *)apply, x, enzyme_const, k), want[k], 1e-12);
        check_close("forward", __enzyme_fwddiff((void *)apply, x, 1.0, enzyme_const, k), want[k], 1e-12);
    }
    return 0;
}
