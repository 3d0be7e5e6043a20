// A float parameter reached through a variadic declaration: the caller passes a promoted double.
// run:
#include "check.h"
float __enzyme_autodiff(void *, ...);
float __enzyme_fwddiff(void *, ...);
float f(float x) { return x * x * x + 2.0f * x; }
int main(void) {
    float x = 1.5f;
    check_close("reverse", __enzyme_autodiff((void *)f, x), 8.75, 1e-5);
    check_close("forward", __enzyme_fwddiff((void *)f, x, 2.0f), 17.5, 1e-5);
    return 0;
}
