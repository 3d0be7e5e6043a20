// Hyperbolic tangent: double, float and long double forms at two points each.
#include <math.h>
double tanh_d(double x, double y) { return y * tanh(x) + x; }
// check: double tanh_d(double x = 0.9, double y = 1.5)
// value: 1.9744468052985367
// expect: x = 1.7303760417225122, y = 0.71629787019902447
// check: double tanh_d(double x = -1.7, double y = -0.75)
// value: -0.9984431970476757
// expect: x = 0.906242597024915, y = -0.935409070603099
float tanh_s(float x, float y) { return y * tanhf(x) + x; }
// check: float tanh_s(float x = 0.9, float y = 1.5)
// value: 1.9744468052985367
// expect: x = 1.7303760417225122, y = 0.71629787019902447
// check: float tanh_s(float x = -1.7, float y = -0.75)
// value: -0.9984431970476757
// expect: x = 0.906242597024915, y = -0.935409070603099
long double tanh_x(long double x, long double y) { return y * tanhl(x) + x; }
// check: long double tanh_x(long double x = 0.9, long double y = 1.5)
// value: 1.9744468052985367
// expect: x = 1.7303760417225122, y = 0.71629787019902447
// check: long double tanh_x(long double x = -1.7, long double y = -0.75)
// value: -0.9984431970476757
// expect: x = 0.906242597024915, y = -0.935409070603099
