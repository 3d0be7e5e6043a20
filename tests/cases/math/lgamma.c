// Logarithm of the gamma function (derivative: digamma): double, float and long double forms at two points each.
#include <math.h>
double lgamma_d(double x, double y) { return y * lgamma(x) + x; }
// check: double lgamma_d(double x = 3.7, double y = 1.5)
// value: 5.8421084899980826
// expect: x = 2.7507303090422672, y = 1.4280723266653881
// check: double lgamma_d(double x = 0.4, double y = -0.75)
// value: -0.19750836327633775
// expect: x = 2.9210384084388368, y = 0.7966778177017837
float lgamma_s(float x, float y) { return y * lgammaf(x) + x; }
// check: float lgamma_s(float x = 3.7, float y = 1.5)
// value: 5.8421084899980826
// expect: x = 2.7507303090422672, y = 1.4280723266653881
// check: float lgamma_s(float x = 0.4, float y = -0.75)
// value: -0.19750836327633775
// expect: x = 2.9210384084388368, y = 0.7966778177017837
long double lgamma_x(long double x, long double y) { return y * lgammal(x) + x; }
// check: long double lgamma_x(long double x = 3.7, long double y = 1.5)
// value: 5.8421084899980826
// expect: x = 2.7507303090422672, y = 1.4280723266653881
// check: long double lgamma_x(long double x = 0.4, long double y = -0.75)
// value: -0.19750836327633775
// expect: x = 2.9210384084388368, y = 0.7966778177017837
