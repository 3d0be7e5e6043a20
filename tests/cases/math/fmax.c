// Maximum takes the derivative of the larger side: double, float and long double forms.
#include <math.h>
double fmax_d(double x, double y) { return fmax(x, y) * (x + 2.0 * y); }
// check: double fmax_d(double x = 3.5, double y = 1.25)
// value: 21
// expect: x = 9.5, y = 7
// check: double fmax_d(double x = 0.5, double y = 1.25)
// value: 3.75
// expect: x = 1.25, y = 5.5
float fmax_s(float x, float y) { return fmaxf(x, y) * (x + 2.0f * y); }
// check: float fmax_s(float x = 3.5, float y = 1.25)
// value: 21
// expect: x = 9.5, y = 7
// check: float fmax_s(float x = 0.5, float y = 1.25)
// value: 3.75
// expect: x = 1.25, y = 5.5
long double fmax_x(long double x, long double y) { return fmaxl(x, y) * (x + 2.0l * y); }
// check: long double fmax_x(long double x = 3.5, long double y = 1.25)
// value: 21
// expect: x = 9.5, y = 7
// check: long double fmax_x(long double x = 0.5, long double y = 1.25)
// value: 3.75
// expect: x = 1.25, y = 5.5
