// Hyperbolic cosine: double, float and long double forms at two points each.
#include <math.h>
double cosh_d(double x, double y) { return y * cosh(x) + x; }
// check: double cosh_d(double x = 0.9, double y = 1.5)
// value: 3.0496295781731617
// expect: x = 2.539775088562263, y = 1.4330863854487743
// check: double cosh_d(double x = -1.7, double y = -0.75)
// value: -3.8212365934174755
// expect: x = 2.9842239503779244, y = 2.8283154578899672
float cosh_s(float x, float y) { return y * coshf(x) + x; }
// check: float cosh_s(float x = 0.9, float y = 1.5)
// value: 3.0496295781731617
// expect: x = 2.539775088562263, y = 1.4330863854487743
// check: float cosh_s(float x = -1.7, float y = -0.75)
// value: -3.8212365934174755
// expect: x = 2.9842239503779244, y = 2.8283154578899672
long double cosh_x(long double x, long double y) { return y * coshl(x) + x; }
// check: long double cosh_x(long double x = 0.9, long double y = 1.5)
// value: 3.0496295781731617
// expect: x = 2.539775088562263, y = 1.4330863854487743
// check: long double cosh_x(long double x = -1.7, long double y = -0.75)
// value: -3.8212365934174755
// expect: x = 2.9842239503779244, y = 2.8283154578899672
