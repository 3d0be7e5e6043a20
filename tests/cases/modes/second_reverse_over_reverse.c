// Second derivative: the derivative function of a reverse call is itself differentiated.
#include <math.h>
double __enzyme_autodiff_inner(void *, ...);
static double f(double x) { return sin(x) * exp(x * x / 2.0); }
double slope(double x) { return __enzyme_autodiff_inner((void *)f, x); }
// check: double slope(double x = 0.7)
// value: 1.5533250530038096
// expect: x = 1.7713526129017008
