// IEEE remainder: slope minus the rounded quotient in y: double, float and long double forms.
#include <math.h>
double remainder_d(double x, double y) { return remainder(x, y) * (x + 2.0 * y); }
// check: double remainder_d(double x = 7.3, double y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: double remainder_d(double x = -5.4, double y = 1.7)
// value: 0.60000000000000109
// expect: x = -2.3000000000000007, y = -6.6000000000000023
float remainder_s(float x, float y) { return remainderf(x, y) * (x + 2.0f * y); }
// check: float remainder_s(float x = 7.3, float y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: float remainder_s(float x = -5.4, float y = 1.7)
// value: 0.60000000000000109
// expect: x = -2.3000000000000007, y = -6.6000000000000023
long double remainder_x(long double x, long double y) { return remainderl(x, y) * (x + 2.0l * y); }
// check: long double remainder_x(long double x = 7.3, long double y = 2.1)
// value: 11.499999999999995
// expect: x = 12.5, y = -32.5
// check: long double remainder_x(long double x = -5.4, long double y = 1.7)
// value: 0.60000000000000109
// expect: x = -2.3000000000000007, y = -6.6000000000000023
