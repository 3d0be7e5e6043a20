// Second derivative through a loop with carried state; value is the first derivative.
#include <math.h>
double __enzyme_autodiff_inner(void *, ...);
double __enzyme_fwddiff_inner(void *, ...);
static double tower(double x) {
    double t = x;
    for (int i = 0; i < 4; ++i)
        t = sin(t) * x + 0.5 * t;
    return t;
}
double slope_reverse(double x) { return __enzyme_autodiff_inner((void *)tower, x); }
double slope_forward(double x) { return __enzyme_fwddiff_inner((void *)tower, x, 1.0); }
// check: double slope_reverse(double x = 0.8)
// value: 3.0915958678011529
// expect: x = -6.7365644383432176
// check: double slope_forward(double x = 0.8)
// value: 3.0915958678011529
// expect: x = -6.7365644383432176
