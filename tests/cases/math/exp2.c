// Base-two exponential: double, float and long double forms at two points each.
#include <math.h>
double exp2_d(double x, double y) { return y * exp2(x) + x; }
// check: double exp2_d(double x = 1.3, double y = 1.5)
// value: 4.993433240034749
// expect: x = 3.56009283691647, y = 2.4622888266898326
// check: double exp2_d(double x = -2.2, double y = -0.75)
// value: -2.3632282306180232
// expect: x = 0.8868588121593286, y = 0.217637640824031
float exp2_s(float x, float y) { return y * exp2f(x) + x; }
// check: float exp2_s(float x = 1.3, float y = 1.5)
// value: 4.993433240034749
// expect: x = 3.56009283691647, y = 2.4622888266898326
// check: float exp2_s(float x = -2.2, float y = -0.75)
// value: -2.3632282306180232
// expect: x = 0.8868588121593286, y = 0.217637640824031
long double exp2_x(long double x, long double y) { return y * exp2l(x) + x; }
// check: long double exp2_x(long double x = 1.3, long double y = 1.5)
// value: 4.993433240034749
// expect: x = 3.56009283691647, y = 2.4622888266898326
// check: long double exp2_x(long double x = -2.2, long double y = -0.75)
// value: -2.3632282306180232
// expect: x = 0.8868588121593286, y = 0.217637640824031
