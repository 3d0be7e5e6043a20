// A mutable global's value on entry counts as a constant, however it was computed before.
// run:
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double gain = 2.0;
double scaled(double x) {
    double r = gain * x * x;
    gain = gain + 1.0;
    return r;
}
int main(void) {
    check_close("first", __enzyme_autodiff((void *)scaled, 3.0), 12.0, 1e-12);
    check_close("gain advanced once", gain, 3.0, 0.0);
    check_close("second", __enzyme_autodiff((void *)scaled, 3.0), 18.0, 1e-12);
    gain = 5.0;
    check_close("forward", __enzyme_fwddiff((void *)scaled, 3.0, 1.0), 30.0, 1e-12);
    check_close("gain advanced again", gain, 6.0, 0.0);
    return 0;
}
