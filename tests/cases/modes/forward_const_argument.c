// Forward mode with some arguments constant: only the marked ones take a tangent.
// run:
#include "check.h"
extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff(void *, ...);
double f(double x, double y, double *z) { return x * x * y + y * z[0] * z[1]; }
int main(void) {
    double z[2] = {2.0, 3.0}, dz[2] = {1.0, 10.0};
    check_close("x only", __enzyme_fwddiff((void *)f, enzyme_dup, 3.0, 2.0, enzyme_const, 5.0, enzyme_const, z), 60.0, 1e-12);
    check_close("z only", __enzyme_fwddiff((void *)f, enzyme_const, 3.0, enzyme_const, 5.0, enzyme_dup, z, dz), 115.0, 1e-12);
    check_close("all", __enzyme_fwddiff((void *)f, 3.0, 2.0, 5.0, 0.5, z, dz), 182.5, 1e-12);
    return 0;
}
