// The slope of |x| at zero is zero by convention, in every precision and for both zeros.
#include <math.h>
double absolute(double x) { return fabs(x); }
// check: double absolute(double x = 0.0)
// value: 0.0
// expect: x = 0.0
// check: double absolute(double x = -0.0)
// value: 0.0
// expect: x = 0.0
float absolute_s(float x) { return fabsf(x); }
// check: float absolute_s(float x = 0.0)
// value: 0.0
// expect: x = 0.0
