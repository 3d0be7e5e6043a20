// Minimum takes the derivative of the smaller side: double, float and long double forms.
#include <math.h>
double fmin_d(double x, double y) { return fmin(x, y) * (x + 2.0 * y); }
// check: double fmin_d(double x = 3.5, double y = 1.25)
// value: 7.5
// expect: x = 1.25, y = 8.5
// check: double fmin_d(double x = 0.5, double y = 1.25)
// value: 1.5
// expect: x = 3.5, y = 1
float fmin_s(float x, float y) { return fminf(x, y) * (x + 2.0f * y); }
// check: float fmin_s(float x = 3.5, float y = 1.25)
// value: 7.5
// expect: x = 1.25, y = 8.5
// check: float fmin_s(float x = 0.5, float y = 1.25)
// value: 1.5
// expect: x = 3.5, y = 1
long double fmin_x(long double x, long double y) { return fminl(x, y) * (x + 2.0l * y); }
// check: long double fmin_x(long double x = 3.5, long double y = 1.25)
// value: 7.5
// expect: x = 1.25, y = 8.5
// check: long double fmin_x(long double x = 0.5, long double y = 1.25)
// value: 1.5
// expect: x = 3.5, y = 1
