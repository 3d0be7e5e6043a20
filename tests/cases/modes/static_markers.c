// Markers and target are static: constant folding must not lose what they mean.
// run:
#include "check.h"
static int enzyme_const;
static int enzyme_dup;
static int enzyme_out;
double __enzyme_autodiff(void *, ...);
static double f(double x, double k, const double *w) { return x * x * k + w[0] * x; }
int main(void) {
    double w[1] = {4.0}, dw[1] = {0};
    double dx = __enzyme_autodiff((void *)f, enzyme_out, 3.0, enzyme_const, 5.0, enzyme_dup, w, dw);
    check_close("dx", dx, 34.0, 1e-12);
    check_close("dw", dw[0], 3.0, 1e-12);
    double dk = __enzyme_autodiff((void *)f, enzyme_const, 3.0, enzyme_out, 5.0, enzyme_const, w);
    check_close("dk", dk, 9.0, 1e-12);
    return 0;
}
