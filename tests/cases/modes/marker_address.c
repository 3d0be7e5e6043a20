// A marker may be given by its address instead of its value.
// run:
#include "check.h"
extern char enzyme_const[], enzyme_dup[], enzyme_out[];
double __enzyme_autodiff(void *, ...);
double f(double x, double k, const double *w) { return x * x * k * w[0]; }
int main(void) {
    double w = 2.0, dw = 0.0;
    double dx = __enzyme_autodiff((void *)f, enzyme_out, 3.0, enzyme_const, 5.0, enzyme_dup, &w, &dw);
    check_close("dx", dx, 60.0, 1e-12);
    check_close("dw", dw, 45.0, 1e-12);
    return 0;
}
