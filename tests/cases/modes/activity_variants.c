// One function differentiated with four different activity signatures in one file.
// run:
#include "check.h"
extern int enzyme_const, enzyme_dup, enzyme_out;
struct two { double a, b; };
double __enzyme_autodiff(void *, ...);
struct two __enzyme_autodiff2(void *, ...);
__attribute__((noinline)) static double core(const double *x, double a, double b) { return x[0] * a + x[1] * b * b; }
double f(const double *x, double a, double b) { return core(x, a, b) * core(x, b, a); }
int main(void) {
    double x[2] = {2.0, 3.0}, d[2] = {0}, a = 0.5, b = 1.5;
    double p = 2.0 * a + 3.0 * b * b, q = 2.0 * b + 3.0 * a * a;
    double wa = 2.0 * q + p * 6.0 * a, wb = 6.0 * b * q + p * 2.0;
    double wx0 = a * q + b * p, wx1 = b * b * q + a * a * p;
    __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, a, enzyme_const, b);
    check_close("x0", d[0], wx0, 1e-12);
    check_close("x1", d[1], wx1, 1e-12);
    check_close("a", __enzyme_autodiff((void *)f, enzyme_const, x, enzyme_out, a, enzyme_const, b), wa, 1e-12);
    check_close("b", __enzyme_autodiff((void *)f, enzyme_const, x, enzyme_const, a, enzyme_out, b), wb, 1e-12);
    d[0] = d[1] = 0.0;
    struct two g = __enzyme_autodiff2((void *)f, enzyme_dup, x, d, a, b);
    check_close("all a", g.a, wa, 1e-12);
    check_close("all b", g.b, wb, 1e-12);
    check_close("all x0", d[0], wx0, 1e-12);
    return 0;
}
