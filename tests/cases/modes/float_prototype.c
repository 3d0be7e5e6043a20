// A float parameter through a declaration with exact parameter types.
// run:
#include "check.h"
struct fgrad { float dx, dy; };
struct fgrad __enzyme_autodiff_f(float (*)(float, float), float, float);
float __enzyme_fwddiff_f(float (*)(float, float), float, float, float, float);
float f(float x, float y) { return x * x * y; }
int main(void) {
    struct fgrad g = __enzyme_autodiff_f(f, 3.0f, 0.5f);
    check_close("dx", g.dx, 3.0, 1e-6);
    check_close("dy", g.dy, 9.0, 1e-6);
    check_close("tangent", __enzyme_fwddiff_f(f, 3.0f, 1.0f, 0.5f, 10.0f), 93.0, 1e-6);
    return 0;
}
