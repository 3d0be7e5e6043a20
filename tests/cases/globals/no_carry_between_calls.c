// An active value left in a global by one derivative call is a plain constant in the next.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double memory = 1.0;
double remember(double x) {
    double r = memory * x;
    memory = x * x;
    return r + memory;
}
int main(void) {
    check_close("first", __enzyme_autodiff((void *)remember, 3.0), 7.0, 1e-12);
    check_close("memory", memory, 9.0, 0.0);
    check_close("second", __enzyme_autodiff((void *)remember, 3.0), 15.0, 1e-12);
    memory = 4.0;
    check_close("forward first", __enzyme_fwddiff((void *)remember, 3.0, 1.0), 10.0, 1e-12);
    check_close("forward second", __enzyme_fwddiff((void *)remember, 3.0, 1.0), 15.0, 1e-12);
    return 0;
}
