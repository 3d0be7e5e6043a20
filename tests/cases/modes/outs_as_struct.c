// Several enzyme_out arguments come back as one struct, in parameter order.
// run:
#include "check.h"
struct grad { double dx, dy; };
struct grad3 { double dx, dy, dz; };
struct grad __enzyme_autodiff2(void *, ...);
struct grad3 __enzyme_autodiff3(void *, ...);
double two(double x, double y) { return x * x * y; }
double three(double x, double y, double z) { return x * y * y * z * z * z; }
int main(void) {
    struct grad g = __enzyme_autodiff2((void *)two, 3.0, 5.0);
    check_close("two.dx", g.dx, 30.0, 1e-12);
    check_close("two.dy", g.dy, 9.0, 1e-12);
    struct grad3 h = __enzyme_autodiff3((void *)three, 2.0, 3.0, 0.5);
    check_close("three.dx", h.dx, 1.125, 1e-12);
    check_close("three.dy", h.dy, 1.5, 1e-12);
    check_close("three.dz", h.dz, 13.5, 1e-12);
    return 0;
}
