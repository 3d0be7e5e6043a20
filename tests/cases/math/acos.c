// Arc cosine: double, float and long double forms at two points each.
#include <math.h>
double acos_d(double x, double y) { return y * acos(x) + x; }
// check: double acos_d(double x = 0.3, double y = 1.5)
// value: 2.1991555091692487
// expect: x = -0.5724272550828774, y = 1.2661036727794992
// check: double acos_d(double x = -0.8, double y = -0.75)
// value: -2.6735686585973819
// expect: x = 2.25, y = 2.4980915447965089
float acos_s(float x, float y) { return y * acosf(x) + x; }
// check: float acos_s(float x = 0.3, float y = 1.5)
// value: 2.1991555091692487
// expect: x = -0.5724272550828774, y = 1.2661036727794992
// check: float acos_s(float x = -0.8, float y = -0.75)
// value: -2.6735686585973819
// expect: x = 2.25, y = 2.4980915447965089
long double acos_x(long double x, long double y) { return y * acosl(x) + x; }
// check: long double acos_x(long double x = 0.3, long double y = 1.5)
// value: 2.1991555091692487
// expect: x = -0.5724272550828774, y = 1.2661036727794992
// check: long double acos_x(long double x = -0.8, long double y = -0.75)
// value: -2.6735686585973819
// expect: x = 2.25, y = 2.4980915447965089
