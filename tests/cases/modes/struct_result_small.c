// Forward mode of a function that returns a two-field struct in registers.
// run:
#include <math.h>
#include "check.h"
struct polar { double r, phi; };
struct polar __enzyme_fwddiff(void *, ...);
struct polar to_polar(double x, double y) {
    struct polar p = {sqrt(x * x + y * y), atan2(y, x)};
    return p;
}
int main(void) {
    struct polar t = __enzyme_fwddiff((void *)to_polar, 3.0, 1.0, 4.0, 0.0);
    check_close("dr/dx", t.r, 0.6, 1e-12);
    check_close("dphi/dx", t.phi, -0.16, 1e-12);
    t = __enzyme_fwddiff((void *)to_polar, 3.0, 0.0, 4.0, 1.0);
    check_close("dr/dy", t.r, 0.8, 1e-12);
    check_close("dphi/dy", t.phi, 0.12, 1e-12);
    return 0;
}
