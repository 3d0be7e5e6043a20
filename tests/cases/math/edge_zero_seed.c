// A zero tangent or zero adjoint through an infinite slope stays an exact zero.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_dup;
double __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);
double root_plus(double x, double y) { return sqrt(x) + y * y; }
void roots(const double *x, double *out) {
    out[0] = sqrt(x[0]);
    out[1] = cbrt(x[0]);
    out[2] = x[0] * 3.0 + x[1];
}
int main(void) {
    check_close("zero tangent", __enzyme_fwddiff((void *)root_plus, 0.0, 0.0, 3.0, 1.0), 6.0, 1e-12);
    double x[2] = {0.0, 1.0}, dx[2] = {0}, out[3], seed[3] = {0.0, 0.0, 1.0};
    __enzyme_autodiff((void *)roots, enzyme_dup, x, dx, enzyme_dup, out, seed);
    check_close("zero adjoint", dx[0], 3.0, 1e-12);
    check_close("other", dx[1], 1.0, 1e-12);
    return 0;
}
