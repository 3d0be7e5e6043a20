// Rounding functions are piecewise constant: they scale other terms and add no slope of their own.
#include <math.h>
double rounded_d(double x, double y) { return y * (floor(x) + 2.0 * ceil(x) + 4.0 * trunc(x) + 8.0 * round(x) + 16.0 * rint(x) + 32.0 * nearbyint(x)) + x; }
// check: double rounded_d(double x = 2.7, double y = 1.5)
// value: 278.7
// expect: x = 1, y = 184
// check: double rounded_d(double x = -3.2, double y = 1.5)
// value: -288.2
// expect: x = 1, y = -190
float rounded_s(float x, float y) { return y * (floorf(x) + 2.0f * ceilf(x) + 4.0f * truncf(x) + 8.0f * roundf(x) + 16.0f * rintf(x) + 32.0f * nearbyintf(x)) + x; }
// check: float rounded_s(float x = 2.7, float y = 1.5)
// value: 278.7
// expect: x = 1, y = 184
long double rounded_x(long double x, long double y) { return y * (floorl(x) + 2.0L * ceill(x) + 4.0L * truncl(x) + 8.0L * roundl(x) + 16.0L * rintl(x) + 32.0L * nearbyintl(x)) + x; }
// check: long double rounded_x(long double x = -3.2, long double y = 0.5)
// value: -98.2
// expect: x = 1, y = -190
