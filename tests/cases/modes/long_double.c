// long double at the interface: outs and tangents keep extended precision.
// run:
#include "check.h"
long double __enzyme_autodiff_l(void *, ...);
long double __enzyme_fwddiff_l(void *, ...);
long double f(long double x) { return x * x * x - 1.0L / x; }
int main(void) {
    long double x = 1.0L / 3.0L, want = 3.0L * x * x + 1.0L / (x * x);
    check_close("reverse", (double)((__enzyme_autodiff_l((void *)f, x) - want) * 1e12L), 0.0, 1e-2);
    check_close("forward", (double)((__enzyme_fwddiff_l((void *)f, x, 1.0L) - want) * 1e12L), 0.0, 1e-2);
    return 0;
}
