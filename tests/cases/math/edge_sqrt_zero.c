// The slope of sqrt at zero is +infinity, never a silent zero.
#include <math.h>
double root(double x) { return sqrt(x); }
// check: double root(double x = 0.0)
// value: 0.0
// expect: x = INFINITY
// differences: off (the slope is infinite)
float root_s(float x) { return sqrtf(x); }
// check: float root_s(float x = 0.0)
// value: 0.0
// expect: x = INFINITY
// differences: off (the slope is infinite)
double cube_root(double x) { return cbrt(x); }
// check: double cube_root(double x = 0.0)
// value: 0.0
// expect: x = INFINITY
// differences: off (the slope is infinite)
