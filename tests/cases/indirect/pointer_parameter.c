// A function pointer passed down two levels and called with different activity each time.
#include <math.h>
static double apply_twice(double (*f)(double), double x) { return f(f(x)); }
__attribute__((noinline)) static double compose(double (*f)(double), double (*g)(double), double x) { return apply_twice(f, x) * g(2.0) + g(x); }
static double half_sin(double x) { return 0.5 * sin(x) + 1.0; }
static double invert(double x) { return 1.0 / (1.0 + x); }
double composed(double x) { return compose(half_sin, invert, x) - compose(invert, half_sin, x * x); }
// check: double composed(double x = 0.9)
// value: -1.2754748357640926
// expect: x = -1.2199298649428822
