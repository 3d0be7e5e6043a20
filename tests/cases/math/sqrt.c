// Square root: double, float and long double forms at two points each.
#include <math.h>
double sqrt_d(double x, double y) { return y * sqrt(x) + x; }
// check: double sqrt_d(double x = 2.3, double y = 1.5)
// value: 4.5748626332154645
// expect: x = 1.4945353550468403, y = 1.51657508881031
// check: double sqrt_d(double x = 0.09, double y = -0.75)
// value: -0.135
// expect: x = -0.25, y = 0.3
float sqrt_s(float x, float y) { return y * sqrtf(x) + x; }
// check: float sqrt_s(float x = 2.3, float y = 1.5)
// value: 4.5748626332154645
// expect: x = 1.4945353550468403, y = 1.51657508881031
// check: float sqrt_s(float x = 0.09, float y = -0.75)
// value: -0.135
// expect: x = -0.25, y = 0.3
long double sqrt_x(long double x, long double y) { return y * sqrtl(x) + x; }
// check: long double sqrt_x(long double x = 2.3, long double y = 1.5)
// value: 4.5748626332154645
// expect: x = 1.4945353550468403, y = 1.51657508881031
// check: long double sqrt_x(long double x = 0.09, long double y = -0.75)
// value: -0.135
// expect: x = -0.25, y = 0.3
