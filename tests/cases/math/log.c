// Natural logarithm: double, float and long double forms at two points each.
#include <math.h>
double log_d(double x, double y) { return y * log(x) + x; }
// check: double log_d(double x = 2.7, double y = 1.5)
// value: 4.1898776595154255
// expect: x = 1.5555555555555556, y = 0.99325177301028345
// check: double log_d(double x = 0.3, double y = -0.75)
// value: 1.202979603244452
// expect: x = -1.5, y = -1.2039728043259361
float log_s(float x, float y) { return y * logf(x) + x; }
// check: float log_s(float x = 2.7, float y = 1.5)
// value: 4.1898776595154255
// expect: x = 1.5555555555555556, y = 0.99325177301028345
// check: float log_s(float x = 0.3, float y = -0.75)
// value: 1.202979603244452
// expect: x = -1.5, y = -1.2039728043259361
long double log_x(long double x, long double y) { return y * logl(x) + x; }
// check: long double log_x(long double x = 2.7, long double y = 1.5)
// value: 4.1898776595154255
// expect: x = 1.5555555555555556, y = 0.99325177301028345
// check: long double log_x(long double x = 0.3, long double y = -0.75)
// value: 1.202979603244452
// expect: x = -1.5, y = -1.2039728043259361
