// exp(x) - 1: double, float and long double forms at two points each.
#include <math.h>
double expm1_d(double x, double y) { return y * expm1(x) + x; }
// check: double expm1_d(double x = 0.6, double y = 1.5)
// value: 1.8331782005857633
// expect: x = 3.7331782005857632, y = 0.82211880039050889
// check: double expm1_d(double x = -1.3, double y = -0.75)
// value: -0.75439884477550945
// expect: x = 0.7956011552244906, y = -0.72746820696598746
float expm1_s(float x, float y) { return y * expm1f(x) + x; }
// check: float expm1_s(float x = 0.6, float y = 1.5)
// value: 1.8331782005857633
// expect: x = 3.7331782005857632, y = 0.82211880039050889
// check: float expm1_s(float x = -1.3, float y = -0.75)
// value: -0.75439884477550945
// expect: x = 0.7956011552244906, y = -0.72746820696598746
long double expm1_x(long double x, long double y) { return y * expm1l(x) + x; }
// check: long double expm1_x(long double x = 0.6, long double y = 1.5)
// value: 1.8331782005857633
// expect: x = 3.7331782005857632, y = 0.82211880039050889
// check: long double expm1_x(long double x = -1.3, long double y = -0.75)
// value: -0.75439884477550945
// expect: x = 0.7956011552244906, y = -0.72746820696598746
