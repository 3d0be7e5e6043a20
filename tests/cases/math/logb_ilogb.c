// logb and ilogb are piecewise constant.
#include <math.h>
double exponent(double x, double y) { return logb(x) * y + ilogb(y) * x + x * y; }
// check: double exponent(double x = 11.5, double y = 0.3)
// value: -18.65
// expect: x = -1.7, y = 14.5
float exponent_s(float x, float y) { return logbf(x) * y + ilogbf(y) * x + x * y; }
// check: float exponent_s(float x = 11.5, float y = 0.3)
// value: -18.65
// expect: x = -1.7, y = 14.5
long double exponent_x(long double x, long double y) { return logbl(x) * y + ilogbl(y) * x + x * y; }
// check: long double exponent_x(long double x = 11.5, long double y = 0.3)
// value: -18.65
// expect: x = -1.7, y = 14.5
