// A constant base with an active exponent.
#include <math.h>
double growth(double t) { return pow(2.0, t) + pow(10.0, -t) + exp2(t) * 0.5 + 3.0 * pow(1.05, 4.0 * t); }
// check: double growth(double t = 1.2)
// value: 7.3008551930496219
// expect: t = 2.9833514936271905
