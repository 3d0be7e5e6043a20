// The derivative call sits in a static function of a static target, used in an expression.
// run:
#include <math.h>
#include "check.h"
double __enzyme_fwddiff(void *, ...);
static double f(double x, double a) { return pow(x, 3.0) * a - sin(x); }
static double newton_step(double x, double a) { return x - f(x, a) / __enzyme_fwddiff((void *)f, x, 1.0, a, 0.0); }
int main(void) {
    double x = 1.0;
    for (int i = 0; i < 30; ++i)
        x = newton_step(x, 1.0);
    check_close("root of x^3 = sin x", x, 0.92862630873173443, 1e-12);
    return 0;
}
