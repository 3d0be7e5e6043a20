// The same array and the same shadow passed for two parameters: contributions add up.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double dot(const double *x, const double *y, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * y[i] * (i + 1);
    return s;
}
int main(void) {
    double x[3] = {1.0, -2.0, 3.0}, d[3] = {0}, t[3] = {1.0, 0.5, 2.0};
    __enzyme_autodiff((void *)dot, enzyme_dup, x, d, enzyme_dup, x, d, enzyme_const, 3);
    check_close("d0", d[0], 2.0, 1e-12);
    check_close("d1", d[1], -8.0, 1e-12);
    check_close("d2", d[2], 18.0, 1e-12);
    check_close("tangent", __enzyme_fwddiff((void *)dot, enzyme_dup, x, t, enzyme_dup, x, t, enzyme_const, 3), 34.0, 1e-12);
    return 0;
}
