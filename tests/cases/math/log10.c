// Decimal logarithm: double, float and long double forms at two points each.
#include <math.h>
double log10_d(double x, double y) { return y * log10(x) + x; }
// check: double log10_d(double x = 2.7, double y = 1.5)
// value: 3.347045646238481
// expect: x = 1.2412747121684733, y = 0.43136376415898736
// check: double log10_d(double x = 0.3, double y = -0.75)
// value: 0.6921590589602532
// expect: x = -0.085736204758129611, y = -0.52287874528033762
float log10_s(float x, float y) { return y * log10f(x) + x; }
// check: float log10_s(float x = 2.7, float y = 1.5)
// value: 3.347045646238481
// expect: x = 1.2412747121684733, y = 0.43136376415898736
// check: float log10_s(float x = 0.3, float y = -0.75)
// value: 0.6921590589602532
// expect: x = -0.085736204758129611, y = -0.52287874528033762
long double log10_x(long double x, long double y) { return y * log10l(x) + x; }
// check: long double log10_x(long double x = 2.7, long double y = 1.5)
// value: 3.347045646238481
// expect: x = 1.2412747121684733, y = 0.43136376415898736
// check: long double log10_x(long double x = 0.3, long double y = -0.75)
// value: 0.6921590589602532
// expect: x = -0.085736204758129611, y = -0.52287874528033762
