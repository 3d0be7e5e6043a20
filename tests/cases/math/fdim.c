// Positive difference, and its flat side: double, float and long double forms.
#include <math.h>
double fdim_d(double x, double y) { return fdim(x, y) * (x + 2.0 * y); }
// check: double fdim_d(double x = 3.5, double y = 1.25)
// value: 13.5
// expect: x = 8.25, y = -1.5
// check: double fdim_d(double x = 0.5, double y = 1.25)
// value: 0
// expect: x = 0, y = 0
float fdim_s(float x, float y) { return fdimf(x, y) * (x + 2.0f * y); }
// check: float fdim_s(float x = 3.5, float y = 1.25)
// value: 13.5
// expect: x = 8.25, y = -1.5
// check: float fdim_s(float x = 0.5, float y = 1.25)
// value: 0
// expect: x = 0, y = 0
long double fdim_x(long double x, long double y) { return fdiml(x, y) * (x + 2.0l * y); }
// check: long double fdim_x(long double x = 3.5, long double y = 1.25)
// value: 13.5
// expect: x = 8.25, y = -1.5
// check: long double fdim_x(long double x = 0.5, long double y = 1.25)
// value: 0
// expect: x = 0, y = 0
