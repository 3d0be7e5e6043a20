// enzyme_const on a floating-point argument: no derivative is returned for it.
// run:
#include "check.h"
extern int enzyme_const, enzyme_out;
double __enzyme_autodiff(void *, ...);
double mul(double x, double y, double z) { return x * x * y + z * y * y; }
int main(void) {
    double dx = __enzyme_autodiff((void *)mul, enzyme_out, 3.0, enzyme_const, 5.0, enzyme_const, 2.0);
    check_close("dx", dx, 30.0, 1e-12);
    double dy = __enzyme_autodiff((void *)mul, enzyme_const, 3.0, enzyme_out, 5.0, enzyme_const, 2.0);
    check_close("dy", dy, 29.0, 1e-12);
    double dz = __enzyme_autodiff((void *)mul, enzyme_const, 3.0, enzyme_const, 5.0, 2.0);
    check_close("dz", dz, 25.0, 1e-12);
    return 0;
}
