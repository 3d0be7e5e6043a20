// The same with debug information: static markers and a static target under -g.
// run:
// flags: -g
#include "check.h"
static int enzyme_const;
static int enzyme_dup;
double __enzyme_autodiff(void *, ...);
static inline double f(const double *x, double k, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i] * k;
    return s;
}
int main(void) {
    double x[3] = {1.0, -2.0, 4.0}, dx[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 1.5, enzyme_const, 3);
    check_close("dx0", dx[0], 3.0, 1e-12);
    check_close("dx1", dx[1], -6.0, 1e-12);
    check_close("dx2", dx[2], 12.0, 1e-12);
    return 0;
}
