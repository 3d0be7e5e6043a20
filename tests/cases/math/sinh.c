// Hyperbolic sine: double, float and long double forms at two points each.
#include <math.h>
double sinh_d(double x, double y) { return y * sinh(x) + x; }
// check: double sinh_d(double x = 0.9, double y = 1.5)
// value: 2.4397750885622629
// expect: x = 3.1496295781731618, y = 1.0265167257081753
// check: double sinh_d(double x = -1.7, double y = -0.75)
// value: 0.28422395037792436
// expect: x = -1.1212365934174753, y = -2.6456319338372323
float sinh_s(float x, float y) { return y * sinhf(x) + x; }
// check: float sinh_s(float x = 0.9, float y = 1.5)
// value: 2.4397750885622629
// expect: x = 3.1496295781731618, y = 1.0265167257081753
// check: float sinh_s(float x = -1.7, float y = -0.75)
// value: 0.28422395037792436
// expect: x = -1.1212365934174753, y = -2.6456319338372323
long double sinh_x(long double x, long double y) { return y * sinhl(x) + x; }
// check: long double sinh_x(long double x = 0.9, long double y = 1.5)
// value: 2.4397750885622629
// expect: x = 3.1496295781731618, y = 1.0265167257081753
// check: long double sinh_x(long double x = -1.7, long double y = -0.75)
// value: 0.28422395037792436
// expect: x = -1.1212365934174753, y = -2.6456319338372323
