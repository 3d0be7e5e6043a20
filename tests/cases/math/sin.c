// Sine: double, float and long double forms at two points each.
#include <math.h>
double sin_d(double x, double y) { return y * sin(x) + x; }
// check: double sin_d(double x = 0.7, double y = 1.5)
// value: 1.6663265308565365
// expect: x = 2.1472632809267327, y = 0.644217687237691
// check: double sin_d(double x = -2.4, double y = -0.75)
// value: -1.8934026145866367
// expect: x = 1.5530452866559341, y = -0.675463180551151
float sin_s(float x, float y) { return y * sinf(x) + x; }
// check: float sin_s(float x = 0.7, float y = 1.5)
// value: 1.6663265308565365
// expect: x = 2.1472632809267327, y = 0.644217687237691
// check: float sin_s(float x = -2.4, float y = -0.75)
// value: -1.8934026145866367
// expect: x = 1.5530452866559341, y = -0.675463180551151
long double sin_x(long double x, long double y) { return y * sinl(x) + x; }
// check: long double sin_x(long double x = 0.7, long double y = 1.5)
// value: 1.6663265308565365
// expect: x = 2.1472632809267327, y = 0.644217687237691
// check: long double sin_x(long double x = -2.4, long double y = -0.75)
// value: -1.8934026145866367
// expect: x = 1.5530452866559341, y = -0.675463180551151
