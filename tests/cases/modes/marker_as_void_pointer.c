// Markers declared as void pointers, passed by value.
// run:
#include "check.h"
extern void *enzyme_const, *enzyme_dup;
void __enzyme_autodiff(void *, ...);
double f(const double *x, double k) { return x[0] * x[0] * k; }
int main(void) {
    double x = 1.5, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, 4.0);
    check_close("dx", dx, 12.0, 1e-12);
    return 0;
}
