// enzyme_dup: gradients of an array are added to its shadow, not stored over it.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double norm2(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i] * (i + 1);
    return s;
}
int main(void) {
    double x[3] = {1.0, -2.0, 0.5}, dx[3] = {100.0, 200.0, 300.0};
    __enzyme_autodiff((void *)norm2, enzyme_dup, x, dx, enzyme_const, 3);
    check_close("dx0", dx[0], 102.0, 1e-12);
    check_close("dx1", dx[1], 192.0, 1e-12);
    check_close("dx2", dx[2], 303.0, 1e-12);
    check_close("x untouched", x[1], -2.0, 0.0);
    return 0;
}
