// Cube root, negative arguments included: double, float and long double forms at two points each.
#include <math.h>
double cbrt_d(double x, double y) { return y * cbrt(x) + x; }
// check: double cbrt_d(double x = 2.3, double y = 1.5)
// value: 4.2800091826938687
// expect: x = 1.2869578525643288, y = 1.3200061217959123
// check: double cbrt_d(double x = -0.7, double y = -0.75)
// value: -0.034071998693049436
// expect: x = 0.68289142794907121, y = -0.88790400174260065
float cbrt_s(float x, float y) { return y * cbrtf(x) + x; }
// check: float cbrt_s(float x = 2.3, float y = 1.5)
// value: 4.2800091826938687
// expect: x = 1.2869578525643288, y = 1.3200061217959123
// check: float cbrt_s(float x = -0.7, float y = -0.75)
// value: -0.034071998693049436
// expect: x = 0.68289142794907121, y = -0.88790400174260065
long double cbrt_x(long double x, long double y) { return y * cbrtl(x) + x; }
// check: long double cbrt_x(long double x = 2.3, long double y = 1.5)
// value: 4.2800091826938687
// expect: x = 1.2869578525643288, y = 1.3200061217959123
// check: long double cbrt_x(long double x = -0.7, long double y = -0.75)
// value: -0.034071998693049436
// expect: x = 0.68289142794907121, y = -0.88790400174260065
