// Error function: double, float and long double forms at two points each.
#include <math.h>
double erf_d(double x, double y) { return y * erf(x) + x; }
// check: double erf_d(double x = 0.5, double y = 1.5)
// value: 1.28074981671957
// expect: x = 2.318173868403167, y = 0.52049987781304652
// check: double erf_d(double x = -1.1, double y = -0.75)
// value: -0.43984619781943879
// expect: x = 0.7476403016550669, y = -0.88020506957408173
float erf_s(float x, float y) { return y * erff(x) + x; }
// check: float erf_s(float x = 0.5, float y = 1.5)
// value: 1.28074981671957
// expect: x = 2.318173868403167, y = 0.52049987781304652
// check: float erf_s(float x = -1.1, float y = -0.75)
// value: -0.43984619781943879
// expect: x = 0.7476403016550669, y = -0.88020506957408173
long double erf_x(long double x, long double y) { return y * erfl(x) + x; }
// check: long double erf_x(long double x = 0.5, long double y = 1.5)
// value: 1.28074981671957
// expect: x = 2.318173868403167, y = 0.52049987781304652
// check: long double erf_x(long double x = -1.1, long double y = -0.75)
// value: -0.43984619781943879
// expect: x = 0.7476403016550669, y = -0.88020506957408173
