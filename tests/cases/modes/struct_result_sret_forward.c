// Forward mode of a function whose struct result goes through memory.
// run:
#include "check.h"
struct powers { double p[5]; };
struct powers __enzyme_fwddiff(void *, ...);
struct powers powers_of(double x, double a) {
    struct powers r;
    r.p[0] = a;
    for (int i = 1; i < 5; ++i)
        r.p[i] = r.p[i - 1] * x;
    return r;
}
int main(void) {
    struct powers t = __enzyme_fwddiff((void *)powers_of, 2.0, 1.0, 3.0, 0.5);
    double want[5] = {0.5, 4.0, 14.0, 40.0, 104.0};
    for (int i = 0; i < 5; ++i)
        check_close("tangent", t.p[i], want[i], 1e-12);
    return 0;
}
