// Exponential: double, float and long double forms at two points each.
#include <math.h>
double exp_d(double x, double y) { return y * exp(x) + x; }
// check: double exp_d(double x = 0.6, double y = 1.5)
// value: 3.3331782005857633
// expect: x = 3.7331782005857632, y = 1.8221188003905089
// check: double exp_d(double x = -2.2, double y = -0.75)
// value: -2.2831023687717504
// expect: x = 0.91689763122824963, y = 0.11080315836233387
float exp_s(float x, float y) { return y * expf(x) + x; }
// check: float exp_s(float x = 0.6, float y = 1.5)
// value: 3.3331782005857633
// expect: x = 3.7331782005857632, y = 1.8221188003905089
// check: float exp_s(float x = -2.2, float y = -0.75)
// value: -2.2831023687717504
// expect: x = 0.91689763122824963, y = 0.11080315836233387
long double exp_x(long double x, long double y) { return y * expl(x) + x; }
// check: long double exp_x(long double x = 0.6, long double y = 1.5)
// value: 3.3331782005857633
// expect: x = 3.7331782005857632, y = 1.8221188003905089
// check: long double exp_x(long double x = -2.2, long double y = -0.75)
// value: -2.2831023687717504
// expect: x = 0.91689763122824963, y = 0.11080315836233387
