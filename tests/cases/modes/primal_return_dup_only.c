// enzyme_primal_return with only duplicated arguments: a plain scalar comes back.
// run:
#include "check.h"
extern int enzyme_primal_return, enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double sumsq(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i];
    return s;
}
int main(void) {
    double x[2] = {3.0, 4.0}, dx[2] = {0};
    double v = __enzyme_autodiff((void *)sumsq, enzyme_primal_return, enzyme_dup, x, dx, enzyme_const, 2);
    check_close("primal", v, 25.0, 1e-12);
    check_close("dx0", dx[0], 6.0, 1e-12);
    check_close("dx1", dx[1], 8.0, 1e-12);
    return 0;
}
