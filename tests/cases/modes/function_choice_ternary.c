// The function operand is chosen at run time by a conditional: both choices must be differentiated.
// run:
#include <math.h>
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double f(double x) { return x * x; }
double g(double x) { return sin(x); }
__attribute__((noinline)) double slope(int c, double x) { return __enzyme_autodiff(c ? (void *)f : (void *)g, x); }
__attribute__((noinline)) double tangent(int c, double x) { return __enzyme_fwddiff(c ? (void *)f : (void *)g, x, 2.0); }
int main(void) {
    check_close("f'", slope(1, 0.6), 1.2, 1e-12);
    check_close("g'", slope(0, 0.6), cos(0.6), 1e-12);
    check_close("f tangent", tangent(1, 0.6), 2.4, 1e-12);
    check_close("g tangent", tangent(0, 0.6), 2.0 * cos(0.6), 1e-12);
    return 0;
}
