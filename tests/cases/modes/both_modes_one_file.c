// Forward and reverse of one function in one file, with a callee that is never inlined.
// run:
#include <math.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) static double inner(const double *x, double k) { return x[0] * x[0] * k + sin(x[1]); }
double outer(const double *x, double k) { return inner(x, k) * inner(x, 2.0 * k); }
int main(void) {
    double x[2] = {1.5, 0.4}, dx[2] = {0}, k = 0.3;
    double a = x[0] * x[0] * k + sin(x[1]), b = x[0] * x[0] * 2.0 * k + sin(x[1]);
    double w0 = 2.0 * x[0] * k * b + 4.0 * x[0] * k * a, w1 = cos(x[1]) * (a + b);
    double wk = x[0] * x[0] * (b + 2.0 * a);
    double dk = __enzyme_autodiff((void *)outer, enzyme_dup, x, dx, k);
    check_close("reverse x0", dx[0], w0, 1e-12);
    check_close("reverse x1", dx[1], w1, 1e-12);
    check_close("reverse k", dk, wk, 1e-12);
    double t[2] = {1.0, 0.0};
    check_close("forward x0", __enzyme_fwddiff((void *)outer, enzyme_dup, x, t, enzyme_const, k), w0, 1e-12);
    t[0] = 0.0;
    t[1] = 1.0;
    check_close("forward x1", __enzyme_fwddiff((void *)outer, enzyme_dup, x, t, enzyme_const, k), w1, 1e-12);
    check_close("forward k", __enzyme_fwddiff((void *)outer, enzyme_const, x, k, 1.0), wk, 1e-12);
    return 0;
}
