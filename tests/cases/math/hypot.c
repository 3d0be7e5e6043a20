// Euclidean distance without overflow: double, float and long double forms.
#include <math.h>
double hypot_d(double x, double y) { return hypot(x, y) * (x + 2.0 * y); }
// check: double hypot_d(double x = 3.0, double y = 4.0)
// value: 55
// expect: x = 11.6, y = 18.8
// check: double hypot_d(double x = -0.5, double y = 1.2)
// value: 2.4699999999999998
// expect: x = 0.56923076923076921, y = 4.3538461538461535
float hypot_s(float x, float y) { return hypotf(x, y) * (x + 2.0f * y); }
// check: float hypot_s(float x = 3.0, float y = 4.0)
// value: 55
// expect: x = 11.6, y = 18.8
// check: float hypot_s(float x = -0.5, float y = 1.2)
// value: 2.4699999999999998
// expect: x = 0.56923076923076921, y = 4.3538461538461535
long double hypot_x(long double x, long double y) { return hypotl(x, y) * (x + 2.0l * y); }
// check: long double hypot_x(long double x = 3.0, long double y = 4.0)
// value: 55
// expect: x = 11.6, y = 18.8
// check: long double hypot_x(long double x = -0.5, long double y = 1.2)
// value: 2.4699999999999998
// expect: x = 0.56923076923076921, y = 4.3538461538461535
