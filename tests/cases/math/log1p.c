// log(1 + x): double, float and long double forms at two points each.
#include <math.h>
double log1p_d(double x, double y) { return y * log1p(x) + x; }
// check: double log1p_d(double x = 1.7, double y = 1.5)
// value: 3.189877659515425
// expect: x = 1.5555555555555556, y = 0.99325177301028333
// check: double log1p_d(double x = -0.6, double y = -0.75)
// value: 0.087218048905616283
// expect: x = -0.87499999999999989, y = -0.916290731874155
float log1p_s(float x, float y) { return y * log1pf(x) + x; }
// check: float log1p_s(float x = 1.7, float y = 1.5)
// value: 3.189877659515425
// expect: x = 1.5555555555555556, y = 0.99325177301028333
// check: float log1p_s(float x = -0.6, float y = -0.75)
// value: 0.087218048905616283
// expect: x = -0.87499999999999989, y = -0.916290731874155
long double log1p_x(long double x, long double y) { return y * log1pl(x) + x; }
// check: long double log1p_x(long double x = 1.7, long double y = 1.5)
// value: 3.189877659515425
// expect: x = 1.5555555555555556, y = 0.99325177301028333
// check: long double log1p_x(long double x = -0.6, long double y = -0.75)
// value: 0.087218048905616283
// expect: x = -0.87499999999999989, y = -0.916290731874155
