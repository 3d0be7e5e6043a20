// Forward mode: an unmarked double is followed by its tangent, and the tangent scales the result.
// run:
#include "check.h"
double __enzyme_fwddiff(void *, ...);
double cube(double x) { return x * x * x; }
int main(void) {
    check_close("unit tangent", __enzyme_fwddiff((void *)cube, 2.0, 1.0), 12.0, 1e-12);
    check_close("scaled tangent", __enzyme_fwddiff((void *)cube, 2.0, -2.5), -30.0, 1e-12);
    check_close("zero tangent", __enzyme_fwddiff((void *)cube, 2.0, 0.0), 0.0, 0.0);
    return 0;
}
