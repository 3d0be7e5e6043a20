// Absolute value on both sides of zero: double, float and long double forms at two points each.
#include <math.h>
double fabs_d(double x, double y) { return y * fabs(x) + x; }
// check: double fabs_d(double x = 2.5, double y = 1.5)
// value: 6.25
// expect: x = 2.5, y = 2.5
// check: double fabs_d(double x = -1.25, double y = -0.75)
// value: -2.1875
// expect: x = 1.75, y = 1.25
float fabs_s(float x, float y) { return y * fabsf(x) + x; }
// check: float fabs_s(float x = 2.5, float y = 1.5)
// value: 6.25
// expect: x = 2.5, y = 2.5
// check: float fabs_s(float x = -1.25, float y = -0.75)
// value: -2.1875
// expect: x = 1.75, y = 1.25
long double fabs_x(long double x, long double y) { return y * fabsl(x) + x; }
// check: long double fabs_x(long double x = 2.5, long double y = 1.5)
// value: 6.25
// expect: x = 2.5, y = 2.5
// check: long double fabs_x(long double x = -1.25, long double y = -0.75)
// value: -2.1875
// expect: x = 1.75, y = 1.25
